package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// actionData is what codeAction/resolve needs to find an edit again.
type actionData struct {
	URI     string `json:"uri"`
	Version int64  `json:"version"`
	FixAll  bool   `json:"fixAll,omitempty"`
	Code    string `json:"code,omitempty"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Fix     string `json:"fix,omitempty"` // its title
}

// codeActions answers textDocument/codeAction: the fixes of the findings in
// the range, a silencing comment for each of them, and fix all. What the
// client repeats of its diagnostics is used to choose among ours; its ranges
// are not (editors.md, rule 1).
func (v *view) codeActions(ctx context.Context, p protocol.CodeActionParams) (any, error) {
	actions := []protocol.CommandOrCodeAction{}
	path, ok := v.path(p.TextDocument.URI)
	if !ok || !v.spoken(path) || !v.client.codeActionLiterals {
		return actions, nil
	}
	t := v.text(path)
	if t == nil {
		return actions, nil
	}
	add := func(a *protocol.CodeAction) {
		if a != nil {
			actions = append(actions, a)
		}
	}
	list := v.findings(path)
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		chosen := v.chosen(t, list, &p)
		for _, f := range chosen {
			for _, fix := range f.Fixes {
				add(v.quickFix(path, f, fix))
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for _, f := range chosen {
			if fix, ok := analysis.SilenceFix(v.snap, f); ok {
				add(v.quickFix(path, f, fix))
			}
		}
	}
	if wanted(p.Context.Only, fixAllKind) && hasSafe(list) {
		add(v.fixAllAction(ctx, path))
	}
	return actions, nil
}

// wanted reports whether a client that asks for these kinds wants one of
// kind; kinds are hierarchical (LSP 3.17, CodeActionKind).
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return true
	}
	for _, k := range only {
		if k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".") {
			return true
		}
	}
	return false
}

// chosen are the findings that a request is about: those that touch its range
// and those that the client names.
func (v *view) chosen(t *text.Text, list []finding.Finding, p *protocol.CodeActionParams) []finding.Finding {
	type named struct {
		code string
		line uint32
	}
	names := map[named]bool{}
	for i := range p.Context.Diagnostics {
		d := &p.Context.Diagnostics[i]
		if code, ok := d.Code.(protocol.String); ok {
			names[named{string(code), d.Range.Start.Line}] = true
		}
	}
	span := v.span(t, p.Range)
	var out []finding.Finding
	for _, f := range list {
		at := f.Span
		if f.Whole {
			at = text.Span{}
		}
		line := v.placeRange(f.Place).Start.Line
		if at.Start <= span.End && span.Start <= at.End || names[named{f.Code, line}] {
			out = append(out, f)
		}
	}
	return out
}

// quickFix is the action of one fix; nil where it does not apply after all.
func (v *view) quickFix(path string, f finding.Finding, fix finding.Fix) *protocol.CodeAction {
	kind := protocol.CodeActionKindQuickFix
	a := &protocol.CodeAction{Title: fix.Title, Kind: &kind, Diagnostics: []protocol.Diagnostic{v.diagnostic(&f)}}
	if fix.Preferred {
		yes := true
		a.IsPreferred = &yes
	}
	if v.client.resolveEdit {
		a.Data = v.actionData(path, actionData{Code: f.Code, Start: f.Span.Start, End: f.Span.End, Fix: fix.Title})
		return a
	}
	if a.Edit = v.fixEdit(f, fix); a.Edit == nil {
		return nil
	}
	return a
}

func (v *view) actionData(path string, d actionData) protocol.LSPAny {
	d.URI = string(v.uri(path))
	if doc := v.docs[path]; doc != nil {
		d.Version = doc.version
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return nil
	}
	return raw
}

// fixEdit is the edit of a fix; nil where it does not apply (any more).
func (v *view) fixEdit(f finding.Finding, fix finding.Fix) *protocol.WorkspaceEdit {
	edits := fix.Edits()
	if f.WorkspaceOnly {
		// It was computed in a scan: it holds for the texts of that time.
		scan := v.scanner.last.Load()
		for _, e := range edits {
			if scan == nil || !between(scan.snap.File(e.Path).Text, v.text(e.Path)).same {
				return nil
			}
		}
	}
	return v.workspaceEdit(edits)
}

// resolveCodeAction answers codeAction/resolve: it adds the edit.
func (v *view) resolveCodeAction(ctx context.Context, a protocol.CodeAction) (any, error) {
	var d actionData
	if a.Edit != nil || len(a.Data) == 0 {
		return a, nil
	}
	if err := json.Unmarshal(a.Data, &d); err != nil {
		return nil, rpc.InvalidParams(protocol.MethodCodeActionResolve, err)
	}
	doc := v.document(d.URI)
	if doc == nil || doc.version != d.Version {
		return nil, rpc.ContentModified()
	}
	if d.FixAll {
		edit, err := v.fixAllEdit(ctx, doc.path)
		a.Edit = edit
		return a, err
	}
	for _, f := range v.findings(doc.path) {
		if f.Code != d.Code || f.Span.Start != d.Start || f.Span.End != d.End {
			continue
		}
		fixes := f.Fixes
		if fix, ok := analysis.SilenceFix(v.snap, f); ok {
			fixes = append(fixes[:len(fixes):len(fixes)], fix)
		}
		for _, fix := range fixes {
			if fix.Title != d.Fix {
				continue
			}
			if a.Edit = v.fixEdit(f, fix); a.Edit == nil {
				return nil, rpc.RequestFailed("this fix does not apply here; nothing was changed")
			}
			return a, nil
		}
	}
	return nil, rpc.ContentModified()
}

// document is the open document of a URI that the server itself wrote.
func (v *view) document(u string) *document {
	for _, d := range v.docs {
		if string(d.uri) == u {
			return d
		}
	}
	return nil
}
