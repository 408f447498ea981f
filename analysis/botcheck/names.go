package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// declarations reports names that are declared twice in one file, reserved
// ones, and a second workflow. Names of two files are UnitErrors.
func (c *checker) declarations() {
	type first struct {
		file *bot.UnitFile
		decl *bot.Decl
		at   text.Span
	}
	type key struct{ space, name string }
	seen := map[key]first{}
	declare := func(f *bot.UnitFile, space, engine string, d *bot.Decl, id bot.Ident) {
		if id.Missing() || space == "node" && reserved(id.Text) || halfHeader(f.File, d) {
			return
		}
		k := key{space, id.Text}
		have, ok := seen[k]
		if !ok {
			seen[k] = first{f, d, id.Span}
			return
		}
		if have.file != f {
			return
		}
		kind := have.decl.Kind.Keyword()
		what := "a " + kind
		if strings.IndexByte("aeiou", kind[0]) >= 0 {
			what = "an" + what[1:]
		}
		c.add(issue{
			code: "BOT201", engine: engine, kind: "declared-twice", name: id.Text, at: place(f.Path, id.Span),
			message: "the name " + finding.Quote(id.Text) + " is declared twice, first as " + what +
				"; only the first declaration counts, rename or remove this one",
			related: related(place(f.Path, have.at), "the first declaration"),
			fixes:   offer(nil, removeTwin(f, have.decl, d)),
		})
	}
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			switch k := d.Kind; {
			case k == bot.KindPrompt, k == bot.KindSchema:
				declare(f, k.Keyword(), "C041", d, d.Name)
			case k == bot.KindMCPServer:
				declare(f, k.Keyword(), "C024", d, d.Name)
			case k == bot.KindCursor:
				declare(f, k.Keyword(), "C086", d, d.Name)
			case k == bot.KindSupervisor:
				declare(f, k.Keyword(), "C192", d, d.Name)
			case k == bot.KindGroup:
				declare(f, "node", "C041", d, d.Name)
				for _, n := range d.Decls {
					declare(f, "node\x00"+d.Name.Text, "C041", n, n.Name)
				}
			case k == bot.KindUse:
				declare(f, "node", "C041", d, d.Prefix)
			case k == bot.KindWorkflow:
				c.secondWorkflow(f, d)
				for _, n := range d.Decls {
					if n.Kind.IsNode() {
						declare(f, "node", "C041", n, n.Name)
					}
				}
			case k.IsNode():
				declare(f, "node", "C041", d, d.Name)
				c.reservedName(f, d)
			}
		}
	}
	c.collisions()
}

// secondWorkflow reports a further workflow in the file of the first.
func (c *checker) secondWorkflow(f *bot.UnitFile, d *bot.Decl) {
	w := c.u.Workflow
	if w == nil || w.Decl == d || w.UnitFile != f {
		return
	}
	at := d.Name.Span
	if d.Name.Missing() {
		at = d.Header
	}
	c.add(issue{
		code: "BOT201", engine: "C007", kind: "second-workflow", name: d.Name.Text, at: place(f.Path, at),
		message: "a bot has one workflow; this is a second one, move it to a bot of its own",
		related: related(place(f.Path, w.Decl.Header), "the first workflow"),
	})
}

// reservedName reports a node with the name of a terminal. The parser reports
// those of the kinds that the engine's parser reports (E011).
func (c *checker) reservedName(f *bot.UnitFile, d *bot.Decl) {
	if !reserved(d.Name.Text) || reservedReported(f.File, d) {
		return
	}
	c.add(issue{
		code: "BOT115", engine: "C042", kind: "reserved-name", name: d.Name.Text, at: place(f.Path, d.Name.Span),
		message: "the name " + finding.Quote(d.Name.Text) + " is that of a terminal which every workflow has; rename the node",
	})
}

// reservedReported reports whether the parser has refused the name.
func reservedReported(f *bot.File, d *bot.Decl) bool {
	for _, e := range f.Errors {
		if e.Code == "E011" && d.Header.Covers(e.Span) {
			return true
		}
	}
	return false
}

// collisions reports attachments and secrets with the name of a var.
func (c *checker) collisions() {
	check := func(f *bot.UnitFile, props []*bot.Prop, engine, what string) {
		for _, p := range props {
			v := c.vars[p.Name.Text]
			if v == nil || p.Name.Missing() {
				continue
			}
			c.add(issue{
				code: "BOT201", engine: engine, kind: "collides-with-var", name: p.Name.Text, at: place(f.Path, p.Name.Span),
				message: what + " " + finding.Quote(p.Name.Text) + " has the name of a var, and templates know only one of the two; rename one",
				related: related(place(v.file.Path, v.prop.Name.Span), "the var"),
			})
		}
	}
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			switch d.Kind {
			case bot.KindAttachments:
				check(f, d.Props, "C051", "the attachment")
			case bot.KindSecrets:
				check(f, d.Props, "C091", "the secret")
			case bot.KindWorkflow:
				if p := d.Prop("attachments"); p != nil && d == c.u.Workflow.Decl {
					check(f, p.Block, "C051", "the attachment")
				}
			}
		}
	}
}

// workflow reports a unit without a workflow and a workflow without an entry.
func (c *checker) workflow() {
	w := c.u.Workflow
	if w == nil {
		if c.hidden.all || strings.Contains(c.u.Path, "/lib/") {
			return
		}
		c.add(issue{
			code: "BOT301", engine: "C006", kind: "no-workflow", at: finding.Place{Path: c.u.Path, Whole: true},
			message: "the bot has no workflow, so there is nothing to run; add one, or move the file below lib/ if others import it",
		})
		return
	}
	p := w.Decl.Prop("entry")
	if p == nil {
		if w.Decl.Broken || c.hidden.edges {
			return
		}
		at := w.Decl.Name.Span
		if w.Decl.Name.Missing() {
			at = w.Decl.Header
		}
		c.add(issue{
			code: "BOT108", engine: "C008", kind: "entry", name: w.Decl.Name.Text, at: place(w.Path, at),
			message: "the workflow names no entry, so nothing starts; add entry: with the first node",
			fixes:   c.addEntry(w),
		})
		return
	}
	if c.entry == nil {
		return
	}
	name := w.File.ValueText(c.entry)
	if c.nodes[name] != nil || reserved(name) || c.nodeMayExist() {
		return
	}
	at := place(w.Path, c.entry.Span)
	hint, fixes := c.didYouMean(name, c.nodeNames(), at, true)
	c.add(issue{
		code: "BOT202", engine: "C008", kind: "entry", name: name, at: at,
		message: "the entry " + finding.Quote(name) + " is no declared node, so nothing starts" + hint,
		fixes:   fixes,
	})
}

// nodeMayExist reports whether nodes may be declared where they cannot be
// read.
func (c *checker) nodeMayExist() bool { return c.hidden.all || c.hidden.nodes }

// addEntry gives the fix for a missing entry: the first declared node that no
// edge enters, else the source of the first edge (authoring.md, B14).
func (c *checker) addEntry(w *bot.Ref) []finding.Fix {
	name := ""
	for _, n := range c.order {
		if len(c.to[n.Name]) == 0 && n.Decl.Kind != bot.KindFail {
			name = n.Name
			break
		}
	}
	if name == "" && len(c.edges) > 0 {
		name = c.edges[0].from
	}
	if name == "" || len(w.Decl.Props) == 0 && len(w.Decl.Edges) == 0 {
		return nil
	}
	t := w.File.Text
	first := w.Decl.Span.End
	if len(w.Decl.Props) > 0 {
		first = w.Decl.Props[0].Span.Start
	}
	if len(w.Decl.Edges) > 0 {
		first = min(first, w.Decl.Edges[0].Span.Start)
	}
	line := t.LineAt(w.Decl.Header.Start) + 1
	for line < t.LineAt(first) && strings.TrimSpace(t.Slice(t.Line(line))) == "" {
		line++
	}
	start := t.LineStart(line)
	indent := t.Slice(text.Span{Start: t.LineStart(t.LineAt(first)), End: first})
	fix := finding.NewFix("add-entry", "Add entry: "+finding.Cut(name), false, func() []finding.Edit {
		return []finding.Edit{{Path: w.Path, Span: text.Span{Start: start, End: start}, New: indent + "entry: " + name + t.EOL()}}
	})
	fix.Preferred = true
	return []finding.Fix{fix}
}

// edgeNames reports edges that lead from or to no node.
func (c *checker) edgeNames() {
	for _, e := range c.edges {
		if e.broken {
			continue
		}
		// The middle of a chain is the end of one arrow and the start of the
		// next; equal findings are one.
		c.edgeName(e, e.from, e.fromAt, false)
		c.edgeName(e, e.to, e.toAt, true)
	}
}

func (c *checker) edgeName(e *edge, name string, at text.Span, target bool) {
	if name == "" || c.nodes[name] != nil || reserved(name) || c.nodeMayExist() {
		return
	}
	candidates := c.nodeNames()
	if e.group != nil {
		for _, m := range e.group.Decls {
			candidates = append(candidates, m.Name.Text)
		}
	}
	if target {
		candidates = append(candidates, "done", "fail")
	}
	hint, fixes := c.didYouMean(name, candidates, e.at(at), true)
	what := "the edge starts at "
	if target {
		what = "the edge leads to "
	}
	c.add(issue{
		code: "BOT202", engine: "C001", kind: "edge", name: name, at: e.at(at),
		message: what + finding.Quote(name) + ", which is no declared node; declare it or correct the name" + hint,
		fixes:   fixes,
	})
}
