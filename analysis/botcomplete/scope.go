package botcomplete

import (
	"sort"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// scope is what encloses a line.
type scope struct {
	kind bot.Kind
	// decl is the declaration in the tree, nil where the tree has none there;
	// group the group that holds it.
	decl, group *bot.Decl
	// block describes the block that the line stands in, nil for an unknown
	// one; path leads to it from the declaration.
	block *bot.BlockInfo
	path  []string
	// list is the property whose dashed list the line belongs to, nil for
	// none; entries are the properties that the block holds.
	list    *bot.PropInfo
	entries []*bot.Prop
	prop    *bot.Prop // the property of the block or list
	// brace is the line of the `with {` that holds the line; nil for none.
	brace *frame
	// lost says that something between is not known.
	lost bool
}

// declAt is the declaration whose header begins at the offset.
func declAt(list []*bot.Decl, at int) *bot.Decl {
	i := sort.Search(len(list), func(i int) bool { return list[i].Header.Start >= at })
	if i < len(list) && list[i].Header.Start == at {
		return list[i]
	}
	return nil
}

// scopeOf reads the lines that enclose a line.
func (p *place) scopeOf(frames []frame) scope {
	var s scope
	for i := range frames {
		f := &frames[i]
		switch {
		case s.lost:
		case s.brace != nil, s.list != nil:
			s.lost = true
		case i == 0:
			p.top(&s, f)
		case p.isNodeHeader(&s, f):
			p.node(&s, f)
		default:
			p.block(&s, f)
		}
	}
	return s
}

// top reads the header of a declaration at top level.
func (p *place) top(s *scope, f *frame) {
	s.decl = declAt(p.f.Decls, f.start())
	s.kind, _ = bot.KindOf(p.slice(f.toks[0]))
	if s.decl != nil {
		s.kind = s.decl.Kind
		s.entries = s.decl.Props
	}
	s.block = bot.Block(s.kind)
	switch {
	case f.indent != 0 || s.kind == bot.KindBad:
		s.lost = true
	case f.open:
		s.brace = f
	}
}

// isNodeHeader reports whether a line in a group or workflow is the header of
// a node.
func (p *place) isNodeHeader(s *scope, f *frame) bool {
	if len(s.path) > 0 || s.kind != bot.KindGroup && s.kind != bot.KindWorkflow || len(f.toks) < 2 {
		return false
	}
	k, ok := bot.KindOf(p.slice(f.toks[0]))
	return ok && k.IsNode() && f.toks[1].Kind == bot.TokWord
}

func (p *place) node(s *scope, f *frame) {
	outer := s.decl
	s.kind, _ = bot.KindOf(p.slice(f.toks[0]))
	s.block, s.decl, s.entries = bot.Block(s.kind), nil, nil
	if outer == nil {
		return
	}
	if outer.Kind == bot.KindGroup {
		s.group = outer
	}
	if s.decl = declAt(outer.Decls, f.start()); s.decl != nil {
		s.entries = s.decl.Props
	}
}

// block reads a line that opens a block within the declaration.
func (p *place) block(s *scope, f *frame) {
	if f.open {
		s.brace = f
		return
	}
	name := p.key(f.toks[0])
	info := s.block.Lookup(name)
	if info == nil || len(f.toks) < 2 || f.toks[1].Kind != bot.TokColon {
		s.lost = true
		return
	}
	s.path = append(s.path, name)
	s.prop = nil
	for _, e := range s.entries {
		if e.Span.Start == f.start() {
			s.prop = e
		}
	}
	s.entries = nil
	if s.prop != nil {
		s.entries = s.prop.Block
	}
	if info.Form.IsList() {
		s.list = info
		return
	}
	s.block = info.Block
	s.lost = s.block == nil
}

// key is the name that a token writes, in quotes perhaps.
func (p *place) key(tok bot.Token) string {
	s := p.slice(tok)
	if tok.Kind == bot.TokString && len(s) > 1 {
		return s[1 : len(s)-1]
	}
	return s
}

// edges reports whether edges may stand in the scope.
func (s *scope) edges() bool {
	return (s.kind == bot.KindWorkflow || s.kind == bot.KindGroup) && len(s.path) == 0 && s.brace == nil
}

// written are the names of the block's properties but for those of the line
// that is being typed.
func (p *place) written(list []*bot.Prop) map[string]bool {
	m := map[string]bool{}
	for _, e := range list {
		if !p.onLine(e.Span.Start) {
			m[e.Name.Text] = true
		}
	}
	return m
}

// onLine reports whether an offset stands on the cursor's line.
func (p *place) onLine(off int) bool { return p.line.Contains(off) }
