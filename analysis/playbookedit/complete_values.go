package playbookedit

import (
	"path"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// argumentOf is the constructor's argument that a frame stands in.
func (p *completer) argumentOf(f *frame) (*playbook.Signature, *playbook.Arg) {
	if f.receiver {
		return nil, nil
	}
	name := p.c.src[f.callee.Start:f.callee.End]
	if p.lookup(p.x, f.callee.Start, name) != nil {
		return nil, nil
	}
	sig, ok := playbook.LookupSignature(name)
	if !ok {
		return nil, nil
	}
	if f.keyword != "" {
		if a, ok := sig.Arg(f.keyword); ok {
			return sig, a
		}
		return sig, nil
	}
	if f.place == 0 && sig.Variadic == nil {
		return sig, &sig.Args[0]
	}
	return sig, nil
}

// atValue reports whether the cursor stands where a value begins: behind = of
// the argument, or in its list.
func (p *completer) atValue(inside []frame) bool {
	last := p.c.text(len(p.c.toks) - 1)
	if len(inside) == 1 && inside[0].open == '[' {
		return last == "[" || last == ","
	}
	return len(inside) == 0 && last == "="
}

// values offers what an argument takes, before all other names.
func (p *completer) values(f *frame, inside []frame) {
	_, a := p.argumentOf(f)
	if a == nil || !p.atValue(inside) {
		return
	}
	list := len(inside) > 0
	switch {
	case len(a.Enum) > 0 && !list:
		for _, v := range a.Enum {
			p.add(Item{Label: `"` + v + `"`, Kind: ItemValue})
		}
	case a.Kind == playbook.KindBool && !list:
		p.add(Item{Label: "True", Kind: ItemValue})
		p.add(Item{Label: "False", Kind: ItemValue})
	case a.Kind == playbook.KindAgent && !list:
		p.typed("agent")
	case a.Kind == playbook.KindTools && list:
		p.typed("tool")
	case a.Kind == playbook.KindNodes && list:
		p.typed("step", "gate", "parallel")
	case a.Kind == playbook.KindRefs && list:
		p.typed("step", "gate", "parallel")
		for _, name := range p.nodeNames(f) {
			p.add(Item{Label: `"` + name + `"`, Kind: ItemValue})
		}
	}
}

// typed offers the variables whose values are of one of these types.
func (p *completer) typed(kinds ...string) {
	for _, v := range p.x.scope(p.c.word.Start) {
		info := p.lastInfo(p.x, v.first)
		for _, k := range kinds {
			if info.only(k) || p.made(v.first) == k {
				p.add(Item{Label: v.name, Kind: ItemVariable, Detail: k, Doc: "name:" + v.name})
			}
		}
	}
}

// made is the constructor whose result a variable is, by its text.
func (p *completer) made(first *syntax.Ident) string {
	v, ok := p.origin(variable{p.x, first})
	if !ok || v.x.values[v.first] == nil {
		return ""
	}
	call, ok := unparen(v.x.values[v.first]).(*syntax.CallExpr)
	if !ok {
		return ""
	}
	if sig, ok := constructor(call); ok {
		return sig.Name
	}
	return ""
}

// nodeNames are the names of the nodes of everything that runs together, but
// that of the call itself.
func (p *completer) nodeNames(f *frame) []string {
	var out []string
	for _, id := range p.together(p.x.f.ID) {
		x := p.index(id)
		if x == nil {
			continue
		}
		list, _ := x.strings()
		for _, n := range list {
			own := x == p.x && f != nil && n.call != nil && x.f.Offset(n.call.Lparen) == p.c.toks[f.start].span.Start
			if n.kind == nameNode && n.decl && !own && playbook.IsName(n.name) {
				out = append(out, n.name)
			}
		}
	}
	return out
}

// inString offers what the string around the cursor may be.
func (p *completer) inString() {
	f, inside := p.c.call()
	if f == nil {
		return
	}
	if p.c.src[f.callee.Start:f.callee.End] == "load" && !f.receiver {
		if len(inside) > 0 {
			return
		}
		if f.place == 0 && f.keyword == "" {
			p.paths()
		} else {
			p.exports(f)
		}
		return
	}
	sig, a := p.argumentOf(f)
	if a == nil {
		return
	}
	list := len(inside) == 1 && inside[0].open == '['
	span := p.stringSpan()
	offer := func(word string) { p.add(Item{Label: word, Kind: ItemValue, Span: span}) }
	switch {
	case len(a.Enum) > 0 && len(inside) == 0:
		for _, v := range a.Enum {
			offer(v)
		}
	case a.Kind == playbook.KindRefs && list:
		for _, name := range p.nodeNames(f) {
			offer(name)
		}
	case sig.Name == "param" && a.Name == "default" && len(inside) == 0:
		for _, v := range p.choices(f) {
			offer(v)
		}
	}
}

// stringSpan is the text of the string around the cursor, up to its closing
// quote or the line's end.
func (p *completer) stringSpan() text.Span {
	in := p.c.str.inner
	end := lineEnd(p.c.src, p.c.off)
	for _, t := range lexFrom(p.c.src, p.c.base, end) {
		if t.span.Start == p.c.str.span.Start && !t.open {
			return text.Span{Start: in.Start, End: t.inner.End}
		}
	}
	return text.Span{Start: in.Start, End: p.c.off}
}

// choices are those of the param call around the cursor.
func (p *completer) choices(f *frame) []string {
	for _, call := range p.x.calls {
		sig, ok := constructor(call)
		if !ok || p.x.f.Offset(call.Lparen) != p.c.toks[f.start].span.Start {
			continue
		}
		items, _ := display(orNone(argument(call, sig, "choices")))
		var out []string
		for _, e := range items {
			if word, _, ok := literal(e); ok {
				out = append(out, word)
			}
		}
		return out
	}
	return nil
}

func orNone(e syntax.Expr) syntax.Expr {
	if e == nil {
		return &syntax.Ident{Name: "None"}
	}
	return e
}

// paths offers the next part of a load's path.
func (p *completer) paths() {
	in := p.c.str.inner
	typed := p.c.src[in.Start:p.c.off]
	slash := strings.LastIndexByte(typed, '/') + 1
	span := text.Span{Start: in.Start + slash, End: p.c.off}
	if whole := p.stringSpan(); !strings.Contains(p.c.src[p.c.off:whole.End], "/") {
		span.End = whole.End
	}
	dir := path.Dir(p.x.f.ID)
	switch folder := typed[:slash]; {
	case strings.HasPrefix(typed, "//"):
		dir = path.Clean(strings.TrimPrefix(folder, "//"))
	case strings.HasPrefix(typed, "/"):
		return
	default:
		dir = path.Join(dir, folder)
	}
	if dir == ".." || strings.HasPrefix(dir, "../") || strings.HasPrefix(dir, "/") {
		return
	}
	if dir == "." {
		dir = ""
	}
	if typed == "" {
		p.add(Item{Label: "//", Kind: ItemFolder, Detail: "the workspace root", Span: span, Rank: rankGlobal})
	}
	folders, files := p.List(dir)
	for _, name := range files {
		id := path.Join(dir, name)
		if id == p.x.f.ID || p.Entry(id) {
			continue // cannot be loaded
		}
		p.add(Item{Label: name, Kind: ItemFile, Span: span})
	}
	for _, name := range folders {
		p.add(Item{Label: name + "/", Kind: ItemFolder, Span: span, Rank: rankArgument})
	}
}

// exports offers the names that a module defines, in its load.
func (p *completer) exports(f *frame) {
	toks := p.c.toks
	if f.start+1 >= len(toks) || toks[f.start+1].kind != tokenString {
		return
	}
	in := toks[f.start+1].inner
	id := p.target(p.x.f.ID, p.c.src[in.Start:in.End])
	if id == "" {
		return
	}
	m := p.index(id)
	if m == nil {
		return
	}
	given := map[string]bool{}
	for i := f.start + 2; i < len(toks); i++ {
		if toks[i].kind == tokenString {
			given[p.c.src[toks[i].inner.Start:toks[i].inner.End]] = true
		}
	}
	span := p.stringSpan()
	for _, v := range m.scope(len(m.f.Source)) {
		if v.local || m.global(v.name) != v.first || given[v.name] || strings.HasPrefix(v.name, "_") {
			continue
		}
		it := Item{Label: v.name, Kind: ItemVariable, Span: span}
		if fn := m.funcs[v.first]; fn != nil {
			it.Kind, it.Detail = ItemFunction, finding.Cut(functionLabel(m, fn, v.name).text)
		}
		p.add(it)
	}
}
