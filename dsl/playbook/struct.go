package playbook

import (
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// structure is starlarkstruct's struct, except that its text ends where it
// holds itself. Lists and dicts see to that among themselves only: a list that
// holds a struct that holds the list would overflow the stack, which ends the
// whole process.
type structure struct {
	*starlarkstruct.Struct
	printing bool
}

var (
	_ starlark.HasAttrs   = (*structure)(nil)
	_ starlark.HasBinary  = (*structure)(nil)
	_ starlark.Comparable = (*structure)(nil)
)

// makeStruct is the builtin struct.
func makeStruct(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := starlarkstruct.Make(t, b, args, kwargs)
	if err != nil {
		return nil, err
	}
	return &structure{Struct: v.(*starlarkstruct.Struct)}, nil
}

// String is struct(…) inside of itself, as a list is […] there.
func (s *structure) String() string {
	if s.printing {
		return "struct(...)"
	}
	s.printing = true
	defer func() { s.printing = false }()
	return s.Struct.String()
}

// Binary is + of two structs: the fields of both, those of the right first.
func (s *structure) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	other, ok := y.(*structure)
	if !ok {
		return nil, nil
	}
	v, err := s.Struct.Binary(op, other.Struct, side)
	if sum, ok := v.(*starlarkstruct.Struct); ok && err == nil {
		return &structure{Struct: sum}, nil
	}
	return v, err
}

// CompareSameType compares by fields.
func (s *structure) CompareSameType(op syntax.Token, y starlark.Value, depth int) (bool, error) {
	return s.Struct.CompareSameType(op, y.(*structure).Struct, depth)
}
