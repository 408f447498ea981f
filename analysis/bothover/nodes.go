package bothover

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// node describes a node (authoring.md 4, H1 and H2). name is its name in the
// graph, empty for a member of a group as it is declared.
func (h *hover) node(p *page, s *botindex.Symbol, name string) {
	d := s.Decl
	if d == nil {
		p.head(clean(s.Name), "node, declared nowhere")
		return
	}
	if h.verdict != nil && (d.Kind == bot.KindAgent || d.Kind == bot.KindJudge) {
		if md := h.verdict(h.x, s, name); md != "" {
			p.line(md)
			return
		}
	}
	shown := name
	if shown == "" {
		shown = s.Name
	}
	below := d.Kind.Keyword() + ", " + h.declaredIn(s)
	if s.Owner != nil {
		below += ", of the group " + quote(s.Owner.Name)
	}
	p.head(clean(shown), below)
	if t, ok := h.propText(s, "description"); ok {
		p.line(quote(t))
	}
	if s.Input != nil || s.Output != nil {
		p.line(schemaName(s.Input) + " → " + schemaName(s.Output))
	}
	switch d.Kind {
	case bot.KindRouter:
		mode := "fan_out_all"
		if t, ok := h.propText(s, "mode"); ok {
			mode = t
		}
		p.line("mode " + quote(mode))
	case bot.KindTool:
		h.recipe(p, s)
	case bot.KindEmit, bot.KindWait:
		if t, ok := h.propText(s, "event"); ok {
			p.line("event " + quote(t))
		}
	case bot.KindSubbot:
		if t, ok := h.propText(s, "source"); ok {
			p.line("runs " + quote(t))
		}
	case bot.KindFail:
		if t, ok := h.propText(s, "code"); ok {
			p.line("code " + quote(t))
		}
	}
	names := []string{name}
	if name == "" {
		names = h.graphNames(s)
	}
	h.edges(p, names)
}

func schemaName(s *botindex.Symbol) string {
	if s == nil {
		return "no schema"
	}
	return quote(s.Name)
}

// propText is the text of a property of a node's declaration.
func (h *hover) propText(s *botindex.Symbol, name string) (string, bool) {
	v := s.Decl.Prop(name)
	if v == nil || v.Value == nil || v.Unknown || s.In == nil {
		return "", false
	}
	return s.In.File.ValueText(v.Value), true
}

// recipe is the first line of what a tool runs.
func (h *hover) recipe(p *page, s *botindex.Symbol) {
	for _, name := range []string{"command", "script", "action"} {
		if t, ok := h.propText(s, name); ok {
			for line := range strings.SplitSeq(t, "\n") {
				if line = strings.TrimSpace(line); line != "" {
					p.line(name + " " + quote(line))
					return
				}
			}
		}
	}
}

// graphNames are the names in the graph of a declared node.
func (h *hover) graphNames(s *botindex.Symbol) []string {
	if s.Owner == nil {
		return []string{s.Name}
	}
	var list []string
	for _, n := range h.x.Unit.Nodes {
		if n.Decl == s.Decl {
			list = append(list, n.Name)
		}
	}
	return list
}

// edges lists what leads to nodes and from them.
func (h *hover) edges(p *page, names []string) {
	var in, out []string
	for _, n := range names {
		for _, a := range h.graph().In[n] {
			in = append(in, h.arrow(a))
		}
		for _, a := range h.graph().Out[n] {
			out = append(out, h.arrow(a))
		}
	}
	p.list("From", unique(in), maxEdges)
	p.list("To", unique(out), maxEdges)
}

// arrow is an edge with its clauses, in one line.
func (h *hover) arrow(a *botindex.Arrow) string {
	s := "`" + end(a.From) + " → " + end(a.To) + "`"
	if c := h.clauses(a); len(c) > 0 {
		s += " " + strings.Join(c, ", ")
	}
	return s
}

func end(name string) string {
	if name == "" {
		return "?"
	}
	return clean(name)
}

// clauses are the guard and the loop of an arrow.
func (h *hover) clauses(a *botindex.Arrow) []string {
	if !a.Last {
		return nil
	}
	var list []string
	f, e := a.File.File, a.Edge
	if w := e.When; w != nil {
		switch {
		case w.Expr != nil:
			list = append(list, "when "+quote(f.ValueText(w.Expr)))
		case w.Not:
			list = append(list, "when not "+quote(w.Field.Text))
		case !w.Field.Missing():
			list = append(list, "when "+quote(w.Field.Text))
		}
	}
	if !e.Else.Empty() {
		list = append(list, "else")
	}
	if e.Loop != nil && !e.Loop.Name.Missing() {
		list = append(list, h.loopText(f, e))
	}
	return list
}

// loopText is the loop of an edge with its cap.
func (h *hover) loopText(f *bot.File, e *bot.Edge) string {
	l := e.Loop
	if e.Foreach {
		s := "for each item of " + quote(l.Name.Text)
		if l.In != nil {
			s += " in " + quote(f.ValueText(l.In))
		}
		return s
	}
	return "loop " + quote(l.Name.Text) + ", " + capText(f, l)
}

func capText(f *bot.File, l *bot.Loop) string {
	switch {
	case l.Unbounded && l.Cap != nil:
		return "unbounded, with " + quote(f.ValueText(l.Cap)) + " rounds to start with"
	case l.Unbounded:
		return "unbounded"
	case l.Cap != nil:
		return "at most " + quote(f.ValueText(l.Cap)) + " times"
	}
	return "without a cap"
}

// edge describes an arrow (authoring.md 4, H11).
func (h *hover) edge(f *bot.UnitFile, e *bot.Edge, i int) string {
	p := &page{}
	var at *botindex.Arrow
	for _, a := range h.graph().Arrows {
		if a.Edge == e && a.ToAt == e.Refs[i].Span {
			at = a
			break
		}
	}
	if at == nil { // of a group that is not used
		at = &botindex.Arrow{From: e.Refs[i-1].Text, To: e.Refs[i].Text, File: f, Edge: e, Last: i == len(e.Refs)-1}
	}
	p.head(end(at.From)+" → "+end(at.To), "edge in "+quote(h.where(f.Path))+", line "+count(f.File.Text.LineCol(e.Span.Start).Line))
	if c := h.clauses(at); len(c) > 0 {
		p.line(strings.Join(c, ", "))
	} else {
		p.line("always taken")
	}
	if e.With != nil && at.Last {
		var maps []string
		for _, x := range e.With.Entries {
			s := quote(x.Name.Text)
			if x.Value != nil {
				s += " = " + quote(f.File.ValueText(x.Value))
			}
			maps = append(maps, s)
		}
		p.list("Hands over", maps, maxNames)
	}
	var others []string
	for _, a := range h.graph().Out[at.From] {
		if a.Edge != at.Edge || a.ToAt != at.ToAt {
			others = append(others, h.arrow(a))
		}
	}
	p.list("Other edges from "+quote(at.From), unique(others), maxEdges)
	return p.String()
}

// loop describes a loop or a foreach (authoring.md 4, H12).
func (h *hover) loop(p *page, s *botindex.Symbol) {
	if s.Edge == nil || s.In == nil {
		p.head(clean(s.Name), s.Kind.String()+", declared nowhere")
		return
	}
	p.head(clean(s.Name), s.Kind.String()+", "+h.declaredIn(s))
	f := s.In.File
	switch {
	case s.Kind == botindex.Foreach:
		p.line(h.loopText(f, s.Edge))
	default:
		p.line(capText(f, s.Edge.Loop))
	}
	var edges, cycle []string
	on := map[string]bool{}
	g := h.graph()
	for _, a := range g.Arrows {
		l := a.Loop()
		if l == nil || l.Name.Text != s.Name || a.Edge.Foreach != (s.Kind == botindex.Foreach) {
			continue
		}
		if edges = append(edges, h.arrow(a)); len(edges) > maxCycles {
			continue
		}
		after, before := g.After(a.To), g.Before(a.From)
		if a.To != a.From && !after[a.From] {
			continue
		}
		on[a.From], on[a.To] = true, true
		for n := range after {
			if before[n] {
				on[n] = true
			}
		}
	}
	seen := map[string]bool{}
	for _, a := range g.Arrows {
		for _, n := range []string{a.From, a.To} {
			if on[n] && !seen[n] && n != "" {
				seen[n] = true
				cycle = append(cycle, quote(n))
			}
		}
	}
	p.list("Edges", unique(edges), maxEdges)
	if len(edges) > 0 && len(cycle) == 0 {
		p.line("no cycle goes through it")
	}
	p.names("Nodes on the cycle", cycle)
}

// terminal describes done and fail.
func (h *hover) terminal(p *page, o *botindex.Occurrence) {
	says := map[string]string{"done": "ends the run", "fail": "ends the run as failed"}[o.Name]
	p.head(o.Name, "the engine's own node, "+says)
	var in []string
	for _, a := range h.graph().In[o.Name] {
		in = append(in, h.arrow(a))
	}
	p.list("From", unique(in), maxEdges)
}

// arrowAt is the arrow of an edge under the cursor: the index of its target,
// and its span.
func arrowAt(src string, e *bot.Edge, off int) (int, text.Span, bool) {
	for i := 1; i < len(e.Refs); i++ {
		from, to := e.Refs[i-1].Span.End, e.Refs[i].Span.Start
		if from > to || to > len(src) {
			continue
		}
		n := strings.Index(src[from:to], "->")
		if n < 0 {
			continue
		}
		if s := (text.Span{Start: from + n, End: from + n + 2}); s.Contains(off) {
			return i, s, true
		}
	}
	return 0, text.Span{}, false
}
