package external

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Workspace gives an analysis the files of one workspace root. Ids are slash
// paths relative to it. It must not change while an analysis runs, and must be
// safe for concurrent use where analyses run side by side.
type Workspace interface {
	// File gives the parsed file with an id. Giving the same *playbook.File
	// for the same text saves time and lets Merge compare contexts.
	File(id string) (f *playbook.File, ok bool)
	// Real follows symbolic links. inside is false where the file lies outside
	// the root; a file that does not exist is its own.
	Real(id string) (real string, inside bool)
	// Entry reports whether the file is an entry playbook (playbook.md 2.1).
	Entry(id string) bool
	// Path is the absolute path with slashes that findings carry.
	Path(id string) string
}

// Result is what the analysis of one entry found. It is safe for concurrent
// use.
type Result struct {
	// Entry is the id of the entry, or of the module for AnalyzeAlone.
	Entry string
	// Findings are sorted, by the id of the file they stand in. Every file
	// that was read has an entry.
	Findings map[string][]finding.Finding
	Params   []Param
	Agents   []Node
	Nodes    []Node
	// Deps are the ids that were read or looked for, sorted.
	Deps []string
	// Incomplete says why the analysis is coarse (playbook.md 10.8).
	Incomplete []string

	run      *interp
	ws       Workspace
	problems []*problem

	once  sync.Once
	moves *moves // made when ways are asked for
}

// Param is a parameter that the run may declare.
type Param struct {
	Names    []string // those known; one for a literal
	Kind     string   // as written; "text" where it is not
	Default  string   // source text; "" for none
	Doc      string
	Required bool
	ID       string    // of the file
	Span     text.Span // of the param call
}

// Node is an agent, step, gate or parallel that the run may make.
type Node struct {
	Names []string
	Kind  string // its type()
	ID    string
	Span  text.Span // of the constructor call
}

// Analyze executes an entry and all it loads, abstractly (playbook.md 10). It
// always ends; where ctx ends it early the result is nil.
func Analyze(ctx context.Context, ws Workspace, entry string) *Result {
	return analyze(ctx, ws, entry, maxSteps)
}

func analyze(ctx context.Context, ws Workspace, entry string, steps int) *Result {
	it := newInterp(ctx, ws)
	it.budget = steps
	m := it.module(entry)
	if m == nil {
		return Nothing(ws, entry)
	}
	it.places.expect(it.root, 2*len(m.file.Tree.Stmts))
	it.execute(m)
	var incomplete []string
	if it.over && ctx.Err() == nil {
		incomplete = append(incomplete, it.why)
		it = newCoarseInterp(ctx, ws)
		it.execute(it.module(entry))
	}
	if it.over && ctx.Err() == nil {
		it = newFloodInterp(ctx, ws)
		it.runFlood(it.module(entry))
	}
	if ctx.Err() != nil {
		return nil
	}
	it.unknownSteps()
	return it.result(entry, incomplete)
}

// Nothing is the result of an analysis that did not take place.
func Nothing(ws Workspace, id string) *Result {
	it := newInterp(context.Background(), ws)
	return &Result{Entry: id, ws: ws, run: it, Deps: []string{id}, Findings: map[string][]finding.Finding{}}
}

// newCoarseInterp is an execution in coarse mode after one that was too much.
// Its budget is what a few rounds over all that is read take.
func newCoarseInterp(ctx context.Context, ws Workspace) *interp {
	it := newInterp(ctx, ws)
	it.coarse = newCoarse()
	it.deadline = time.Now().Add(maxCoarseTime)
	it.budget = minCoarseEffort
	return it
}

// newFloodInterp is an execution after a coarse one that was too much.
func newFloodInterp(ctx context.Context, ws Workspace) *interp {
	it := newInterp(ctx, ws)
	it.coarse, it.flood = newCoarse(), newFlood()
	return it
}

// AnalyzeAlone gives the findings of a module that no entry reaches: those
// that need no caller (playbook.md 10.1).
func AnalyzeAlone(ctx context.Context, ws Workspace, id string) *Result {
	it := newInterp(ctx, ws)
	if it.module(id) == nil || ctx.Err() != nil {
		return Nothing(ws, id)
	}
	return it.result(id, nil)
}

// result turns what an execution gathered into findings.
func (it *interp) result(entry string, incomplete []string) *Result {
	r := &Result{Entry: entry, ws: it.ws, run: it, Incomplete: incomplete}
	for id := range it.deps {
		r.Deps = append(r.Deps, id)
	}
	slices.Sort(r.Deps)
	r.problems = it.problems(entry, incomplete)
	it.settle()
	r.Findings = findings([]*Result{r})
	for _, p := range it.decl.params {
		q := Param{Names: p.names, Kind: p.kind, Doc: p.doc, Required: p.needed, ID: p.mod.id, Span: p.mod.file.Span(p.node)}
		if p.deflt != nil {
			s := p.mod.file.Span(p.deflt)
			q.Default = p.mod.file.Source[s.Start:s.End]
		}
		r.Params = append(r.Params, q)
	}
	for _, n := range it.decl.nodes {
		x := Node{Names: n.names, Kind: typeName(n.kind), ID: n.mod.id, Span: n.mod.file.Span(n.node)}
		if n.kind == kAgent {
			r.Agents = append(r.Agents, x)
		} else {
			r.Nodes = append(r.Nodes, x)
		}
	}
	return r
}

// InModules reports whether something was found in a loaded module by executing
// it. Else all entries that load a module find the same in it, and no Merge is
// needed.
func (r *Result) InModules() bool {
	return slices.ContainsFunc(r.problems, func(p *problem) bool {
		return p.mod.id != r.Entry && (p.conv != nil || p.use != nil || p.rep != nil)
	})
}

// Merge unites the findings of several entries of one workspace: what two of
// them find at one place of a shared module is one finding, and a fix is
// offered only as far as all of them allow it (playbook.md 10.1, 12). Results
// that are nil are left out.
func Merge(results ...*Result) map[string][]finding.Finding {
	results = slices.DeleteFunc(slices.Clone(results), func(r *Result) bool { return r == nil })
	switch len(results) {
	case 0:
		return map[string][]finding.Finding{}
	case 1:
		return results[0].Findings
	}
	return findings(results)
}
