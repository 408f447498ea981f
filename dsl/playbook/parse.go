package playbook

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// MaxSourceBytes is the largest source file that is parsed or run.
const MaxSourceBytes = 1 << 20

// MaxDepth bounds how deep a tree may nest. The parser of go.starlark.net has
// a bound for brackets only; a chain such as a.b.c… nests as deep as it is
// long, and whoever walks the tree then recurses as deep.
const MaxDepth = 2500

// MaxSyntaxErrors is how many broken chunks of a file are reported.
const MaxSyntaxErrors = 20

// HoleName is the identifier that stands where a repair found a name or a
// value missing. Nothing is known about its value.
const HoleName = "_hole"

// File is a source with its tree. It does not change and is safe for
// concurrent use.
type File struct {
	ID     string
	Source string
	// Tree has every statement that could be read, in order, and is resolved.
	// It is never nil. A name that Unknown reports is bound as Predeclared.
	Tree *syntax.File
	// Whole says that the file parsed as it is: no chunks, no holes.
	Whole bool
	// Errors are the syntax errors, at most MaxSyntaxErrors.
	Errors []SyntaxError
	// Resolve are the errors of the resolver; the message of an undefined name
	// is "undefined: NAME".
	Resolve []resolve.Error
	// Chunks are the pieces that were parsed alone, which cover the source; nil
	// where it parsed in one piece.
	Chunks []Chunk

	lines   *lineIndex
	holes   map[int][]hole // by 1-based line
	unknown map[string]bool

	attach   sync.Once
	attached any
}

// SyntaxError is one place where the text is no playbook.
type SyntaxError struct {
	Name ErrorName // SyntaxErrorName, InvalidText or LimitExceeded
	Msg  string
	Pos  syntax.Position // as the run reports it
	Span text.Span       // where to show it (playbook.md 14.3)
}

// Unknown reports whether the name is one of which nothing is known: a hole,
// or bound by a statement that could not be read. Where it is also bound by
// the tree, its value may be either.
func (f *File) Unknown(name string) bool { return name == HoleName || f.unknown[name] }

// Attached gives what make gave when it was first called: what whoever analyses
// the file wants to keep as long as the file. It has to be safe for concurrent
// use. There is room for one thing.
func (f *File) Attached(make func() any) any {
	f.attach.Do(func() { f.attached = make() })
	return f.attached
}

// Parse reads a source, whatever its state. It never fails: what cannot be read
// is left out, as playbook.md 14 says, and reported in Errors.
func Parse(id string, src []byte) *File { return ParseAt(id, src, -1) }

// ParseAt is Parse for a file in an editor, with the cursor at a byte offset:
// where the place of a mistake is doubtful, that line is tried too.
func ParseAt(id string, src []byte, cursor int) *File {
	f := &File{ID: id, Source: string(src)}
	f.lines = newLineIndex(f.Source)
	f.Tree = &syntax.File{Path: id, Options: FileOptions()}
	switch {
	case len(src) > MaxSourceBytes:
		f.fail(LimitExceeded, f.Position(0), text.Span{}, fmt.Sprintf("the file has more than %d bytes", MaxSourceBytes))
	default:
		if bad, ok := badText(f.Source); ok {
			_, n := utf8.DecodeRuneInString(f.Source[bad.off:])
			f.fail(bad.name, f.Position(bad.off), text.Span{Start: bad.off, End: bad.off + n}, bad.msg)
		}
		f.parse(cursor)
	}
	f.resolve()
	return f
}

func (f *File) parse(cursor int) {
	start := 0
	if strings.HasPrefix(f.Source, byteOrderMark) {
		start = len(byteOrderMark)
	}
	tree, err := parseStrict(f.ID, f.Source[start:], 1, f.column(start))
	if err == nil {
		f.Tree, f.Whole = tree, len(f.Errors) == 0
		return
	}
	whole := *err
	f.parseChunks(start, cursor)
	for _, c := range f.Chunks {
		if c.State != Intact {
			return
		}
	}
	f.failAt(whole, start)
}

func (f *File) column(off int) int32 {
	_, col := f.lines.position(off)
	return int32(col)
}

func (f *File) fail(name ErrorName, pos syntax.Position, s text.Span, msg string) {
	if len(f.Errors) < MaxSyntaxErrors {
		f.Errors = append(f.Errors, SyntaxError{Name: name, Msg: msg, Pos: pos, Span: s})
	}
}

func (f *File) failAt(e syntax.Error, from int) {
	if len(f.Errors) < MaxSyntaxErrors {
		f.fail(SyntaxErrorName, e.Pos, f.errorSpan(e.Pos, from), e.Msg)
	}
}

// errorSpan is where an error is shown, seen from the tokens behind the offset
// from, where its chunk begins: the token at its position. The parser often
// stands behind the token that it does not want: a position at the start of a
// line or at the end of the file is shown at the end of the token before it,
// and one between tokens at that token.
func (f *File) errorSpan(p syntax.Position, from int) text.Span {
	off := f.lines.offset(int(p.Line), int(p.Col))
	behind := p.Col <= 1 || off >= len(f.Source)
	last, found := text.Span{Start: off, End: off}, false
	for t := scanToken(f.Source, from); t.kind != tokEOF && t.span.Start <= off; t = scanToken(f.Source, t.span.End) {
		if off < t.span.End {
			if behind && found {
				break
			}
			return t.span
		}
		last, found = t.span, true
	}
	if behind && found {
		last.Start = last.End
	}
	return last
}

type badPlace struct {
	off  int
	name ErrorName
	msg  string
}

// badText finds the first byte that no source may have.
func badText(src string) (badPlace, bool) {
	nul := strings.IndexByte(src, 0)
	if !utf8.ValidString(src) {
		for i := 0; i < len(src); {
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				if nul >= 0 && nul < i {
					break
				}
				return badPlace{i, InvalidText, "the file is not valid UTF-8 here"}, true
			}
			i += n
		}
	}
	if nul >= 0 {
		// The scanner would take it for the end of the file.
		return badPlace{nul, SyntaxErrorName, "unexpected NUL character"}, true
	}
	return badPlace{}, false
}

// parseStrict parses text that begins at a line and column. A NUL is kept from
// ending the file early.
func parseStrict(id, src string, line, col int32) (tree *syntax.File, failure *syntax.Error) {
	defer func() {
		if recover() != nil {
			tree, failure = nil, &syntax.Error{
				Pos: syntax.MakePosition(&id, line, col),
				Msg: "the parser cannot read this text",
			}
		}
	}()
	content := []byte(src)
	if bytes.IndexByte(content, 0) >= 0 {
		content = bytes.ReplaceAll(content, []byte{0}, []byte{1})
	}
	tree, err := FileOptions().Parse(id, syntax.FilePortion{Content: content, FirstLine: line, FirstCol: col}, 0)
	if err != nil {
		var e syntax.Error
		if !errors.As(err, &e) {
			e = syntax.Error{Pos: syntax.MakePosition(&id, line, col), Msg: "the file cannot be parsed"}
		}
		return nil, &e
	}
	if deep := tooDeep(tree); deep != nil {
		return nil, &syntax.Error{Pos: startOf(deep), Msg: tooNested}
	}
	return tree, nil
}

// tooNested is also what the parser says.
const tooNested = "excessive nesting"

// tooDeep finds a node nested deeper than MaxDepth, if there is one. Walk
// stops there, so that it is itself safe.
func tooDeep(tree *syntax.File) (deep syntax.Node) {
	depth := 0
	syntax.Walk(tree, func(n syntax.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if deep != nil {
			return false
		}
		if depth >= MaxDepth {
			deep = n
			return false
		}
		depth++
		return true
	})
	return deep
}

func (f *File) resolve() {
	defer func() {
		if recover() != nil {
			f.Resolve = append(f.Resolve, resolve.Error{Pos: f.Position(0), Msg: "the names of this file cannot be resolved"})
		}
	}()
	// The resolver measures each undefined name against all others, which is
	// quadratic in what a stranger may write: it takes them for predeclared.
	undefined := map[string]bool{}
	predeclared := func(name string) bool {
		if IsPredeclared(name) || f.Unknown(name) {
			return true
		}
		if IsUniversal(name) {
			return false
		}
		undefined[name] = true
		return true
	}
	err := resolve.File(f.Tree, predeclared, IsUniversal)
	var list resolve.ErrorList
	if errors.As(err, &list) {
		f.Resolve = list
	}
	if len(undefined) > 0 {
		f.undefine(undefined)
	}
}

// undefine reports the uses of names that nothing defines.
func (f *File) undefine(names map[string]bool) {
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok || !names[id.Name] {
			return true
		}
		if b, ok := id.Binding.(*resolve.Binding); ok && b.Scope == resolve.Predeclared {
			id.Binding = &resolve.Binding{Scope: resolve.Undefined}
			f.Resolve = append(f.Resolve, resolve.Error{Pos: id.NamePos, Msg: "undefined: " + id.Name})
		}
		return true
	})
	slices.SortStableFunc(f.Resolve, func(a, b resolve.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}
