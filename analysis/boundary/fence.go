package boundary

import (
	"errors"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// fence is a fenced code block of a page that holds bot source.
type fence struct {
	page *text.Text
	// code is the content without the indentation of its container, behind
	// the profile line that it lacks; file is its tree.
	code *text.Text
	file *bot.File
	unit *bot.Unit
	// back leads from code to the page.
	back text.Map
	// prefix stands in front of each content line on the page.
	prefix string
	bodies []*Body
}

// profileLine is put in front of a fence without a dsl: line of its own, which
// is read in profile 2 (boundary-class.md 8).
const profileLine = "dsl: 2\n"

// fences finds the fences of a page whose info string starts with the word
// iter or bot, by CommonMark's rules (boundary-class.md 8).
func fences(path string, page *text.Text) []*fence {
	src := []byte(page.String())
	// Blocks are all that is wanted; inline content is not parsed.
	blocks := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	doc := blocks.Parse(gmtext.NewReader(src))
	var list []*fence
	// The walk itself cannot fail.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		block, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering || block.Info == nil {
			return ast.WalkContinue, nil
		}
		words := strings.Fields(string(block.Info.Segment.Value(src)))
		if len(words) > 0 && (words[0] == "iter" || words[0] == "bot") {
			list = append(list, newFence(path, page, block.Lines()))
		}
		return ast.WalkSkipChildren, nil
	})
	return list
}

func newFence(path string, page *text.Text, lines *gmtext.Segments) *fence {
	f := &fence{page: page}
	f.read(lines, "")
	if f.file.Header == nil {
		f.read(lines, profileLine)
	}
	src := fenceSource{path, f.file}
	// A unit of one file that was parsed already is always readable.
	f.unit, _ = bot.Load(src, path)
	for _, p := range f.unit.AllPrompts {
		f.bodies = append(f.bodies, ReadBody(src, p))
	}
	return f
}

// read builds the code from the block's lines, with head in front of it.
func (f *fence) read(lines *gmtext.Segments, head string) {
	var b strings.Builder
	f.back = text.Map{}
	src := f.page.String()
	if lines.Len() > 0 {
		first := lines.At(0)
		f.prefix = src[f.page.LineStart(f.page.LineAt(first.Start)):first.Start]
		if head != "" {
			f.back.Folded(0, text.Span{Start: first.Start, End: first.Start})
			b.WriteString(head)
		}
	}
	for i := range lines.Len() {
		seg := lines.At(i)
		if seg.Padding > 0 {
			// A tab of which the container has taken a part.
			f.back.Folded(b.Len(), text.Span{Start: seg.Start, End: seg.Start})
			b.WriteString(strings.Repeat(" ", seg.Padding))
		}
		f.back.Verbatim(b.Len(), seg.Start)
		b.WriteString(src[seg.Start:seg.Stop])
	}
	f.code = text.New(b.String())
	f.file = bot.Parse(f.code)
}

// fenceSource is the source of a unit that is one fence.
type fenceSource struct {
	path string
	file *bot.File
}

var errNotOnPage = errors.New("a fence of a page reads no other file")

func (s fenceSource) Bot(path string) (*bot.File, error) {
	if path == s.path {
		return s.file, nil
	}
	return nil, errNotOnPage
}

func (fenceSource) Text(string) (*text.Text, error) { return nil, errNotOnPage }

func (fenceSource) Markdown(string) []string { return nil }

// span leads a span of the code to the page.
func (f *fence) span(s text.Span) text.Span { return f.back.SourceSpan(s) }

// finding moves a finding about the code to the page.
func (f *fence) finding(fd finding.Finding) finding.Finding {
	fd.Span = f.span(fd.Span)
	related := make([]finding.Related, len(fd.Related))
	for i, r := range fd.Related {
		r.Span = f.span(r.Span)
		related[i] = r
	}
	fd.Related = related
	fixes := make([]finding.Fix, len(fd.Fixes))
	for i, x := range fd.Fixes {
		moved := finding.NewFix(x.ID, x.Title, x.Safe, func() []finding.Edit { return f.edits(x.Edits()) })
		moved.Preferred, moved.Manual = x.Preferred, x.Manual
		fixes[i] = moved
	}
	fd.Fixes = fixes
	return fd
}

// edits moves edits of the code to the page; new lines get what stands in
// front of the fence's lines.
func (f *fence) edits(list []finding.Edit) []finding.Edit {
	moved := make([]finding.Edit, len(list))
	for i, e := range list {
		span := text.Span{Start: f.back.Source(e.Span.Start), End: f.back.Source(e.Span.End)}
		if e.Span.End == f.code.Len() && !e.Span.Empty() && f.code.LineStart(f.code.LineAt(e.Span.Start)) == e.Span.Start {
			// Whole lines up to the closing fence: their prefix goes too.
			span.Start = f.page.LineStart(f.page.LineAt(span.Start))
		}
		moved[i] = finding.Edit{Path: e.Path, Span: span, New: f.indent(e.New)}
	}
	return moved
}

func (f *fence) indent(s string) string {
	if f.prefix == "" || !strings.Contains(s, "\n") {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	var b strings.Builder
	for i, l := range lines {
		switch {
		case i == 0:
		case strings.TrimRight(l, "\r\n") == "" && l != "":
			b.WriteString(strings.TrimRight(f.prefix, " \t"))
		default:
			b.WriteString(f.prefix)
		}
		b.WriteString(l)
	}
	return b.String()
}
