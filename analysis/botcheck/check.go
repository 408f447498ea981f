package botcheck

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Check gives what is wrong with the names, the graph, the types and the nodes
// of a unit, sorted, in whichever file of the unit it stands. src reads what
// prompts include; it is the source that the unit was loaded from. Errors of
// syntax are not among the findings (see [Syntax], [UnitErrors]).
func Check(u *bot.Unit, src bot.Source) []finding.Finding {
	c := newChecker(u, src)
	c.declarations()
	c.workflow()
	c.nodeReferences()
	c.groups()
	c.edgeNames()
	c.edgeRouting()
	c.guards()
	c.routers()
	c.reachability()
	c.cycles()
	c.loopClauses()
	c.loopExits()
	c.parallel()
	c.templates()
	c.expressions()
	c.variables()
	c.values()
	c.nodeShapes()
	c.cursorDeclarations()
	c.settings()
	c.tools()
	c.routing()
	c.declared()
	c.contractDecls()
	c.subbots()
	c.bundle()
	c.events()
	for _, f := range u.Files {
		c.profile(f.Path, f.File)
	}
	finding.Sort(c.out)
	return c.out
}

// Alone gives what can be said of a file without the unit that imports it: for
// a fragment below lib/ whose main file is not known.
func Alone(path string, f *bot.File) []finding.Finding {
	c := &checker{seen: map[key]bool{}}
	c.profile(path, f)
	return c.out
}

// checker collects the findings of one unit.
type checker struct {
	u   *bot.Unit
	src bot.Source
	out []finding.Finding
	// seen holds what has been reported: of equal code and place there is one
	// finding, however many uses a group or a prompt has.
	seen map[key]bool

	model
	paths paths
	guesses
}

type key struct {
	code, engine, path string
	span               text.Span
	whole              bool
}

// add reports an issue unless the same was reported at that place before.
func (c *checker) add(i issue) {
	k := key{i.code, i.engine, i.at.Path, i.at.Span, i.at.Whole}
	if c.seen[k] {
		return
	}
	c.seen[k] = true
	c.out = append(c.out, report(i))
}
