package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

var itemKinds = map[playbookedit.ItemKind]protocol.CompletionItemKind{
	playbookedit.ItemVariable:    protocol.CompletionItemKindVariable,
	playbookedit.ItemFunction:    protocol.CompletionItemKindFunction,
	playbookedit.ItemConstructor: protocol.CompletionItemKindConstructor,
	playbookedit.ItemKeyword:     protocol.CompletionItemKindKeyword,
	playbookedit.ItemArgument:    protocol.CompletionItemKindProperty,
	playbookedit.ItemValue:       protocol.CompletionItemKindValue,
	playbookedit.ItemMethod:      protocol.CompletionItemKindMethod,
	playbookedit.ItemModule:      protocol.CompletionItemKindModule,
	playbookedit.ItemFile:        protocol.CompletionItemKindFile,
	playbookedit.ItemFolder:      protocol.CompletionItemKindFolder,
	playbookedit.ItemOperator:    protocol.CompletionItemKindOperator,
}

// playbookTriggers are the characters of playbook.md 13.2.
func playbookTriggers() []string { return []string{".", `"`, "(", ",", "=", "/"} }

// completionTriggers are the characters of all languages; each answers to its
// own.
func completionTriggers() []string {
	list := playbookTriggers()
	for _, c := range botTriggers() {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// itemData is what completionItem/resolve needs to describe an item.
type itemData struct {
	URI string           `json:"uri,omitempty"`
	Doc string           `json:"doc,omitempty"`
	Bot *botcomplete.Doc `json:"bot,omitempty"`
}

// completion answers textDocument/completion.
func (v *view) completion(ctx context.Context, p protocol.CompletionParams) (any, error) {
	list := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return v.completeBot(ctx, &p)
	}
	if c := typed(&p); c != "" && !slices.Contains(playbookTriggers(), c) {
		return list, nil
	}
	for _, it := range playbookedit.Completion(b, b.id, off) {
		item, err := v.item(b, &it)
		if err != nil {
			return nil, err
		}
		// What a client makes of it depends on what is typed.
		list.IsIncomplete = list.IsIncomplete || it.Label == playbookedit.JoinLabel
		list.Items = append(list.Items, item)
	}
	return list, ctx.Err()
}

func (v *view) item(b *books, it *playbookedit.Item) (protocol.CompletionItem, error) {
	out := protocol.CompletionItem{
		Label: it.Label, Kind: itemKinds[it.Kind],
		SortText: protocol.NewOptional(fmt.Sprintf("%02d%s", it.Rank, it.Label)),
		TextEdit: &protocol.TextEdit{Range: v.rang(b.text, it.Span), NewText: it.New},
	}
	if it.Detail != "" {
		out.Detail = protocol.NewOptional(it.Detail)
	}
	typed := b.text.Slice(text.Span{Start: it.Span.Start, End: it.Span.End})
	switch {
	case it.Label == playbookedit.JoinLabel:
		out.FilterText = protocol.NewOptional(typed)
	case it.New != it.Label:
		out.FilterText = protocol.NewOptional(it.Label)
	}
	for _, e := range it.Also {
		out.AdditionalTextEdits = append(out.AdditionalTextEdits, protocol.TextEdit{Range: v.rang(b.text, e.Span), NewText: e.New})
	}
	if it.Doc != "" {
		raw, err := json.Marshal(itemData{URI: string(v.uri(b.path)), Doc: it.Doc})
		if err != nil {
			return out, err
		}
		out.Data = raw
	}
	return out, nil
}

// resolveCompletion answers completionItem/resolve: the item with its
// documentation.
func (v *view) resolveCompletion(ctx context.Context, p protocol.CompletionItem) (any, error) {
	var data itemData
	if len(p.Data) == 0 {
		return p, nil
	}
	if json.Unmarshal(p.Data, &data) != nil {
		return nil, rpc.InvalidParams(protocol.MethodCompletionItemResolve, errNotOurs)
	}
	if data.Bot != nil {
		if md := v.describeBot(*data.Bot); md != "" {
			p.Documentation = v.markup(md)
		}
		return p, nil
	}
	file, ok := v.path(uri.URI(data.URI))
	if d := v.document(data.URI); d != nil {
		file, ok = d.path, true
	}
	if !ok {
		return p, nil
	}
	b, ok := v.booksAt(ctx, file)
	if !ok {
		return p, nil
	}
	if md := playbookedit.Document(b, b.id, data.Doc); md != "" {
		p.Documentation = v.markup(md)
	}
	return p, nil
}
