package external_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// count notes what the analysis said of a program.
func (s *subject) count() {
	for _, list := range s.fine.Findings {
		for _, f := range list {
			s.tally["finding "+f.Code+" "+f.Severity.String()]++
		}
	}
}

var numbers = regexp.MustCompile(`[0-9]+`)

// countEnd notes how a run ended, and which operation on external text ended
// it.
func (s *subject) countEnd() {
	s.tally["run "+outcome(s.err)]++
	if e := s.failure; e != nil && e.Name == playbook.StarlarkError && strings.Contains(e.Msg, playbook.ExternalType) {
		s.tally["error "+numbers.ReplaceAllString(e.Msg, "N")]++
	}
	for _, c := range s.log() {
		s.tally["conversion by "+c.Builtin]++
	}
}

// Random programs prove nothing about what they never do. These are what a few
// hundred do, whatever the seed.
var often = []string{
	"run ok", "run ExternalConverted", "run ExternalCarriesMarker", "run StarlarkError",
	"conversion by ", "conversion by str", "conversion by repr", "conversion by format", "conversion by print",
	"finding PB001 error", "finding PB001 warning", "finding PB004 warning", "finding PB007 error", "finding PB010 info",
	"fix Join with +", "fix Use the text itself",
}

// seldom are what a hundred thousand programs do besides: an operation of
// playbook.md 9 that stops the run is met by few of them.
var seldom = []string{
	"run ExternalMethod", "run ExternalMisplaced", "run BadArgument", "run InvalidText", "conversion by fail", "fix Test for non-empty text", "fix Use concat",
	"finding PB002 error", "finding PB002 warning", "finding PB004 info", "finding PB005 warning", "finding PB006 error", "finding PB007 warning", "finding PB008 error", "finding PB009 error", "finding PB020 error",
}

// stops are the operations that external text does not have, by what the
// interpreter says of them.
var stops = []string{
	`%c format requires int or single-character string, not external_text`,
	`%d format requires integer: cannot convert external_text to int`,
	`%f format requires float, not external_text`,
	`%x format requires integer: cannot convert external_text to int`,
	`'in <string>' requires string as left operand, not external_text`,
	`all: for parameter N: got external_text, want iterable`,
	`any: for parameter N: got external_text, want iterable`,
	`argument after * must be iterable, not external_text`,
	`argument after ** must be a mapping, not external_text`,
	`bytes: got external_text, want string, bytes, or iterable of ints`,
	`chr: got external_text, want int`,
	`dict: unhashable type: external_text`,
	`enumerate: for parameter N: got external_text, want iterable`,
	`extend: for parameter N: got external_text, want iterable`,
	`external_text < string not implemented`,
	`external_text <= external_text not implemented`,
	`external_text value is not iterable`,
	`external_text_method has no .b field or method`,
	`float got external_text, want number or string`,
	`get: unhashable type: external_text`,
	`getattr: for parameter N: got external_text, want string`,
	`got external_text, want int or float`,
	`hash: got external_text, want string or bytes`,
	`int: cannot convert external_text to int`,
	`invalid slice operand external_text`,
	`invalid start index: got external_text, want int`,
	`join: in list, want string, got external_text`,
	`json.decode: for parameter x: got external_text, want string`,
	`json.encode: at list index N: cannot encode external_text_method as JSON`,
	`json.indent: for parameter N: got external_text, want string`,
	`len: value of type external_text has no len`,
	`list index: got external_text, want int`,
	`list: for parameter N: got external_text, want iterable`,
	`max: external_text > string not implemented`,
	`ord: got external_text, want string or bytes`,
	`pop: unhashable type: external_text`,
	`print: for parameter "sep": got external_text, want string`,
	`range: for parameter N: got external_text, want int`,
	`replace: for parameter N: got external_text, want string`,
	`reversed: for parameter N: got external_text, want iterable`,
	`set: for parameter N: got external_text, want iterable`,
	`set: unhashable type: external_text`,
	`setdefault: unhashable type: external_text`,
	`sorted: for parameter iterable: got external_text, want iterable`,
	`split: got external_text for separator, want string`,
	`startswith: got external_text, want string or tuple of string`,
	`string < external_text not implemented`,
	`string index: got external_text, want int`,
	`tuple: for parameter N: got external_text, want iterable`,
	`unhandled index operation external_text[int]`,
	`unhashable type: external_text`,
	`unknown binary op: external_text % string`,
	`unknown binary op: external_text & int`,
	`unknown binary op: external_text * int`,
	`unknown binary op: external_text + NoneType`,
	`unknown binary op: external_text + bytes`,
	`unknown binary op: external_text + int`,
	`unknown binary op: external_text + list`,
	`unknown binary op: external_text - string`,
	`unknown binary op: external_text / int`,
	`unknown binary op: external_text // int`,
	`unknown binary op: external_text | external_text`,
	`unknown binary op: list + external_text`,
	`unknown binary op: string * external_text`,
	`unknown binary op: string in external_text`,
	`unknown unary op: + external_text`,
	`unknown unary op: - external_text`,
	`unknown unary op: ~ external_text`,
	`update: got external_text, want iterable`,
	`zip: argument #N is not iterable: external_text`,
}

// uncovered says what n programs should have done and did not.
func uncovered(n uint64, total map[string]int) []string {
	want := slices.Clone(often)
	if n < 400 {
		want = nil
	}
	if n >= 100_000 {
		want = append(want, seldom...)
		for _, s := range stops {
			want = append(want, "error "+s)
		}
	}
	return slices.DeleteFunc(want, func(k string) bool { return total[k] > 0 })
}

// summary is what the programs did, without the operations that stopped them.
func summary(total map[string]int) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(total)) {
		if !strings.HasPrefix(k, "error ") {
			fmt.Fprintf(&b, "%s: %d\n", k, total[k])
		}
	}
	return b.String()
}
