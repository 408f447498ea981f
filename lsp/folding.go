package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

var foldKinds = map[outline.FoldKind]protocol.FoldingRangeKind{
	outline.Region: "", outline.Comment: protocol.FoldingRangeKindComment, outline.Imports: protocol.FoldingRangeKindImports,
}

// foldingRanges answers textDocument/foldingRange. All folds are of whole
// lines, which clients that fold only lines take as well; of more than the
// client wants, the outermost are kept.
func (v *view) foldingRanges(ctx context.Context, p protocol.FoldingRangeParams) (any, error) {
	out := []protocol.FoldingRange{}
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	h := v.snap.File(path)
	if h.Err != nil {
		return out, nil
	}
	var folds []outline.Fold
	switch workspace.Kind(path) {
	case workspace.Bot:
		if f, err := v.snap.Bot(path); err == nil {
			folds = outline.BotFolds(f)
		}
	case workspace.Markdown:
		folds = outline.MarkdownFolds(h.Text)
	case workspace.Config:
		folds = outline.TOMLFolds(h.Text)
	}
	if b, ok := v.booksAt(ctx, path); ok {
		folds = playbookedit.Folds(b, b.id)
	}
	for _, f := range folds {
		r := v.rang(h.Text, f.Span)
		if r.Start.Line == r.End.Line {
			continue
		}
		fold := protocol.FoldingRange{StartLine: r.Start.Line, EndLine: r.End.Line, Kind: foldKinds[f.Kind]}
		if !v.client.foldLinesOnly {
			end := r.End.Character
			fold.EndCharacter = &end
		}
		out = append(out, fold)
	}
	return limited(out, v.client.foldLimit), nil
}

// limited keeps the outermost folds; they come sorted by place.
func limited(list []protocol.FoldingRange, limit int) []protocol.FoldingRange {
	if limit <= 0 || len(list) <= limit {
		return list
	}
	type deep struct{ depth, index int }
	depths := make([]deep, len(list))
	var open []uint32 // the last lines of the folds around
	for i, f := range list {
		for len(open) > 0 && open[len(open)-1] < f.StartLine {
			open = open[:len(open)-1]
		}
		depths[i] = deep{len(open), i}
		open = append(open, f.EndLine)
	}
	slices.SortFunc(depths, func(a, b deep) int { return cmp.Or(a.depth-b.depth, a.index-b.index) })
	depths = depths[:limit]
	slices.SortFunc(depths, func(a, b deep) int { return a.index - b.index })
	out := make([]protocol.FoldingRange, 0, limit)
	for _, d := range depths {
		out = append(out, list[d.index])
	}
	return out
}
