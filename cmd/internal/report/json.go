package report

import (
	"encoding/json"
	"io"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
)

// SchemaVersion is that of the JSON; while it stands, keys are added and never
// renamed.
const SchemaVersion = 1

// Document is the answer as JSON (cli.md, JSON). Lists are never null.
type Document struct {
	SchemaVersion int          `json:"schemaVersion"`
	Tool          Tool         `json:"tool"`
	Files         int          `json:"files"`
	Diagnostics   []Diagnostic `json:"diagnostics"`
	Inventory     []Unread     `json:"inventory"`
	Counts        Counts       `json:"counts"`
	Errors        []Problem    `json:"errors"`
	Summary       Summary      `json:"summary"`
	Hidden        Hidden       `json:"hidden"`
	// Fixed is there in the answer of fix, also when it is empty.
	Fixed []Fixed `json:"fixed,omitzero"`
}

// Tool names the program.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Diagnostic is a finding. Range is left out where it is about a whole file,
// Path too where it is about the call itself.
type Diagnostic struct {
	Path        string         `json:"path,omitempty"`
	Range       *Range         `json:"range,omitempty"`
	Severity    string         `json:"severity"`
	Code        string         `json:"code"`
	Name        string         `json:"name"`
	Message     string         `json:"message"`
	Help        string         `json:"help"`
	Fingerprint string         `json:"fingerprint"`
	Related     []Related      `json:"related,omitempty"`
	Data        map[string]any `json:"data,omitempty"`
	Fixes       []Fix          `json:"fixes,omitempty"`
}

// Related is a second place that explains a diagnostic.
type Related struct {
	Path    string `json:"path,omitempty"`
	Range   *Range `json:"range,omitempty"`
	Message string `json:"message"`
}

// Fix is a way to mend a diagnostic; its edits are applied together or not at
// all.
type Fix struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Kind      string `json:"kind"`
	Safe      bool   `json:"safe"`
	Preferred bool   `json:"preferred"`
	Edits     []Edit `json:"edits"`
}

// Edit replaces a range of a file as it was analysed.
type Edit struct {
	Path    string `json:"path"`
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Unread is a file of the inventory: one that could not be read as text.
type Unread struct {
	Path      string `json:"path"`
	Size      int64  `json:"size"`
	Extension string `json:"extension"`
}

// Counts are the numbers of boundary-class.md 9.6.
type Counts struct {
	Members           int         `json:"members"`
	Paragraphs        int         `json:"paragraphs"`
	Supervisors       Supervisors `json:"supervisors"`
	InspectedPolicies int         `json:"inspectedPolicies"`
	Workflows         int         `json:"workflows"`
}

// Supervisors counts them.
type Supervisors struct {
	Declared  int `json:"declared"`
	Inspected int `json:"inspected"`
}

// Problem is something that makes the exit code 2.
type Problem struct {
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// Summary counts the diagnostics by severity.
type Summary struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
	Hint    int `json:"hint"`
}

// Fixed is a fix that was applied.
type Fixed struct {
	Path  string `json:"path"`
	Code  string `json:"code"`
	Title string `json:"title"`
}

type asJSON struct{}

func (asJSON) Write(w io.Writer, r *Run) error { return WriteJSON(w, r.Document()) }

// WriteJSON writes a value the way that all JSON of the program is written.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Document is the run as JSON has it.
func (r *Run) Document() Document {
	c := r.Result.Counts
	doc := Document{
		SchemaVersion: SchemaVersion,
		Tool:          Tool{r.Tool.Name, r.Tool.Version},
		Files:         r.Result.Files,
		Diagnostics:   r.Diagnostics(),
		Inventory:     []Unread{},
		Counts: Counts{
			Members: c.Members, Paragraphs: c.Paragraphs, Workflows: c.Workflows, InspectedPolicies: c.InspectedPolicies,
			Supervisors: Supervisors{c.SupervisorsDeclared, c.SupervisorsInspected},
		},
		Errors: r.problems(),
		Summary: Summary{
			r.count(finding.Error), r.count(finding.Warning), r.count(finding.Info), r.count(finding.Hint),
		},
		Hidden: r.Hidden,
	}
	if r.Fixed != nil {
		doc.Fixed = make([]Fixed, 0, len(r.Fixed))
		for _, f := range r.Fixed {
			doc.Fixed = append(doc.Fixed, Fixed{r.Path(f.Path), f.Code, f.Title})
		}
	}
	return doc
}

func (r *Run) problems() []Problem {
	list := make([]Problem, 0, len(r.Result.Problems))
	for _, p := range r.Result.Problems {
		list = append(list, Problem{r.Path(p.Path), p.Message})
	}
	return list
}

// Diagnostics are the shown findings as JSON has them.
func (r *Run) Diagnostics() []Diagnostic {
	at := newPlaces(r.Source)
	list := make([]Diagnostic, 0, len(r.Shown))
	for _, e := range r.Shown {
		list = append(list, r.diagnostic(e, at))
	}
	return list
}

func (r *Run) diagnostic(e Entry, at *places) Diagnostic {
	d := Diagnostic{
		Path: r.Path(e.Path), Range: rangeOf(e.Place, at),
		Severity: e.Severity.String(), Code: e.Code, Message: e.Message,
		Fingerprint: e.Fingerprint, Data: e.Data,
	}
	if ru, ok := rule.Get(e.Code); ok {
		d.Name, d.Help = ru.Name, ru.DocPath()
	}
	for _, rel := range e.Related {
		d.Related = append(d.Related, Related{r.Path(rel.Path), rangeOf(rel.Place, at), rel.Message})
	}
	for _, f := range e.Fixes {
		edits := f.Edits()
		if len(edits) == 0 {
			continue // does not apply after all
		}
		fix := Fix{ID: f.ID, Title: f.Title, Kind: "quickfix", Safe: f.Safe, Preferred: f.Preferred}
		for _, ed := range edits {
			fix.Edits = append(fix.Edits, Edit{r.Path(ed.Path), at.span(ed.Path, ed.Span), ed.New})
		}
		d.Fixes = append(d.Fixes, fix)
	}
	return d
}

func rangeOf(p finding.Place, at *places) *Range {
	if p.Whole || p.Path == "" {
		return nil
	}
	r := at.span(p.Path, p.Span)
	return &r
}
