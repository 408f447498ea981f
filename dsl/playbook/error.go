package playbook

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// ErrorName names what went wrong (playbook.md 8).
type ErrorName string

// The names. StarlarkError is anything that go.starlark.net raises by itself.
const (
	ExternalConverted     ErrorName = "ExternalConverted"
	ExternalMethod        ErrorName = "ExternalMethod"
	ExternalCarriesMarker ErrorName = "ExternalCarriesMarker"
	ExternalMisplaced     ErrorName = "ExternalMisplaced"
	NoncharacterLiteral   ErrorName = "NoncharacterLiteral"
	InvalidText           ErrorName = "InvalidText"
	ParamMissing          ErrorName = "ParamMissing"
	ParamKind             ErrorName = "ParamKind"
	ParamUnknown          ErrorName = "ParamUnknown"
	DuplicateParam        ErrorName = "DuplicateParam"
	BadArgument           ErrorName = "BadArgument"
	DuplicateStep         ErrorName = "DuplicateStep"
	UnknownStep           ErrorName = "UnknownStep"
	StepCycle             ErrorName = "StepCycle"
	OutsideEntry          ErrorName = "OutsideEntry"
	NoPlaybook            ErrorName = "NoPlaybook"
	DuplicatePlaybook     ErrorName = "DuplicatePlaybook"
	LoadOutside           ErrorName = "LoadOutside"
	LoadEntry             ErrorName = "LoadEntry"
	LoadCycle             ErrorName = "LoadCycle"
	LoadNotFound          ErrorName = "LoadNotFound"
	LimitExceeded         ErrorName = "LimitExceeded"
	SyntaxErrorName       ErrorName = "SyntaxError"
	ResolveErrorName      ErrorName = "ResolveError"
	StarlarkError         ErrorName = "StarlarkError"
)

// Error is why a run did not give a plan. No field ever holds a byte of a
// supplied value. Msg may repeat the author's text, which the caller escapes
// for display.
type Error struct {
	Name ErrorName
	Msg  string
	// Pos has the file's id, the 1-based line and the 1-based column in code
	// points. It is not valid where the error stands nowhere.
	Pos      syntax.Position
	Argument string    // path inside the call, parameter name, or node name (renderer)
	Marker   string    // ExternalCarriesMarker only
	Related  []Related // places that explain the error
	Stack    starlark.CallStack
	// Conversions is the log of the run, where Options.RecordConversions is on.
	Conversions []Conversion
}

// Related is a place that explains an error.
type Related struct {
	Pos  syntax.Position
	Text string
}

// Error gives place, name and message in one line where Msg has one line.
func (e *Error) Error() string {
	if e.Pos.IsValid() {
		return fmt.Sprintf("%s: %s: %s", e.Pos, e.Name, e.Msg)
	}
	return string(e.Name) + ": " + e.Msg
}

// maxQuoted is how many characters of a file's text a message repeats.
const maxQuoted = 60

// quoted puts text from a file into backticks, cut and with everything that
// does not print as an escape.
func quoted(s string) string { return "`" + shown(s) + "`" }

func shown(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == maxQuoted {
			b.WriteString("…")
			break
		}
		n++
		switch {
		case r == '`':
			b.WriteByte('\'')
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r != utf8.RuneError && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
