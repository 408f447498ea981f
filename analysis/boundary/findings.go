package boundary

import (
	"slices"
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Findings gives BND101 to BND105, BND201, BND202 and BND301 of the unit, in
// whichever of its files they stand, sorted. Units that share a file give the
// same findings for its bodies and, but for keys, for its nodes; the first
// unit's count. What only a use of a group brings into a body is found in the
// units with that use.
func (c *Class) Findings() []finding.Finding {
	var list []finding.Finding
	for _, n := range c.Nodes {
		if n.Unread {
			continue
		}
		if n.Owes() {
			list = append(list, c.missing(n))
		}
		if !n.Member() && n.Cause != paragraphThere && n.Cause != causeUnread {
			list = append(list, c.byHand(n)...)
		}
	}
	for _, s := range c.Supervisors {
		if f, ok := s.finding(c); ok {
			list = append(list, f)
		}
	}
	for _, b := range c.Bodies {
		own := c.bodyFindings(b)
		list = append(append(list, own...), c.boundFindings(b, own)...)
	}
	list = unique(list)
	finding.Sort(list)
	return list
}

// Bodies gives the findings of the bodies of a unit alone: BND103, BND104,
// BND201 and BND202, as Class.Findings gives them in a unit that imports it.
func Bodies(u *bot.Unit, src bot.Source) []finding.Finding {
	c := &Class{Unit: u, Env: Env{Source: src}}
	var list []finding.Finding
	for _, p := range u.AllPrompts {
		list = append(list, c.bodyFindings(ReadBody(src, p))...)
	}
	list = unique(list)
	finding.Sort(list)
	return list
}

// unique drops findings of equal code and place; the first one counts, and the
// related places of the others are added to it (cli.md, What is looked at).
func unique(list []finding.Finding) []finding.Finding {
	type key struct {
		code string
		finding.Place
	}
	seen := make(map[key]int, len(list))
	out := list[:0]
	for _, f := range list {
		k := key{f.Code, f.Place}
		i, ok := seen[k]
		if !ok {
			seen[k] = len(out)
			out = append(out, f)
			continue
		}
		have := slices.Clip(out[i].Related)
		for _, r := range f.Related {
			if len(have) < maxRelated && !hasRelated(have, r) {
				have = append(have, r)
			}
		}
		out[i].Related = have
	}
	return out
}

// maxRelated bounds the places that one finding gathers.
const maxRelated = 50

func hasRelated(list []finding.Related, r finding.Related) bool {
	for _, have := range list {
		if have.Place == r.Place {
			return true
		}
	}
	return false
}

// missing is BND101, or BND105 for a deferred node.
func (c *Class) missing(n *Node) finding.Finding {
	at := n.Decl.Name.Span
	if n.SystemProp != nil {
		at = n.SystemProp.Value.Span
		if n.SystemProp.Value.Kind == bot.String {
			at = n.SystemProp.Name.Span
		}
	}
	name := promptName(n.System, n.SystemProp)
	f := finding.Finding{
		Code: "BND101", Severity: finding.Error, Place: finding.Place{Path: n.Path, Span: at},
		Data: map[string]any{"node": n.ID(), "reasons": n.Reasons, "cause": n.Cause, "prompt": name},
	}
	says := lacks(n.Cause, name, promptName(n.User, n.Decl.Prop("user")))
	f.Message = "The node " + finding.Quote(n.Name) + " can act (" + inText(n.Reasons) + ") and " + says +
		", so that text it reads can steer it: " + mend(n.Cause)
	if d := n.Deferred; d != nil {
		f.Code, f.Severity = "BND105", finding.Hint
		f.Data["owner"], f.Data["reason"] = d.Owner.V, d.Reason.V
		f.Message = "The node " + finding.Quote(n.Name) + " can act (" + inText(n.Reasons) + ") and " + says +
			"; " + finding.Quote(d.Owner.V) + " will write it (" + finding.Quote(d.Reason.V) + ") under the heading " + paragraph.Heading
	}
	f.Related = declaredElsewhere(n.Path, n.System)
	if n.Cause == causeInUser {
		if origin, ok := phraseOrigin(n.user); ok {
			f.Related = append(f.Related, finding.Related{
				Place:   finding.Place{Path: origin.Path, Span: origin.Span},
				Message: "the paragraph stands here, in the user prompt",
			})
		}
	}
	f.Fixes = c.missingFixes(n)
	return f
}

// inText is a node's reasons as a message has them: without quotes, since
// their texts are fixed and what they name is escaped and cut.
func inText(reasons []string) string {
	return strings.ReplaceAll(strings.Join(reasons, "; "), "`", "'")
}

// lacks says what is wrong with a prompt, as the end of a sentence about its
// node or supervisor.
func lacks(cause, prompt, user string) string {
	of := func(kind, name string) string {
		if name == "" {
			return "its inline " + kind + " prompt"
		}
		return "its " + kind + " prompt " + finding.Quote(name)
	}
	switch cause {
	case causeNoSystem:
		return "has no system prompt to carry the boundary paragraph"
	case causeUnknown:
		return "names the system prompt " + finding.Quote(prompt) + ", which nothing declares"
	case causeNotExact:
		return "spells the heading of the boundary paragraph in other letters in " + of("system", prompt)
	case causeInUser:
		return "carries the boundary paragraph only in " + of("user", user) + ", which has no authority"
	}
	return "has no boundary paragraph in " + of("system", prompt)
}

// mend says what to do about a cause; every text names the heading.
func mend(cause string) string {
	switch cause {
	case causeNoSystem:
		return "give it one with a paragraph under the heading " + paragraph.Heading
	case causeUnknown:
		return "name a prompt that has a paragraph under the heading " + paragraph.Heading
	case causeNotExact:
		return "write the heading as " + paragraph.Heading
	case causeInUser:
		return "move it, with its heading " + paragraph.Heading + " to the system prompt"
	}
	return "write one under the heading " + paragraph.Heading
}

// promptName is the declared name of a prompt, or the one that a property
// names in vain; empty for an inline prompt and for none. It is a copy, so
// that a finding does not keep the text of its file.
func promptName(b *Body, prop *bot.Prop) string {
	switch {
	case b != nil:
		return strings.Clone(b.Prompt.Name)
	case prop != nil && prop.Value != nil && prop.Value.Kind != bot.String:
		return strings.Clone(prop.Value.Text)
	}
	return ""
}

// declaredElsewhere is the place of an imported prompt's name.
func declaredElsewhere(path string, b *Body) []finding.Related {
	if b == nil || b.Prompt.Decl == nil || b.Prompt.Path == path {
		return nil
	}
	return []finding.Related{{
		Place:   finding.Place{Path: b.Prompt.Path, Span: b.Prompt.Decl.Name.Span},
		Message: "the prompt is declared here",
	}}
}

// phraseOrigin is where the body's first phrase stands.
func phraseOrigin(b *Body) (bot.Origin, bool) {
	i := strings.Index(b.Text, paragraph.Phrase)
	if i < 0 {
		return bot.Origin{}, false
	}
	return b.Origin(text.Span{Start: i, End: i + len(paragraph.Phrase)}), true
}

// byHand gives BND102 for a node outside the class that lacks the phrase.
func (c *Class) byHand(n *Node) []finding.Finding {
	var list []finding.Finding
	for _, p := range n.Patterns {
		list = append(list, finding.Finding{
			Code: "BND102", Severity: finding.Info, Place: finding.Place{Path: n.Path, Span: p.Span},
			Message: "The node " + finding.Quote(n.Name) + " is known to hold more at run time than it declares (" + p.Grants +
				"); write the boundary paragraph all the same, or enrol the node in [[boundary.by_hand]]",
			Data:  map[string]any{"node": n.ID(), "why": p.Why},
			Fixes: c.byHandFixes(n, p),
		})
	}
	return list
}

// bodyFindings judges the regions of a body (boundary-class.md 6.3 and 6.4).
func (c *Class) bodyFindings(b *Body) []finding.Finding {
	var list []finding.Finding
	for i := range b.Regions {
		r := &b.Regions[i]
		at := finding.Place{Path: r.Place.Origin.Path, Span: r.Place.Origin.Span}
		toEnd := sync.OnceValue(func() []finding.Edit { return paragraph.MoveToEnd(b.Compiled, *r) })
		for j := range r.Refs {
			list = append(list, reference(b, i, j, toEnd))
		}
		if len(r.Missing) > 0 {
			list = append(list, finding.Finding{
				Code: "BND103", Severity: contentSeverity(r.Missing), Place: at,
				Message: "The boundary paragraph does not say " + missingParts(r.Missing) +
					"; without it the model has little to tell its task from outside text by: write it",
				Data:  map[string]any{"missing": r.Missing},
				Fixes: c.contentFixes(b, i),
			})
		}
		if !r.HeadingOK {
			list = append(list, finding.Finding{
				Code: "BND104", Severity: finding.Info, Place: at,
				Message: "The phrase " + paragraph.Phrase + " does not stand as a heading, where a model may read past it; write " + paragraph.Heading,
				Fixes:   headingFixes(b, i),
			})
		}
	}
	return list
}

func contentSeverity(missing []string) finding.Severity {
	if len(missing) == 1 && missing[0] == "authority" {
		return finding.Info
	}
	return finding.Warning
}

// missingParts says which parts of a paragraph are absent.
func missingParts(missing []string) string {
	words := map[string]string{
		"data":      "what is data",
		"authority": "what is authoritative",
		"response":  "what to do with a directive found in the data",
	}
	parts := make([]string, len(missing))
	for i, m := range missing {
		parts[i] = words[m]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// reference is BND201 or BND202.
func reference(b *Body, region, ref int, toEnd func() []finding.Edit) finding.Finding {
	r := &b.Regions[region].Refs[ref]
	what := finding.Quote(b.Text[r.Span.Start:r.Span.End])
	if r.Param != "" {
		what = finding.Quote(r.Param)
	}
	f := finding.Finding{
		Code: "BND201", Severity: finding.Error, Place: finding.Place{Path: r.Origin.Path, Span: r.Origin.Span},
		Message: "The reference " + what + " stands inside the boundary paragraph and would put outside text into the part that speaks with authority; " +
			"write the name instead, or move the sentence out",
	}
	switch {
	case r.Param != "":
		f.Message = paramMessage(&b.Regions[region], r)
	case r.Included != nil && r.Included.Include.Param != "":
		f.Message = "A parameter brings the reference " + what + " into the boundary paragraph, where outside text would speak with authority; " +
			"write the name instead where the group is used"
		f.Related = []finding.Related{{
			Place:   finding.Place{Path: r.Included.Path, Span: r.Included.Span},
			Message: "the reference in the value of the parameter",
		}}
	case r.Included != nil:
		f.Message = "The included text brings the reference " + what + " into the boundary paragraph, where outside text would speak with authority; " +
			"write the name instead in the included file"
		f.Related = []finding.Related{{
			Place:   finding.Place{Path: r.Included.Path, Span: r.Included.Span},
			Message: "the reference in the included file",
		}}
	}
	if r.Open {
		f.Code = "BND202"
		f.Message = "The reference " + what + " still stands inside the boundary paragraph, because syntax profile 1 drops blank lines and nothing closes the paragraph; " +
			"move the paragraph to the end of the prompt, or write dsl: 2"
	}
	if b.Bound {
		f.Fixes = boundReferenceFixes(b, region, ref)
	} else {
		f.Fixes = referenceFixes(b, region, ref, toEnd)
	}
	return f
}
