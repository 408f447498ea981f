package botcheck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Syntax gives the errors of one file as findings (BOT101 to BOT117), in the
// order of the file. It needs no unit.
func Syntax(path string, f *bot.File) []finding.Finding {
	list := make([]finding.Finding, 0, len(f.Errors))
	for _, e := range f.Errors {
		list = append(list, syntaxError(path, f, e))
	}
	return list
}

func syntaxError(path string, f *bot.File, e bot.Error) finding.Finding {
	i := issue{
		code: syntaxRule(e), engine: e.Code, kind: e.Kind, name: e.Got,
		at: place(path, e.Span), message: syntaxMessage(e),
	}
	if len(e.Fix) > 0 {
		id, title := syntaxFix(f, e)
		fix := finding.NewFix(id, title, e.Safe, func() []finding.Edit {
			edits := make([]finding.Edit, len(e.Fix))
			for n, x := range e.Fix {
				edits[n] = finding.Edit{Path: path, Span: x.Span, New: x.New}
			}
			return edits
		})
		fix.Preferred = true
		i.fixes = []finding.Fix{fix}
	}
	r := report(i)
	if e.Warning {
		r.Severity = min(r.Severity, finding.Warning)
	}
	return r
}

// syntaxMessage completes an error's sentence by what stands in the file.
func syntaxMessage(e bot.Error) string {
	m := strings.TrimSuffix(e.Message, ".")
	switch {
	case e.Got == "" && e.Want == "":
	case e.Want == "" || e.Want == e.Got:
		m += ": " + finding.Quote(e.Got)
	case e.Got == "":
		m += ", did you mean " + finding.Quote(e.Want) + "?"
	default:
		m += ": " + finding.Quote(e.Got) + ", did you mean " + finding.Quote(e.Want) + "?"
	}
	return m
}

// syntaxRule is the rule of an error: the one that rules.md gives its engine
// code, BOT117 where the engine says nothing.
func syntaxRule(e bot.Error) string {
	rules := rule.LookupEngine(e.Code)
	switch {
	case e.Code == "":
		return "BOT117"
	case len(rules) == 0:
		return "BOT101"
	case len(rules) == 1:
		return rules[0].Code
	}
	// Codes with two kinds belong to the shape of the text here.
	i := slices.IndexFunc(rules, func(r rule.Rule) bool { return r.Code < "BOT2" })
	return rules[max(i, 0)].Code
}

// syntaxTitles are the titles of the fixes by the error's kind, %s being the
// text that the error is about (authoring.md 2.2). Kinds that are not here
// change one word into another.
var syntaxTitles = map[string]string{
	"wrong-arrow":         "Write ->",
	"missing-colon":       "Add the missing colon",
	"unquoted":            "Put quotes around %s",
	"unquoted-member":     "Put quotes around %s",
	"quoted-name":         "Remove the quotes",
	"list-lines":          "Write the list on one line",
	"tab-indent":          "Indent with spaces",
	"misaligned":          "Align with the block above",
	"unclosed-string":     "Close the string",
	"unclosed-raw":        "Close the raw string",
	"unclosed-list":       "Close the list",
	"unclosed-map":        "Close the map",
	"unclosed-with":       "Close the brace",
	"unclosed-constraint": "Close the constraint",
	"missing-comma":       "Add the missing comma",
	"missing-paren":       "Add the missing parenthesis",
	"unknown-escape":      "Write the backslash twice",
	"renamed-property":    "Rename rtk to compress",
	"repeated-clause":     "Remove the second %s",
	"when-and-else":       "Remove else",
	"clause-before-arrow": "Move %s behind the last arrow",
	"continued-edge":      "Join the two lines",
	"bad-profile":         "Write dsl: 2",
	"second-profile":      "Remove this line",
	"late-profile":        "Move %s to the top",
	"strict-escape":       "Remove the strict-escape comment",
	"removed-property":    "Remove %s",
	"late-import":         "Move the import to the top",
	"deep-brace":          "Put the closing brace on its own line",
	"shallow-brace":       "Put the closing brace on its own line",
	"swallowing-scalar":   "Write an empty string for %s",
	"shallow-body":        "Indent the line into prompt %s",
}

// syntaxFix gives the id and the title of an error's fix.
func syntaxFix(f *bot.File, e bot.Error) (id, title string) {
	got := e.Got
	switch e.Kind {
	case "stray-indent":
		if e.Fix[0].New == "" {
			return "remove-the-indentation", "Remove the indentation"
		}
		return "align-with-the-block-above", "Align with the block above"
	case "second-block":
		for _, d := range f.Decls {
			if d.Keyword.Text == e.Got {
				return "merge-into-the-block-at-line", "Merge into the block at line " + strconv.Itoa(f.Text.LineAt(d.Header.Start)+1)
			}
		}
	case "swallowing-scalar":
		line := f.Text.Slice(f.Text.Line(f.Text.LineAt(e.Span.Start)))
		got, _, _ = strings.Cut(strings.TrimSpace(line), ":")
	}
	if t, ok := syntaxTitles[e.Kind]; ok {
		return kebab(strings.ReplaceAll(t, "%s", "")), strings.ReplaceAll(t, "%s", finding.Cut(got))
	}
	if e.Got != "" && e.Want != "" {
		return "change-to", "Change " + finding.Cut(e.Got) + " to " + finding.Cut(e.Want)
	}
	return "mend-" + e.Kind, "Mend this place"
}

func kebab(title string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		if b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteString(word)
	}
	return b.String()
}
