package rule

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Comment says whether a `boundary: ignore` comment silences a rule (rules.md,
// column comment).
type Comment uint8

// The words of the column. Warnings means that the warning form of the rule
// can be silenced and its error form cannot.
const (
	CommentNo Comment = iota
	CommentWarnings
	CommentYes
)

// String gives the word that rules.md uses.
func (c Comment) String() string {
	return [...]string{"no", "warnings", "yes"}[c]
}

// Allows reports whether a comment may silence a finding of that severity.
func (c Comment) Allows(s finding.Severity) bool {
	return c == CommentYes || c == CommentWarnings && s <= finding.Warning
}

// Config says what [rules] in .boundary.toml may do to a rule (rules.md,
// column [rules]).
type Config uint8

// The words of the column: nothing, raise the severity, set any severity or
// off.
const (
	ConfigNo Config = iota
	ConfigRaise
	ConfigAny
)

// String gives the word that rules.md uses.
func (c Config) String() string {
	return [...]string{"no", "raise", "any"}[c]
}

// Fixes is the set of kinds of fixes that a rule has.
type Fixes uint8

// Safe fixes run in `fix` and fix-all; offered ones need a click or --unsafe.
const (
	FixSafe Fixes = 1 << iota
	FixOffered
)

// String gives the words of rules.md: "safe", "offered", "safe, offered", "–".
func (f Fixes) String() string {
	return [...]string{"–", "safe", "offered", "safe, offered"}[f&(FixSafe|FixOffered)]
}

// Tag is a diagnostic tag of the protocol that findings of a rule may carry.
// The values are those of the protocol.
type Tag uint8

// The tags of the Language Server Protocol.
const (
	TagUnnecessary Tag = 1
	TagDeprecated  Tag = 2
)

// String gives the protocol's name of the tag.
func (t Tag) String() string {
	if t == TagDeprecated {
		return "Deprecated"
	}
	return "Unnecessary"
}

// EngineCode is one of the engine's own codes that a rule stands for.
type EngineCode struct {
	Code string
	// Warning is the mark W of rules.md: the engine warns.
	Warning bool
	// Note says which kind is meant where the engine uses the code for two.
	Note string
}

// Rule is one rule of a family that is analysed. Values are shared and must
// not be changed.
type Rule struct {
	// Code and Name are stable; Name is in kebab-case.
	Code, Name string
	// Severity is the worst that the rule gives by default.
	Severity finding.Severity
	// Severities are all that it gives by default, in the order of rules.md.
	Severities []finding.Severity
	// SeverityNote says which case has which severity; empty where there is
	// one severity only.
	SeverityNote string

	Fixes Fixes
	// FixNote says what the safe fix is limited to, where it is.
	FixNote string

	Comment Comment
	Config  Config

	// Engine are the engine's codes, in the order of rules.md; BOT only.
	Engine []EngineCode
	// Tags are the tags that some of the findings carry.
	Tags []Tag

	// Summary is one sentence: what is wrong.
	Summary string
	// Why says why it matters; Mend what to do about it.
	Why, Mend string
	// Instead says what to do where the rule cannot be silenced, and
	// InsteadConfig shows it in .boundary.toml; both may be empty.
	Instead, InsteadConfig string

	// Bad is flagged by the rule, Good is not.
	Bad, Good Example
}

// Family gives the letters of the code, such as BND.
func (r Rule) Family() string { return family(r.Code) }

// SeverityText gives the severities as rules.md writes them: "error / warning".
func (r Rule) SeverityText() string {
	words := make([]string, len(r.Severities))
	for i, s := range r.Severities {
		words[i] = s.String()
	}
	return strings.Join(words, " / ")
}

// EngineSeverity gives the severity of a finding for one of the rule's engine
// codes: the only one, or by the mark W. Where the engine decides by case
// (C018, C137, C212) it is error, and the check has to know better. ok is
// false where the rule does not stand for the code.
func (r Rule) EngineSeverity(code string) (s finding.Severity, ok bool) {
	for _, e := range r.Engine {
		if e.Code != code {
			continue
		}
		switch {
		case len(r.Severities) == 1:
			return r.Severity, true
		case e.Warning:
			return finding.Warning, true
		}
		return finding.Error, true
	}
	return finding.Off, false
}

// DocPath gives the path of the rule's page from the root of the repository,
// with slashes: the `help` of the JSON output.
func (r Rule) DocPath() string { return "docs/rules/" + r.Code + ".md" }

// Silenceable reports whether a comment or [rules] can hide findings of the
// rule at all. Only those may be put into a baseline.
func (r Rule) Silenceable() bool { return r.entry().Silenceable() }

func (r Rule) entry() Entry {
	return Entry{Code: r.Code, Name: r.Name, Comment: r.Comment, Config: r.Config, Built: true}
}

// Entry is what is known of every rule, analysed or not.
type Entry struct {
	Code, Name string
	Comment    Comment
	Config     Config
	// Built says that the rule is analysed and has a Rule.
	Built bool
}

// Family gives the letters of the code, such as XM.
func (e Entry) Family() string { return family(e.Code) }

// Silenceable reports whether a comment or [rules] can hide findings of the
// rule. A rule with `no` in both columns never goes into a baseline.
func (e Entry) Silenceable() bool { return e.Comment != CommentNo || e.Config != ConfigNo }

func family(code string) string { return strings.TrimRight(code, "0123456789") }
