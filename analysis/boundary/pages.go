package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Page is a Markdown document with the policies that it hands out
// (boundary-class.md 8). It is immutable and safe for concurrent use.
type Page struct {
	Path string
	Text *text.Text
	// Inspected counts the supervisors whose body was read.
	Inspected int
	// PassedOver names the supervisors whose body is not on the page, in
	// order, as written.
	PassedOver []string

	findings []finding.Finding
}

// ReadPage reads a page. Which Markdown is one, fixtures left out, is decided
// by the caller.
func ReadPage(path string, t *text.Text) *Page {
	p := &Page{Path: path, Text: t}
	list := fences(path, t)
	for _, f := range list {
		for _, s := range f.unit.Supervisors {
			p.supervisor(f, list, s)
		}
		c := &Class{Unit: f.unit, Env: Env{Source: fenceSource{path, f.file}}}
		for _, b := range f.bodies {
			for _, fd := range c.bodyFindings(b) {
				p.findings = append(p.findings, f.finding(fd))
			}
		}
	}
	p.findings = unique(p.findings)
	finding.Sort(p.findings)
	return p
}

// Findings gives the page's findings, sorted: BND103, BND104, BND201, BND202,
// BND302 and BND303. The slice is the caller's.
func (p *Page) Findings() []finding.Finding { return slices.Clone(p.findings) }

// PageSummary is what a run needs of a page that it has judged.
type PageSummary struct {
	Path       string
	Inspected  int
	PassedOver []string
}

// Summary gives the summary of the page, which holds no text of it.
func (p *Page) Summary() *PageSummary {
	return &PageSummary{Path: p.Path, Inspected: p.Inspected, PassedOver: p.PassedOver}
}

// onPage is a body with the fence that holds it.
type onPage struct {
	*Body
	fence *fence
}

// supervisor judges a documented supervisor.
func (p *Page) supervisor(f *fence, all []*fence, s *bot.Ref) {
	name := strings.Clone(s.Decl.Name.Text)
	prop := s.Decl.Prop("system")
	if prop == nil || broken(prop) {
		p.PassedOver = append(p.PassedOver, name)
		return
	}
	at := finding.Place{Path: p.Path, Span: f.span(prop.Value.Span)}
	bodies := resolve(f, all, prop)
	if len(bodies) == 0 {
		p.PassedOver = append(p.PassedOver, name)
		p.findings = append(p.findings, finding.Finding{
			Code: "BND303", Severity: finding.Info, Place: at,
			Message: "The policy " + finding.Quote(prop.Value.Text) + " of the supervisor " + finding.Quote(name) +
				" is not on this page, so that nobody can see here whether it carries the boundary paragraph; show it beside the supervisor",
			Data: map[string]any{"supervisor": name, "prompt": strings.Clone(prop.Value.Text)},
		})
		return
	}
	p.Inspected++
	bodies = slices.DeleteFunc(bodies, func(b onPage) bool { return b.Status == "" })
	if len(bodies) == 0 {
		return
	}
	prompt := promptName(bodies[0].Body, prop)
	p.findings = append(p.findings, finding.Finding{
		Code: "BND302", Severity: finding.Error, Place: at,
		Message: "The documented supervisor " + finding.Quote(name) + " " + lacks(bodies[0].Status, prompt, "") +
			"; who copies it gets a supervisor that outside text can steer: " + mend(bodies[0].Status),
		Data:  map[string]any{"supervisor": name, "cause": bodies[0].Status, "prompt": prompt},
		Fixes: pageFixes(bodies),
	})
}

// resolve finds the bodies that a property names: the string itself, a prompt
// of the fence, else all prompts of that name on the page.
func resolve(f *fence, all []*fence, prop *bot.Prop) []onPage {
	if prop.Value.Kind == bot.String {
		for _, b := range f.bodies {
			if b.Prompt.Inline == prop.Value {
				return []onPage{{b, f}}
			}
		}
		return nil
	}
	own := f.unit.Prompts[prop.Value.Text]
	if own != nil {
		for _, b := range f.bodies {
			if b.Prompt == own {
				return []onPage{{b, f}}
			}
		}
	}
	var list []onPage
	for _, other := range all {
		for _, b := range other.bodies {
			if b.Prompt.Decl != nil && b.Prompt.Name == prop.Value.Text {
				list = append(list, onPage{b, other})
			}
		}
	}
	return list
}
