package botcheck

import (
	"regexp"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// variables checks the defaults of vars and the values of presets.
func (c *checker) variables() {
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			switch d.Kind {
			case bot.KindVars:
				c.fields(f, d.Props)
			case bot.KindPresets:
				for _, p := range d.Props {
					c.preset(f, p)
				}
			case bot.KindWorkflow:
				if p := d.Prop("vars"); p != nil {
					c.fields(f, p.Block)
				}
			}
		}
	}
}

func (c *checker) fields(f *bot.UnitFile, props []*bot.Prop) {
	for _, p := range props {
		c.defaultType(f, p)
		c.constraints(f, p)
	}
}

// fits reports whether a literal may stand for a value of the type.
func fits(v *bot.Value, t string) bool {
	switch v.Kind {
	case bot.String:
		return t == "string" || t == "json" || t == "string[]"
	case bot.Int:
		return t == "int" || t == "float"
	case bot.Float:
		return t == "float"
	case bot.Word:
		return t == "bool" && (v.Text == "true" || v.Text == "false")
	}
	return false
}

// defaultType reports a default of another type than its var.
func (c *checker) defaultType(f *bot.UnitFile, p *bot.Prop) {
	t := fieldType(p)
	v := p.Default
	if v == nil || t == "" || t == "json" || t == "string[]" || v.Kind == bot.String && !v.Closed || p.Broken && v.Kind == bot.Word || fits(v, t) {
		return
	}
	text := f.File.Text.Slice(v.Span)
	if v.Kind == bot.BadValue && (t == "string" || strings.TrimSpace(text) == "") {
		return
	}
	c.add(issue{
		code: "BOT403", engine: "C109", kind: "default", name: p.Name.Text, at: place(f.Path, v.Span),
		message: "the default of " + finding.Quote(p.Name.Text) + " is no " + t + "; write one, or change the type",
		fixes:   c.requote(f, v, t),
	})
}

// requote puts quotes around a literal or takes them away where the result has
// the declared type (authoring.md, B47).
func (c *checker) requote(f *bot.UnitFile, v *bot.Value, t string) []finding.Fix {
	src := f.File.Text.Slice(v.Span)
	var fix finding.Fix
	switch {
	case v.Kind == bot.String && v.Form == bot.Quoted:
		inner := f.File.Text.Slice(v.Inner)
		if !literal(inner, t) {
			return nil
		}
		fix = finding.NewFix("remove-the-quotes", "Remove the quotes", false, func() []finding.Edit {
			return []finding.Edit{{Path: f.Path, Span: v.Span, New: inner}}
		})
	case t == "string" && (v.Kind == bot.Int || v.Kind == bot.Float || v.Kind == bot.Word):
		fix = finding.NewFix("put-quotes-around", "Put quotes around "+finding.Cut(src), false, func() []finding.Edit {
			return []finding.Edit{{Path: f.Path, Span: v.Span, New: `"` + src + `"`}}
		})
	default:
		return nil
	}
	fix.Preferred = true
	return []finding.Fix{fix}
}

var (
	intLiteral   = regexp.MustCompile(`^[0-9]{1,18}$`)
	floatLiteral = regexp.MustCompile(`^[0-9]{1,18}(\.[0-9]+)?$`)
)

// literal reports whether the text, without quotes, is a literal of the type.
func literal(s, t string) bool {
	switch t {
	case "bool":
		return s == "true" || s == "false"
	case "int":
		return intLiteral.MatchString(s)
	case "float":
		return floatLiteral.MatchString(s)
	}
	return false
}

// constraints checks [enum: …] and [matching: …] of a var.
func (c *checker) constraints(f *bot.UnitFile, p *bot.Prop) {
	t := fieldType(p)
	if p.Broken || t == "" {
		return
	}
	var written string
	literal := p.Default != nil && p.Default.Kind == bot.String && p.Default.Closed
	if literal {
		written = f.File.ValueText(p.Default)
		// What the launch decides is not checked.
		literal = !strings.Contains(written, "$")
	}
	for _, k := range p.Constraints {
		switch k.Name.Text {
		case "enum":
			c.varEnum(f, p, k, t, literal, written)
		case "matching":
			if t != "string" || !literal || len(k.Values) != 1 {
				continue
			}
			re, err := regexp.Compile(f.File.ValueText(k.Values[0]))
			if err != nil || re.MatchString(written) {
				continue
			}
			c.add(issue{
				code: "BOT404", engine: "C161", kind: "default", name: written, at: place(f.Path, p.Default.Span),
				message: "the default " + finding.Quote(written) + " does not match the var's own pattern; correct one of them",
				related: related(place(f.Path, k.Span), "the pattern"),
			})
		}
	}
}

func (c *checker) varEnum(f *bot.UnitFile, p *bot.Prop, k *bot.Constraint, t string, literal bool, written string) {
	if t != "string" {
		c.add(issue{
			code: "BOT404", engine: "C125", kind: "type", name: p.Name.Text, at: place(f.Path, k.Span),
			message: "an enum constrains strings, and " + finding.Quote(p.Name.Text) + " is " + t + "; make it a string or drop the enum",
		})
		return
	}
	var members []string
	seen := map[string]bool{}
	for _, v := range k.Values {
		m := f.File.ValueText(v)
		if seen[m] {
			c.add(issue{
				code: "BOT404", engine: "C127", kind: "repeated", name: m, at: place(f.Path, v.Span),
				message: "the enum has " + finding.Quote(m) + " twice; remove one",
			})
			continue
		}
		members, seen[m] = append(members, m), true
	}
	if !literal || len(members) == 0 || seen[written] {
		return
	}
	at := place(f.Path, p.Default.Inner)
	if p.Default.Form == bot.BlockScalar {
		at = place(f.Path, p.Default.Span)
	}
	hint, fixes := c.didYouMean(written, members, at, false)
	c.add(issue{
		code: "BOT404", engine: "C126", kind: "default", name: written, at: at,
		message: "the default " + finding.Quote(written) + " is none of the enum; correct it or extend the enum" + hint, fixes: fixes,
	})
}

// preset checks the values of a preset against the vars.
func (c *checker) preset(f *bot.UnitFile, preset *bot.Prop) {
	for _, p := range preset.Block {
		if p.Name.Missing() || p.Broken && p.Colon.Empty() {
			continue
		}
		at := place(f.Path, p.Name.Span)
		v := c.vars[p.Name.Text]
		if v == nil {
			if c.hidden.all || c.hidden.vars {
				continue
			}
			hint, fixes := c.didYouMean(p.Name.Text, namesOf(&c.guesses, c.vars), at, true)
			c.add(issue{
				code: "BOT205", engine: "C070", kind: "preset", name: p.Name.Text, at: at,
				message: "the preset sets " + finding.Quote(p.Name.Text) + ", which is no declared var; declare it or correct the name" + hint,
				fixes:   fixes,
			})
			continue
		}
		t := fieldType(v.prop)
		if p.Broken || p.Value == nil || t == "" || p.Value.Kind == bot.BadValue || fits(p.Value, t) {
			continue
		}
		c.add(issue{
			code: "BOT403", engine: "C071", kind: "preset", name: p.Name.Text, at: place(f.Path, p.Value.Span),
			message: "the var " + finding.Quote(p.Name.Text) + " is " + t + ", and the preset's value is not; write one of that type",
			related: related(place(v.file.Path, v.prop.Name.Span), "the var"),
			fixes:   c.requote(f, p.Value, t),
		})
	}
}
