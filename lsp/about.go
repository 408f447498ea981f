package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// methodAbout asks what the server makes of a document, for a client's status
// line: {textDocument} gives an about. It is no part of the protocol.
const methodAbout = "boundary/about"

// about is the answer to methodAbout.
type about struct {
	// Kind is "bot", "playbook", "module", "markdown" or "config"; empty for a
	// document that the server says nothing about.
	Kind string `json:"kind"`
	// Members are the nodes declared in the document that act, in its order.
	Members []aboutMember `json:"members"`
	// Faults counts the document's diagnostics.
	Faults aboutFaults `json:"faults"`
}

type aboutMember struct {
	Node    string         `json:"node"`
	Range   protocol.Range `json:"range"` // its name
	Reasons []string       `json:"reasons"`
	Owes    bool           `json:"owes"` // its boundary paragraph is missing
}

type aboutFaults struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Others   int `json:"others"`
}

type aboutParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// about answers methodAbout.
func (v *view) about(_ context.Context, p aboutParams) (any, error) {
	out := &about{Members: []aboutMember{}}
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	out.Kind = v.kind(path)
	for _, f := range v.findings(path) {
		switch f.Severity {
		case finding.Error:
			out.Faults.Errors++
		case finding.Warning:
			out.Faults.Warnings++
		default:
			out.Faults.Others++
		}
	}
	if t := v.text(path); t != nil && out.Kind == "bot" {
		seen := map[int]bool{} // a declaration that several units read counts once
		for _, c := range analysis.Classes(v.snap, path, v.open(path)) {
			for _, n := range c.Nodes {
				if n.Path != path || n.Unread || !n.Member() || seen[n.Decl.Span.Start] {
					continue
				}
				seen[n.Decl.Span.Start] = true
				out.Members = append(out.Members, aboutMember{n.Name, v.rang(t, n.Decl.Name.Span), n.Reasons, n.Owes()})
			}
		}
		slices.SortStableFunc(out.Members, func(a, b aboutMember) int {
			return cmp.Compare(a.Range.Start.Line, b.Range.Start.Line)
		})
	}
	return out, nil
}

// kind is the kind of a document.
func (v *view) kind(path string) string {
	switch workspace.Kind(path) {
	case workspace.Bot:
		return "bot"
	case workspace.Markdown:
		return "markdown"
	case workspace.Config:
		return "config"
	}
	switch {
	case v.snap.PlaybookRole(path) == playbook.Entry:
		return "playbook"
	case v.snap.IsPlaybook(path):
		return "module"
	}
	return ""
}
