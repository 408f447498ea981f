package bothover

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Verdict gives the Markdown of boundary-class.md 12 for an agent or judge of
// the unit. name is that of the node in the graph; where it is empty the
// declaration is meant, with all the uses of its group. It answers nothing for
// a node without a verdict.
type Verdict func(x *botindex.Index, s *botindex.Symbol, name string) string

// Hover gives the Markdown for a byte offset of a file and the span that it is
// about, which contains the offset. ok is false where there is nothing to say
// (authoring.md 4, H17). verdict may be nil.
func Hover(snap *workspace.Snapshot, file string, off int, verdict Verdict) (markdown string, span text.Span, ok bool) {
	h := &hover{snap: snap, file: file, off: off, verdict: verdict}
	var at *botindex.Occurrence
	for _, x := range botindex.For(snap, file) {
		if o := x.At(file, off); o != nil && (at == nil || len(at.Symbols) == 0 && len(o.Symbols) > 0) {
			at, h.x = o, x
		}
	}
	if at != nil {
		if md := h.occurrence(at); md != "" {
			return md, at.Span, true
		}
	}
	if workspace.Kind(file) != workspace.Bot {
		return "", text.Span{}, false
	}
	f, err := snap.Bot(file)
	if err != nil {
		return "", text.Span{}, false
	}
	if h.x == nil {
		for _, x := range botindex.For(snap, file) {
			h.x = x
			break
		}
	}
	return h.syntax(f)
}

// hover is one question.
type hover struct {
	snap    *workspace.Snapshot
	x       *botindex.Index // nil where no unit reads the file
	file    string
	off     int
	verdict Verdict
	drawn   *botindex.Graph
}

func (h *hover) graph() *botindex.Graph {
	if h.drawn == nil {
		h.drawn = h.x.Graph()
	}
	return h.drawn
}

// occurrence describes what a place names; empty where that is nothing.
func (h *hover) occurrence(o *botindex.Occurrence) string {
	p := &page{}
	s := o.Symbol()
	switch {
	case o.Kind == botindex.Path:
		h.target(p, o)
	case o.Kind == botindex.Env:
		h.env(p, o)
	case o.Kind == botindex.Terminal:
		h.terminal(p, o)
	case o.Kind.Engine():
		h.engine(p, o)
	case o.Kind == botindex.Node && s != nil:
		h.node(p, s, h.nodeName(o))
	case o.Kind == botindex.MCPServer && o.Role == botindex.Tool && !s.Declared():
		return ""
	case o.Kind == botindex.Field:
		h.fields(p, o)
	case o.Kind == botindex.Workflow:
		return ""
	case s != nil:
		h.symbol(p, s)
	case o.Kind == botindex.Var && o.Unit != "":
		h.outer(p, o)
	}
	if p.empty() {
		return ""
	}
	if o.Role == botindex.Template || o.Role == botindex.Expression {
		h.reference(p, o)
	}
	return p.String()
}

// outer describes the var of another bot that a subbot hands a value to.
func (h *hover) outer(p *page, o *botindex.Occurrence) {
	x := botindex.Of(h.snap, o.Unit)
	if x == nil {
		return
	}
	if s := x.Symbol(botindex.Var, nil, o.Name); s != nil && s.Declared() {
		other := &hover{snap: h.snap, x: x, file: h.file, off: h.off}
		other.symbol(p, s)
		p.line("a var of the bot that this node runs")
	}
}

// nodeName is the name in the graph of a node that stands behind the prefix of
// a use; for others that of the occurrence, and empty for members of groups,
// which have a name for each use.
func (h *hover) nodeName(o *botindex.Occurrence) string {
	s := o.Symbol()
	if s.Owner == nil {
		return o.Name
	}
	if before := h.before(o); before != nil && before.Kind == botindex.Prefix {
		return before.Name + "." + o.Name
	}
	return ""
}

// before is the occurrence in front of the dot before o, nil without one.
func (h *hover) before(o *botindex.Occurrence) *botindex.Occurrence {
	src := h.source(o.Path)
	i := o.Span.Start
	for i > 0 && (src[i-1] == ' ' || src[i-1] == '\t') {
		i--
	}
	if i == 0 || src[i-1] != '.' {
		return nil
	}
	for i--; i > 0 && (src[i-1] == ' ' || src[i-1] == '\t'); i-- {
	}
	at := h.x.At(o.Path, i)
	if at == nil || at.Span.End != i {
		return nil
	}
	return at
}

// source is the text of a file, empty where it cannot be read.
func (h *hover) source(file string) string {
	if t := h.snap.File(file).Text; t != nil {
		return t.String()
	}
	return ""
}

// where names a file as a message does: from the folder of the unit.
func (h *hover) where(file string) string {
	root := h.x.Unit.Root
	if rest, ok := strings.CutPrefix(file, root+"/"); ok {
		return rest
	}
	return path.Base(file)
}

// declaredIn is the line that says where a symbol is declared.
func (h *hover) declaredIn(s *botindex.Symbol) string {
	switch {
	case len(s.Decls) > 0:
		o := s.Decls[0]
		t := h.snap.File(o.Path).Text
		if t == nil {
			return ""
		}
		return "in " + quote(h.where(o.Path)) + ", line " + count(t.LineCol(o.Span.Start).Line)
	case s.File != "":
		return "the file " + quote(h.where(s.File))
	}
	return "declared nowhere"
}

// Symbol gives the Markdown for a name of a unit as its declaration shows it,
// for completion; empty where there is nothing to say. verdict may be nil.
func Symbol(snap *workspace.Snapshot, x *botindex.Index, s *botindex.Symbol, verdict Verdict) string {
	h := &hover{snap: snap, x: x, verdict: verdict}
	p := &page{}
	switch {
	case s.Kind == botindex.Node:
		name := s.Name
		if s.Owner != nil {
			name = ""
		}
		h.node(p, s, name)
	case s.Kind == botindex.Field:
		h.field(p, s)
	case !s.Kind.Engine() && s.Kind != botindex.Workflow:
		h.symbol(p, s)
	}
	return p.String()
}

// declarationOf is the file and the declaration at top level or in a group
// that holds a span of a file.
func (h *hover) declarationOf(file string, at text.Span) (f *bot.UnitFile, d *bot.Decl) {
	f = h.x.Unit.File(file)
	if f == nil {
		return nil, nil
	}
	list := f.File.Decls
	for {
		var found *bot.Decl
		for _, c := range list {
			if c.Span.Covers(at) {
				found = c
				break
			}
		}
		if found == nil {
			return f, d
		}
		d, list = found, found.Decls
	}
}

// edgeOf is the edge that holds a span, nil without one.
func edgeOf(f *bot.UnitFile, d *bot.Decl, at text.Span) *bot.Edge {
	list := f.File.Orphans
	if d != nil {
		list = d.Edges
	}
	for _, e := range list {
		if e.Span.Covers(at) {
			return e
		}
	}
	return nil
}
