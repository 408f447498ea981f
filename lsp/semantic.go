package lsp

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func tokenLegend() protocol.SemanticTokensLegend {
	return protocol.SemanticTokensLegend{TokenTypes: playbookedit.TokenTypes(), TokenModifiers: playbookedit.TokenModifiers()}
}

// semanticTokens answers textDocument/semanticTokens/full.
func (v *view) semanticTokens(ctx context.Context, p protocol.SemanticTokensParams) (any, error) {
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	data := v.tokenData(b, text.Span{End: b.text.Len()})
	id := v.tokens.keep(b.path, data)
	return &protocol.SemanticTokens{ResultID: &id, Data: data}, ctx.Err()
}

// semanticTokensRange answers textDocument/semanticTokens/range.
func (v *view) semanticTokensRange(ctx context.Context, p protocol.SemanticTokensRangeParams) (any, error) {
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	return &protocol.SemanticTokens{Data: v.tokenData(b, v.span(b.text, p.Range))}, ctx.Err()
}

// semanticTokensDelta answers textDocument/semanticTokens/full/delta: the one
// edit that leads from the tokens that the client has, or all tokens where
// those are not known any more.
func (v *view) semanticTokensDelta(ctx context.Context, p protocol.SemanticTokensDeltaParams) (any, error) {
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	old, known := v.tokens.get(b.path, p.PreviousResultID)
	data := v.tokenData(b, text.Span{End: b.text.Len()})
	id := v.tokens.keep(b.path, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: &id, Data: data}, ctx.Err()
	}
	return &protocol.SemanticTokensDelta{ResultID: &id, Edits: tokenEdits(old, data)}, ctx.Err()
}

// tokenData are tokens in the protocol's five numbers each.
func (v *view) tokenData(b *books, within text.Span) []uint32 {
	tokens := playbookedit.Tokens(b, b.id, within)
	data := make([]uint32, 0, 5*len(tokens))
	var last protocol.Position
	for _, t := range tokens {
		r := v.rang(b.text, t.Span)
		if r.Start.Line != r.End.Line {
			continue
		}
		start := r.Start.Character
		if r.Start.Line == last.Line {
			start -= last.Character
		}
		data = append(data, r.Start.Line-last.Line, start, r.End.Character-r.Start.Character, uint32(t.Type), uint32(t.Mods))
		last = r.Start
	}
	return data
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
