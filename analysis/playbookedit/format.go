package playbookedit

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Errors of Format: why a file gets no edits.
var (
	ErrBroken  = errors.New("it does not parse")
	ErrChanged = errors.New("laying it out would change more than its white space")
	// ErrUnread: it parses, and the library that lays out does not read it.
	ErrUnread = errors.New("it is written in a way that the formatter of playbooks does not read")
)

// Format lays a whole file out as buildifier does, without its rewriting. Only
// white space and the way in which literals are written may change: a file
// that does not parse whole, or whose tree or comments would be others
// afterwards, gets no edit but an error (playbook.md 13.10).
func Format(f *playbook.File) (edits []text.Edit, err error) {
	if !f.Whole {
		return nil, ErrBroken
	}
	defer func() {
		// The library is made for files that it likes.
		if recover() != nil {
			edits, err = nil, ErrChanged
		}
	}()
	body := strings.TrimPrefix(f.Source, "\ufeff")
	mark := f.Source[:len(f.Source)-len(body)]
	crlf := strings.Contains(body, "\r\n")
	tree, err := build.ParseDefault(f.ID, []byte(untabbed(strings.ReplaceAll(body, "\r\n", "\n"))))
	if err != nil {
		return nil, ErrUnread
	}
	out := string(build.FormatWithoutRewriting(tree))
	if crlf {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	out = mark + out
	if out == f.Source {
		return nil, nil
	}
	after := playbook.Parse(f.ID, []byte(out))
	if !after.Whole || !equalTrees(f.Tree, after.Tree) || !slices.Equal(comments(f.Source), comments(out)) {
		return nil, ErrChanged
	}
	return minimal(f.Source, out), nil
}

// untabbed is src with the tabs that indent a line as the spaces that Starlark
// takes them for: the library counts spaces only. What a string holds stays.
func untabbed(src string) string {
	if !strings.Contains(src, "\t") {
		return src
	}
	var b strings.Builder
	done := 0
	line := func(start int) {
		end, column := start, 0
		for ; end < len(src) && (src[end] == ' ' || src[end] == '\t'); end++ {
			column++
			for src[end] == '\t' && column%tabWidth != 0 {
				column++
			}
		}
		b.WriteString(src[done:start])
		b.WriteString(strings.Repeat(" ", column))
		done = end
	}
	lines := func(from, to int) {
		for i := from; i < to; i++ {
			if i == 0 || src[i-1] == '\n' {
				line(i)
			}
		}
	}
	at := 0
	for _, t := range lex(src, len(src)) {
		if t.kind == tokenString {
			// A string that begins a line is indented like anything else.
			lines(at, t.span.Start+1)
			at = t.span.End + 1
		}
	}
	lines(at, len(src))
	b.WriteString(src[done:])
	return b.String()
}

// tabWidth is what Starlark takes a tab for: as far as the next multiple.
const tabWidth = 8

// comments are the texts of the comments in order.
func comments(src string) []string {
	var out []string
	for _, t := range lex(src, len(src)) {
		if t.kind == tokenComment {
			out = append(out, strings.TrimRight(src[t.span.Start:t.span.End], " \t"))
		}
	}
	return out
}

// minimal are the edits line by line that lead from one text to another: those
// between the lines that both begin and end with.
func minimal(from, to string) []text.Edit {
	a, b := strings.SplitAfter(from, "\n"), strings.SplitAfter(to, "\n")
	start, off := 0, 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		off += len(a[start])
		start++
	}
	enda, endb := len(a), len(b)
	end := len(from)
	for enda > start && endb > start && a[enda-1] == b[endb-1] {
		end -= len(a[enda-1])
		enda--
		endb--
	}
	return []text.Edit{{Span: text.Span{Start: off, End: end}, New: strings.Join(b[start:endb], "")}}
}

// equalTrees compares trees without places, comments, resolution, and the
// spelling of literals.
func equalTrees(a, b *syntax.File) bool {
	return equalValues(reflect.ValueOf(a.Stmts), reflect.ValueOf(b.Stmts))
}

var positionType = reflect.TypeFor[syntax.Position]()

func equalValues(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		if a.Kind() == reflect.Pointer && a.Type() == reflect.TypeFor[*syntax.Literal]() {
			x, y := a.Interface().(*syntax.Literal), b.Interface().(*syntax.Literal)
			return x.Token == y.Token && reflect.DeepEqual(x.Value, y.Value)
		}
		if a.Kind() == reflect.Pointer && a.Type() == reflect.TypeFor[*syntax.Ident]() {
			return a.Interface().(*syntax.Ident).Name == b.Interface().(*syntax.Ident).Name
		}
		return equalValues(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equalValues(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			f := a.Type().Field(i)
			switch {
			case f.Type == positionType:
				// Whether a tuple has parentheses changes nothing.
			case !f.IsExported(), f.Name == "Function", f.Name == "Module" && f.Type.Kind() == reflect.Interface && f.Type.NumMethod() == 0:
			case !equalValues(a.Field(i), b.Field(i)):
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}
