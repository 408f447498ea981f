package paragraph

import (
	"sort"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// written is PlaceOf; a span of a bound text that a parameter brought in part
// stands where the prompt writes all of it.
func written(c *bot.Compiled, s text.Span) Place {
	p := PlaceOf(c, s)
	if !c.Bound {
		return p
	}
	if _, _, ok := source(c, s); ok {
		return p
	}
	p = Place{Origin: bot.Origin{Path: c.Prompt.Path, Span: text.Span{Start: startOf(c, s.Start), End: endOf(c, s.End)}}}
	for i := includeAt(c, s.Start); i < len(c.Includes) && c.Includes[i].Out.Start < s.End; i++ {
		if inc := &c.Includes[i]; inc.Param != "" && !inc.Out.Empty() {
			o := c.Origin(text.Span{Start: max(s.Start, inc.Out.Start), End: min(s.End, inc.Out.End)})
			p.Included = &o
			break
		}
	}
	return p
}

// params are the group parameters that are written in the region. Each counts
// as a reference, whatever the use binds (boundary-class.md 6.3).
func params(c *bot.Compiled, r Region) []Ref {
	var list []Ref
	i := sort.Search(len(c.Includes), func(i int) bool { return r.Span.Start <= c.Includes[i].Out.End })
	for ; i < len(c.Includes) && c.Includes[i].Out.Start <= r.Span.End; i++ {
		inc := &c.Includes[i]
		if inc.Param == "" || !inc.Out.Empty() && inc.Out.End == r.Span.Start {
			continue
		}
		list = append(list, Ref{
			Span: inc.Out, Param: inc.Param,
			Place: Place{Origin: bot.Origin{Path: c.Prompt.Path, Span: inc.Directive, Include: inc}},
			Open:  inc.Out.Start >= r.Shown.End && r.Shown.End < r.Span.End,
		})
	}
	return list
}
