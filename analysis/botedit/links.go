package botedit

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Link is a place that leads to a file.
type Link struct {
	Span text.Span
	// Target is the absolute path; there is such a file, and it lies in the
	// workspace.
	Target string
}

// Links gives the links of a file, sorted, each place once (authoring.md 8,
// L1): imports, includes, the sources of subbots, skills, attachments that the
// manifest names a file for.
func Links(snap *workspace.Snapshot, file string) []Link {
	l := &linker{snap: snap, file: file, seen: map[text.Span]bool{}}
	for _, x := range botindex.For(snap, file) {
		for _, o := range x.In(file) {
			if o.Kind != botindex.Path {
				continue
			}
			target := o.Target
			if rest, ok := strings.CutPrefix(o.Name, "bot://"); ok {
				target = l.bundle(rest)
			}
			if o.Role == botindex.Include && !workspace.Within(path.Dir(file), target) {
				continue // the engine refuses it
			}
			l.add(o.Span, target)
		}
		if f := x.Unit.File(file); f != nil {
			l.declarations(x, f)
		}
	}
	slices.SortFunc(l.list, func(a, b Link) int { return a.Span.Start - b.Span.Start })
	return l.list
}

type linker struct {
	snap *workspace.Snapshot
	file string
	seen map[text.Span]bool
	list []Link
}

func (l *linker) add(span text.Span, target string) {
	if target == "" || span.Empty() || l.seen[span] || !workspace.Within(l.snap.Root(l.file), target) || !l.snap.Exists(target) {
		return
	}
	l.seen[span] = true
	l.list = append(l.list, Link{span, target})
}

// bundle is the main file of `bundle/export` of the same workspace, empty where
// there is none.
func (l *linker) bundle(name string) string {
	name, _, _ = strings.Cut(name, "/")
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "\\\x00") {
		return ""
	}
	for _, root := range l.snap.Config(l.file).Boundary.Roots {
		if main := path.Join(root, name, "main.bot"); l.snap.Exists(main) {
			return main
		}
	}
	return ""
}

func (l *linker) declarations(x *botindex.Index, f *bot.UnitFile) {
	var files map[string]string
	var walk func(list []*bot.Decl)
	walk = func(list []*bot.Decl) {
		for _, d := range list {
			l.skills(x, f, d.Prop("skills"))
			walk(d.Decls)
			lines := d.Props
			switch d.Kind {
			case bot.KindAttachments:
			case bot.KindWorkflow:
				p := d.Prop("attachments")
				if p == nil {
					continue
				}
				lines = p.Block
			default:
				continue
			}
			if files == nil {
				files = botindex.ManifestAttachments(l.snap, x.Unit.Root)
			}
			for _, p := range lines {
				if rel := files[p.Name.Text]; rel != "" {
					l.add(p.Name.Span, under(path.Join(x.Unit.Root, "attachments"), rel))
				}
			}
		}
	}
	walk(f.File.Decls)
}

// under is a path in a folder, empty where it leads out of it.
func under(dir, rel string) string {
	p := path.Join(dir, rel)
	if path.IsAbs(rel) || !workspace.Within(dir, p) {
		return ""
	}
	return p
}

// skills leads to the documents of skills: a Markdown file, or SKILL.md in a
// folder of the name.
func (l *linker) skills(x *botindex.Index, f *bot.UnitFile, p *bot.Prop) {
	if p == nil || p.Value == nil || p.Unknown {
		return
	}
	dir := path.Join(x.Unit.Root, "skills")
	for _, v := range p.Value.Items {
		span := v.Span
		if v.Kind == bot.String {
			span = v.Inner
		}
		name := f.File.ValueText(v)
		for _, rel := range []string{name + ".md", name + "/SKILL.md"} {
			if name != "" {
				l.add(span, under(dir, rel))
			}
		}
	}
}
