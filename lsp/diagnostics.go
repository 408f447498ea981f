package lsp

import (
	"encoding/json"
	"runtime/debug"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// source is the `source` of all diagnostics.
const source = "boundary"

// pages is where the rules are explained.
const pages = "https://github.com/boundary-lsp/boundary-lsp/blob/main/"

// diagnosticData is the `data` of a diagnostic: what a client needs to know of
// its fixes, and what finds them again.
type diagnosticData struct {
	Code  string         `json:"code"`
	Name  string         `json:"name,omitempty"`
	Start int            `json:"start"` // byte offsets in the document as it was analysed
	End   int            `json:"end"`
	Fixes []fixData      `json:"fixes"`
	Data  map[string]any `json:"data,omitempty"` // the rule's own (cli.md, JSON)
}

type fixData struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Safe      bool   `json:"safe"`
	Preferred bool   `json:"preferred"`
}

// findings are those of one file in the order of the command line: its own
// and, after a scan, those that need the whole workspace.
func (v *view) findings(path string) []finding.Finding {
	r := v.result(path)
	list := r.Findings
	if scan := v.scanner.last.Load(); scan != nil && len(scan.only[path]) > 0 {
		list = append(slices.Clone(list), scan.onlyIn(path, v.text(path))...)
		finding.Sort(list)
	}
	if found, _ := v.previewed(path); len(found) > 0 {
		list = append(slices.Clone(list), found...)
		finding.Sort(list)
	}
	return list
}

// result is the analysis of one file. Whatever goes wrong in it, there is one.
func (v *view) result(path string) (r *analysis.FileResult) {
	defer func() {
		if p := recover(); p != nil {
			v.log.Error("panic in an analysis", zap.String("path", path), zap.Any("panic", p), zap.ByteString("stack", debug.Stack()))
			r = analysis.Failed(path)
		}
	}()
	r = analysis.File(v.snap, path, v.open(path))
	v.remember(path)
	if r.Panic != "" {
		v.log.Error("panic in an analysis", zap.String("path", path), zap.String("stack", r.Panic))
	}
	return r
}

// diagnostics are findings as the client gets them; never nil.
func (v *view) diagnostics(list []finding.Finding) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(list))
	for i := range list {
		out = append(out, v.diagnostic(&list[i]))
	}
	return out
}

func (v *view) diagnostic(f *finding.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    v.placeRange(f.Place),
		Severity: severity(f.Severity),
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(source),
		Message:  protocol.String(f.Message),
	}
	data := diagnosticData{Code: f.Code, Start: f.Span.Start, End: f.Span.End, Fixes: []fixData{}, Data: f.Data}
	if r, ok := rule.Get(f.Code); ok {
		d.CodeDescription = protocol.CodeDescription{Href: uri.URI(pages + r.DocPath())}
		d.Tags = v.tags(r.Tags)
		data.Name = r.Name
	}
	for i := range f.Fixes {
		x := &f.Fixes[i]
		data.Fixes = append(data.Fixes, fixData{x.ID, x.Title, x.Safe, x.Preferred})
	}
	if raw, err := json.Marshal(data); err == nil {
		d.Data = raw
	}
	if v.client.relatedInformation {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: v.uri(r.Path), Range: v.placeRange(r.Place)},
				Message:  r.Message,
			})
		}
	}
	return d
}

func (v *view) tags(list []rule.Tag) protocol.DiagnosticTags {
	var tags protocol.DiagnosticTags
	var known []protocol.DiagnosticTag
	for _, t := range list {
		if tag := protocol.DiagnosticTag(t); slices.Contains(v.client.tags, tag) {
			known = append(known, tag)
		}
	}
	tags.Set(known)
	return tags
}

func severity(s finding.Severity) protocol.DiagnosticSeverity {
	switch s {
	case finding.Error:
		return protocol.DiagnosticSeverityError
	case finding.Warning:
		return protocol.DiagnosticSeverityWarning
	case finding.Info:
		return protocol.DiagnosticSeverityInformation
	}
	return protocol.DiagnosticSeverityHint
}

// drift is what lies between two versions of a text: all that they share at
// the start and at the end.
type drift struct {
	same         bool
	lost         bool // one of them is not there
	prefix, tail int  // bytes up to the change, and from where on in the old text
	delta        int
}

func between(from, to *text.Text) drift {
	switch {
	case from == to:
		return drift{same: true}
	case from == nil || to == nil:
		return drift{lost: true}
	}
	a, b := from.String(), to.String()
	if a == b {
		return drift{same: true}
	}
	n := 0
	for most := min(len(a), len(b)); n < most && a[n] == b[n]; n++ {
	}
	k := 0
	for most := min(len(a), len(b)) - n; k < most && a[len(a)-1-k] == b[len(b)-1-k]; k++ {
	}
	return drift{prefix: n, tail: len(a) - k, delta: len(b) - len(a)}
}

// carry takes a span of the old text to the new one; ok is false where the
// change touches it.
func (d drift) carry(span text.Span) (to text.Span, ok bool) {
	switch {
	case d.same, !d.lost && span.End < d.prefix:
		return span, true
	case !d.lost && span.Start > d.tail:
		return span.Shift(d.delta), true
	}
	return span, false
}
