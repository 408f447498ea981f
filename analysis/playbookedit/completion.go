package playbookedit

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ItemKind says what a completion is.
type ItemKind uint8

// The kinds.
const (
	ItemVariable ItemKind = iota
	ItemFunction
	ItemConstructor
	ItemKeyword
	ItemArgument
	ItemValue
	ItemMethod
	ItemModule
	ItemFile
	ItemFolder
	ItemOperator
)

// Item is one completion.
type Item struct {
	Label  string
	Kind   ItemKind
	Detail string
	// Span is replaced by New.
	Span text.Span
	New  string
	// Also are edits elsewhere that go with it.
	Also []text.Edit
	// Rank orders the items, the lowest first.
	Rank int
	// Doc names what Document describes; empty for what needs no words.
	Doc string
}

// JoinLabel is what is offered behind external text and a dot.
const JoinLabel = "+ join"

// Completion lists what may stand at an offset (playbook.md 13.2), in order.
func Completion(src Source, id string, off int) []Item {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	c := x.context(off)
	if c.comment {
		return nil
	}
	p := &completer{session: s, x: x, c: c, seen: map[string]bool{}}
	switch {
	case c.str != nil:
		p.inString()
	case c.dot >= 0:
		p.behindDot()
	default:
		p.expression()
	}
	slices.SortFunc(p.items, func(a, b Item) int {
		if a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return strings.Compare(a.Label, b.Label)
	})
	return p.items
}

// completer gathers items; a label comes once.
type completer struct {
	*session
	x     *index
	c     *context
	seen  map[string]bool
	items []Item
}

// The order of completions.
const (
	rankValue = iota
	rankRequired
	rankArgument
	rankFirst
	rankLocal
	rankGlobal
	rankPredeclared
	rankUniversal
	rankKeyword
)

func (p *completer) add(it Item) {
	if p.seen[it.Label] {
		return
	}
	p.seen[it.Label] = true
	if it.Span == (text.Span{}) {
		// What follows the cursor up to the word's end is replaced too.
		it.Span = text.Span{Start: p.c.word.Start, End: p.c.off + nameLen(p.c.src[p.c.off:])}
		if p.c.word.Empty() {
			it.Span.End = p.c.off
		}
	}
	if it.New == "" {
		it.New = it.Label
	}
	p.items = append(p.items, it)
}

func (p *completer) behindDot() {
	info := p.receiver(p.x, p.c, p.c.dot)
	switch {
	case info.external:
		// No method of it can be called: join it instead.
		dot := text.Span{Start: p.c.dot, End: p.c.dot + 1}
		p.add(Item{
			Label: JoinLabel, Kind: ItemOperator, Detail: "external text has no methods",
			Span: text.Span{Start: p.c.word.Start, End: p.c.off}, New: " + ",
			Also: []text.Edit{{Span: dot}},
		})
		return
	case p.module("json"):
		for _, name := range []string{"decode", "encode", "encode_indent", "indent"} {
			p.add(Item{Label: name, Kind: ItemFunction})
		}
		return
	}
	for _, kind := range info.types {
		var names []string
		switch kind {
		case "string":
			for _, m := range stringMethods {
				p.add(Item{Label: m.name, Kind: ItemMethod, Detail: m.label(m.name), Doc: "method:" + m.name})
			}
		case "list":
			names = (*starlark.List)(nil).AttrNames()
		case "dict":
			names = (*starlark.Dict)(nil).AttrNames()
		case "set":
			names = (*starlark.Set)(nil).AttrNames()
		}
		for _, n := range names {
			p.add(Item{Label: n, Kind: ItemMethod, Detail: kind})
		}
	}
}

// module reports whether the name in front of the dot is this module.
func (p *completer) module(name string) bool {
	n := len(p.c.toks)
	return p.c.text(n-2) == name && p.c.text(n-3) != "." && p.lookup(p.x, p.c.toks[n-2].span.Start, name) == nil
}

func (p *completer) expression() {
	if t := len(p.c.toks); t > 0 && !p.c.statement {
		switch p.c.text(t - 1) {
		case "def", "for", "lambda", "as":
			return // a new name
		}
		if p.c.toks[t-1].kind == tokenNumber && p.c.toks[t-1].span.End == p.c.off {
			return
		}
	}
	f, inside := p.c.call()
	if f != nil && len(inside) == 0 && f.bare && f.keyword == "" {
		if p.c.src[f.callee.Start:f.callee.End] == "load" {
			return // strings alone
		}
		p.arguments(f)
	}
	if f != nil {
		p.values(f, inside)
	}
	p.names()
}

// arguments offers the keyword arguments of a call that are not given yet.
func (p *completer) arguments(f *frame) {
	given := p.c.given(f)
	name := p.c.src[f.callee.Start:f.callee.End]
	if f.receiver {
		return
	}
	follows := p.followedByEqual()
	offer := func(name, detail string, rank int, doc string) {
		if given[name] {
			return
		}
		it := Item{Label: name, Kind: ItemArgument, Detail: detail, New: name + " = ", Rank: rank, Doc: doc}
		if follows {
			it.New = name
		}
		p.add(it)
	}
	if first := p.lookup(p.x, f.callee.Start, name); first != nil {
		if v, ok := p.origin(variable{p.x, first}); ok {
			if fn := v.x.funcs[v.first]; fn != nil {
				for i, q := range functionLabel(v.x, fn, name).params {
					if q.Keyword && !q.Rest && (!q.Position || i >= f.place) {
						offer(q.Name, "", rankArgument, "")
					}
				}
			}
		}
		return
	}
	sig, ok := playbook.LookupSignature(name)
	if !ok {
		return
	}
	for i, a := range sig.Args {
		if i == 0 && sig.Variadic == nil && f.place > len(f.named) {
			continue // given by position
		}
		rank := rankArgument
		if a.Required {
			rank = rankRequired
		}
		offer(a.Name, a.Kind.Wants(), rank, "argument:"+sig.Name+"."+a.Name)
	}
}

func (p *completer) followedByEqual() bool {
	rest := p.c.src[p.c.off:]
	rest = strings.TrimLeft(rest[nameLen(rest):], " \t")
	return strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==")
}

// names offers everything that may be used by its name.
func (p *completer) names() {
	constructors := rankPredeclared
	if p.c.statement {
		constructors = rankFirst
	}
	for _, v := range p.x.scope(p.c.word.Start) {
		rank := rankGlobal
		if v.local {
			rank = rankLocal
		}
		it := Item{Label: v.name, Kind: ItemVariable, Rank: rank, Doc: "name:" + v.name}
		if o, ok := p.origin(variable{p.x, v.first}); ok && o.x.funcs[o.first] != nil {
			it.Kind = ItemFunction
		} else if i := p.lastInfo(p.x, v.first); i.words != "" {
			it.Detail = i.words
		}
		p.add(it)
	}
	p.lost()
	for _, name := range playbook.Predeclared() {
		if sig, ok := playbook.LookupSignature(name); ok {
			p.add(Item{Label: name, Kind: ItemConstructor, Detail: sig.Doc, Rank: constructors, Doc: "predeclared:" + name})
			continue
		}
		p.add(Item{Label: name, Kind: ItemVariable, Rank: rankPredeclared, Doc: "predeclared:" + name})
	}
	for _, name := range slices.Sorted(slices.Values(starlark.Universe.Keys())) {
		kind := ItemFunction
		if name == "None" || name == "True" || name == "False" {
			kind = ItemValue
		}
		p.add(Item{Label: name, Kind: kind, Rank: rankUniversal})
	}
	for _, word := range keywords {
		p.add(Item{Label: word, Kind: ItemKeyword, Rank: rankKeyword})
	}
}

// lost offers the names that the last good version bound and the present tree
// does not, since the statement that bound them is being typed.
func (p *completer) lost() {
	if p.x.f.Whole {
		return
	}
	old := p.good(p.x.f.ID)
	if old == nil {
		return
	}
	good := old.f
	for _, v := range old.scope(len(good.Source)) {
		if !v.local && p.x.f.Unknown(v.name) {
			p.add(Item{Label: v.name, Kind: ItemVariable, Rank: rankGlobal, Doc: "name:" + v.name})
		}
	}
	chunk, ok := p.x.f.ChunkAt(p.c.off)
	if !ok || chunk.State != playbook.Dropped {
		return
	}
	def, ok := counterpart(good, p.x.f, code(p.x.f.Source, chunk.Span)).(*syntax.DefStmt)
	if !ok {
		return
	}
	for _, v := range old.scope(good.Span(def).End) {
		if v.local {
			p.add(Item{Label: v.name, Kind: ItemVariable, Rank: rankLocal})
		}
	}
}

// Document gives the Markdown for Item.Doc, computed when the item is looked
// at. id is the file in which it was offered.
func Document(src Source, id, doc string) string {
	s := newSession(src)
	kind, name, _ := strings.Cut(doc, ":")
	switch kind {
	case "method":
		if m, ok := stringMethod(name); ok {
			return "`" + m.label("string."+m.name) + "`\n\n" + m.doc
		}
	case "argument":
		ctor, arg, _ := strings.Cut(name, ".")
		if sig, ok := playbook.LookupSignature(ctor); ok {
			if a, ok := sig.Arg(arg); ok {
				return argumentRow(a)
			}
		}
	case "predeclared":
		if sig, ok := playbook.LookupSignature(name); ok {
			return constructorText(sig)
		}
	case "name":
		if x := s.index(id); x != nil {
			if first := x.top(name); first != nil {
				return s.hoverVariable(x, first, first)
			}
		}
	}
	return ""
}
