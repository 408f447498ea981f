package playbookedit

import (
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Parameter is one parameter in a label.
type Parameter struct {
	Name string
	Span text.Span // in the label, in bytes
	Doc  string
	// Keyword says that it can be given by name, Position by place; Rest that
	// it takes all that is left over.
	Keyword, Position, Rest bool
}

// label is the signature of something that can be called, with the places of
// its parameters.
type label struct {
	text   string
	doc    string
	params []Parameter
}

type labelWriter struct {
	strings.Builder
	params []Parameter
	any    bool
}

func (w *labelWriter) sep() {
	if w.any {
		w.WriteString(", ")
	}
	w.any = true
}

func (w *labelWriter) param(p Parameter, source string) {
	w.sep()
	p.Span = text.Span{Start: w.Len(), End: w.Len() + len(source)}
	w.WriteString(source)
	w.params = append(w.params, p)
}

// constructorLabel writes a constructor's signature as playbook.md 3.3 does.
func constructorLabel(sig *playbook.Signature) label {
	w := &labelWriter{}
	w.WriteString(sig.Name + "(")
	if v := sig.Variadic; v != nil {
		w.param(Parameter{Name: v.Name, Doc: v.Doc, Position: true, Rest: true}, "*"+v.Name)
	}
	for i, a := range sig.Args {
		if i == 1 && sig.Variadic == nil {
			w.sep()
			w.WriteString("*")
		}
		source := a.Name
		if !a.Required {
			source += " = " + a.Default
		}
		w.param(Parameter{Name: a.Name, Doc: a.Doc, Keyword: true, Position: i == 0 && sig.Variadic == nil}, source)
	}
	w.WriteString(")")
	return label{w.String(), sig.Doc, w.params}
}

// functionLabel writes the signature of a def or lambda, with the defaults as
// they stand in the source, cut.
func functionLabel(x *index, fn syntax.Node, name string) label {
	list, _, _ := functionOf(fn)
	w := &labelWriter{}
	w.WriteString(name + "(")
	position := true
	for _, p := range list {
		span := x.f.Span(p)
		source := finding.Cut(strings.Join(strings.Fields(x.f.Source[span.Start:span.End]), " "))
		switch q := p.(type) {
		case *syntax.UnaryExpr:
			id := paramName(p)
			if id == nil {
				w.sep()
				w.WriteString("*")
				position = false
				continue
			}
			w.param(Parameter{Name: id.Name, Position: q.Op == syntax.STAR, Keyword: q.Op == syntax.STARSTAR, Rest: true}, source)
			position = false
		default:
			if id := paramName(p); id != nil {
				w.param(Parameter{Name: id.Name, Position: position, Keyword: true}, source)
			}
		}
	}
	w.WriteString(")")
	return label{w.String(), prose(docstring(fn)), w.params}
}

// method is a string method of Starlark.
type method struct {
	name, params, doc string
}

func (m method) label(name string) string { return name + "(" + m.params + ")" }

// stringMethod finds a method of strings.
func stringMethod(name string) (method, bool) {
	for _, m := range stringMethods {
		if m.name == name {
			return m, true
		}
	}
	return method{}, false
}

// stringMethods are those of go.starlark.net.
var stringMethods = []method{
	{"capitalize", "", "A copy whose first letter is upper case and whose others are lower case."},
	{"codepoint_ords", "", "The code points, as ints."},
	{"codepoints", "", "The code points, as strings."},
	{"count", "sub, start = 0, end = None", "How often a text occurs."},
	{"elem_ords", "", "The bytes, as ints."},
	{"elems", "", "The bytes, as strings."},
	{"endswith", "suffix, start = 0, end = None", "Whether it ends with a text, or with one of a tuple."},
	{"find", "sub, start = 0, end = None", "Where a text occurs first; -1 where it does not."},
	{"format", "*args, **kwargs", "The string with its {fields} filled in. External text leaves a placeholder: join it with + instead."},
	{"index", "sub, start = 0, end = None", "Where a text occurs first; fails where it does not."},
	{"isalnum", "", "Whether all characters are letters or digits."},
	{"isalpha", "", "Whether all characters are letters."},
	{"isdigit", "", "Whether all characters are digits."},
	{"islower", "", "Whether all letters are lower case."},
	{"isspace", "", "Whether all characters are white space."},
	{"istitle", "", "Whether each word begins with the only capital in it."},
	{"isupper", "", "Whether all letters are upper case."},
	{"join", "iterable", "The strings of an iterable with this one between them."},
	{"lower", "", "A copy in lower case."},
	{"lstrip", "cutset = None", "Without the white space, or the characters of cutset, at the start."},
	{"partition", "sep", "The parts before, of and behind the first separator."},
	{"removeprefix", "prefix", "Without a prefix."},
	{"removesuffix", "suffix", "Without a suffix."},
	{"replace", "old, new, count = -1", "A copy in which a text is replaced."},
	{"rfind", "sub, start = 0, end = None", "Where a text occurs last; -1 where it does not."},
	{"rindex", "sub, start = 0, end = None", "Where a text occurs last; fails where it does not."},
	{"rpartition", "sep", "The parts before, of and behind the last separator."},
	{"rsplit", "sep = None, maxsplit = -1", "The pieces between separators, split from the end."},
	{"rstrip", "cutset = None", "Without the white space, or the characters of cutset, at the end."},
	{"split", "sep = None, maxsplit = -1", "The pieces between separators."},
	{"splitlines", "keepends = False", "The lines."},
	{"startswith", "prefix, start = 0, end = None", "Whether it begins with a text, or with one of a tuple."},
	{"strip", "cutset = None", "Without the white space, or the characters of cutset, at both ends."},
	{"title", "", "A copy in which each word begins with a capital."},
	{"upper", "", "A copy in upper case."},
}

// methodLabel is the label of a string method.
func methodLabel(m method) label {
	w := &labelWriter{}
	w.WriteString(m.name + "(")
	for _, source := range strings.Split(m.params, ", ") {
		if source == "" {
			continue
		}
		name, _, _ := strings.Cut(source, " = ")
		rest := strings.HasPrefix(name, "*")
		w.param(Parameter{Name: strings.TrimLeft(name, "*"), Position: !strings.HasPrefix(name, "**"), Keyword: strings.HasPrefix(name, "**"), Rest: rest}, source)
	}
	w.WriteString(")")
	return label{w.String(), m.doc, w.params}
}
