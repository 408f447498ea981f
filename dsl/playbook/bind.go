package playbook

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// call is the arguments of one constructor call, bound by its signature.
type call struct {
	run    *run
	sig    *Signature
	values []starlark.Value // by Signature.Args; nil where not given
	parts  starlark.Tuple   // of a variadic constructor
}

func (c *call) fail(name ErrorName, argument, format string, args ...any) *Error {
	return c.run.raise(name, argument, c.sig.Name+": "+fmt.Sprintf(format, args...))
}

// bind checks a call in the order of playbook.md 6; the first failure wins.
// starlark.UnpackArgs would flatten the errors to text.
func (r *run) bind(sig *Signature, args starlark.Tuple, kwargs []starlark.Tuple) (*call, *Error) {
	c := &call{run: r, sig: sig, values: make([]starlark.Value, len(sig.Args))}
	if err := c.names(args, kwargs); err != nil {
		return nil, err
	}
	if err := c.strings(); err != nil {
		return nil, err
	}
	for i, a := range sig.Args {
		if a.Required && c.values[i] == nil {
			return nil, c.fail(BadArgument, a.Name, "the argument %s is missing", quoted(a.Name))
		}
	}
	if err := c.kinds(); err != nil {
		return nil, err
	}
	return c, c.rules()
}

// names is step 1: unknown, repeated and surplus arguments.
func (c *call) names(args starlark.Tuple, kwargs []starlark.Tuple) *Error {
	switch {
	case c.sig.Variadic != nil:
		c.parts = args
	case len(args) > 1:
		return c.fail(BadArgument, "args[1]", "only %s may be given by position", quoted(c.sig.Args[0].Name))
	case len(args) == 1:
		c.values[0] = args[0]
	}
	for _, kv := range kwargs {
		name, _ := starlark.AsString(kv[0])
		if strings.ContainsRune(name, Noncharacter) {
			return c.converted("**")
		}
		i := c.index(name)
		switch {
		case i < 0:
			return c.fail(BadArgument, name, "there is no argument %s", quoted(name))
		case c.values[i] != nil:
			return c.fail(BadArgument, name, "the argument %s is given twice", quoted(name))
		}
		c.values[i] = kv[1]
	}
	return nil
}

func (c *call) index(name string) int {
	for i := range c.sig.Args {
		if c.sig.Args[i].Name == name {
			return i
		}
	}
	return -1
}

func (c *call) converted(argument string) *Error {
	return c.fail(ExternalConverted, argument,
		"the string in %s contains U+FDD0, which is left by a conversion of external text: join external text with + instead", quoted(argument))
}

// strings is step 2: no string in any argument may come from a conversion or
// be broken.
func (c *call) strings() *Error {
	for i, v := range c.parts {
		if err := c.stringsIn(c.sig.Variadic.Name+"["+strconv.Itoa(i)+"]", v); err != nil {
			return err
		}
	}
	for i, a := range c.sig.Args {
		if v := c.values[i]; v != nil {
			if err := c.stringsIn(a.Name, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *call) stringsIn(argument string, v starlark.Value) *Error {
	var invalid bool
	path, found := search(v, func(v starlark.Value) bool {
		switch v := v.(type) {
		case starlark.String:
			invalid = !cleanText(string(v))
			return invalid || strings.ContainsRune(string(v), Noncharacter)
		case *ExternalText:
			for _, s := range v.content().segs {
				if !s.external() && (strings.ContainsRune(s.text, Noncharacter) || !cleanText(s.text)) {
					invalid = !cleanText(s.text)
					return true
				}
			}
		}
		return false
	})
	switch {
	case !found:
		return nil
	case invalid:
		return c.fail(InvalidText, argument+path, "the string in %s is not valid UTF-8", quoted(argument+path))
	}
	return c.converted(argument + path)
}

// cleanText reports whether s is UTF-8; one that holds the noncharacter counts
// as clean, since that is the better complaint.
func cleanText(s string) bool {
	return utf8.ValidString(s) || strings.ContainsRune(s, Noncharacter)
}

// search looks for a value depth first, list and tuple items in order, dict
// entries in theirs with the key before its value, and gives the path to it.
// Shared objects are looked at once, so that it ends on circles, and soon on
// what is only large when it is written out. It goes searchDepth down: no
// argument takes anything as deep, and the stack has an end.
func search(v starlark.Value, stop func(starlark.Value) bool) (path string, found bool) {
	s := searcher{stop: stop}
	return s.in(v)
}

type searcher struct {
	stop  func(starlark.Value) bool
	seen  map[any]bool
	depth int
}

const searchDepth = 1000

type tupleID struct {
	first *starlark.Value
	n     int
}

// visited reports whether the object was looked at before.
func (s *searcher) visited(id any) bool {
	if s.seen[id] {
		return true
	}
	if s.seen == nil {
		s.seen = map[any]bool{}
	}
	s.seen[id] = true
	return false
}

func (s *searcher) in(v starlark.Value) (string, bool) {
	if s.stop(v) {
		return "", true
	}
	if s.depth == searchDepth {
		return "", false
	}
	s.depth++
	defer func() { s.depth-- }()
	switch v := v.(type) {
	case starlark.Tuple:
		if len(v) == 0 || s.visited(tupleID{&v[0], len(v)}) {
			return "", false
		}
		for i, item := range v {
			if path, found := s.in(item); found {
				return "[" + strconv.Itoa(i) + "]" + path, true
			}
		}
	case *starlark.List:
		if s.visited(v) {
			return "", false
		}
		for i := range v.Len() {
			if path, found := s.in(v.Index(i)); found {
				return "[" + strconv.Itoa(i) + "]" + path, true
			}
		}
	case *starlark.Dict:
		if s.visited(v) {
			return "", false
		}
		for i, kv := range v.Items() {
			if path, found := s.in(kv[0]); found {
				return ".keys[" + strconv.Itoa(i) + "]" + path, true
			}
			if path, found := s.in(kv[1]); found {
				return keyPath(kv[0]) + path, true
			}
		}
	}
	return "", false
}

// keyPath is how a path names a dict entry.
func keyPath(key starlark.Value) string {
	switch k := key.(type) {
	case starlark.String:
		return `["` + shown(string(k)) + `"]`
	case starlark.Int, starlark.Bool, starlark.Float, starlark.NoneType:
		return "[" + shown(k.String()) + "]"
	}
	return "[" + key.Type() + "]"
}
