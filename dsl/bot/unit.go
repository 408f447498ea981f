package bot

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Source gives a unit its files. Paths are absolute and slash-separated.
type Source interface {
	// Bot parses the file at path. An error says why it cannot be read.
	Bot(path string) (*File, error)
	// Text reads a file that is no bot. An error says why it cannot be read.
	Text(path string) (*text.Text, error)
	// Markdown lists the names of the *.md files in dir, sorted; none where
	// there is no such folder.
	Markdown(dir string) []string
}

// UnitFile is a file of a unit.
type UnitFile struct {
	Path string
	File *File
}

// Ref is a declaration with the file that holds it.
type Ref struct {
	*UnitFile
	Decl *Decl
}

// UnitError is an error that shows only when the files of a unit are read
// together: imports that cannot be read (E045 to E047), names declared twice
// across files (E010). Its place is in Path.
type UnitError struct {
	Path string
	Error
	Related []UnitPlace
}

// UnitPlace is a place in a file of the unit.
type UnitPlace struct {
	Path string
	Span text.Span
}

// Unit is a main file with all that it imports, its bundle's prompt files, and
// the names declared there (bot-language.md 1, 6.2 and 13). A Unit is
// immutable and safe for concurrent use.
type Unit struct {
	Path  string // of the main file
	Root  string // its folder
	Files []*UnitFile
	// Errors are in the order of the files.
	Errors []UnitError
	// ImportBroken says that some file of the unit could not be read, so
	// that an unknown name may well be declared there.
	ImportBroken bool
	// Workflow is the unit's workflow, the first where there are several;
	// nil where there is none.
	Workflow *Ref
	// Prompts, Schemas and Groups are the declarations by name; the first
	// one counts.
	Prompts map[string]*Prompt
	Schemas map[string]*Ref
	Groups  map[string]*Ref
	// AllPrompts are all prompts with a body of their own, in order: each
	// declaration, each inline string, each file of prompts/ (shadowed ones
	// too).
	AllPrompts []*Prompt
	// Nodes are the graph's nodes, those of groups once per use under their
	// dotted name, in the order of files and declarations.
	Nodes []*Node
	// Supervisors are all declarations of that kind.
	Supervisors []*Ref
}

// Prompt is a prompt's text: a declaration, an inline string, or a file.
type Prompt struct {
	Name string // the declared name or file stem; empty for an inline string
	Path string
	// File and Decl belong to a declaration, File and Inline to an inline
	// string, Text to a file of the prompts folder.
	File   *File
	Decl   *Decl
	Inline *Value
	Text   *text.Text

	// once guards decoded and back, which Decoded gives.
	once    sync.Once
	decoded string
	back    text.Map
}

// Node is a node of the workflow graph. A node of a group stands here once per
// use, with the use's prefix in its name.
type Node struct {
	Name string
	*UnitFile
	Decl *Decl
	// Group and Use are set for a node of a group.
	Group *Decl
	Use   *Ref
	// params binds the group's parameters to the values of the use.
	params map[string]param
}

// Load reads the unit of the main file at main. The main file itself must be
// readable; err is Source's error where it is not.
func Load(src Source, main string) (*Unit, error) {
	f, err := src.Bot(main)
	if err != nil {
		return nil, err
	}
	u := &Unit{
		Path: main, Root: path.Dir(main),
		Prompts: map[string]*Prompt{}, Schemas: map[string]*Ref{}, Groups: map[string]*Ref{},
	}
	l := loader{src: src, unit: u, seen: map[string]bool{}}
	l.file(&UnitFile{main, f}, nil)
	l.expect()
	l.names()
	l.promptFiles()
	l.nodes()
	return u, nil
}

type loader struct {
	src  Source
	unit *Unit
	seen map[string]bool

	prompts slab[Prompt]
	graph   slab[Node]
}

// expect counts the prompts and nodes that are declared.
func (l *loader) expect() {
	prompts, nodes := 0, 0
	for _, f := range l.unit.Files {
		for _, d := range f.File.Decls {
			switch {
			case d.Kind == KindPrompt:
				prompts++
			case d.Kind.IsNode():
				nodes++
			}
		}
	}
	l.prompts.expect(prompts)
	l.graph.expect(nodes)
	l.unit.AllPrompts = make([]*Prompt, 0, prompts)
	l.unit.Nodes = make([]*Node, 0, nodes)
}

// file adds a file and, depth first, its imports. chain holds the paths that
// led here, for cycles.
func (l *loader) file(f *UnitFile, chain []string) {
	l.seen[f.Path] = true
	l.unit.Files = append(l.unit.Files, f)
	chain = append(slices.Clone(chain), f.Path)
	for _, imp := range f.File.Imports {
		if imp.Late || imp.Value == nil || !imp.Value.Closed || ImportPathFault(imp.Path) != "" {
			// The parser has reported it; what is behind it is unread.
			l.unit.ImportBroken = true
			continue
		}
		target := path.Join(path.Dir(f.Path), imp.Path)
		fail := func(code, kind, format string, args ...any) {
			l.unit.ImportBroken = true
			l.unit.Errors = append(l.unit.Errors, UnitError{Path: f.Path, Error: Error{
				Code: code, Kind: kind, Span: imp.Value.Span, Got: imp.Path, Message: fmt.Sprintf(format, args...),
			}})
		}
		switch {
		case !strings.HasPrefix(target, path.Join(l.unit.Root, "lib")+"/"):
			fail("E045", "import-outside-lib", "an import must lie in the lib folder beside the main file; move the file there")
		case slices.Contains(chain, target):
			names := make([]string, 0, len(chain)+1)
			for _, c := range append(chain[slices.Index(chain, target):], target) {
				names = append(names, strings.TrimPrefix(c, l.unit.Root+"/"))
			}
			fail("E047", "import-cycle", "imports go in a circle")
			l.unit.Errors[len(l.unit.Errors)-1].Got = strings.Join(names, " → ")
		case l.seen[target]:
			// Importing a file twice is one import.
		default:
			file, err := l.src.Bot(target)
			if err != nil {
				fail("E046", "import-unreadable", "the imported file cannot be read: %s", reason(err))
				continue
			}
			l.file(&UnitFile{target, file}, chain)
		}
	}
}

// reason is an error's text without the path in front of it, which is text
// from the file and stands in the message already.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// ImportPathFault says what is wrong with an import's path without looking at
// the disk (E045), or nothing.
func ImportPathFault(p string) string {
	switch {
	case p == "":
		return "the path is empty"
	case strings.ContainsRune(p, 0):
		return "the path holds a NUL character"
	case strings.Contains(p, `\`):
		return `the path holds a backslash; write "/"`
	case strings.HasPrefix(p, "/"), len(p) > 1 && p[1] == ':':
		return "the path is absolute; write it relative to this file"
	case slices.Contains(strings.Split(p, "/"), ".."):
		return `the path holds a ".." segment`
	case slices.Contains(strings.Split(p, "/"), ""):
		return "the path holds an empty segment"
	case !strings.HasSuffix(p, ".bot"):
		return `the path does not end in ".bot"`
	}
	return ""
}

// names collects declarations and reports those declared in two files.
func (l *loader) names() {
	u := l.unit
	type first struct {
		file *UnitFile
		span text.Span
	}
	type named struct{ space, name string }
	seen := map[named]first{}
	declare := func(space string, f *UnitFile, name Ident) {
		if len(u.Files) == 1 || name.Missing() {
			return // what one file declares twice is judged by the analysis
		}
		key := named{space, name.Text}
		have, ok := seen[key]
		if !ok {
			seen[key] = first{f, name.Span}
			return
		}
		if have.file == f {
			return // C041 and its like
		}
		u.Errors = append(u.Errors, UnitError{
			Path: f.Path,
			Error: Error{
				Code: "E010", Kind: "declared-twice", Span: name.Span, Got: name.Text,
				Message: "the name is declared in another file of the unit too; rename one of them",
			},
			Related: []UnitPlace{{have.file.Path, have.span}},
		})
	}
	for _, f := range u.Files {
		for _, d := range f.File.Decls {
			switch d.Kind {
			case KindPrompt:
				declare("prompt", f, d.Name)
				p := l.prompts.one()
				p.Name, p.Path, p.File, p.Decl = d.Name.Text, f.Path, f.File, d
				u.AllPrompts = append(u.AllPrompts, p)
				if _, ok := u.Prompts[p.Name]; !ok && !d.Name.Missing() {
					u.Prompts[p.Name] = p
				}
			case KindSchema:
				declare("schema", f, d.Name)
				if _, ok := u.Schemas[d.Name.Text]; !ok {
					u.Schemas[d.Name.Text] = &Ref{f, d}
				}
			case KindGroup:
				declare("node", f, d.Name)
				if _, ok := u.Groups[d.Name.Text]; !ok {
					u.Groups[d.Name.Text] = &Ref{f, d}
				}
			case KindSupervisor:
				declare("supervisor", f, d.Name)
				u.Supervisors = append(u.Supervisors, &Ref{f, d})
				l.inline(f, d)
			case KindWorkflow:
				if u.Workflow == nil {
					u.Workflow = &Ref{f, d}
				} else if u.Workflow.UnitFile != f {
					u.Errors = append(u.Errors, UnitError{
						Path: f.Path,
						Error: Error{
							Code: "E010", Kind: "second-workflow", Span: d.Header, Got: d.Name.Text,
							Message: "a unit has one workflow; this is a second one",
						},
						Related: []UnitPlace{{u.Workflow.Path, u.Workflow.Decl.Header}},
					})
				}
				for _, n := range d.Decls {
					l.inline(f, n)
				}
			case KindUse:
				declare("node", f, d.Prefix)
			case KindVars, KindPresets, KindAttachments, KindSecrets:
				for _, p := range d.Props {
					declare(d.Kind.Keyword(), f, p.Name)
				}
			case KindMCPServer, KindCursor, KindContract:
				declare(d.Kind.Keyword(), f, d.Name)
			default:
				if d.Kind.IsNode() {
					declare("node", f, d.Name)
					l.inline(f, d)
				}
			}
			if d.Kind == KindGroup {
				for _, n := range d.Decls {
					l.inline(f, n)
				}
			}
		}
	}
}

// PromptProps are the properties that name a prompt or hold its text
// (bot-language.md 13); interaction_prompt takes a name only.
var PromptProps = []string{"system", "user", "instructions"}

// inline collects the prompts that a declaration holds as strings.
func (l *loader) inline(f *UnitFile, d *Decl) {
	for _, name := range PromptProps {
		if p := d.Prop(name); p != nil && !p.Unknown && p.Value != nil && p.Value.Kind == String {
			x := l.prompts.one()
			x.Path, x.File, x.Inline = f.Path, f.File, p.Value
			l.unit.AllPrompts = append(l.unit.AllPrompts, x)
		}
	}
}

// promptFiles adds prompts/*.md of the bundle. They exist where the main file
// is opened as part of its bundle, which an editor always does.
func (l *loader) promptFiles() {
	if path.Base(l.unit.Path) != "main.bot" {
		return
	}
	dir := path.Join(l.unit.Root, "prompts")
	for _, name := range l.src.Markdown(dir) {
		t, err := l.src.Text(path.Join(dir, name))
		if err != nil {
			continue
		}
		p := &Prompt{Name: strings.TrimSuffix(name, ".md"), Path: path.Join(dir, name), Text: t}
		l.unit.AllPrompts = append(l.unit.AllPrompts, p)
		if _, ok := l.unit.Prompts[p.Name]; !ok {
			l.unit.Prompts[p.Name] = p
		}
	}
}

// nodes expands the groups and lists the graph's nodes.
func (l *loader) nodes() {
	u := l.unit
	add := func(n Node) {
		p := l.graph.one()
		*p = n
		u.Nodes = append(u.Nodes, p)
	}
	for _, f := range u.Files {
		for _, d := range f.File.Decls {
			switch {
			case d.Kind.IsNode():
				add(Node{Name: d.Name.Text, UnitFile: f, Decl: d})
			case d.Kind == KindWorkflow:
				for _, n := range d.Decls {
					if n.Kind.IsNode() {
						add(Node{Name: n.Name.Text, UnitFile: f, Decl: n})
					}
				}
			case d.Kind == KindUse:
				group := u.Groups[d.Group.Text]
				if group == nil {
					continue
				}
				params := bindings(f.File, d)
				for _, n := range group.Decl.Decls {
					if n.Kind.IsNode() {
						add(Node{
							Name: d.Prefix.Text + "." + n.Name.Text, UnitFile: group.UnitFile,
							Decl: n, Group: group.Decl, Use: &Ref{f, d}, params: params,
						})
					}
				}
			}
		}
	}
}

// param is what a use binds a parameter to.
type param struct {
	text  string
	value *Value
}

func bindings(f *File, use *Decl) map[string]param {
	if use.With == nil {
		return nil
	}
	m := make(map[string]param, len(use.With.Entries))
	for _, e := range use.With.Entries {
		m[e.Name.Text] = param{f.ValueText(e.Value), e.Value}
	}
	return m
}

// ValueText is the text of a scalar value: a string decoded, everything else
// as written; empty for nil, lists and maps.
func (f *File) ValueText(v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == String:
		s, _ := f.Decode(v)
		return s
	}
	return v.Text
}

// Text is the text of the node's property name with the group's parameters
// bound, and whether the node has a scalar value there.
func (n *Node) Text(name string) (string, bool) {
	p := n.Decl.Prop(name)
	if p == nil || p.Value == nil {
		return "", false
	}
	return n.Bind(n.File.ValueText(p.Value)), true
}

// Bind replaces the parameters of the node's group, `{{params.x}}`, by the
// texts of its use. A parameter that the use does not bind is left.
func (n *Node) Bind(s string) string {
	if n.params == nil || !strings.Contains(s, "{{") {
		return s
	}
	var b strings.Builder
	last := 0
	for _, t := range Templates(s) {
		name, ok := strings.CutPrefix(t.Path, "params.")
		if !ok || t.Fault != "" {
			continue
		}
		if v, ok := n.params[name]; ok {
			b.WriteString(s[last:t.Span.Start])
			b.WriteString(v.text)
			last = t.Span.End
		}
	}
	b.WriteString(s[last:])
	return b.String()
}

// Prompt resolves the prompt that a property of the node or supervisor d in f
// names or holds. found is false where the name resolves to nothing; prop is
// nil where d has no such property or it has no value.
func (u *Unit) Prompt(f *UnitFile, d *Decl, name string) (p *Prompt, prop *Prop, found bool) {
	prop = d.Prop(name)
	if prop == nil || prop.Value == nil {
		return nil, nil, false
	}
	if prop.Value.Kind == String {
		return &Prompt{Path: f.Path, File: f.File, Inline: prop.Value}, prop, true
	}
	p, found = u.Prompts[prop.Value.Text]
	return p, prop, found
}

// Has reports whether the file at path belongs to the unit.
func (u *Unit) Has(path string) bool {
	return slices.ContainsFunc(u.Files, func(f *UnitFile) bool { return f.Path == path })
}

// File returns the unit's file at path, or nil.
func (u *Unit) File(path string) *UnitFile {
	if i := slices.IndexFunc(u.Files, func(f *UnitFile) bool { return f.Path == path }); i >= 0 {
		return u.Files[i]
	}
	return nil
}
