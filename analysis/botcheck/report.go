package botcheck

import (
	"maps"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/spell"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// issue is a finding in the making.
type issue struct {
	// code is the rule, engine the engine's own code, empty where it has
	// none, kind what tells findings of one code apart, name what the finding
	// is about.
	code, engine, kind, name string
	at                       finding.Place
	// message is the sentence without the engine's code.
	message string
	// severity overrides the rule's for codes that the engine decides by
	// case; Off leaves it.
	severity finding.Severity
	related  []finding.Related
	fixes    []finding.Fix
}

// report turns an issue into a finding.
func report(i issue) finding.Finding {
	f := finding.Finding{
		Code: i.code, Place: i.at, Message: i.message, Severity: i.severity,
		Related: i.related, Fixes: i.fixes,
		Data: map[string]any{"engine": i.engine, "kind": i.kind, "name": strings.Clone(finding.Cut(i.name))},
	}
	if i.engine != "" {
		f.Message += " (" + i.engine + ")"
	}
	if f.Severity == finding.Off {
		r, _ := rule.Get(i.code)
		f.Severity = r.Severity
		if s, ok := r.EngineSeverity(i.engine); ok {
			f.Severity = s
		}
	}
	return f
}

// maxGuesses bounds how many names are compared for one unit: a file may have
// tens of thousands of names, and as many that are none.
const maxGuesses = 1_000_000

// guesses is how many names may still be compared.
type guesses struct{ left int }

// didYouMean is the end of a message about a name that does not exist, and
// the fix that puts the nearest one in its place (authoring.md 2.1). at is
// where the name stands, safe whether distance 1 is enough to change it
// unasked.
func (g *guesses) didYouMean(name string, candidates []string, at finding.Place, safe bool) (string, []finding.Fix) {
	if len(candidates) > g.left {
		return "", nil
	}
	g.left -= len(candidates)
	names, distance := spell.Closest(name, candidates)
	switch {
	case len(names) == 0:
		return "", nil
	case len(names) > 1:
		names = names[:min(len(names), 3)]
		for i, n := range names {
			names[i] = finding.Quote(n)
		}
		last := len(names) - 1
		return ", did you mean " + strings.Join(names[:last], ", ") + " or " + names[last] + "?", nil
	}
	return ", did you mean " + finding.Quote(names[0]) + "?",
		[]finding.Fix{changeTo(name, names[0], at, safe && distance == 1)}
}

// namesOf are the names of a map for didYouMean, none where they would not
// be compared any more.
func namesOf[V any](g *guesses, known map[string]V) []string {
	if len(known) > g.left {
		return nil
	}
	return slices.Collect(maps.Keys(known))
}

// changeTo replaces the word at a place.
func changeTo(from, to string, at finding.Place, safe bool) finding.Fix {
	fix := finding.NewFix("change-to", "Change "+finding.Cut(from)+" to "+finding.Cut(to), safe, func() []finding.Edit {
		return []finding.Edit{{Path: at.Path, Span: at.Span, New: to}}
	})
	fix.Preferred = true
	return fix
}

// place is a span in a file.
func place(path string, s text.Span) finding.Place { return finding.Place{Path: path, Span: s} }

// related points at a second place.
func related(at finding.Place, message string) []finding.Related {
	return []finding.Related{{Place: at, Message: message}}
}
