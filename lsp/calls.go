package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// callData names a node of a graph between the requests of a call hierarchy.
type callData struct {
	Unit string `json:"unit"`
	Name string `json:"name"`
}

// prepareCalls answers textDocument/prepareCallHierarchy: the nodes of the
// graph under the cursor, null where there is none (authoring.md 8, L2).
func (v *view) prepareCalls(ctx context.Context, p protocol.CallHierarchyPrepareParams) (any, error) {
	file, t, ok := v.botText(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	var out []protocol.CallHierarchyItem
	for _, c := range botedit.PrepareCalls(v.snap, file, v.offset(t, p.Position)) {
		item, ok, err := v.callItem(&c)
		switch {
		case err != nil:
			return nil, err
		case ok:
			out = append(out, item)
		}
	}
	if out == nil {
		return nil, ctx.Err()
	}
	return out, ctx.Err()
}

func (v *view) callItem(c *botedit.Call) (item protocol.CallHierarchyItem, ok bool, err error) {
	t := v.text(c.Path)
	if t == nil {
		return item, false, nil
	}
	data, err := json.Marshal(callData{c.Unit, c.Name})
	if err != nil {
		return item, false, err
	}
	item = protocol.CallHierarchyItem{
		Name: finding.Cut(c.Name), Kind: protocol.SymbolKindClass, URI: v.uri(c.Path),
		Range: v.rang(t, c.Whole), SelectionRange: v.rang(t, c.Span), Data: data,
	}
	if c.Keyword != "" {
		item.Detail = &c.Keyword
	}
	return item, true, nil
}

// called reads the node that an item of this server names.
func called(method string, item *protocol.CallHierarchyItem) (callData, error) {
	var data callData
	if len(item.Data) == 0 || json.Unmarshal(item.Data, &data) != nil || data.Unit == "" || data.Name == "" {
		return data, rpc.InvalidParams(method, errNotOurs)
	}
	data.Unit = workspace.Key(data.Unit)
	return data, nil
}

// outgoingCalls answers callHierarchy/outgoingCalls.
func (v *view) outgoingCalls(ctx context.Context, p protocol.CallHierarchyOutgoingCallsParams) (any, error) {
	data, err := called(protocol.MethodCallHierarchyOutgoingCalls, &p.Item)
	if err != nil {
		return nil, err
	}
	out := []protocol.CallHierarchyOutgoingCall{}
	for _, n := range botedit.OutgoingCalls(v.snap, data.Unit, data.Name) {
		item, ok, err := v.callItem(&n.Call)
		switch {
		case err != nil:
			return nil, err
		case ok:
			file, known := v.path(p.Item.URI)
			if !known {
				file = n.Path
			}
			out = append(out, protocol.CallHierarchyOutgoingCall{To: item, FromRanges: v.ranges(file, n.From)})
		}
	}
	return out, ctx.Err()
}

// incomingCalls answers callHierarchy/incomingCalls.
func (v *view) incomingCalls(ctx context.Context, p protocol.CallHierarchyIncomingCallsParams) (any, error) {
	data, err := called(protocol.MethodCallHierarchyIncomingCalls, &p.Item)
	if err != nil {
		return nil, err
	}
	out := []protocol.CallHierarchyIncomingCall{}
	for _, n := range botedit.IncomingCalls(v.snap, data.Unit, data.Name) {
		item, ok, err := v.callItem(&n.Call)
		switch {
		case err != nil:
			return nil, err
		case ok:
			out = append(out, protocol.CallHierarchyIncomingCall{From: item, FromRanges: v.ranges(n.Path, n.From)})
		}
	}
	return out, ctx.Err()
}

func (v *view) ranges(file string, spans []text.Span) []protocol.Range {
	out := make([]protocol.Range, 0, len(spans))
	t := v.text(file)
	if t == nil {
		return out
	}
	for _, s := range spans {
		out = append(out, v.rang(t, s))
	}
	return out
}
