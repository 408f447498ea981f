package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// externalFlow is the result of boundary.showExternalFlow.
type externalFlow struct {
	// Text is all of it for a reader, without marks.
	Text  string     `json:"text"`
	Flows []flowInto `json:"flows"`
}

// flowInto is one place that external text comes to.
type flowInto struct {
	Target   string            `json:"target"`
	Location protocol.Location `json:"location"`
	Ways     []flowWay         `json:"ways"`
}

type flowWay struct {
	Param string     `json:"param"` // empty for the placeholder of a conversion
	Steps []flowStep `json:"steps"`
}

type flowStep struct {
	Text     string            `json:"text"`
	Location protocol.Location `json:"location"`
}

// showExternalFlow runs boundary.showExternalFlow: how external text came to
// the name at a position, or without one to all arguments of constructors in
// what runs together with the document. It opens nothing.
func (v *view) showExternalFlow(ctx context.Context, args []protocol.LSPAny) (any, error) {
	file, err := v.file(args)
	if err != nil {
		return nil, err
	}
	b, ok := v.booksAt(ctx, file)
	if !ok {
		return nil, rpc.RequestFailed("the document is no playbook, so no external text flows in it")
	}
	var arg struct {
		Position *protocol.Position `json:"position"`
	}
	if err := json.Unmarshal(args[0], &arg); err != nil && strings.HasPrefix(string(args[0]), "{") {
		return nil, badArguments(errors.New("the argument is {uri, position}"))
	}
	off := -1
	if arg.Position != nil {
		off = v.offset(b.text, *arg.Position)
	}
	out := externalFlow{Flows: []flowInto{}}
	list, text := playbookedit.Flow(b, b.id, off)
	out.Text = plain(text)
	for _, f := range list {
		at, ok := b.location(f.Location)
		if !ok {
			continue
		}
		into := flowInto{Target: plain(f.Target), Location: at, Ways: []flowWay{}}
		for _, w := range f.Ways {
			way := flowWay{Param: w.Param, Steps: []flowStep{}}
			for _, s := range w.Steps {
				if l, ok := b.location(playbookedit.Location{ID: s.ID, Span: s.Span}); ok {
					way.Steps = append(way.Steps, flowStep{plain(s.Text), l})
				}
			}
			into.Ways = append(into.Ways, way)
		}
		out.Flows = append(out.Flows, into)
	}
	return out, nil
}
