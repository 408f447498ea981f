package lsp

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/bottokens"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// legend says which number a type or a modifier has for the client: that of its
// place in the lists, which hold what the client knows in the order of
// authoring.md 7.
type legend struct {
	types, mods []string
	bots, books scheme
}

// scheme leads from the types and modifiers of a family to those of the legend:
// types are places in it, -1 for one that the client does not know; modifiers
// are bits, 0 for such ones.
type scheme struct {
	types []int
	mods  []uint32
}

// newLegend leaves out what a client does not list. One that lists nothing gets
// everything.
func newLegend(types, mods []string) legend {
	l := legend{types: bottokens.Types(), mods: bottokens.Modifiers()}
	for _, m := range playbookedit.TokenModifiers() {
		if !slices.Contains(l.mods, m) {
			l.mods = append(l.mods, m)
		}
	}
	if len(types) > 0 || len(mods) > 0 {
		l.types = slices.DeleteFunc(l.types, func(s string) bool { return !slices.Contains(types, s) })
		l.mods = slices.DeleteFunc(l.mods, func(s string) bool { return !slices.Contains(mods, s) })
	}
	l.bots = l.scheme(bottokens.Types(), bottokens.Modifiers())
	l.books = l.scheme(playbookedit.TokenTypes(), playbookedit.TokenModifiers())
	return l
}

func (l *legend) scheme(types, mods []string) scheme {
	var s scheme
	for _, t := range types {
		s.types = append(s.types, slices.Index(l.types, t))
	}
	for _, m := range mods {
		bit := uint32(0)
		if i := slices.Index(l.mods, m); i >= 0 {
			bit = 1 << i
		}
		s.mods = append(s.mods, bit)
	}
	return s
}

// of are the numbers of a token; ok is false for one that is not sent.
func (s *scheme) of(kind int, mods uint32) (t, m uint32, ok bool) {
	if s.types[kind] < 0 {
		return 0, 0, false
	}
	for i, bit := range s.mods {
		if mods&(1<<i) != 0 {
			m |= bit
		}
	}
	return uint32(s.types[kind]), m, true
}

func (l *legend) announce() protocol.SemanticTokensLegend {
	return protocol.SemanticTokensLegend{TokenTypes: l.types, TokenModifiers: l.mods}
}

// tokenSource gives the tokens of one document in a range of it, nil for all.
type tokenSource struct {
	path string
	data func(r *protocol.Range) []uint32
}

// tokensOf finds who knows the tokens of a document; ok is false where nobody
// does.
func (v *view) tokensOf(ctx context.Context, u uri.URI) (src tokenSource, ok bool) {
	if b, ok := v.books(ctx, u); ok {
		return tokenSource{b.path, func(r *protocol.Range) []uint32 {
			e := v.encoder(b.text)
			for _, t := range playbookedit.Tokens(b, b.id, v.within(b.text, r)) {
				e.add(&v.client.legend.books, t.Span, int(t.Type), uint32(t.Mods))
			}
			return e.data
		}}, true
	}
	file, t, ok := v.botText(u)
	if !ok {
		return tokenSource{}, false
	}
	return tokenSource{file, func(r *protocol.Range) []uint32 {
		list := bottokens.Touching(bottokens.Of(v.snap, file), v.within(t, r))
		e := v.encoder(t)
		e.data = make([]uint32, 0, 5*len(list))
		for _, t := range list {
			e.add(&v.client.legend.bots, t.Span, int(t.Type), uint32(t.Mods))
		}
		return e.data
	}}, true
}

func (v *view) within(t *text.Text, r *protocol.Range) text.Span {
	if r == nil {
		return text.Span{End: t.Len()}
	}
	return v.span(t, *r)
}

// semanticTokens answers textDocument/semanticTokens/full.
func (v *view) semanticTokens(ctx context.Context, p protocol.SemanticTokensParams) (any, error) {
	src, ok := v.tokensOf(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	data := src.data(nil)
	id := v.tokens.keep(src.path, data)
	return &protocol.SemanticTokens{ResultID: &id, Data: data}, ctx.Err()
}

// semanticTokensRange answers textDocument/semanticTokens/range.
func (v *view) semanticTokensRange(ctx context.Context, p protocol.SemanticTokensRangeParams) (any, error) {
	src, ok := v.tokensOf(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	return &protocol.SemanticTokens{Data: src.data(&p.Range)}, ctx.Err()
}

// semanticTokensDelta answers textDocument/semanticTokens/full/delta: the one
// edit that leads from the tokens that the client has, or all tokens where
// those are not known any more.
func (v *view) semanticTokensDelta(ctx context.Context, p protocol.SemanticTokensDeltaParams) (any, error) {
	src, ok := v.tokensOf(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	old, known := v.tokens.get(src.path, p.PreviousResultID)
	data := src.data(nil)
	id := v.tokens.keep(src.path, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: &id, Data: data}, ctx.Err()
	}
	return &protocol.SemanticTokensDelta{ResultID: &id, Edits: tokenEdits(old, data)}, ctx.Err()
}

// encoder writes tokens in the protocol's five numbers each. Their places are
// counted from token to token, not from the start of the line, so that a long
// line takes no longer than its text.
type encoder struct {
	v    *view
	t    *text.Text
	src  string
	data []uint32

	off  int // of at
	at   protocol.Position
	last protocol.Position // of the last token
}

func (v *view) encoder(t *text.Text) encoder {
	return encoder{v: v, t: t, src: t.String(), data: []uint32{}}
}

// add appends a token that stands behind all others, in one line; one in more
// lines is left out.
func (e *encoder) add(s *scheme, span text.Span, kind int, mods uint32) {
	t, m, ok := s.of(kind, mods)
	if !ok || strings.ContainsAny(e.src[span.Start:span.End], "\r\n") {
		return
	}
	if e.off == 0 || strings.ContainsAny(e.src[e.off:span.Start], "\r\n") {
		e.at = e.v.position(e.t, span.Start)
	} else {
		e.at.Character += clamp(text.Units(e.src[e.off:span.Start], e.v.encoding))
	}
	start := e.at
	length := clamp(text.Units(e.src[span.Start:span.End], e.v.encoding))
	e.at.Character += length
	e.off = span.End
	column := start.Character
	if start.Line == e.last.Line {
		column -= e.last.Character
	}
	e.data = append(e.data, start.Line-e.last.Line, column, length, t, m)
	e.last = start
}

// tokenEdits is what lies between two lists, as one edit.
func tokenEdits(old, now []uint32) []protocol.SemanticTokensEdit {
	if slices.Equal(old, now) {
		return []protocol.SemanticTokensEdit{}
	}
	n := 0
	for n < len(old) && n < len(now) && old[n] == now[n] {
		n++
	}
	k := 0
	for k < len(old)-n && k < len(now)-n && old[len(old)-1-k] == now[len(now)-1-k] {
		k++
	}
	return []protocol.SemanticTokensEdit{{
		Start: uint32(n), DeleteCount: uint32(len(old) - n - k), Data: now[n : len(now)-k],
	}}
}

// tokens remembers the tokens that the client was given last, by path. It is
// safe for concurrent use.
type tokens struct {
	mu    sync.Mutex
	next  int
	files map[string]tokenList
}

type tokenList struct {
	id   string
	data []uint32
}

func (t *tokens) keep(file string, data []uint32) (id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.files == nil {
		t.files = map[string]tokenList{}
	}
	t.next++
	id = strconv.Itoa(t.next)
	t.files[file] = tokenList{id, data}
	return id
}

func (t *tokens) get(file, id string) ([]uint32, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, ok := t.files[file]
	return l.data, ok && l.id == id
}

func (t *tokens) forget(file string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.files, file)
}
