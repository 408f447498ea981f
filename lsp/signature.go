package lsp

import (
	"context"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// signatureHelp answers textDocument/signatureHelp; null outside of calls.
func (v *view) signatureHelp(ctx context.Context, p protocol.SignatureHelpParams) (any, error) {
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	sig, ok := playbookedit.SignatureHelp(b, b.id, off)
	if !ok {
		return nil, nil
	}
	info := protocol.SignatureInformation{Label: sig.Label}
	if sig.Doc != "" {
		info.Documentation = v.markup(sig.Doc)
	}
	for _, q := range sig.Params {
		source := sig.Label[q.Span.Start:q.Span.End]
		param := protocol.ParameterInformation{Label: protocol.String(source)}
		if v.client.labelOffsets {
			start := wide(sig.Label[:q.Span.Start])
			param.Label = protocol.ParameterInformationLabelTuple{start, start + wide(source)}
		}
		if q.Doc != "" {
			param.Documentation = v.markup(q.Doc)
		}
		info.Parameters = append(info.Parameters, param)
	}
	zero := uint32(0)
	out := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{info}, ActiveSignature: &zero}
	switch {
	case sig.Active >= 0:
		out.ActiveParameter = protocol.NewNullable(uint32(sig.Active))
	case v.client.noActiveParameter:
		out.ActiveParameter = protocol.NullNullable[uint32]()
	default:
		// Outside of the list no client marks one, or all mark the first.
		out.ActiveParameter = protocol.NewNullable(uint32(len(sig.Params)))
	}
	return out, nil
}

// wide is a length in UTF-16, in which the offsets of a label count whatever
// the encoding of positions.
func wide(s string) uint32 { return uint32(len(utf16.Encode([]rune(s)))) }
