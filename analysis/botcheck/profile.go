package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// profile reports a file without a dsl: line that profile 2 would read in
// another way: backslashes in quoted strings and blank lines inside prompts
// (bot-language.md 6.1).
func (c *checker) profile(path string, f *bot.File) {
	if f.Header != nil || f.Profile != 1 {
		return
	}
	for _, e := range f.Errors {
		if e.Code == "E040" || e.Code == "E041" {
			return // there is a line, and it has its finding
		}
	}
	at, ok := firstDifference(f)
	if !ok {
		return
	}
	first := f.Text.Line(f.Text.LineAt(significant(f)))
	c.add(issue{
		code: "BOT116", engine: "C144", kind: "profile", at: place(path, first),
		related: related(place(path, at), "the first place that reads differently"),
		message: "without a dsl: line this is read as profile 1, and profile 2 reads it differently; say which one is meant",
		fixes:   []finding.Fix{addProfile(path, f, "1", true), addProfile(path, f, "2", false)},
	})
}

// firstDifference is the first place that profile 2 reads in another way.
func firstDifference(f *bot.File) (text.Span, bool) {
	best := text.Span{Start: -1}
	found := func(s text.Span) {
		if best.Start < 0 || s.Start < best.Start {
			best = s
		}
	}
	for _, t := range f.Tokens {
		if t.Kind != bot.TokString || t.Span.Len() < 3 {
			continue
		}
		inner := text.Span{Start: t.Span.Start + 1, End: t.Span.End - 1}
		src := f.Text.Slice(inner)
		i := strings.IndexByte(src, '\\')
		if i < 0 {
			continue
		}
		// A file whose directive decodes escapes reads the same.
		if s, _ := f.Decode(&bot.Value{Kind: bot.String, Form: bot.Quoted, Inner: inner, Span: t.Span}); s == src {
			found(text.Span{Start: inner.Start + i, End: min(inner.Start+i+2, inner.End)})
			break
		}
	}
	for _, d := range f.Decls {
		if d.Kind != bot.KindPrompt || d.Body == nil {
			continue
		}
		last := f.Text.LineAt(d.Body.Span.End)
		for line := f.Text.LineAt(d.Body.Span.Start) + 1; line < last; line++ {
			if strings.Trim(f.Text.Slice(f.Text.Line(line)), " ") == "" {
				found(f.Text.LineFull(line))
				break
			}
		}
	}
	return best, best.Start >= 0
}

// addProfile writes a dsl: line in front of the first significant line.
func addProfile(path string, f *bot.File, profile string, preferred bool) finding.Fix {
	fix := finding.NewFix("add-dsl-"+profile, "Add dsl: "+profile, false, func() []finding.Edit {
		at := f.Text.LineStart(f.Text.LineAt(significant(f)))
		if len(f.Tokens) > 0 && f.Tokens[0].Kind == bot.TokBOM {
			at = max(at, f.Tokens[0].Span.End)
		}
		return []finding.Edit{{Path: path, Span: text.Span{Start: at, End: at}, New: "dsl: " + profile + f.Text.EOL()}}
	})
	fix.Preferred = preferred
	return fix
}

// significant is the offset of the first token that is no trivia.
func significant(f *bot.File) int {
	for _, t := range f.Tokens {
		if t.Kind > bot.TokComment || t.Kind == bot.TokBad {
			return t.Span.Start
		}
	}
	return f.Text.Len()
}
