package analysis

import (
	"path"
	"sort"
	"strings"

	"github.com/yuin/goldmark"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// SilenceFix is the fix that puts a silencing comment above a finding; its
// reason is left to be written, and until then CFG301 asks for it. ok is false
// where no comment may silence the finding or none can stand there (cli.md,
// Silencing).
func SilenceFix(snap *workspace.Snapshot, f finding.Finding) (fix finding.Fix, ok bool) {
	h := snap.File(f.Path)
	if !Silenceable(f) || h.Err != nil {
		return finding.Fix{}, false
	}
	edit, ok := silencingEdit(snap, f, h.Text)
	if !ok {
		return finding.Fix{}, false
	}
	fix = finding.NewFix("silence-with-a-reason", "Silence "+f.Code+" with a reason", false, func() []finding.Edit {
		return []finding.Edit{edit}
	})
	fix.Manual = true
	return fix, true
}

func silencingEdit(snap *workspace.Snapshot, f finding.Finding, t *text.Text) (finding.Edit, bool) {
	above := func(line int, open, end string) finding.Edit {
		at := t.LineStart(line)
		if line == 0 && strings.HasPrefix(t.String(), "\ufeff") {
			at += len("\ufeff")
		}
		content := t.Slice(text.Span{Start: at, End: t.Line(line).End})
		indent := content[:len(content)-len(strings.TrimLeft(content, " \t"))]
		if workspace.Kind(f.Path) == workspace.Bot {
			// A tab may not indent there, and a comment stands at any column.
			indent = strings.ReplaceAll(indent, "\t", "")
		}
		return finding.Edit{
			Path: f.Path, Span: text.Span{Start: at, End: at},
			New: indent + open + "boundary: ignore " + f.Code + " — " + end + t.EOL(),
		}
	}
	line := t.LineAt(f.Span.Start)
	switch workspace.Kind(f.Path) {
	case workspace.Manifest:
		return above(line, "# ", ""), true
	case workspace.Playbook:
		if holding(fixedBlocks(snap, f.Path), t.LineStart(line)) != nil ||
			line > 0 && strings.HasSuffix(t.Slice(t.Line(line-1)), "\\") {
			return finding.Edit{}, false
		}
		return above(line, "# ", ""), true
	case workspace.Bot:
		if b := holding(fixedBlocks(snap, f.Path), f.Span.Start); b != nil {
			line = b.line
		}
		return above(line, "## ", ""), true
	case workspace.Config:
		if path.Base(f.Path) != workspace.ConfigName || holding(fixedBlocks(snap, f.Path), t.LineStart(line)) != nil {
			return finding.Edit{}, false
		}
		return above(line, "# ", ""), true
	case workspace.Markdown:
		b := holding(fixedBlocks(snap, f.Path), f.Span.Start)
		if b == nil {
			return finding.Edit{}, false
		}
		return above(b.line, "<!-- ", "-->"), true
	}
	return finding.Edit{}, false
}

// blocksKey is the key of the blocks of the file at path.
type blocksKey struct{ path string }

// fixedBlocks are the stretches of a file that decide where a comment may
// stand, in order: of a bot those in which it would be text, of a page its
// blocks, of a playbook and a configuration the strings over several lines,
// from behind their first byte or quotes. They are found once for all findings
// of a file.
func fixedBlocks(snap *workspace.Snapshot, file string) []textBlock {
	return snap.Memo(blocksKey{file}, func(d *workspace.Deps) any {
		var list []textBlock
		h := d.File(file)
		if h.Err != nil {
			return list
		}
		switch t := h.Text; workspace.Kind(file) {
		case workspace.Bot:
			if f, err := d.Bot(file); err == nil {
				list = textBlocks(f)
			}
		case workspace.Playbook:
			starlarkPieces(t.String(), func(s text.Span, _ bool) {
				if t.LineAt(s.Start) != t.LineAt(s.End) {
					list = append(list, textBlock{span: text.Span{Start: s.Start + 1, End: s.End}})
				}
			})
		case workspace.Config:
			const quotes = `"""`
			open := -1
			for at := 0; ; {
				n := strings.Index(t.String()[at:], quotes)
				if n < 0 {
					break
				}
				if at += n + len(quotes); open < 0 {
					open = at
					continue
				}
				list, open = append(list, textBlock{span: text.Span{Start: open, End: at}}), -1
			}
			if open >= 0 {
				list = append(list, textBlock{span: text.Span{Start: open, End: t.Len() + 1}})
			}
		case workspace.Markdown:
			list = pageBlocks(t)
		}
		d.Weigh(len(list) * 24)
		return list
	}).([]textBlock)
}

// holding is the block that holds an offset, or nil.
func holding(list []textBlock, off int) *textBlock {
	i := sort.Search(len(list), func(i int) bool { return list[i].span.End > off })
	if i < len(list) && list[i].span.Start <= off {
		return &list[i]
	}
	return nil
}

// pageBlocks are the outermost blocks of a page, each to behind its end, with
// the line on which it begins; the fence of a code block belongs to it.
func pageBlocks(t *text.Text) []textBlock {
	var list []textBlock
	doc := goldmark.DefaultParser().Parse(gmtext.NewReader([]byte(t.String())))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		at, ok := extent(n)
		if !ok {
			continue
		}
		line := t.LineAt(at.Start)
		if up := line - 1; up >= 0 {
			s := strings.TrimLeft(t.Slice(t.Line(up)), " ")
			if strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
				line = up
			}
		}
		list = append(list, textBlock{text.Span{Start: at.Start, End: at.End + 1}, line})
	}
	return list
}
