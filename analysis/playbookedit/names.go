package playbookedit

import (
	"encoding/json"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// nameKind says what a string names.
type nameKind uint8

const (
	nameNode  nameKind = iota // a step, gate or parallel
	nameParam                 // a launch parameter
)

// named is a string that names a node or a launch parameter.
type named struct {
	kind nameKind
	name string
	span text.Span // without the quotes
	// plain says that the text is the name, without escapes.
	plain bool
	decl  bool // at the constructor, not in an after
	call  *syntax.CallExpr
}

// isNode reports whether a constructor makes a node.
func isNode(sig *playbook.Signature) bool {
	return sig.Name == "step" || sig.Name == "gate" || sig.Name == "parallel"
}

// namedStrings are the strings of a file that name nodes and parameters.
// hidden says that some after is not a display, so that there may be more.
type namedStrings struct {
	list   []named
	hidden bool
}

// strings gives the namedStrings of a file.
func (x *index) strings() (list []named, hidden bool) {
	n := x.names()
	return n.list, n.hidden
}

func (x *index) named() namedStrings {
	var list []named
	hidden := false
	add := func(kind nameKind, e syntax.Expr, decl bool, call *syntax.CallExpr) {
		if name, l, ok := literal(e); ok {
			span, plain := innerLiteral(x.f, l)
			list = append(list, named{kind, name, span, plain, decl, call})
		}
	}
	for _, call := range x.calls {
		sig, ok := constructor(call)
		if !ok {
			continue
		}
		switch {
		case sig.Name == "param":
			add(nameParam, argument(call, sig, "name"), true, call)
		case isNode(sig):
			add(nameNode, argument(call, sig, "name"), true, call)
			after := argument(call, sig, "after")
			if after == nil {
				continue
			}
			items, ok := display(after)
			hidden = hidden || !ok
			for _, e := range items {
				add(nameNode, e, false, call)
			}
		}
	}
	return namedStrings{list, hidden}
}

// display are the items of a list or tuple that is written out.
func display(e syntax.Expr) ([]syntax.Expr, bool) {
	switch e := unparen(e).(type) {
	case *syntax.ListExpr:
		return e.List, true
	case *syntax.TupleExpr:
		return e.List, true
	}
	return nil, false
}

// stringAt is the name that a string at an offset is.
func (x *index) stringAt(off int) (named, bool) {
	list, _ := x.strings()
	for _, n := range list {
		if n.span.Start-1 <= off && off <= n.span.End+1 {
			return n, true
		}
	}
	return named{}, false
}

// literals counts the string literals of a file with this value that are no
// name of kind.
func (x *index) literals(value string, kind nameKind) int {
	n := 0
	syntax.Walk(x.f.Tree, func(node syntax.Node) bool {
		if l, ok := node.(*syntax.Literal); ok && l.Token == syntax.STRING && l.Value == value {
			n++
		}
		return true
	})
	list, _ := x.strings()
	for _, s := range list {
		if s.kind == kind && s.name == value {
			n--
		}
	}
	return n
}

// sampleKey is the place of a key of the sample file, without its quotes.
type sampleKey struct {
	name string
	span text.Span
	// plain says that it is written without escapes.
	plain bool
}

// sampleKeys are the keys of the object in a sample file; ok is false where it
// is no JSON object.
func sampleKeys(src string) (list []sampleKey, ok bool) {
	body := strings.TrimPrefix(src, "\ufeff")
	base := len(src) - len(body)
	dec := json.NewDecoder(strings.NewReader(body))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		from := int(dec.InputOffset())
		t, err := dec.Token()
		if err != nil {
			return list, false
		}
		name, isString := t.(string)
		end := int(dec.InputOffset())
		open := strings.IndexByte(body[from:end], '"')
		if !isString || open < 0 {
			return list, false
		}
		span := text.Span{Start: base + from + open + 1, End: base + end - 1}
		list = append(list, sampleKey{name, span, src[span.Start:span.End] == name})
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return list, false
		}
	}
	_, err := dec.Token()
	return list, err == nil
}
