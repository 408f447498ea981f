package playbook

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Conversion is one entry of the conversion log: where external text was
// turned into a string (playbook.md 5.4). The position is that of the call or
// operator in the innermost function of a file.
type Conversion struct {
	Pos     syntax.Position
	Builtin string // the builtin that did it; "" for an operator
}

// maxConversions bounds the log; the last ones are kept.
const maxConversions = 1000

// relatedConversions is how many of them an error shows.
const relatedConversions = 8

// conversionLog is a ring.
type conversionLog struct {
	on      bool
	entries []Conversion
	next    int
}

func (l *conversionLog) add(c Conversion) {
	if len(l.entries) < maxConversions {
		l.entries = append(l.entries, c)
		return
	}
	l.entries[l.next] = c
	l.next = (l.next + 1) % maxConversions
}

// all gives the entries in order.
func (l *conversionLog) all() []Conversion {
	if len(l.entries) == 0 {
		return nil
	}
	out := make([]Conversion, 0, len(l.entries))
	out = append(out, l.entries[l.next:]...)
	return append(out, l.entries[:l.next]...)
}

// converted is called for every String of external text. It records those that
// the running program asks for.
func (r *run) converted() {
	if !r.log.on || len(r.threads) == 0 {
		return
	}
	t := r.threads[len(r.threads)-1]
	c := Conversion{}
	for i := range t.CallStackDepth() {
		f := t.CallFrame(i)
		if f.Pos.Filename() != builtinFile {
			c.Pos = f.Pos
			r.log.add(c)
			return
		}
		if i == 0 {
			c.Builtin = f.Name
		}
	}
}

// builtinFile is what go.starlark.net gives as the file of a builtin.
const builtinFile = "<builtin>"

// innermost is the position of the innermost frame that is in a file.
func innermost(stack starlark.CallStack) (syntax.Position, bool) {
	for i := len(stack) - 1; i >= 0; i-- {
		if stack[i].Pos.Filename() != builtinFile {
			return stack[i].Pos, true
		}
	}
	return syntax.Position{}, false
}
