package graph

import (
	"encoding/json"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// SchemaVersion is that of the JSON; while it stands, keys are added and never
// renamed.
const SchemaVersion = 1

// The kinds of nodes that no declaration bears. The others are the declaring
// keywords.
const (
	KindEnd     = "end"     // done and fail
	KindUnknown = "unknown" // named on an edge, declared nowhere
)

// The states of a member's paragraph (authoring.md 9, G2).
const (
	Present = "present"
	Missing = "missing"
	Open    = "open"
	Unread  = "unread"
)

// Graph is the answer of `graph --format json`. Lists are never nil.
type Graph struct {
	SchemaVersion int    `json:"schemaVersion"`
	Path          string `json:"path"`
	Workflow      string `json:"workflow"`
	// Complete is false where the unit has syntax errors or an unread import:
	// the graph shows what was read.
	Complete bool    `json:"complete"`
	Entry    string  `json:"entry"`
	Nodes    []Node  `json:"nodes"`
	Edges    []Edge  `json:"edges"`
	Loops    []Loop  `json:"loops"`
	Groups   []Group `json:"groups"`
}

// Node is a node of the graph.
type Node struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Group is the prefix of the use that the node is a clone of.
	Group *string `json:"group"`
	// Path, Range (the name's) and Description belong to declared nodes.
	Path        string  `json:"path,omitempty"`
	Range       *Range  `json:"range,omitempty"`
	Description *string `json:"description,omitempty"`
	Reachable   bool    `json:"reachable"`
	// Acting says that the node is a member of the acting class, Reasons why.
	Acting  bool     `json:"acting"`
	Reasons []string `json:"reasons"`
	// Paragraph is one of the four states, nil for a node outside the class.
	Paragraph *string `json:"paragraph"`
	Deferred  bool    `json:"deferred"`
	// Detail is the route of an agent or judge, the mode of a router, the event
	// of an emit or wait, the source of a subbot, the code of a fail.
	Detail *Detail `json:"detail,omitempty"`
}

// Detail is a text that may be undecided.
type Detail struct {
	Text      string
	Undecided bool
}

// MarshalJSON gives the text, or null where it is undecided.
func (d *Detail) MarshalJSON() ([]byte, error) {
	if d.Undecided {
		return []byte("null"), nil
	}
	return json.Marshal(d.Text)
}

// is reports whether the paragraph is in one of the states.
func (n *Node) is(states ...string) bool {
	for _, s := range states {
		if n.Paragraph != nil && *n.Paragraph == s {
			return true
		}
	}
	return false
}

// owes reports whether the node's paragraph is missing or open.
func (n *Node) owes() bool { return n.is(Missing, Open) }

// fault reports whether the node is shown as one: its paragraph is missing and
// not deferred, or open.
func (n *Node) fault() bool { return n.is(Open) || n.is(Missing) && !n.Deferred }

// Edge is an arrow. Chains are split into pairs; their clauses belong to the
// last one.
type Edge struct {
	ID      string   `json:"id"`
	From    string   `json:"from"`
	To      string   `json:"to"`
	When    *When    `json:"when"`
	Else    bool     `json:"else"`
	Loop    *string  `json:"loop"`
	Foreach *string  `json:"foreach"`
	Back    bool     `json:"back"`
	With    []string `json:"with"`
	Path    string   `json:"path"`
	Range   Range    `json:"range"`
}

// When is a guard: a field of the source's output, or an expression.
type When struct {
	Field string
	Not   bool
	// Expression is the text of an expression; nil for a field.
	Expression *string
}

// MarshalJSON gives the one or the other form.
func (w *When) MarshalJSON() ([]byte, error) {
	if w.Expression != nil {
		return json.Marshal(struct {
			Expression string `json:"expression"`
		}{*w.Expression})
	}
	return json.Marshal(struct {
		Field string `json:"field"`
		Not   bool   `json:"not"`
	}{w.Field, w.Not})
}

// Loop is a loop with the edges that name it.
type Loop struct {
	Name string `json:"name"`
	// Cap is an int64, the text of a quoted cap, or nil.
	Cap       any      `json:"cap"`
	Unbounded bool     `json:"unbounded"`
	Edges     []string `json:"edges"`
}

// Group is a use of a group with its clones.
type Group struct {
	Prefix string   `json:"prefix"`
	Group  string   `json:"group"`
	Nodes  []string `json:"nodes"`
}

// Position is a place as cli.md's JSON has it: Line and Column 1-based, Column
// in code points, Offset 0-based in bytes.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Range is half-open.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

func rangeOf(t *text.Text, s text.Span) Range {
	at := func(off int) Position {
		p := t.LineCol(off)
		return Position{p.Line, p.Column, off}
	}
	return Range{at(s.Start), at(s.End)}
}
