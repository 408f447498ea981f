package outline

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// heading is a title of a page or a table of a configuration.
type heading struct {
	name  string
	level int
	at    text.Span // the line, or the name in it
}

// Markdown gives the headings of a page, each with those below it.
func Markdown(t *text.Text) []Symbol {
	return nested(t, pageHeadings(t), String)
}

// MarkdownFolds gives the sections of a page and its fenced blocks.
func MarkdownFolds(t *text.Text) []Fold {
	b := &folder{t: t}
	sections(b, pageHeadings(t))
	doc := goldmark.DefaultParser().Parse(gmtext.NewReader([]byte(t.String())))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if code, ok := n.(*ast.FencedCodeBlock); ok && entering && code.Lines().Len() > 0 {
			first, last := code.Lines().At(0), code.Lines().At(code.Lines().Len()-1)
			if line := t.LineAt(first.Start); line > 0 {
				b.add(text.Span{Start: t.LineStart(line - 1), End: last.Stop}, Region)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.sorted()
}

// TOML gives the tables of a configuration.
func TOML(t *text.Text) []Symbol { return nested(t, tables(t), Namespace) }

// TOMLFolds folds the tables of a configuration.
func TOMLFolds(t *text.Text) []Fold {
	b := &folder{t: t}
	sections(b, tables(t))
	return b.sorted()
}

func pageHeadings(t *text.Text) []heading {
	src := []byte(t.String())
	doc := goldmark.DefaultParser().Parse(gmtext.NewReader(src))
	var list []heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Lines().Len() == 0 {
			continue
		}
		at := h.Lines().At(0)
		name := strings.TrimSpace(string(h.Lines().Value(src)))
		if name != "" {
			list = append(list, heading{name, h.Level, text.Span{Start: at.Start, End: at.Stop}})
		}
	}
	return list
}

func tables(t *text.Text) []heading {
	p := unstable.Parser{}
	p.Reset([]byte(t.String()))
	var list []heading
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		var parts []string
		at := text.Span{Start: -1}
		for key := e.Key(); key.Next(); {
			k := key.Node()
			r := p.Range(k.Data)
			if at.Start < 0 {
				at.Start = int(r.Offset)
			}
			at.End = int(r.Offset + r.Length)
			parts = append(parts, string(k.Data))
		}
		if at.Start >= 0 && at.End <= t.Len() {
			list = append(list, heading{strings.Join(parts, "."), 1, t.Line(t.LineAt(at.Start))})
		}
	}
	return list
}

// extents gives each heading the stretch up to the next of its level.
func extents(t *text.Text, list []heading) []text.Span {
	out := make([]text.Span, len(list))
	var open []int
	shut := func(level, end int) {
		for len(open) > 0 && list[open[len(open)-1]].level >= level {
			h := open[len(open)-1]
			out[h] = text.Span{Start: list[h].at.Start, End: trimmed(t, text.Span{Start: list[h].at.End, End: end})}
			open = open[:len(open)-1]
		}
	}
	for i, h := range list {
		shut(h.level, t.LineStart(t.LineAt(h.at.Start)))
		open = append(open, i)
	}
	shut(0, t.Len())
	return out
}

func sections(b *folder, list []heading) {
	for _, s := range extents(b.t, list) {
		b.add(s, Region)
	}
}

func nested(t *text.Text, list []heading, kind Kind) []Symbol {
	spans := extents(t, list)
	var build func(i int) (Symbol, int)
	build = func(i int) (Symbol, int) {
		s := Symbol{Name: list[i].name, Kind: kind, Span: spans[i], Selection: list[i].at}
		next := i + 1
		for next < len(list) && list[next].level > list[i].level {
			var child Symbol
			child, next = build(next)
			s.Children = append(s.Children, child)
		}
		return s, next
	}
	out := []Symbol{}
	for i := 0; i < len(list); {
		var s Symbol
		s, i = build(i)
		out = append(out, s)
	}
	return out
}
