package external

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// problem is a finding of one result before it is merged with those of others.
type problem struct {
	code   string
	mod    *module
	node   syntax.Node
	span   text.Span
	key    string // tells several at one place apart
	sev    finding.Severity
	params []string
	what   string
	arg    string
	rel    []related
	fixed  string // the whole message, where it does not depend on others
	// near are the names that a misspelt one may stand for.
	near     []string
	distance int

	run  *interp
	conv *conversion
	use  *methodUse
	rep  *report
}

type related struct {
	id   string
	span text.Span
	text string
	rank int // receivers first
	ctor string
}

// problems turns the reports of an execution into problems.
func (it *interp) problems(entry string, incomplete []string) []*problem {
	var out []*problem
	var nodes *speller
	exports := map[*module]*speller{}
	for _, c := range it.reports.convs {
		out = append(out, it.convProblem(c))
	}
	for _, u := range it.reports.uses {
		p := it.problem(codeMethod, u.mod, u.node)
		p.use, p.params = u, it.paramNames(u.params)
		p.what = u.name
		if !u.called {
			p.sev = severities[codeMethod].mild
		}
		for _, c := range u.calls {
			p.relate(c, 1)
		}
		out = append(out, p)
	}
	for _, r := range it.reports.list {
		p := it.problem(r.code, r.mod, r.node)
		p.rep, p.params, p.what, p.arg = r, it.paramNames(r.origins), r.what, r.arg
		if s := severities[r.code]; s.mild != finding.Off && !r.hard {
			p.sev = s.mild
		}
		switch r.code {
		case codeBadArgument:
			p.key = r.what
			if len(r.lacking) > 0 {
				p.key, p.what = "missing", strings.Join(r.lacking, "\x00")
			}
		case codeUnknownStep:
			p.key = r.what
			if nodes == nil {
				nodes = newSpeller(slices.Collect(maps.Keys(it.decl.names)))
			}
			p.near, p.distance = nodes.closest(r.what, len(nodes.names))
		case codeLoadMissingName:
			p.what = r.node.(*syntax.Ident).Name
			if r.from != nil && r.from.res != nil {
				if exports[r.from] == nil {
					exports[r.from] = newSpeller(namesOf(r.from.res.Globals))
				}
				p.near, p.distance = exports[r.from].closest(p.what, len(r.from.res.Globals))
			}
		case codeCompared, codeMisplaced:
			it.relateParams(p, r.origins)
		}
		for _, rel := range r.related {
			p.relate(rel, 1)
		}
		out = append(out, p)
	}
	for _, m := range it.order {
		out = append(out, it.syntactic(m, m.id == entry)...)
	}
	if m := it.mods[entry]; m != nil && it.fr != nil {
		out = append(out, it.wholeEntry(m, incomplete)...)
	}
	return out
}

func namesOf(list []*resolve.Binding) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = b.First.Name
	}
	return out
}

func (it *interp) problem(code string, m *module, n syntax.Node) *problem {
	return &problem{code: code, mod: m, node: n, span: m.file.Span(n), sev: severities[code].worst, run: it}
}

func (it *interp) convProblem(c *conversion) *problem {
	p := it.problem(codeConverted, c.mod, c.node)
	p.conv, p.params, p.what = c, it.paramNames(c.params), c.op
	if len(c.receivers) == 0 && !c.fails {
		p.sev = severities[codeConverted].mild
	}
	for _, r := range c.receivers {
		p.rel = append(p.rel, related{
			id: r.mod.id, span: r.mod.file.Span(r.node), ctor: r.ctor,
			text: fmt.Sprintf("%s(%s) receives the string here; the run stops at this call.", finding.Quote(r.ctor), finding.Quote(r.arg)),
		})
	}
	if c.fn != nil {
		for _, n := range c.fn.extern {
			p.relate(place{it.reports.mods[n], n, "This call brings external text into the function."}, 1)
		}
	}
	return p
}

func (p *problem) relate(at place, rank int) {
	if at.mod != nil {
		p.rel = append(p.rel, related{id: at.mod.id, span: at.mod.file.Span(at.node), text: at.text, rank: rank})
	}
}

// paramNames lists the names of parameters, sorted.
func (it *interp) paramNames(origins *ids) []string {
	var out []string
	origins.each(func(id uint32, _ struct{}) bool {
		if n := it.reports.origins[id].name; n != "" {
			out = append(out, n)
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

func (it *interp) relateParams(p *problem, origins *ids) {
	origins.each(func(id uint32, _ struct{}) bool {
		o := it.reports.origins[id]
		if d := it.decl.byCall[o.node]; d != nil {
			p.relate(place{d.mod, d.node, "The parameter is declared here."}, 1)
		}
		return true
	})
}

// findings merges the problems of results and writes them out.
func findings(results []*Result) map[string][]finding.Finding {
	type key struct {
		code, id, key string
		span          text.Span
	}
	groups := map[key][]*problem{}
	var order []key
	out := map[string][]finding.Finding{}
	ws := results[0].ws
	for _, r := range results {
		for _, m := range r.run.order {
			if _, ok := out[m.id]; !ok {
				out[m.id] = nil
			}
		}
		for _, p := range r.problems {
			k := key{p.code, p.mod.id, p.key, p.span}
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], p)
		}
	}
	for _, k := range order {
		f := write(groups[k], results, ws)
		out[k.id] = append(out[k.id], f)
	}
	for id := range out {
		finding.Sort(out[id])
	}
	return out
}

// write makes one finding of the same problem in several results.
func write(group []*problem, results []*Result, ws Workspace) finding.Finding {
	p := *group[0]
	for _, q := range group[1:] {
		p.sev = max(p.sev, q.sev)
		p.params = append(slices.Clone(p.params), q.params...)
		p.rel = append(slices.Clone(p.rel), q.rel...)
	}
	slices.Sort(p.params)
	p.params = slices.Compact(p.params)
	slices.SortStableFunc(p.rel, func(a, b related) int {
		return cmp.Or(a.rank-b.rank, strings.Compare(a.id, b.id), a.span.Start-b.span.Start, a.span.End-b.span.End)
	})
	p.rel = slices.CompactFunc(p.rel, func(a, b related) bool { return a.id == b.id && a.span == b.span && a.rank == b.rank })
	f := finding.Finding{
		Code:     p.code,
		Severity: p.sev,
		Place:    finding.Place{Path: ws.Path(p.mod.id), Span: p.span},
		Message:  p.message(),
	}
	sites := []string{}
	for _, r := range p.rel {
		if len(f.Related) < maxRelated {
			f.Related = append(f.Related, finding.Related{Place: finding.Place{Path: ws.Path(r.id), Span: r.span}, Message: r.text})
		}
		if r.rank == 0 && p.code == codeConverted {
			sites = append(sites, siteName(results, r))
		}
	}
	params := p.params
	if params == nil {
		params = []string{}
	}
	f.Data = map[string]any{"entry": results[0].Entry, "params": params, "sites": sites}
	for _, r := range results {
		if r.run == p.run {
			f.Data["entry"] = r.Entry
		}
	}
	f.Fixes = fixes(group, results, ws)
	return f
}

// siteName names a place as people do: file, line and column.
func siteName(results []*Result, r related) string {
	for _, x := range results {
		if m := x.run.mods[r.id]; m != nil {
			pos := m.file.Position(r.span.Start)
			return fmt.Sprintf("%s:%d:%d", r.id, pos.Line, pos.Col)
		}
	}
	return r.id
}

// wholeEntry is what can be said of an entry as a whole.
func (it *interp) wholeEntry(m *module, incomplete []string) []*problem {
	first := text.Span{}
	if len(m.file.Tree.Stmts) > 0 {
		first = m.file.Span(m.file.Tree.Stmts[0])
	}
	var out []*problem
	if !it.decl.book && m.file.Whole && len(it.missing) == 0 && !it.mentionsPlaybook() {
		out = append(out, &problem{code: codeNoPlaybook, mod: m, span: first, sev: severities[codeNoPlaybook].worst, run: it})
	}
	for _, why := range incomplete {
		out = append(out, &problem{code: codeIncomplete, mod: m, span: first, sev: severities[codeIncomplete].worst, what: why, run: it})
	}
	return out
}

// mentionsPlaybook reports whether some file calls playbook, if only where the
// walk did not come.
func (it *interp) mentionsPlaybook() bool {
	found := false
	for _, m := range it.order {
		syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && isPredeclared(call.Fn, "playbook") {
				found = true
			}
			return !found
		})
	}
	return found
}
