package analysis

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Silencing gives the rules that a silencing comment of a bot may name at a
// byte offset (authoring.md, K24): those of the findings that it covers and
// could silence, in their order, then all others of the families that judge
// the file, in the order of the registry. Both are nil where no code stands at
// the offset: outside of such a comment, and in its reason.
func Silencing(snap *workspace.Snapshot, path string, off int, named bool) (covered, others []rule.Entry) {
	if workspace.Kind(path) != workspace.Bot {
		return nil, nil
	}
	f, err := snap.Bot(path)
	if err != nil {
		return nil, nil
	}
	comments, lineOf := botComments(f)
	i := slices.IndexFunc(comments, func(s silencer) bool { return s.span.Contains(off) })
	if i < 0 {
		return nil, nil
	}
	s := &comments[i]
	written := f.Text.Slice(text.Span{Start: s.span.Start, End: off})
	mark := ignoreMark.FindStringIndex(written)
	if mark == nil || reasonDash.MatchString(written[mark[1]:]) {
		return nil, nil
	}
	have := map[string]bool{}
	for _, c := range s.codes {
		// The one that is being typed may be written again.
		have[c.word] = have[c.word] || !c.span.Contains(off)
	}
	r := File(snap, path, named)
	for _, list := range [][]finding.Finding{r.Findings, r.Silenced} {
		for _, x := range list {
			e, ok := rule.LookupKnown(x.Code)
			if ok && !x.Whole && s.covers.holds(lineOf(x.Span.Start)) && e.Comment.Allows(x.Severity) && !have[x.Code] {
				have[x.Code] = true
				covered = append(covered, e)
			}
		}
	}
	for _, e := range rule.Known() {
		family := e.Family()
		if e.Built && !have[e.Code] && e.Comment != rule.CommentNo && (family == "BOT" || family == "BND") {
			others = append(others, e)
		}
	}
	return covered, others
}

// SilencedCodes are the places of the codes of rules in the silencing comments
// of a bot, in order.
func SilencedCodes(f *bot.File) []text.Span {
	var list []text.Span
	comments, _ := botComments(f)
	for i := range comments {
		for _, c := range comments[i].codes {
			if c.known {
				list = append(list, c.span)
			}
		}
	}
	return list
}
