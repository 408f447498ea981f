package botcheck

import (
	"slices"
	"strings"
	"unicode"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// offer puts fixes that write something new behind those that change a word;
// the first of all is the preferred one (authoring.md 2.3).
func offer(fixes []finding.Fix, more ...finding.Fix) []finding.Fix {
	for _, f := range more {
		if f.ID == "" {
			continue
		}
		f.Preferred = len(fixes) == 0
		fixes = append(fixes, f)
	}
	return fixes
}

// word reports whether the text can be written as a name.
func word(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// above is the offset in front of a declaration and the comments that stand
// directly above it. Comments that begin the file stay where they are.
func above(f *bot.File, d *bot.Decl) int {
	t := f.Text
	line := t.LineAt(d.Header.Start)
	for first := line; line > 0; line-- {
		if !strings.HasPrefix(strings.TrimLeft(t.Slice(t.Line(line-1)), " "), "#") {
			break
		}
		if line == 1 {
			line = first
			break
		}
	}
	return t.LineStart(line)
}

// insert is the fix that inserts lines at an offset; they are joined by the
// file's line end, which also ends the last.
func insert(id, title, path string, t *text.Text, at int, lines ...string) finding.Fix {
	return finding.NewFix(id, title, false, func() []finding.Edit {
		s := strings.Join(lines, t.EOL()) + t.EOL()
		if at == t.Len() && at > 0 && t.String()[at-1] != '\n' {
			s = t.EOL() + strings.TrimSuffix(s, t.EOL())
		}
		return []finding.Edit{{Path: path, Span: text.Span{Start: at, End: at}, New: s}}
	})
}

// behind is the offset of the line below the one that holds off.
func behind(t *text.Text, off int) int {
	return t.LineFull(t.LineAt(off)).End
}

// indentOf is the white space in front of an entry that begins its line.
func indentOf(t *text.Text, p *bot.Prop) (string, bool) {
	s := t.Slice(text.Span{Start: t.LineStart(t.LineAt(p.Span.Start)), End: p.Span.Start})
	return s, strings.Trim(s, " ") == ""
}

// declareVar declares a var as a string (authoring.md, B45). path is the file
// of the reference.
func (c *checker) declareVar(path, name string) (none finding.Fix) {
	f := c.u.File(path)
	if f == nil {
		f = c.u.Files[0] // the reference stands in a document of the bundle
	}
	if !word(name) || len(f.File.Decls) == 0 {
		return none
	}
	title := "Declare var " + finding.Cut(name)
	line := name + `: string = ""`
	if d := c.varBlocks[f.Path]; d != nil {
		last := d.Props[len(d.Props)-1]
		indent, ok := indentOf(f.File.Text, last)
		if !ok || d.Broken {
			return none
		}
		return insert("declare-var", title, f.Path, f.File.Text, behind(f.File.Text, last.Span.End), indent+line)
	}
	if len(c.varBlocks) > 0 && f != c.u.Files[0] {
		return none
	}
	first := f.File.Decls[0]
	return insert("declare-var", title, f.Path, f.File.Text, above(f.File, first), "vars:", "  "+line, "")
}

// addField adds a field to a schema (authoring.md, B46).
func (c *checker) addField(s *schema, name, kind string) (none finding.Fix) {
	if s == nil || s.file == nil || !word(name) || s.open {
		return none
	}
	d := c.u.Schemas[s.name].Decl
	if len(d.Props) == 0 {
		return none
	}
	last := d.Props[len(d.Props)-1]
	t := s.file.File.Text
	indent, ok := indentOf(t, last)
	if !ok {
		return none
	}
	title := "Add field " + finding.Cut(name) + " to schema " + finding.Cut(s.name)
	return insert("add-field-to-schema", title, s.file.Path, t, behind(t, last.Span.End), indent+name+": "+kind)
}

// createPrompt declares a prompt in front of the node that names it
// (authoring.md, B44).
func createPrompt(f *bot.UnitFile, d *bot.Decl, name string) (none finding.Fix) {
	if !word(name) {
		return none
	}
	at := above(f.File, d)
	return insert("create-prompt", "Create prompt "+finding.Cut(name), f.Path, f.File.Text, at,
		"prompt "+name+":", "  Describe the task here.", "")
}

// createSchema declares a schema in front of the node that names it, with the
// fields that are read of it (authoring.md, B43).
func (c *checker) createSchema(n *node, name string) (none finding.Fix) {
	if !word(name) || n.Group != nil {
		return none
	}
	lines := []string{"schema " + name + ":"}
	seen := map[string]bool{}
	field := func(f, kind string) {
		if word(f) && !seen[f] && !strings.HasPrefix(f, "_") {
			seen[f] = true
			lines = append(lines, "  "+f+": "+kind)
		}
	}
	for _, x := range c.order {
		if x.out != nil && x.out.name == name {
			c.outputUses(x, field)
		}
		if x.in != nil && x.in.name == name {
			c.inputUses(x, field)
		}
	}
	if len(lines) == 1 {
		lines = append(lines, "  result: string")
	}
	return insert("create-schema", "Create schema "+finding.Cut(name), n.Path, n.File.Text, above(n.File, n.Decl), append(lines, "")...)
}

// outputUses names the fields that edges ask of a node and hand on.
func (c *checker) outputUses(n *node, field func(name, kind string)) {
	for _, e := range c.edges {
		if g, ok := e.guardOf(); ok && g.isField && e.from == n.Name {
			field(g.field, "bool")
		}
		if e.With == nil || !e.last {
			continue
		}
		for _, x := range e.With.Entries {
			for _, r := range refsOf(e.file, x) {
				switch {
				case r.name(0) == "input" && e.from == n.Name:
					field(r.name(1), "string")
				case r.name(0) == "outputs":
					if m, _, taken := c.outputsPath(r.words(1), e.prefix); m == n {
						field(r.name(1+taken), "string")
					}
				}
			}
		}
	}
}

// inputUses names the fields that a node reads of its input and that edges
// hand to it.
func (c *checker) inputUses(n *node, field func(name, kind string)) {
	for _, prop := range []string{"command", "script"} {
		for _, r := range refsOf(n.UnitFile, n.Decl.Prop(prop)) {
			if r.name(0) == "input" {
				field(r.name(1), "string")
			}
		}
	}
	for _, prop := range n.Decl.Kind.ReadPrompts() {
		p, _, ok := c.u.Prompt(n.UnitFile, n.Decl, prop)
		if !ok {
			continue
		}
		s, _ := p.Decoded()
		refs, _ := scan(source{text: s, prompt: true})
		for _, r := range refs {
			if r.name(0) == "input" {
				field(r.name(1), "string")
			}
		}
	}
	for _, e := range c.to[n.Name] {
		if e.With != nil && e.last {
			for _, x := range e.With.Entries {
				field(x.Name.Text, "string")
			}
		}
	}
}

// refsOf are the references of a property's string.
func refsOf(f *bot.UnitFile, p *bot.Prop) []ref {
	s, ok := str(f, p)
	if !ok {
		return nil
	}
	refs, _ := scan(s)
	return refs
}

// addExpr writes an expression for each field of the output schema
// (authoring.md, B16).
func (c *checker) addExpr(n *node) (none finding.Fix) {
	if n.out == nil || n.out.file == nil || n.out.open || len(n.out.names) == 0 || len(n.Decl.Props) == 0 {
		return none
	}
	values := map[string]string{"bool": `"false"`, "int": `"0"`, "string": `"''"`}
	last := n.Decl.Props[len(n.Decl.Props)-1]
	head := n.Decl.Prop("expr")
	if head != nil {
		last = head // there already, with nothing in it
	}
	t := n.File.Text
	indent, ok := indentOf(t, last)
	if !ok {
		return none
	}
	var lines []string
	if head == nil {
		lines = append(lines, indent+"expr:")
	}
	for _, f := range n.out.names {
		v := values[fieldType(n.out.fields[f])]
		if v == "" {
			return none
		}
		lines = append(lines, indent+"  "+f+": "+v)
	}
	return insert("add-expr-for-schema", "Add expr: for schema "+finding.Cut(n.out.name), n.Path, t, behind(t, last.Span.End), lines...)
}

// removeTwin removes a declaration that repeats an earlier one token for token
// (authoring.md, B40).
func removeTwin(f *bot.UnitFile, first, d *bot.Decl) (none finding.Fix) {
	if !slices.Equal(tokens(f.File, first), tokens(f.File, d)) {
		return none
	}
	title := "Remove this " + d.Kind.Keyword() + " " + finding.Cut(d.Name.Text)
	return finding.NewFix("remove-this-"+strings.ReplaceAll(d.Kind.Keyword(), "_", "-"), title, false, func() []finding.Edit {
		t := f.File.Text
		s := text.Span{Start: above(f.File, d), End: behind(t, d.Span.End)}
		if line := t.LineAt(s.Start); line > 0 && strings.TrimSpace(t.Slice(t.Line(line-1))) == "" {
			s.Start = t.LineStart(line - 1)
		}
		return []finding.Edit{{Path: f.Path, Span: s}}
	})
}

// tokens are the texts of a declaration's tokens without blanks, line ends and
// comments.
func tokens(f *bot.File, d *bot.Decl) []string {
	i, _ := slices.BinarySearchFunc(f.Tokens, d.Span.Start, func(t bot.Token, at int) int { return t.Span.Start - at })
	var list []string
	for ; i < len(f.Tokens) && f.Tokens[i].Span.Start < d.Span.End; i++ {
		switch t := f.Tokens[i]; t.Kind {
		case bot.TokSpace, bot.TokNewline, bot.TokComment, bot.TokBOM:
		default:
			list = append(list, strings.TrimRight(f.Text.Slice(t.Span), " \r\n"))
		}
	}
	return list
}
