package config

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Parse reads the file at the absolute path. It never fails: what is wrong is
// in Findings, and what is wrong counts as not written.
func Parse(file string, t *text.Text, env Env) *Config {
	file = path.Clean(filepath.ToSlash(file))
	dir := env.Dir
	if dir == "" {
		dir = path.Dir(file)
	}
	c := Default(dir, env)
	c.Path, c.Text = file, t
	r := newReader(c, env)
	doc, err := parse(t.String())
	if err != nil {
		c.Broken = true
		r.report("CFG101", err.span, nil, "This file is no TOML: %s. Nothing of it applies until that is mended; the defaults hold.", err.why)
		return c
	}
	c.removals = doc.removals()
	r.doc = doc
	r.fields(doc.root, "", []field{
		{"rules", r.section(r.rules)},
		{"docs", r.section(func(t *table) {
			r.fields(t, "[docs]", []field{{"include", r.globs(&c.Docs.Include, "`docs.include`")}})
		})},
		{"boundary", r.section(r.boundary)},
		{"playbook", r.section(func(t *table) {
			r.fields(t, "[playbook]", []field{
				{"entry", r.globs(&c.Playbook.Entry, "`playbook.entry`")},
				{"packs", r.globs(&c.Playbook.Packs, "`playbook.packs`")},
			})
		})},
		{"screen", r.section(r.screen)},
		{"provider", r.section(func(t *table) {
			r.fields(t, "[provider]", []field{{"extra", r.programs}})
		})},
		{"xmd", r.section(r.xmd)},
		{draft, r.draft},
	})
	finding.Sort(c.Findings)
	return c
}

func (r *reader) section(read func(*table)) func(*entry) {
	return func(e *entry) {
		if t, ok := r.table(e); ok {
			read(t)
		}
	}
}

func (r *reader) screen(t *table) {
	s := &r.c.Screen
	r.fields(t, "[screen]", []field{
		{"decode_depth", func(e *entry) {
			if n, ok := r.number(e.val, "`screen.decode_depth`", 0, MaxDecodeDepth); ok {
				s.DecodeDepth = n.V
			}
		}},
		{"directive_dictionaries", func(e *entry) {
			const what = "`screen.directive_dictionaries`"
			s.Dictionaries, _ = list(r, e, what, "paths", func(v value) (Value[string], bool) {
				return r.str(v, "an element of "+what)
			})
		}},
		{"foreign", r.globs(&s.Foreign, "`screen.foreign`")},
		{"include", r.globs(&s.Include, "`screen.include`")},
		{"max_file_bytes", func(e *entry) {
			if n, ok := r.number(e.val, "`screen.max_file_bytes`", MinFileBytes, MaxFileBytes); ok {
				s.MaxFileBytes = n.V
			}
		}},
	})
}

func (r *reader) programs(e *entry) {
	for _, t := range r.tables(e, "provider.extra") {
		var p Program
		r.fields(t, "[[provider.extra]]", []field{
			{"program", func(e *entry) {
				s, ok := r.str(e.val, "`program`")
				if ok && (strings.ContainsAny(s.V, `/\`) || s.V != strings.ToLower(s.V)) {
					r.bad(s.Span, "`program`", "the last element of the program's path, in lower case", finding.Quote(s.V))
					ok = false
				}
				if ok {
					p.Name = s
				}
			}},
			{"bypass", r.texts(&p.Bypass, "`bypass`")},
			{"grants", r.texts(&p.Grants, "`grants`")},
		})
		r.required(t, "[[provider.extra]]", "program")
		if p.Name.Set {
			r.c.Provider.Extra = append(r.c.Provider.Extra, p)
		}
	}
}

// required reports CFG103 at the header of a table for each key that is not
// there.
func (r *reader) required(t *table, where string, names ...string) {
	for _, name := range names {
		if t.get(name) == nil {
			r.report("CFG103", t.at, nil, "The table %s has no `%s`, which it needs to mean anything; write one.", where, name)
		}
	}
}

func (r *reader) xmd(t *table) {
	x := &r.c.Xmd
	const allow, dirs = "`xmd.fragment_allow`", "`xmd.component_dirs`"
	r.fields(t, "[xmd]", []field{
		{"include", r.globs(&x.Include, "`xmd.include`")},
		{"fragments", r.globs(&x.Fragments, "`xmd.fragments`")},
		{"policy", r.policy},
		{"fragment_allow", r.strings(&x.FragmentAllow, allow, "the words `read` and `write`", func(v value) (string, bool) {
			return r.word(v, "an element of "+allow, "read", "write")
		})},
		{"component_dirs", r.strings(&x.ComponentDirs, dirs, "paths", func(v value) (string, bool) {
			s, ok := r.str(v, "an element of "+dirs)
			if !ok {
				return "", false
			}
			rel, _, ok := r.path(s.V, s.Span)
			return rel, ok
		})},
		{"gates", r.texts(&x.Gates, "`xmd.gates`")},
		{"approval_props", r.texts(&x.ApprovalProps, "`xmd.approval_props`")},
		{"exits", r.texts(&x.Exits, "`xmd.exits`")},
		{"non_literal_allow", func(e *entry) {
			if w, ok := r.word(e.val, "`xmd.non_literal_allow`", "error", "warning"); ok {
				x.NonLiteralAllow, _ = finding.ParseSeverity(w)
			}
		}},
	})
}

func (r *reader) policy(e *entry) {
	s, ok := r.str(e.val, "`xmd.policy`")
	if !ok {
		return
	}
	_, abs, ok := r.path(s.V, s.Span)
	if !ok {
		return
	}
	x := &r.c.Xmd
	x.Policy = Value[string]{abs, s.Span, true}
	if r.env.Exists != nil && !r.env.Exists(abs) {
		x.PolicyMissing = true
		r.report("CFG109", s.Span, nil, "The policy %s does not exist, so fragments are checked against none; write it or correct the path.", finding.Quote(s.V))
	}
}

// draft refuses the section that only a person may have (cli.md,
// .boundary.toml): a workspace must not choose what is started on a machine.
func (r *reader) draft(e *entry) {
	place := e.place()
	if e.val.kind == kindTable || e.val.kind == kindTables {
		place = e.val.span
	}
	fix := finding.NewFix("remove-the-section", "Remove the section [draft]", true, func() []finding.Edit {
		return r.removeAll(e)
	})
	fix.Preferred = true
	r.report("CFG107", place, []finding.Fix{fix}, "The section `[draft]` is ignored here: what may be started on a machine is its user's choice (flags, editor settings, the user's own configuration), never a repository's.")
}

// removeAll is the edits that take a key of the document out, with every
// section below it: one for each piece of the file.
func (r *reader) removeAll(e *entry) []finding.Edit {
	below := map[*table]bool{}
	switch e.val.kind {
	case kindTable:
		below[e.val.tab] = true
	case kindTables:
		for _, t := range e.val.tabs {
			below[t] = true
		}
	}
	for _, t := range r.doc.tables { // parents first
		below[t] = below[t] || below[t.parent]
	}
	var edits []finding.Edit
	var piece text.Span
	flush := func() {
		if !piece.Empty() {
			edits = append(edits, finding.Edit{Path: r.c.Path, Span: lines(r.c.Text, piece, true)})
		}
		piece = text.Span{}
	}
	for _, s := range r.doc.statements {
		switch {
		case !below[s.in] && s.span != e.span:
			flush()
		case piece.Empty():
			piece = s.span
		default:
			piece.End = s.span.End
		}
	}
	flush()
	return edits
}
