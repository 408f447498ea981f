package rule

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/spell"
)

// index is the registry with its ways in; it is never changed once built.
type index struct {
	rules   []Rule
	byCode  map[string]*Rule
	engine  map[string][]Rule
	entries []Entry
	byWord  map[string]Entry // codes, kebab-case and CamelCase names
	built   []string         // what explain takes
	known   []string         // what [rules] and comments take
}

var registry = sync.OnceValue(func() *index {
	ix := &index{
		byCode: map[string]*Rule{},
		engine: map[string][]Rule{},
		byWord: map[string]Entry{},
	}
	ix.rules = slices.Concat(
		paragraphRules(), supervisorRules(), exemptionRules(),
		externalRules(), playbookRules(), moduleRules(), launchRules(),
		shapeRules(), nameRules(), graphRules(), typeRules(),
		nodeRules(), workflowRules(), bundleRules(),
		configRules(), silencingRules(),
	)
	for i := range ix.rules {
		r := &ix.rules[i]
		r.Severity = slices.Max(r.Severities)
		if r.Family() == "BOT" {
			// An engine may be newer than this program (rules.md, BOT).
			r.Comment, r.Config = CommentYes, ConfigAny
		}
		ix.byCode[r.Code] = r
		ix.entries = append(ix.entries, r.entry())
		ix.built = append(ix.built, r.Code, r.Name)
	}
	for _, r := range ix.rules {
		for _, e := range r.Engine {
			if len(ix.engine[e.Code]) == 0 {
				ix.built = append(ix.built, e.Code)
			}
			ix.engine[e.Code] = append(ix.engine[e.Code], r)
		}
	}
	ix.entries = append(ix.entries, unbuilt()...)
	for _, e := range ix.entries {
		ix.byWord[e.Code], ix.byWord[e.Name], ix.byWord[camel(e.Name)] = e, e, e
		ix.known = append(ix.known, e.Code, e.Name)
	}
	return ix
})

// All gives the rules that are analysed, by family and code. The slice is the
// caller's, what it holds is shared.
func All() []Rule { return slices.Clone(registry().rules) }

// Known gives an entry for every rule there is, those of families that are not
// analysed behind the others. The slice is the caller's.
func Known() []Entry { return slices.Clone(registry().entries) }

// Get gives the rule of a code. It is for code that names a rule itself; words
// from outside go through Lookup.
func Get(code string) (Rule, bool) {
	r, ok := registry().byCode[code]
	if !ok {
		return Rule{}, false
	}
	return *r, true
}

// Lookup gives the analysed rule that a word names: a code, a kebab-case name
// or the same name in CamelCase (cli.md, Rules and their names). Case counts.
func Lookup(word string) (Rule, bool) {
	return Get(registry().byWord[word].Code)
}

// LookupKnown is Lookup over all rules, also those of families that are not
// analysed: for [rules] and silencing comments.
func LookupKnown(word string) (Entry, bool) {
	e, ok := registry().byWord[word]
	return e, ok
}

// LookupEngine gives the rules that stand for an engine code such as C004, in
// the order of their codes; none where the code is unknown.
func LookupEngine(code string) []Rule { return slices.Clone(registry().engine[code]) }

// Explainable gives the rules that the argument of `explain` stands for: the
// one of a code or name, or all behind an engine code.
func Explainable(word string) []Rule {
	if r, ok := Lookup(word); ok {
		return []Rule{r}
	}
	return LookupEngine(word)
}

// NearestBuilt gives the code, name or engine code nearest to a word that
// `explain` does not know. ok is false where there is nothing to name.
func NearestBuilt(word string) (best string, ok bool) {
	best, _, _ = spell.Nearest(word, registry().built)
	return best, best != ""
}

// NearestKnown gives the code or name nearest to a word that [rules] or a
// comment has and no rule bears. A name in CamelCase is compared in
// kebab-case. ok is false where there is nothing to name, unique where no
// other one is as near.
func NearestKnown(word string) (best string, distance int, unique bool) {
	if !strings.Contains(word, "-") && strings.ContainsFunc(word, unicode.IsLower) {
		word = kebab(word)
	}
	return spell.Nearest(word, registry().known)
}

// Severity gives the worst default severity of an analysed rule, Off where
// there is none of that code.
func Severity(code string) finding.Severity {
	r, _ := Get(code)
	return r.Severity
}

// camel writes a kebab-case name in CamelCase: external-converted is
// ExternalConverted.
func camel(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		first, n := utf8.DecodeRuneInString(part)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(part[n:])
	}
	return b.String()
}

// kebab writes a CamelCase name in kebab-case.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteByte('-')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
