package playbook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// makeParam declares a launch parameter and gives its value (playbook.md 4).
// No message holds a supplied value, of whatever kind.
func (r *run) makeParam(c *call) (starlark.Value, error) {
	p := Param{
		Name:    c.str("name", ""),
		Kind:    c.str("kind", ParamText),
		Doc:     c.str("doc", ""),
		Choices: c.strs("choices"),
	}
	byDefault := c.value("default")
	if byDefault == starlark.None {
		byDefault = nil
	}
	p.HasDefault = byDefault != nil
	p.Required = c.flag("required", !p.HasDefault)
	p.Pos, _ = innermost(r.stack())
	switch {
	case p.Kind == ParamChoice && len(p.Choices) == 0:
		return nil, c.fail(BadArgument, "choices", "a parameter of kind choice needs its %s", quoted("choices"))
	case p.Kind != ParamChoice && len(p.Choices) > 0:
		return nil, c.fail(BadArgument, "choices", "%s are for parameters of kind choice", quoted("choices"))
	case p.Kind == ParamChoice && p.HasDefault && !slices.Contains(p.Choices, string(byDefault.(starlark.String))):
		return nil, c.fail(BadArgument, "default", "the default must be one of %s", listed(p.Choices))
	case r.declared[p.Name]:
		return nil, c.fail(DuplicateParam, "name", "the parameter %s is declared already", quoted(p.Name))
	}
	supplied, ok := r.launch(p.Name)
	p.Supplied = ok
	r.params = append(r.params, p)
	r.declared[p.Name] = true
	if ok {
		return r.supplied(&p, supplied)
	}
	switch {
	case p.Required:
		return nil, r.raise(ParamMissing, p.Name, "the launch does not supply the parameter "+quoted(p.Name))
	case byDefault != nil:
		return byDefault, nil
	}
	return starlark.None, nil
}

// supplied turns a launch value into the value of the parameter.
func (r *run) supplied(p *Param, v any) (starlark.Value, error) {
	mismatch := func(want string) error {
		return r.raise(ParamKind, p.Name, fmt.Sprintf("the parameter %s takes %s, and the launch supplies %s", quoted(p.Name), want, jsonType(v)))
	}
	s, isString := v.(string)
	switch p.Kind {
	case ParamText:
		switch {
		case !isString:
			return nil, mismatch("a string")
		case len(s) > r.limits.ValueBytes:
			return nil, r.raise(LimitExceeded, p.Name, fmt.Sprintf("the value of the parameter %s has more than %d bytes", quoted(p.Name), r.limits.ValueBytes))
		case !utf8.ValidString(s):
			return nil, r.raise(ParamKind, p.Name, "the value of the parameter "+quoted(p.Name)+" is not valid UTF-8")
		}
		return r.external(&content{[]segment{{s, []string{p.Name}}}, len(s)}), nil
	case ParamInt:
		n, ok := launchInt(v)
		if !ok {
			return nil, mismatch("an integer of 64 bits")
		}
		return starlark.MakeInt64(n), nil
	case ParamFlag:
		b, ok := v.(bool)
		if !ok {
			return nil, mismatch("true or false")
		}
		return starlark.Bool(b), nil
	}
	// The author's own string is given, not the supplied one.
	i := slices.Index(p.Choices, s)
	switch {
	case !isString:
		return nil, mismatch("one of " + listed(p.Choices))
	case i < 0:
		return nil, r.raise(ParamKind, p.Name, fmt.Sprintf("the value of the parameter %s is none of %s", quoted(p.Name), listed(p.Choices)))
	}
	return starlark.String(p.Choices[i]), nil
}

// launchInt reads an integer as JSON writes one, without fraction or exponent.
func launchInt(v any) (int64, bool) {
	switch v := v.(type) {
	case json.Number:
		n, err := strconv.ParseInt(string(v), 10, 64)
		return n, err == nil
	case int:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// jsonType names the type of a launch value, and nothing of its content.
func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "true or false"
	case json.Number, int, int64, float64:
		return "a number"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "a value of another type"
}

// listed writes the author's words for a message.
func listed(words []string) string {
	const most = 8
	var out []string
	for i, w := range words {
		if i == most {
			out = append(out, "…")
			break
		}
		out = append(out, quoted(w))
	}
	return strings.Join(out, ", ")
}

// checkLaunch bounds the launch values before anything runs.
func (r *run) checkLaunch(launch map[string]any) *Error {
	total := 0
	for _, v := range launch {
		total += launchSize(v, r.limits.LaunchBytes-total)
		if total > r.limits.LaunchBytes {
			return limitError("the launch values have more than %d bytes", r.limits.LaunchBytes)
		}
	}
	return nil
}

// launchSize counts the bytes of a value, and stops soon behind limit.
func launchSize(v any, limit int) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case json.Number:
		return len(v)
	case []any:
		n := 0
		for _, item := range v {
			if n += 1 + launchSize(item, limit-n); n > limit {
				break
			}
		}
		return n
	case map[string]any:
		n := 0
		for k, item := range v {
			if n += 1 + len(k) + launchSize(item, limit-n); n > limit {
				break
			}
		}
		return n
	}
	return 8
}
