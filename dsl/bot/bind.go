package bot

import (
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Bind gives the compiled text with the parameters of the node's group,
// `{{params.x}}`, replaced by the texts of its use; c itself where there is
// nothing to replace. A parameter that the use does not bind is left, and so
// are those beyond MaxIncluded bytes of texts. The bytes of a text lead back
// to the use. c must not be bound.
func (c *Compiled) Bind(n *Node) *Compiled {
	if len(n.params) == 0 || !strings.Contains(c.Text, "{{") || !strings.Contains(c.Text, "params.") {
		return c
	}
	x := binder{from: c, to: &Compiled{Prompt: c.Prompt, Bound: true, base: c.base}}
	folds := map[string]text.Map{}
	brought, spliced := 0, false
	for _, t := range Templates(c.Text) {
		name, ok := strings.CutPrefix(t.Path, "params.")
		if !ok || t.Fault != "" {
			continue
		}
		v, ok := n.params[name]
		if !ok || brought+len(v.text) > MaxIncluded {
			continue
		}
		directive, end, ok := c.directive(t.Span)
		if !ok {
			continue
		}
		brought += len(v.text)
		fold, ok := folds[name]
		if !ok {
			_, fold = n.Use.File.Decode(v.value)
			folds[name] = fold
		}
		x.copy(t.Span.Start)
		x.splice(Include{
			Directive: directive, Param: c.Text[t.Span.Start:t.Span.End],
			Path: n.Use.Path, Text: n.Use.File.Text, fold: fold,
		}, v.text, end)
		x.at = t.Span.End
		spliced = true
	}
	if !spliced {
		return c
	}
	x.copy(len(c.Text))
	x.to.Text = x.b.String()
	return x.to
}

// directive is where a template of the text is reported: where it stands, or
// the directive that brought it. end is where that ends in the decoded text.
// ok is false for a template that crosses the edge of an include.
func (c *Compiled) directive(s text.Span) (span text.Span, end int, ok bool) {
	i := sort.Search(len(c.Includes), func(i int) bool { return s.Start < c.Includes[i].Out.End })
	if i < len(c.Includes) {
		inc := &c.Includes[i]
		switch {
		case inc.Out.Covers(s):
			return inc.Directive, inc.Out.End - inc.shift, inc.Text != nil
		case inc.Out.Start < s.End:
			return text.Span{}, 0, false
		}
	}
	own := text.Span{Start: c.own(s.Start), End: c.own(s.End-1) + 1}
	return c.base.SourceSpan(own), own.End, true
}

// binder writes the bound text.
type binder struct {
	from, to *Compiled
	b        strings.Builder
	at       int // how far the text of from is read
	next     int // the include of from that ends behind at
}

// copy takes over the text up to the offset to, with its includes.
func (x *binder) copy(to int) {
	c := x.from
	for x.next < len(c.Includes) {
		inc := &c.Includes[x.next]
		if inc.Out.Start >= to && to < len(c.Text) {
			break
		}
		if x.at < inc.Out.Start {
			x.b.WriteString(c.Text[x.at:inc.Out.Start])
			x.at = inc.Out.Start
		}
		piece := *inc
		piece.from = x.at - inc.Out.Start
		stop := min(to, inc.Out.End)
		x.splice(piece, c.Text[x.at:stop], inc.Out.End-inc.shift)
		x.at = stop
		if stop < inc.Out.End {
			return
		}
		x.next++
	}
	x.b.WriteString(c.Text[x.at:to])
	x.at = to
}

// splice appends a text that a directive brought, which ends at the offset end
// of the decoded text.
func (x *binder) splice(inc Include, s string, end int) {
	inc.Out.Start = x.b.Len()
	x.b.WriteString(s)
	inc.Out.End = x.b.Len()
	inc.shift = inc.Out.End - end
	x.to.Includes = append(x.to.Includes, inc)
}
