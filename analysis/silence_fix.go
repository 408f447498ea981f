package analysis

import (
	"path"
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
	switch workspace.Kind(f.Path) {
	case workspace.Manifest:
		return above(t.LineAt(f.Span.Start), "# ", ""), true
	case workspace.Playbook:
		line := t.LineAt(f.Span.Start)
		if !startsStarlark(t, line) {
			return finding.Edit{}, false
		}
		return above(line, "# ", ""), true
	case workspace.Bot:
		file, err := snap.Bot(f.Path)
		if err != nil {
			return finding.Edit{}, false
		}
		_, lineOf := botComments(file)
		return above(lineOf(f.Span.Start), "## ", ""), true
	case workspace.Config:
		if path.Base(f.Path) != workspace.ConfigName {
			return finding.Edit{}, false
		}
		line := t.LineAt(f.Span.Start)
		// In front of a line of a long string a comment would be text.
		if strings.Count(t.Slice(text.Span{End: t.LineStart(line)}), `"""`)%2 == 1 {
			return finding.Edit{}, false
		}
		return above(line, "# ", ""), true
	case workspace.Markdown:
		line, ok := blockLine(t, f.Span.Start)
		if !ok {
			return finding.Edit{}, false
		}
		return above(line, "<!-- ", "-->"), true
	}
	return finding.Edit{}, false
}

// startsStarlark reports whether a line of Starlark may have a comment in front
// of it: it is no part of a string that began further up, and continues
// nothing.
func startsStarlark(t *text.Text, line int) bool {
	start := t.LineStart(line)
	if line > 0 && strings.HasSuffix(t.Slice(t.Line(line-1)), "\\") {
		return false
	}
	free := true
	starlarkPieces(t.String(), func(span text.Span, _ bool) {
		free = free && (start <= span.Start || start >= span.End)
	})
	return free
}

// blockLine is the line on which the outermost block of a page begins that
// holds the offset; the fence of a code block belongs to it.
func blockLine(t *text.Text, off int) (int, bool) {
	doc := goldmark.DefaultParser().Parse(gmtext.NewReader([]byte(t.String())))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		at, ok := extent(n)
		if !ok || off < at.Start || off > at.End {
			continue
		}
		line := t.LineAt(at.Start)
		if up := line - 1; up >= 0 {
			s := strings.TrimLeft(t.Slice(t.Line(up)), " ")
			if strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
				line = up
			}
		}
		return line, true
	}
	return 0, false
}
