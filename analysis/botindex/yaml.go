package botindex

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// maxYAML is the size in bytes up to which a manifest or front matter is read.
const maxYAML = 256 << 10

// visit is called with every scalar that a YAML document names something by:
// the keys that lead to it and whether it is a key itself.
type visit func(trail []string, isKey bool, value string, span text.Span)

// yamlNames reads a YAML document that starts at the offset from of t. What
// does not parse has no names.
func yamlNames(t *text.Text, src string, from int, f visit) {
	if len(src) > maxYAML {
		return
	}
	// The parser is another's, and these files are from strangers.
	defer func() { _ = recover() }()
	file, err := parser.ParseBytes([]byte(src), 0)
	if err != nil {
		return
	}
	y := yamlReader{t: t, from: t.LineAt(from), f: f}
	for _, doc := range file.Docs {
		y.node(doc.Body, nil)
	}
}

type yamlReader struct {
	t    *text.Text
	from int // the line on which the document starts
	f    visit
}

const maxDepth = 32

func (y yamlReader) node(n ast.Node, trail []string) {
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
	}
}

// scalar reports a scalar where it stands in the file as it is written.
func (y yamlReader) scalar(tok *token.Token, trail []string, isKey bool) {
	line := y.from + tok.Position.Line - 1
	if line < 0 || line >= y.t.Lines() || tok.Value == "" || strings.Contains(tok.Value, "\n") {
		return
	}
	at := y.t.Offset(text.LineCol{Line: line + 1, Column: tok.Position.Column})
	rest := y.t.Slice(text.Span{Start: at, End: y.t.Line(line).End})
	i := strings.Index(rest, tok.Value)
	if i < 0 || i > 1 {
		return
	}
	y.f(trail, isKey, tok.Value, text.Span{Start: at + i, End: at + i + len(tok.Value)})
}

// manifest notes the names of a bundle's manifest (bot-language.md 1.2).
func (b *builder) manifest(file string, t *text.Text) {
	yamlNames(t, t.String(), 0, func(trail []string, isKey bool, value string, span text.Span) {
		last := ""
		if len(trail) > 0 {
			last = trail[len(trail)-1]
		}
		switch {
		case isKey && len(trail) == 1 && last == "attachments":
			b.at(file, span, value, Attachment, Manifest, b.symbol(Attachment, nil, value))
		case strings.HasSuffix(last, "_vars"), !isKey && strings.HasSuffix(last, "_var"):
			b.at(file, span, value, Var, Manifest, b.symbol(Var, nil, value))
		case !isKey && len(trail) == 2 && trail[0] == "forge" && last == "secret":
			b.at(file, span, value, Secret, Manifest, b.symbol(Secret, nil, value))
		}
	})
}

// presetFile notes the vars that a preset sets, and its name.
func (b *builder) presetFile(file, stem string, t *text.Text) {
	src, start, ok := frontMatter(t)
	name := stem
	if ok {
		yamlNames(t, src, start, func(trail []string, isKey bool, value string, span text.Span) {
			switch {
			case isKey && len(trail) == 1 && trail[0] == "vars":
				b.at(file, span, value, Var, PresetFile, b.symbol(Var, nil, value))
			case !isKey && len(trail) == 1 && trail[0] == "name":
				name = value
				b.at(file, span, value, Preset, Declares, b.symbol(Preset, nil, value))
			}
		})
	}
	if s := b.symbol(Preset, nil, name); s != nil && s.In == nil {
		s.File = file
	}
}

// frontMatter is the YAML between two lines of dashes at the start of a page.
func frontMatter(t *text.Text) (src string, start int, ok bool) {
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
