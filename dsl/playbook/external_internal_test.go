package playbook

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

const secret = "SECRET-VALUE"

func secretText() *ExternalText {
	launch := map[string]any{"p": secret}
	r := &run{
		limits:   DefaultLimits(),
		launch:   func(name string) (any, bool) { v, ok := launch[name]; return v, ok },
		declared: map[string]bool{},
		named:    map[string]*node{},
	}
	v, err := r.supplied(&Param{Name: "p", Kind: ParamText}, launch["p"])
	if err != nil {
		panic(err)
	}
	return v.(*ExternalText)
}

func TestNothingThatPrintsExternalTextShowsIt(t *testing.T) {
	x := secretText()
	dict := starlark.NewDict(1)
	if err := dict.SetKey(starlark.String("k"), x); err != nil {
		t.Fatal(err)
	}
	method, err := x.Attr("upper")
	if err != nil {
		t.Fatal(err)
	}
	joined, err := x.Binary(syntax.PLUS, starlark.String("plain"), starlark.Right)
	if err != nil {
		t.Fatal(err)
	}
	type holder struct {
		Exported   starlark.Value
		unexported starlark.Value
		copied     ExternalText
	}
	forms := map[string]any{
		"the value": x, "a copy": *x, "joined text": joined, "a method": method,
		"a slice": []starlark.Value{x}, "a map": map[string]any{"v": x}, "an array": [1]*ExternalText{x},
		"a list": starlark.NewList([]starlark.Value{x}), "a tuple": starlark.Tuple{x}, "a dict": dict,
		"a struct": starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"f": x}),
		"a holder": holder{x, x, *x}, "a pointer to it": &holder{x, x, *x}, "a StringDict": starlark.StringDict{"x": x},
		"an error around it": fmt.Errorf("%w: %v", errors.New("e"), x),
		"its run":            x.run, "a copy of its run": fmt.Sprintf("%+v", x.run),
	}
	for name, v := range forms {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			for _, verb := range "vsqdxXcUeEfFgGbotpTw" {
				for _, flag := range []string{"", "+", "#", "-", " ", "0", "10", ".3", "+#"} {
					fmt.Fprintf(&b, "%"+flag+string(verb)+"\n", v)
				}
			}
			fmt.Fprint(&b, v, fmt.Sprint(v), fmt.Sprintln(v))
			data, err := json.Marshal(v)
			fmt.Fprint(&b, string(data), err)
			data, err = xml.Marshal(v)
			fmt.Fprint(&b, string(data), err)
			fmt.Fprint(&b, gob.NewEncoder(&b).Encode(v))
			slog.New(slog.NewTextHandler(&b, nil)).Info("m", "v", v)
			slog.New(slog.NewJSONHandler(&b, nil)).Info("m", "v", v)
			core := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewDevelopmentEncoderConfig()), zapcore.AddSync(&b), zap.DebugLevel)
			zap.New(core).Debug("m", zap.Any("v", v), zap.Reflect("w", v))
			zap.New(core).Sugar().Debugw("m", "v", v)
			fmt.Fprint(&b, template.Must(template.New("").Parse("{{.}} {{printf `%q %#v` . .}}")).Execute(&b, v))
			func() {
				defer func() { fmt.Fprintf(&b, "%v %#v", recover(), v) }()
				panic(v)
			}()
			if strings.Contains(b.String(), secret) {
				t.Errorf("shows the value:\n%s", b.String())
			}
		})
	}
}

// strings collects every string that reflection can reach from v without
// calling anything: what a debugger, a dumper or a comparer would see.
func reachable(v reflect.Value, seen map[uintptr]bool, found func(string)) {
	switch v.Kind() {
	case reflect.String:
		found(v.String())
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		reachable(v.Elem(), seen, found)
	case reflect.Interface:
		reachable(v.Elem(), seen, found)
	case reflect.Struct:
		for i := range v.NumField() {
			reachable(v.Field(i), seen, found)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			reachable(v.Index(i), seen, found)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			reachable(k, seen, found)
			reachable(v.MapIndex(k), seen, found)
		}
	}
}

func TestReflectionDoesNotReachWhatWasSupplied(t *testing.T) {
	launch := map[string]any{"p": secret}
	var values []any
	// The run is caught through the loader, which sees it at work.
	src := "load('lib.star', 'f')\np = param('p')\nbot = agent('bot')\nd = {'k': p + '!'}\n" +
		"s = step('s', agent = bot, prompt = 'x' + p, context = {'c': [p]})\nplaybook('b', steps = [s])\nf(p)\n"
	loader := mapLoader{"p.star": src, "lib.star": "kept = []\ndef f(x):\n    return str(x) + json.encode([x])\n"}
	plan, err := Compile(context.Background(), "p.star", launch, Options{Loader: loader, RecordConversions: true})
	if plan != nil || err == nil {
		t.Fatalf("the run ends with %v, %v", plan, err)
	}
	values = append(values, err)
	x := secretText()
	x.run.nodes = append(x.run.nodes, &node{text: func() (*content, bool) { return x.content(), false }})
	x.run.modules = map[string]starlark.StringDict{"m": {"x": x}}
	x.run.threads = append(x.run.threads, &starlark.Thread{})
	values = append(values, x, *x, x.run.raise(ExternalConverted, "a", "m"), x.run)
	for i, v := range values {
		n := 0
		reachable(reflect.ValueOf(v), map[uintptr]bool{}, func(s string) {
			n++
			if strings.Contains(s, secret) {
				t.Errorf("value %d, a %T, leads to %q", i, v, s)
			}
		})
		if n == 0 && i == 0 {
			t.Error("the walk finds no string at all")
		}
	}
}

type mapLoader map[string]string

func (m mapLoader) Real(id string) (string, error) { return id, nil }
func (m mapLoader) Read(id string) ([]byte, error) {
	s, ok := m[id]
	if !ok {
		return nil, errors.New("no such file")
	}
	return []byte(s), nil
}

func TestExternalTextIsNoMoreThanItSays(t *testing.T) {
	var v starlark.Value = secretText()
	for name, is := range map[string]func() bool{
		"comparable": func() bool { _, ok := v.(starlark.Comparable); return ok },
		"ordered":    func() bool { _, ok := v.(starlark.TotallyOrdered); return ok },
		"iterable":   func() bool { _, ok := v.(starlark.Iterable); return ok },
		"sequence":   func() bool { _, ok := v.(starlark.Sequence); return ok },
		"indexable":  func() bool { _, ok := v.(starlark.Indexable); return ok },
		"sliceable":  func() bool { _, ok := v.(starlark.Sliceable); return ok },
		"mapping":    func() bool { _, ok := v.(starlark.Mapping); return ok },
		"unary":      func() bool { _, ok := v.(starlark.HasUnary); return ok },
		"unpacker":   func() bool { _, ok := v.(starlark.Unpacker); return ok },
		"settable":   func() bool { _, ok := v.(starlark.HasSetField); return ok },
	} {
		if is() {
			t.Errorf("external text is %s", name)
		}
	}
	if _, err := v.Hash(); err == nil || err.Error() != "unhashable type: external_text" {
		t.Errorf("Hash gives %v", err)
	}
	for op := syntax.PLUS + 1; op <= syntax.NOT_IN; op++ {
		if w, err := v.(starlark.HasBinary).Binary(op, starlark.String("x"), starlark.Left); w != nil || err != nil {
			t.Errorf("%v gives %v, %v", op, w, err)
		}
	}
}

func TestZeroAndNilExternalTextAreHarmless(t *testing.T) {
	var none *ExternalText
	for _, x := range []*ExternalText{none, {}} {
		if s := x.String() + fmt.Sprintf("%#v", x) + x.Type(); s != Placeholder+Placeholder+ExternalType {
			t.Errorf("gives %q", s)
		}
		if x.Truth() {
			t.Error("is true")
		}
		if _, err := x.MarshalJSON(); err == nil {
			t.Error("can be written as JSON")
		}
		m, _ := x.Attr("upper")
		if _, err := m.(starlark.Callable).CallInternal(nil, nil, nil); err == nil {
			t.Error("has a method")
		}
	}
}

func TestJoiningKeepsTheNormalForm(t *testing.T) {
	ext := func(s, name string) *content { return &content{[]segment{{s, []string{name}}}, len(s)} }
	for name, tc := range map[string]struct {
		parts []*content
		want  string
	}{
		"nothing":                             {nil, ""},
		"plain pieces merge":                  {[]*content{plain("a"), plain(""), plain("b")}, "ab"},
		"an empty string separates nothing":   {[]*content{ext("x", "p"), plain(""), ext("y", "q")}, "{p,q:xy}"},
		"a blank separates":                   {[]*content{ext("x", "p"), plain(" "), ext("y", "q")}, "{p:x} {q:y}"},
		"an empty value stays":                {[]*content{plain("a"), ext("", "p"), plain("b")}, "a{p:}b"},
		"an empty value alone stays":          {[]*content{ext("", "p")}, "{p:}"},
		"the sources of a piece are a set":    {[]*content{ext("x", "q"), ext("y", "p"), ext("z", "q")}, "{p,q:xyz}"},
		"pieces of joined text merge as well": {[]*content{join(plain("a"), ext("x", "p")), join(ext("y", "p"), plain("b"))}, "a{p:xy}b"},
	} {
		t.Run(name, func(t *testing.T) {
			b := builder{limit: 100}
			c := &content{}
			for _, p := range tc.parts {
				c = join(c, p)
				b.add(p)
			}
			for _, c := range []*content{c, b.content()} {
				var got strings.Builder
				size := 0
				for _, s := range c.segs {
					size += len(s.text)
					if s.external() {
						fmt.Fprintf(&got, "{%s:%s}", strings.Join(s.source, ","), s.text)
					} else {
						got.WriteString(s.text)
					}
				}
				if got.String() != tc.want || c.size != size {
					t.Errorf("gives %s of size %d, want %s of size %d", got.String(), c.size, tc.want, size)
				}
			}
		})
	}
}
