package external_test

import (
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// oracle is property 3 of playbook.md 15.3: what the run does, the analysis
// said.
func oracle(s *subject, r *external.Result) string {
	for _, c := range s.log() {
		if !covers(s.ws, r, c.Pos, finding.Off, "PB001", "PB010") {
			return "conversion at " + c.Pos.String() + " (" + c.Builtin + ") is not reported"
		}
	}
	if s.failure == nil {
		return ""
	}
	said := true
	switch s.failure.Name {
	case playbook.ExternalMethod:
		said = called(s.ws, r, s.failure.Pos)
	case playbook.ExternalMisplaced:
		said = misplaced(s.ws, r, s.failure.Pos)
	case playbook.ExternalConverted:
		// What the author built by hand is PB006's.
		said = received(s.ws, r, s.failure.Pos) || has(r, finding.Error, "PB006")
	case playbook.StarlarkError:
		// The interpreter stops at an operation that external text has not. The
		// name of its type alone says nothing: fail(type(v)) has it, too.
		if slices.Contains(stops, numbers.ReplaceAllString(s.failure.Msg, "N")) {
			said = has(r, finding.Off, "PB001", "PB002", "PB007", "PB008")
		}
	}
	if !said {
		return string(s.failure.Name) + " at " + s.failure.Pos.String() + " has no report: " + s.failure.Msg
	}
	return ""
}

// log is what the run converted.
func (s *subject) log() []playbook.Conversion {
	if s.failure != nil {
		return s.failure.Conversions
	}
	return s.plan.Conversions
}

// covers reports whether some finding with one of the codes, and at least as
// severe, stands over a position of a run.
func covers(ws *memory, r *external.Result, pos syntax.Position, least finding.Severity, codes ...string) bool {
	id := pos.Filename()
	f, ok := ws.File(id)
	if !ok {
		return false
	}
	off := f.Offset(pos)
	return slices.ContainsFunc(r.Findings[id], func(x finding.Finding) bool {
		return x.Severity >= least && x.Span.Start <= off && off < x.Span.End && slices.Contains(codes, x.Code)
	})
}

func has(r *external.Result, least finding.Severity, codes ...string) bool {
	for _, list := range r.Findings {
		for _, f := range list {
			if f.Severity >= least && slices.Contains(codes, f.Code) {
				return true
			}
		}
	}
	return false
}

// called reports whether a PB002 error is about the call that stands at a
// position: the method is taken in it, or the finding says that it is called
// there.
func called(ws *memory, r *external.Result, pos syntax.Position) bool {
	file, span, ok := callSpan(ws, pos)
	if !ok {
		return has(r, finding.Error, "PB002")
	}
	for id, list := range r.Findings {
		for _, f := range list {
			if f.Code != "PB002" || f.Severity != finding.Error {
				continue
			}
			if id == file.ID && span.Covers(f.Span) {
				return true
			}
			for _, rel := range f.Related {
				if rel.Path == ws.Path(file.ID) && rel.Span.Covers(span) {
					return true
				}
			}
		}
	}
	return false
}

// misplaced reports whether a PB009 stands in the call at a position.
func misplaced(ws *memory, r *external.Result, pos syntax.Position) bool {
	file, span, ok := callSpan(ws, pos)
	if !ok {
		return has(r, finding.Error, "PB009")
	}
	return slices.ContainsFunc(r.Findings[file.ID], func(f finding.Finding) bool {
		return f.Code == "PB009" && span.Covers(f.Span)
	})
}

// received reports whether a PB001 error has a receiver inside the failing
// constructor call, or stands at the call itself.
func received(ws *memory, r *external.Result, pos syntax.Position) bool {
	if covers(ws, r, pos, finding.Error, "PB001") {
		return true
	}
	file, span, ok := callSpan(ws, pos)
	if !ok {
		return false
	}
	for _, list := range r.Findings {
		for _, f := range list {
			if f.Code != "PB001" || f.Severity != finding.Error {
				continue
			}
			for _, site := range f.Data["sites"].([]string) {
				id, line, col := place(site)
				if id == file.ID && span.Contains(file.Offset(syntax.MakePosition(nil, line, col))) {
					return true
				}
			}
		}
	}
	return false
}

// callSpan is the call whose parenthesis stands at a position of a run.
func callSpan(ws *memory, pos syntax.Position) (*playbook.File, text.Span, bool) {
	file, ok := ws.File(pos.Filename())
	if !ok {
		return nil, text.Span{}, false
	}
	call := callAt(file, file.Offset(pos))
	if call == nil {
		return file, text.Span{}, false
	}
	return file, file.Span(call), true
}

// place takes file:line:column apart.
func place(s string) (id string, line, col int32) {
	parts := strings.Split(s, ":")
	l, _ := strconv.Atoi(parts[1])
	c, _ := strconv.Atoi(parts[2])
	return parts[0], int32(l), int32(c)
}

// callAt is the call whose parenthesis stands at an offset.
func callAt(f *playbook.File, off int) (found syntax.Node) {
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && f.Offset(c.Lparen) == off {
			found = c
		}
		return true
	})
	return found
}
