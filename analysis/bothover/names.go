package bothover

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// symbol describes a name of the unit that is neither a node nor a field.
func (h *hover) symbol(p *page, s *botindex.Symbol) {
	switch s.Kind {
	case botindex.Prompt:
		h.prompt(p, s)
	case botindex.Schema:
		h.schema(p, s)
	case botindex.Var:
		h.variable(p, s)
	case botindex.Secret:
		h.secret(p, s)
	case botindex.Loop, botindex.Foreach:
		h.loop(p, s)
	case botindex.Artifact:
		h.artifact(p, s)
	default:
		h.declared(p, s)
	}
}

// prompt describes a prompt (authoring.md 4, H3).
func (h *hover) prompt(p *page, s *botindex.Symbol) {
	p.head(clean(s.Name), "prompt, "+h.declaredIn(s))
	pr := h.x.Unit.Prompts[s.Name]
	if pr == nil {
		return
	}
	decoded, _ := pr.Decoded()
	if strings.TrimSpace(decoded) != "" {
		p.fence("text", decoded, maxLines)
	}
	var users []string
	for _, r := range h.x.Readers(pr) {
		users = append(users, r.Prop.Name.Text+" of "+quote(r.Symbol.Name))
	}
	if len(users) == 0 {
		p.line("no node reads it")
	}
	p.list("Read as", unique(users), maxNames)
	var needs []string
	for _, t := range bot.Templates(decoded) {
		if t.Fault == "" && !t.IsInclude {
			needs = append(needs, quote("{{"+t.Path+"}}"))
		}
	}
	p.names("Needs", unique(needs))
	switch b := boundary.ReadBody(h.snap, pr); {
	case b.Status != "":
		p.line("**Boundary paragraph** not present, " + b.Status)
	case b.Open():
		p.line("**Boundary paragraph** present, and not closed")
	default:
		p.line("**Boundary paragraph** present")
	}
}

// schema describes a schema (authoring.md 4, H4).
func (h *hover) schema(p *page, s *botindex.Symbol) {
	p.head(clean(s.Name), "schema, "+h.declaredIn(s))
	if s.Decl != nil && s.In != nil {
		var lines []string
		for _, f := range s.Decl.Props {
			if !f.Name.Missing() {
				lines = append(lines, s.In.File.Text.Slice(f.Span))
			}
		}
		if len(lines) > 0 {
			p.fence("bot", strings.Join(lines, "\n"), 2*maxLines)
		}
	}
	read, written := h.users(s)
	p.names("Read by", read)
	p.names("Written by", written)
}

// users are the nodes whose input, and those whose output, a schema is.
func (h *hover) users(schema *botindex.Symbol) (read, written []string) {
	for _, n := range h.x.Symbols(botindex.Node) {
		if n.Input == schema {
			read = append(read, quote(n.Name))
		}
		if n.Output == schema {
			written = append(written, quote(n.Name))
		}
	}
	return read, written
}

// fields describes a field under the cursor; in a prompt that nodes with
// different schemas share it is a field of each (authoring.md 4, H5).
func (h *hover) fields(p *page, o *botindex.Occurrence) {
	if len(o.Symbols) == 0 {
		what := "field"
		if o.Role == botindex.WithKey {
			what = "key of what is handed over"
		}
		p.head(clean(o.Name), what+"; no schema says more")
		return
	}
	for _, s := range o.Symbols {
		h.field(p, s)
	}
}

func (h *hover) field(p *page, s *botindex.Symbol) {
	below := "field"
	switch {
	case s.Owner != nil && s.Owner.Kind == botindex.Schema:
		below += " of the schema " + quote(s.Owner.Name)
	case s.Owner != nil:
		below += " handed to " + quote(s.Owner.Name)
	}
	if !s.Declared() {
		p.head(clean(s.Name), below+", declared nowhere")
	} else {
		p.head(clean(s.Name)+typeText(s), below+", "+h.declaredIn(s))
		h.constraints(p, s)
	}
	if s.Owner == nil {
		return
	}
	var read, written []string
	if s.Owner.Kind == botindex.Schema {
		_, written = h.users(s.Owner)
	}
	for _, o := range s.Refs {
		switch o.Role {
		case botindex.WithKey:
			written = append(written, h.readers(o)...)
		case botindex.Template, botindex.Expression, botindex.Bare, botindex.Guard:
			read = append(read, h.readers(o)...)
		}
		if len(read)+len(written) > 1000 {
			break
		}
	}
	p.names("Written by", unique(written))
	p.names("Read by", unique(read))
}

// typeText is `: type` of a declared field or var, empty where it has none.
func typeText(s *botindex.Symbol) string {
	if s.Prop == nil || s.Prop.Value == nil || s.In == nil {
		return ""
	}
	return ": " + clean(s.In.File.ValueText(s.Prop.Value))
}

func (h *hover) constraints(p *page, s *botindex.Symbol) {
	for _, c := range s.Prop.Constraints {
		var list []string
		for _, v := range c.Values {
			list = append(list, quote(s.In.File.ValueText(v)))
		}
		p.names(clean(c.Name.Text), list)
	}
}

// readers name who holds a place: the nodes that read a prompt, the node whose
// property it is, or the edge.
func (h *hover) readers(o *botindex.Occurrence) []string {
	if o.Prompt != nil {
		var list []string
		for _, r := range h.x.Readers(o.Prompt) {
			list = append(list, quote(r.Symbol.Name))
		}
		return list
	}
	f, d := h.declarationOf(o.Path, o.Span)
	if f == nil {
		return nil
	}
	if e := edgeOf(f, d, o.Span); e != nil && len(e.Refs) > 1 {
		n := len(e.Refs)
		return []string{"`" + end(e.Refs[n-2].Text) + " → " + end(e.Refs[n-1].Text) + "`"}
	}
	if d != nil && !d.Name.Missing() {
		return []string{quote(d.Name.Text)}
	}
	return nil
}

// variable describes a var (authoring.md 4, H6).
func (h *hover) variable(p *page, s *botindex.Symbol) {
	if s.Prop == nil {
		p.head(clean(s.Name), "var, declared nowhere")
		return
	}
	head := clean(s.Name) + typeText(s)
	if s.Prop.Default != nil {
		head += " = " + clean(s.In.File.Text.Slice(s.Prop.Default.Span))
	}
	p.head(head, "var, "+h.declaredIn(s))
	h.constraints(p, s)
	if s.Prop.Default == nil {
		p.line("required at launch")
	}
	var sets []string
	for _, o := range s.Refs {
		switch o.Role {
		case botindex.PresetKey:
			f, d := h.declarationOf(o.Path, o.Span)
			if d == nil {
				continue
			}
			for _, preset := range d.Props {
				for _, v := range preset.Block {
					if v.Name.Span == o.Span && v.Value != nil {
						sets = append(sets, quote(preset.Name.Text)+" sets "+quote(f.File.Text.Slice(v.Value.Span)))
					}
				}
			}
		case botindex.PresetFile:
			sets = append(sets, "the file "+quote(h.where(o.Path)))
		}
	}
	p.list("Presets", unique(sets), maxNames)
	h.uses(p, s)
}

// uses says how often a name is used.
func (h *hover) uses(p *page, s *botindex.Symbol) {
	n := 0
	for _, o := range s.Refs {
		if o.Role != botindex.PresetKey && o.Role != botindex.PresetFile {
			n++
		}
	}
	if n == 0 {
		p.line("not used")
		return
	}
	p.line("used in " + counted(n, "place", "places"))
}

// secret describes a secret without its value or where that comes from.
func (h *hover) secret(p *page, s *botindex.Symbol) {
	p.head(clean(s.Name), "secret, "+h.declaredIn(s)+"; its value is not shown")
	if s.Prop != nil {
		for _, x := range s.Prop.Block {
			switch x.Name.Text {
			case "as", "optional", "description", "mount_path", "hosts", "env":
				if x.Value != nil {
					p.line("`" + x.Name.Text + "` " + quote(s.In.File.Text.Slice(x.Value.Span)))
				}
			}
		}
	}
	h.uses(p, s)
}

func (h *hover) artifact(p *page, s *botindex.Symbol) {
	p.head(clean(s.Name), "artifact")
	var by []string
	for _, o := range s.Decls {
		by = append(by, h.readers(o)...)
	}
	if len(by) == 0 {
		p.line("no node publishes it")
	}
	p.names("Published by", unique(by))
	h.uses(p, s)
}

// ownLine are the kinds whose declaration is a line of a larger one.
var ownLine = []botindex.Kind{
	botindex.Attachment, botindex.Preset, botindex.Resource, botindex.CursorValue, botindex.InputPort, botindex.OutputPort,
	botindex.Criterion, botindex.Effect, botindex.Fallback, botindex.Alias, botindex.Slot, botindex.Event,
}

// declared describes any other name by its declaration (authoring.md 4, H7).
func (h *hover) declared(p *page, s *botindex.Symbol) {
	below := s.Kind.String() + ", " + h.declaredIn(s)
	if s.Owner != nil && s.Owner.Name != "" {
		below += ", of " + quote(s.Owner.Name)
	}
	p.head(clean(s.Name), below)
	var whole text.Span
	switch {
	case s.In == nil:
	case slices.Contains(ownLine, s.Kind):
		if s.Prop != nil {
			whole = s.Prop.Span
		}
	case s.Kind == botindex.Item || s.Kind == botindex.Param:
	case s.Decl != nil:
		whole = s.Decl.Span
	}
	if !whole.Empty() {
		p.fence("bot", h.withheld(s, whole), maxLines)
	}
	if s.Kind == botindex.Event {
		var by []string
		for _, o := range s.Refs {
			by = append(by, h.readers(o)...)
		}
		p.names("Waited for by", unique(by))
		return
	}
	switch s.Kind {
	case botindex.Prefix, botindex.Lambda, botindex.Supervisor, botindex.Fallback, botindex.Preset, botindex.Criterion, botindex.Effect:
	default:
		h.uses(p, s)
	}
}

// fromLine is a span with the blanks in front of it, so that its lines can be
// dedented together.
func (h *hover) fromLine(t *text.Text, s text.Span) string {
	line := t.LineStart(t.LineAt(s.Start))
	if strings.TrimSpace(t.Slice(text.Span{Start: line, End: s.Start})) == "" {
		s.Start = line
	}
	return t.Slice(s)
}

// withheld is a declaration without what credentials are written in: the
// headers and the environment of an MCP server often hold some.
func (h *hover) withheld(s *botindex.Symbol, whole text.Span) string {
	t := s.In.File.Text
	if s.Kind != botindex.MCPServer || s.Decl == nil {
		return h.fromLine(t, whole)
	}
	var out strings.Builder
	for _, p := range s.Decl.Props {
		if n := p.Name.Text; n != "headers" && n != "env" && n != "auth" || !whole.Contains(p.Name.Span.Start) {
			continue
		}
		out.WriteString(h.fromLine(t, text.Span{Start: whole.Start, End: p.Name.Span.End}) + ": …")
		whole.Start = p.Span.End
	}
	out.WriteString(h.fromLine(t, whole))
	return out.String()
}
