package playbook

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// load is what a load statement runs. Modules are executed once per run.
func (r *run) load(t *starlark.Thread, module string) (starlark.StringDict, error) {
	// The name of a thread is the id of its file.
	globals, err := r.module(t.Name, module)
	if err != nil {
		return nil, r.place(err)
	}
	return globals, nil
}

func (r *run) module(from, module string) (starlark.StringDict, *Error) {
	id, name := ResolveLoad(from, module)
	if name != "" {
		return nil, outside(module)
	}
	target, err := r.opt.Loader.Real(id)
	switch {
	case errors.Is(err, ErrOutside):
		return nil, outside(module)
	case err != nil:
		return nil, &Error{Name: LoadNotFound, Msg: "there is no readable file " + quoted(id)}
	}
	// A module is the file that it is, however it was reached: it runs once,
	// and loads from the folder that it lies in.
	id = target
	if id == r.entry {
		return nil, loadEntry(id)
	}
	if globals, ok := r.modules[id]; ok {
		return globals, nil
	}
	for _, t := range r.threads {
		if t.Name == id {
			return nil, &Error{Name: LoadCycle, Msg: quoted(id) + " is being loaded already: modules cannot load each other in a circle"}
		}
	}
	src, failure := r.read(id)
	if failure != nil {
		return nil, failure
	}
	if r.opt.Globs.Role(id, []byte(src)) == Entry {
		return nil, loadEntry(id)
	}
	switch {
	case len(r.modules)+len(r.threads) > r.limits.Modules:
		return nil, limitError("the run loads more than %d modules", r.limits.Modules)
	case len(r.threads) > r.limits.LoadDepth:
		return nil, limitError("modules load each other more than %d deep", r.limits.LoadDepth)
	}
	globals, failure := r.execute(id, src)
	if failure != nil {
		return nil, failure
	}
	r.modules[id] = globals
	return globals, nil
}

func outside(module string) *Error {
	return &Error{Name: LoadOutside, Msg: quoted(module) + " is no path of a .star file inside the workspace"}
}

func loadEntry(id string) *Error {
	return &Error{Name: LoadEntry, Msg: quoted(id) + " is an entry playbook, which cannot be loaded: move what is shared into a library module"}
}

// strictTree parses a source that is to run, and refuses what playbook.md 2.2
// and 5.3 refuse before anything is executed.
func strictTree(id, src string) (*syntax.File, *Error) {
	if bad, ok := badText(src); ok {
		line, col := newLineIndex(src).position(bad.off)
		return nil, &Error{Name: bad.name, Msg: bad.msg, Pos: positionIn(id, line, col)}
	}
	col := int32(1)
	if body, ok := strings.CutPrefix(src, byteOrderMark); ok {
		src, col = body, 2
	}
	tree, err := parseStrict(id, src, 1, col)
	if err != nil {
		return nil, &Error{Name: SyntaxErrorName, Msg: err.Msg, Pos: err.Pos}
	}
	if found := NoncharacterLiterals(tree); len(found) > 0 {
		return nil, &Error{
			Name: NoncharacterLiteral,
			Msg:  "U+FDD0 is reserved for the withheld placeholder: take it out of the literal",
			Pos:  found[0],
		}
	}
	return tree, nil
}

// NoncharacterLiterals are the positions of the string and bytes literals that
// hold U+FDD0 after unescaping, those of a load included, in source order
// (playbook.md 5.3).
func NoncharacterLiterals(tree *syntax.File) []syntax.Position {
	var found []syntax.Position
	syntax.Walk(tree, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Literal:
			if s, ok := n.Value.(string); ok && strings.ContainsRune(s, Noncharacter) {
				found = append(found, n.TokenPos)
			}
		case *syntax.LoadStmt:
			for _, id := range n.From {
				if strings.ContainsRune(id.Name, Noncharacter) {
					// The name has the position behind the opening quote.
					p := id.NamePos
					p.Col--
					found = append(found, p)
				}
			}
		}
		return true
	})
	sortPositions(found)
	return found
}

// resolveFailure is the first error of the resolver by position.
func resolveFailure(id string, err error) *Error {
	var list resolve.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return &Error{Name: ResolveErrorName, Msg: fmt.Sprintf("the names of %s cannot be resolved", quoted(id))}
	}
	first := list[0]
	for _, e := range list[1:] {
		if before(e.Pos, first.Pos) {
			first = e
		}
	}
	return &Error{Name: ResolveErrorName, Msg: first.Msg, Pos: first.Pos}
}

func before(p, q syntax.Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}
