package playbook

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// ExternalText is text at least part of which was supplied at launch
// (playbook.md 5). Whatever turns it into a Go or Starlark string, in whatever
// format, gives Placeholder. Comparison, iteration, indexing and length are
// left out on purpose: equality is identity, and the rest is an error.
type ExternalText struct {
	// The text is behind a function, so that nothing that prints, compares or
	// encodes a struct by looking into its fields can come across it.
	open func() *content
	run  *run
}

var (
	_ starlark.Value     = (*ExternalText)(nil)
	_ starlark.HasBinary = (*ExternalText)(nil)
	_ starlark.HasAttrs  = (*ExternalText)(nil)
	_ json.Marshaler     = (*ExternalText)(nil)
	_ fmt.Formatter      = (*ExternalText)(nil)
	_ fmt.GoStringer     = (*ExternalText)(nil)
	_ slog.LogValuer     = (*ExternalText)(nil)
)

func (r *run) external(c *content) *ExternalText {
	return &ExternalText{func() *content { return c }, r}
}

func (x *ExternalText) content() *content {
	if x == nil || x.open == nil {
		return &content{}
	}
	return x.open()
}

// String is the placeholder.
func (x *ExternalText) String() string {
	if x != nil && x.run != nil {
		x.run.converted()
	}
	return Placeholder
}

// Type is ExternalType, for joined text too.
func (x *ExternalText) Type() string { return ExternalType }

// Freeze does nothing: external text does not change.
func (x *ExternalText) Freeze() {}

// Truth tells whether there is any text, supplied or not.
func (x *ExternalText) Truth() starlark.Bool { return x.content().size > 0 }

// Hash fails.
func (x *ExternalText) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable type: %s", ExternalType)
}

// Attr gives a method object for every name and never an error: an error would
// make getattr return its default and hasattr say False.
func (x *ExternalText) Attr(name string) (starlark.Value, error) {
	var r *run
	if x != nil {
		r = x.run
	}
	return &externalMethod{name, r}, nil
}

// AttrNames is empty.
func (x *ExternalText) AttrNames() []string { return nil }

// Binary joins with a string or external text and leaves every other operator
// and operand to Starlark's own error.
func (x *ExternalText) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if op != syntax.PLUS {
		return nil, nil
	}
	other, ok := textOf(y)
	if !ok {
		return nil, nil
	}
	a, b := x.content(), other
	if side == starlark.Right {
		a, b = b, a
	}
	return x.run.joined(join(a, b))
}

// MarshalJSON fails: json.encode would otherwise write an empty object.
func (x *ExternalText) MarshalJSON() ([]byte, error) {
	const msg = "external text cannot be written as JSON: its content is not available to a playbook. Put it into a prompt or a context as it is"
	if x == nil || x.run == nil {
		return nil, &Error{Name: ExternalConverted, Msg: msg}
	}
	return nil, x.run.raise(ExternalConverted, "", msg)
}

// Format writes the placeholder for every verb and flag.
func (x *ExternalText) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, Placeholder) }

// GoString is the placeholder.
func (x *ExternalText) GoString() string { return Placeholder }

// LogValue is the placeholder.
func (x *ExternalText) LogValue() slog.Value { return slog.StringValue(Placeholder) }

// textOf gives the content of a string or an external text.
func textOf(v starlark.Value) (*content, bool) {
	switch v := v.(type) {
	case starlark.String:
		return plain(string(v)), true
	case *ExternalText:
		return v.content(), true
	}
	return nil, false
}

// externalMethod is what every attribute of external text is. Only its call
// fails.
type externalMethod struct {
	name string
	run  *run
}

var _ starlark.Callable = (*externalMethod)(nil)

func (m *externalMethod) Name() string         { return shown(m.name) }
func (m *externalMethod) String() string       { return "<method " + shown(m.name) + " of external text>" }
func (m *externalMethod) Type() string         { return ExternalMethodType }
func (m *externalMethod) Freeze()              {}
func (m *externalMethod) Truth() starlark.Bool { return true }
func (m *externalMethod) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable type: %s", ExternalMethodType)
}

func (m *externalMethod) CallInternal(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
	return nil, m.run.raise(ExternalMethod, "", fmt.Sprintf(
		"external text has no method %s(): its content is not available to a playbook. Join it with +, for example \"Title: \" + value",
		shown(m.name)))
}
