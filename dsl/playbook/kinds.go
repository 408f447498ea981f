package playbook

import (
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// kinds is step 4: external text where none is taken, then wrong types.
func (c *call) kinds() *Error {
	if a := c.sig.Variadic; a != nil {
		for i, v := range c.parts {
			if path, ok := fits(a.Kind, v); !ok {
				return c.wrong(a, "["+strconv.Itoa(i)+"]"+path)
			}
		}
	}
	for i := range c.sig.Args {
		a, v := &c.sig.Args[i], c.values[i]
		if v == nil {
			continue
		}
		kind := a.Kind
		if kind == KindDefault {
			// None is what a default is when none is given.
			if v == starlark.None {
				continue
			}
			k, known := defaultKind(c.str("kind", ParamText))
			if !known {
				continue // rules complains about the kind
			}
			kind = k
		}
		if !kind.TakesExternal() {
			if path, found := search(v, isExternal); found {
				return c.fail(ExternalMisplaced, a.Name+path,
					"%s takes the author's text only, and external text was given", quoted(a.Name+path))
			}
		}
		if path, ok := fits(kind, v); !ok {
			wrong := *a
			wrong.Kind = kind
			return c.wrong(&wrong, path)
		}
	}
	return nil
}

func (c *call) wrong(a *Arg, path string) *Error {
	return c.fail(BadArgument, a.Name+path, "%s must be %s", quoted(a.Name), a.Kind.Wants())
}

func isExternal(v starlark.Value) bool {
	_, ok := v.(*ExternalText)
	return ok
}

// defaultKind is what the default of a parameter of this kind must be.
func defaultKind(kind string) (ArgKind, bool) {
	switch kind {
	case ParamText:
		return KindText, true
	case ParamInt:
		return KindInt, true
	case ParamFlag:
		return KindBool, true
	case ParamChoice:
		return KindStr, true
	}
	return 0, false
}

// fits reports whether a value has the type that a kind asks for. Where it
// does not, path leads from the argument to what is wrong in it.
func fits(kind ArgKind, v starlark.Value) (path string, ok bool) {
	switch kind {
	case KindStr, KindName:
		_, ok = v.(starlark.String)
	case KindBool:
		_, ok = v.(starlark.Bool)
	case KindInt:
		_, ok = v.(starlark.Int)
	case KindStrs:
		return fitsAll(v, func(v starlark.Value) bool { _, ok := v.(starlark.String); return ok })
	case KindText:
		ok = isText(v)
	case KindParts:
		if isText(v) {
			return "", true
		}
		return fitsAll(v, isText)
	case KindContext:
		return fitsContext(v)
	case KindTools:
		return fitsAll(v, func(v starlark.Value) bool { _, ok := v.(*tool); return ok })
	case KindNodes:
		return fitsAll(v, isNode)
	case KindRefs:
		return fitsAll(v, func(v starlark.Value) bool {
			_, ok := v.(starlark.String)
			return ok || isNode(v)
		})
	case KindAgent:
		_, ok = v.(*agent)
	}
	return "", ok
}

func isText(v starlark.Value) bool {
	_, ok := v.(starlark.String)
	return ok || isExternal(v)
}

func isNode(v starlark.Value) bool {
	_, ok := v.(*node)
	return ok
}

func fitsAll(v starlark.Value, fits func(starlark.Value) bool) (string, bool) {
	items, ok := itemsOf(v)
	if !ok {
		return "", false
	}
	i := slices.IndexFunc(items, func(v starlark.Value) bool { return !fits(v) })
	if i >= 0 {
		return "[" + strconv.Itoa(i) + "]", false
	}
	return "", true
}

// itemsOf gives the items of a list or tuple.
func itemsOf(v starlark.Value) ([]starlark.Value, bool) {
	switch v := v.(type) {
	case starlark.Tuple:
		return v, true
	case *starlark.List:
		items := make([]starlark.Value, v.Len())
		for i := range items {
			items[i] = v.Index(i)
		}
		return items, true
	}
	return nil, false
}

func fitsContext(v starlark.Value) (string, bool) {
	return fitsDict(v, func(v starlark.Value) (string, bool) {
		switch v.(type) {
		case *starlark.List, starlark.Tuple:
			return fitsAll(v, isText)
		case *starlark.Dict:
			return fitsDict(v, func(v starlark.Value) (string, bool) { return "", isText(v) })
		}
		return "", isText(v)
	})
}

func fitsDict(v starlark.Value, fits func(starlark.Value) (string, bool)) (string, bool) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		return "", false
	}
	for i, kv := range d.Items() {
		if _, ok := kv[0].(starlark.String); !ok {
			return ".keys[" + strconv.Itoa(i) + "]", false
		}
		if path, ok := fits(kv[1]); !ok {
			return keyPath(kv[0]) + path, false
		}
	}
	return "", true
}

// rules is the part of step 5 that the table knows.
func (c *call) rules() *Error {
	for i := range c.sig.Args {
		a, v := &c.sig.Args[i], c.values[i]
		if v == nil {
			continue
		}
		switch a.Kind {
		case KindName:
			if s := string(v.(starlark.String)); !IsName(s) {
				return c.fail(BadArgument, a.Name,
					"%s is no name: a lower-case letter, then up to 63 of a-z, 0-9, _ and -", quoted(s))
			}
		case KindStr:
			if s := string(v.(starlark.String)); a.Enum != nil && !slices.Contains(a.Enum, s) {
				return c.fail(BadArgument, a.Name, "%s must be one of %s", quoted(a.Name), listed(a.Enum))
			}
		case KindInt:
			n, ok := v.(starlark.Int).Int64()
			if a.Max > a.Min && (!ok || n < int64(a.Min) || n > int64(a.Max)) {
				return c.fail(BadArgument, a.Name, "%s must be from %d to %d", quoted(a.Name), a.Min, a.Max)
			}
		}
	}
	return nil
}

// The accessors below are used when the kinds are known to be right, kind of a
// parameter aside, which is declared before its default. They give the value,
// or what it is when it is not given.

func (c *call) value(name string) starlark.Value { return c.values[c.index(name)] }

func (c *call) str(name, byDefault string) string {
	if s, ok := c.value(name).(starlark.String); ok {
		return string(s)
	}
	return byDefault
}

func (c *call) flag(name string, byDefault bool) bool {
	if b, ok := c.value(name).(starlark.Bool); ok {
		return bool(b)
	}
	return byDefault
}

func (c *call) strs(name string) []string {
	items, _ := itemsOf(c.value(name))
	var out []string
	for _, v := range items {
		out = append(out, string(v.(starlark.String)))
	}
	return out
}
