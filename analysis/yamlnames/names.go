package yamlnames

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// MaxSize is the size in bytes up to which a document is read.
const MaxSize = 256 << 10

// Visit is called with every key and every string of a document: the keys that
// lead to it, whether it is a key itself, its value, and its place in the
// text. A value that is not written in one piece, such as a block, has an empty
// place where it begins. The trail must not be kept.
type Visit func(trail []string, isKey bool, value string, span text.Span)

// Each reads the YAML document src that starts at the offset from of t. The
// error says why it cannot be read; then nothing was visited.
func Each(t *text.Text, src string, from int, f Visit) (err error) {
	if len(src) > MaxSize {
		return errors.New("it is larger than 256 KiB")
	}
	// The parser is another's, and these files are from strangers.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be read as YAML")
		}
	}()
	file, err := parser.ParseBytes([]byte(src), 0)
	if err != nil {
		return errors.New("it is no YAML")
	}
	y := reader{t: t, from: t.LineAt(from), f: f}
	for _, doc := range file.Docs {
		y.node(doc.Body, nil)
	}
	return nil
}

// Comments are the comments of a YAML document, from their mark to the end of
// their text, in order.
func Comments(t *text.Text) (list []text.Span) {
	if t.Len() > MaxSize {
		return nil
	}
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	for _, tok := range lexer.Tokenize(t.String()) {
		line := tok.Position.Line - 1
		if tok.Type != token.CommentType || line < 0 || line >= t.Lines() {
			continue
		}
		end := t.Line(line).End
		src := t.Slice(t.Line(line))
		if i := strings.LastIndex(src, "#"+tok.Value); i >= 0 {
			start := t.LineStart(line) + i
			list = append(list, text.Span{Start: start, End: min(start+1+len(tok.Value), end)})
		}
	}
	return list
}

type reader struct {
	t    *text.Text
	from int // the line on which the document starts
	f    Visit
}

const maxDepth = 32

func (y reader) node(n ast.Node, trail []string) {
	if len(trail) > maxDepth {
		return
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			y.node(v, trail)
		}
	case *ast.MappingValueNode:
		tok := n.Key.GetToken()
		if tok == nil {
			return
		}
		y.scalar(tok, trail, true)
		y.node(n.Value, append(trail[:len(trail):len(trail)], tok.Value))
	case *ast.SequenceNode:
		for _, v := range n.Values {
			y.node(v, trail)
		}
	case *ast.StringNode:
		y.scalar(n.GetToken(), trail, false)
	case *ast.LiteralNode:
		y.literal(n, trail)
	}
}

// scalar reports a scalar where it stands in the file as it is written.
func (y reader) scalar(tok *token.Token, trail []string, isKey bool) {
	line := y.from + tok.Position.Line - 1
	if line < 0 || line >= y.t.Lines() || tok.Value == "" {
		return
	}
	at := y.t.Offset(text.LineCol{Line: line + 1, Column: tok.Position.Column})
	rest := y.t.Slice(text.Span{Start: at, End: y.t.Line(line).End})
	if i := strings.Index(rest, tok.Value); i == 0 || i == 1 {
		y.f(trail, isKey, tok.Value, text.Span{Start: at + i, End: at + i + len(tok.Value)})
	} else if !isKey {
		y.f(trail, false, tok.Value, text.Span{Start: at, End: at})
	}
}

// literal reports a block of text.
func (y reader) literal(n *ast.LiteralNode, trail []string) {
	tok := n.GetToken()
	if tok == nil || n.Value == nil || n.Value.Value == "" {
		return
	}
	line := y.from + tok.Position.Line - 1
	if line < 0 || line >= y.t.Lines() {
		return
	}
	at := y.t.Offset(text.LineCol{Line: line + 1, Column: tok.Position.Column})
	y.f(trail, false, n.Value.Value, text.Span{Start: at, End: at})
}

// FrontMatter is the YAML between two lines of dashes at the start of a page,
// and the offset where it starts.
func FrontMatter(t *text.Text) (src string, start int, ok bool) {
	if t.Lines() < 2 || strings.TrimRight(t.Slice(t.Line(0)), " \t") != "---" {
		return "", 0, false
	}
	start = t.LineStart(1)
	for i := 1; i < t.Lines(); i++ {
		if strings.TrimRight(t.Slice(t.Line(i)), " \t") == "---" {
			return t.Slice(text.Span{Start: start, End: t.LineStart(i)}), start, true
		}
	}
	return "", 0, false
}
