package boundary

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The titles that stand for more than one finding (boundary-class.md 11).
const (
	headingTitle = "Write the heading as " + paragraph.Heading
	headingID    = "write-the-heading-as-important-untrusted-input-boundary"
	insertTitle  = "Insert the boundary paragraph into prompt "
	insertID     = "insert-the-boundary-paragraph"
)

// preferFirst marks the first fix as the preferred one.
func preferFirst(list []finding.Fix) []finding.Fix {
	if len(list) > 0 {
		list[0].Preferred = true
	}
	return list
}

// made is a fix whose edits are known to apply; none where they do not.
func made(id, title string, safe bool, edits []finding.Edit) []finding.Fix {
	if len(edits) == 0 {
		return nil
	}
	return []finding.Fix{finding.NewFix(id, title, safe, func() []finding.Edit { return edits })}
}

// missingFixes mends BND101 and BND105.
func (c *Class) missingFixes(n *Node) []finding.Fix {
	list := c.insertFixes(n)
	if n.Deferred != nil {
		// A phrase in other letters is mended by itself where it is an error,
		// not where somebody has it in hand.
		for i := range list {
			list[i].Safe = false
		}
	}
	list = append(list, boundFixes(n)...)
	return preferFirst(list)
}

// insertFixes bring the paragraph into the node's system prompt, by the cause
// of its absence (boundary-class.md 11, Q1, Q2, Q8, Q9).
func (c *Class) insertFixes(n *Node) []finding.Fix {
	switch n.Cause {
	case causeNoSystem:
		name := paragraph.FreeName(c.Unit, n.Decl.Name.Text+"_system")
		return []finding.Fix{finding.NewFix("create-prompt-with-the-boundary-paragraph",
			"Create prompt "+inTitle(name)+" with the boundary paragraph", false, func() []finding.Edit {
				return paragraph.Create(n.UnitFile, n.Decl, outermost(n), name, wordingFor(n))
			})}
	case causeNoPhrase:
		return c.insertInto(n.System, n.UnitFile, n.Decl, outermost(n), n.SystemProp, func() []string { return wordingFor(n) })
	case causeNotExact:
		return made(headingID, headingTitle, true, paragraph.Recase(n.System.Compiled))
	case causeInUser:
		title := "Move the paragraph from prompt " + label(n.User, n.Decl) + " to prompt " + label(n.System, n.Decl)
		return made("move-the-paragraph-from-prompt-to-prompt", title, false,
			paragraph.MoveFromUser(n.User.Compiled, n.System.Compiled))
	}
	return nil
}

// insertInto is Q1 and Q5: the paragraph goes into the body; a string that has
// no lines of its own becomes a declared prompt first.
func (c *Class) insertInto(b *Body, f *bot.UnitFile, d, before *bot.Decl, prop *bot.Prop, lines func() []string) []finding.Fix {
	if v := b.Prompt.Inline; v != nil && v.Form != bot.BlockScalar {
		name := paragraph.FreeName(c.Unit, d.Name.Text+"_system")
		return []finding.Fix{finding.NewFix(insertID, insertTitle+inTitle(name), false, func() []finding.Edit {
			return paragraph.InsertInlineQuoted(c.Unit, f, d, before, prop, name, lines())
		})}
	}
	return []finding.Fix{finding.NewFix(insertID, insertTitle+label(b, d), false, func() []finding.Edit {
		return paragraph.Insert(b.Prompt, lines())
	})}
}

// outermost is the declaration that a new prompt stands before: the node's
// own, or that of its group.
func outermost(n *Node) *bot.Decl {
	if n.Group != nil {
		return n.Group
	}
	return n.Decl
}

// label names a prompt in a title; an inline one by its node.
func label(b *Body, d *bot.Decl) string {
	if b.Prompt.Name != "" {
		return inTitle(b.Prompt.Name)
	}
	return "of " + inTitle(d.Name.Text)
}

// boundFixes take the node out of the class where one edit settles it
// (boundary-class.md 11, Q6 and Q7).
func boundFixes(n *Node) []finding.Fix {
	if len(n.Reasons) != 1 {
		return nil
	}
	name := inTitle(n.Decl.Name.Text)
	switch n.Arm {
	case 6:
		kept := without(n.ToolNames, func(s string) bool { return !tripled(s) })
		if len(kept) == 0 || len(surface(false, T2, kept, n.Primary, n.Fallbacks)) > 0 {
			return nil
		}
		return []finding.Fix{finding.NewFix("keep-only-in-tools", "Keep only "+joined(kept)+" in tools:", false, func() []finding.Edit {
			return keepTools(n)
		})}
	case 7, 8:
		onClaw := Primary{Reading{Kind: Routed, Route: claw}, "backend"}
		if n.Tools != T2 && n.Tools != T3 || len(surface(false, n.Tools, n.ToolNames, onClaw, n.Fallbacks)) > 0 {
			return nil
		}
		return []finding.Fix{finding.NewFix("run-on-claw-where-the-list-is-a-bound", "Run "+name+" on claw, where the list is a bound", false, func() []finding.Edit {
			return runOnClaw(n)
		})}
	}
	return nil
}

// keepTools rewrites the list to the names of the triple.
func keepTools(n *Node) []finding.Edit {
	prop := n.Decl.Prop("tools")
	src := n.File.Text
	var kept []string
	seen := map[string]bool{}
	for i, v := range prop.Value.Items {
		if name := n.ToolNames[i]; tripled(name) && !seen[name] {
			seen[name] = true
			kept = append(kept, src.Slice(v.Span))
		}
	}
	at := prop.Value.Span
	list := "[" + strings.Join(kept, ", ") + "]"
	if prop.Value.Dashed {
		first := prop.Value.Items[0].Span
		line := src.LineStart(src.LineAt(first.Start))
		lead := src.Slice(text.Span{Start: line, End: first.Start}) // indentation and dash
		at = text.Span{Start: line, End: prop.Value.Items[len(prop.Value.Items)-1].Span.End}
		list = lead + strings.Join(kept, src.EOL()+lead)
	}
	return []finding.Edit{{Path: n.Path, Span: at, New: list}}
}

// runOnClaw replaces the value of backend:, or adds the line.
func runOnClaw(n *Node) []finding.Edit {
	const value = `"claw"`
	if p := n.Decl.Prop("backend"); p != nil {
		return []finding.Edit{{Path: n.Path, Span: p.Value.Span, New: value}}
	}
	src := n.File.Text
	header := src.LineAt(n.Decl.Header.End)
	under, first := header, header
	if len(n.Decl.Props) > 0 {
		first = src.LineAt(n.Decl.Props[0].Span.Start)
	}
	if first == header {
		return nil
	}
	if p := n.Decl.Prop("model"); p != nil {
		under = src.LineAt(p.Span.End)
	}
	indent := src.Slice(text.Span{Start: src.LineStart(first), End: n.Decl.Props[0].Span.Start})
	end := src.Line(under).End
	return []finding.Edit{{Path: n.Path, Span: text.Span{Start: end, End: end}, New: src.EOL() + indent + "backend: " + value}}
}

// byHandFixes mends BND102. Enrolling changes the configuration, so it is left
// to a click.
func (c *Class) byHandFixes(n *Node, p Pattern) []finding.Fix {
	list := c.insertFixes(n)
	for i := range list {
		list[i].Safe = false
	}
	if n.Key != "" && mayEnrol(c.Config) {
		enrol := finding.NewFix("enrol-by-hand-in-boundary-toml", "Enrol "+inTitle(n.Decl.Name.Text)+" by hand in "+config.Name, false, func() []finding.Edit {
			return enrol(c.Config, n.Key, p.Grants)
		})
		enrol.Manual = true
		list = append(list, enrol)
	}
	return preferFirst(list)
}

// mayEnrol reports whether a [[boundary.by_hand]] table can be appended.
func mayEnrol(cfg *config.Config) bool {
	if cfg.Broken || cfg.Dir == "" {
		return false
	}
	for _, e := range cfg.Boundary.ByHand {
		if strings.HasPrefix(cfg.Text.Slice(e.Header), "{") {
			return false
		}
	}
	return true
}

func enrol(cfg *config.Config, key, reason string) []finding.Edit {
	file, at, eol, gap := path.Join(cfg.Dir, config.Name), 0, "\n", ""
	if cfg.Text != nil {
		file, at, eol = cfg.Path, cfg.Text.Len(), cfg.Text.EOL()
		switch src := cfg.Text.String(); {
		case strings.TrimSpace(src) == "":
		case strings.HasSuffix(src, "\n"):
			gap = eol
		default:
			gap = eol + eol
		}
	}
	table := gap + "[[boundary.by_hand]]" + eol + "node = " + tomlString(key) + eol + "reason = " + tomlString(reason) + eol
	return []finding.Edit{{Path: file, Span: text.Span{Start: at, End: at}, New: table}}
}

// supervisorFixes mends BND301 (boundary-class.md 11, Q5).
func (c *Class) supervisorFixes(s *Supervisor) []finding.Fix {
	switch s.Cause {
	case causeNoPhrase:
		return preferFirst(c.insertInto(s.Body, s.UnitFile, s.Decl, s.Decl, s.Prop, paragraph.SupervisorLines))
	case causeNotExact:
		return preferFirst(made(headingID, headingTitle, false, paragraph.Recase(s.Body.Compiled)))
	}
	return nil
}

// pageFixes mends BND302: in every body that lacks the phrase.
func pageFixes(bodies []onPage) []finding.Fix {
	if bodies[0].Status == causeNotExact {
		return preferFirst(made(headingID, headingTitle, false, bodies[0].fence.edits(paragraph.Recase(bodies[0].Compiled))))
	}
	var edits []finding.Edit
	for _, b := range bodies {
		if b.Status == causeNoPhrase {
			edits = append(edits, b.fence.edits(paragraph.Insert(b.Prompt, paragraph.SupervisorLines()))...)
		}
	}
	if bodies[0].Prompt.Name == "" {
		return nil
	}
	return preferFirst(made(insertID, insertTitle+inTitle(bodies[0].Prompt.Name), false, edits))
}

// contentFixes mends BND103.
func (c *Class) contentFixes(b *Body, region int) []finding.Fix {
	if b.Bound {
		return nil // the prompt does not hold the paragraph that a use reads
	}
	fix := finding.NewFix("replace-the-paragraph-by-the-default-wording", "Replace the paragraph by the default wording", false, func() []finding.Edit {
		return paragraph.Replace(b.Compiled, b.Regions[region], c.bodyWording(b))
	})
	return preferFirst([]finding.Fix{fix})
}

// bodyWording is the default wording for a body, whoever uses it.
func (c *Class) bodyWording(b *Body) []string {
	switch {
	case len(b.members) > 0:
		return b.wording()
	case len(b.users) > 0:
		return sharedWording(b.users)
	}
	for _, s := range c.Unit.Supervisors {
		p, _, _ := c.Unit.Prompt(s.UnitFile, s.Decl, "system")
		if p != nil && (p == b.Prompt || p.Inline != nil && p.Inline == b.Prompt.Inline) {
			return paragraph.SupervisorLines()
		}
	}
	return sharedWording(nil)
}

// headingFixes mends BND104.
func headingFixes(b *Body, region int) []finding.Fix {
	if b.Bound {
		return nil
	}
	return preferFirst(made(headingID, headingTitle, true, paragraph.WriteHeading(b.Compiled, b.Regions[region])))
}

// maxMended bounds the references of one region that get fixes of their own;
// making one reads the region, and no paragraph that people write has as many.
const maxMended = 500

// referenceFixes mends BND201 (Q3) and BND202 (Q4). toEnd gives the edits that
// all open references of the region share.
func referenceFixes(b *Body, region, ref int, toEnd func() []finding.Edit) []finding.Fix {
	r := b.Regions[region]
	if r.Refs[ref].Open {
		return preferFirst([]finding.Fix{finding.NewFix("move-the-paragraph-to-the-end-of-prompt",
			"Move the paragraph to the end of prompt "+inTitle(b.Prompt.Name), false, toEnd)})
	}
	if ref >= maxMended {
		return nil
	}
	list := made("write-the-name-not-the-value", "Write the name, not the value", true, paragraph.WriteName(b.Compiled, r.Refs[ref]))
	list = append(list, made("move-this-sentence-out-of-the-paragraph", "Move this sentence out of the paragraph", false,
		paragraph.MoveSentence(b.Compiled, r, r.Refs[ref]))...)
	return preferFirst(list)
}

// tomlString writes a basic string of TOML.
func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			const hex = "0123456789ABCDEF"
			b.WriteString(`\u00`)
			b.WriteByte(hex[r>>4])
			b.WriteByte(hex[r&15])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
