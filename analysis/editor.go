package analysis

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/bothover"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Classes are the verdicts on the units that read the file at path, in the
// order of their main files. named is that of File.
func Classes(snap *workspace.Snapshot, path string, named bool) []*boundary.Class {
	var list []*boundary.Class
	for _, main := range snap.UnitsOf(path) {
		if c := ClassOf(snap, main, named); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// Hover gives the Markdown for a byte offset of a file: the summary of a rule
// that a silencing comment names, the extent of a boundary paragraph on its
// phrase (boundary-class.md 12), the key of a configuration, and what
// bothover.Hover says of names and words (authoring.md 4). span is what the
// hover is about; it contains the offset.
func Hover(snap *workspace.Snapshot, path string, offset int, named bool) (markdown string, span text.Span, ok bool) {
	h := snap.File(path)
	if h.Err != nil {
		return "", text.Span{}, false
	}
	if md, span, ok := ruleHover(snap, path, h.Text, offset); ok {
		return md, span, true
	}
	switch workspace.Kind(path) {
	case workspace.Bot:
		for _, c := range Classes(snap, path, named) {
			if md, span, ok := c.Hover(path, offset); ok {
				return md, span, true
			}
		}
	case workspace.Config:
		if key, span, ok := config.KeyAt(h.Text, offset); ok {
			return "`" + key + "`\n\n" + config.Documented(key), span, true
		}
	case workspace.Markdown:
	default:
		return "", text.Span{}, false
	}
	return bothover.Hover(snap, path, offset, Verdict(snap, named))
}

// Verdict gives bothover the verdict of boundary-class.md 12 on nodes. named is
// that of File.
func Verdict(snap *workspace.Snapshot, named bool) bothover.Verdict {
	return func(x *botindex.Index, s *botindex.Symbol, name string) string {
		c := ClassOf(snap, x.Unit.Path, named)
		if c == nil {
			return ""
		}
		if n := c.Node(name); name != "" && n != nil && n.Decl == s.Decl {
			return c.NodeHover(n)
		}
		md, _, _ := c.Hover(s.In.Path, s.Decl.Name.Span.Start)
		return md
	}
}

// ruleHover explains the code that a silencing comment names.
func ruleHover(snap *workspace.Snapshot, path string, t *text.Text, offset int) (string, text.Span, bool) {
	line := t.Line(t.LineAt(offset))
	if !strings.Contains(t.Slice(line), "boundary:") {
		return "", text.Span{}, false
	}
	for _, s := range silencers(snap, path, t) {
		if !s.span.Contains(offset) {
			continue
		}
		for _, c := range s.codes {
			if r, ok := rule.Get(c.entry.Code); ok && c.known && c.span.Contains(offset) {
				return "**" + r.Code + "** `" + r.Name + "`\n\n" + r.Summary, c.span, true
			}
		}
	}
	return "", text.Span{}, false
}

// CodeLink is a rule's code in a silencing comment.
type CodeLink struct {
	Span text.Span
	Code string
}

// CodeLinks gives the codes that the silencing comments of a file name, in
// order, those that are codes of rules.
func CodeLinks(snap *workspace.Snapshot, path string) []CodeLink {
	h := snap.File(path)
	if h.Err != nil || !strings.Contains(h.Text.String(), "boundary:") {
		return nil
	}
	var list []CodeLink
	for _, s := range silencers(snap, path, h.Text) {
		for _, c := range s.codes {
			if _, ok := rule.Get(c.entry.Code); ok && c.known {
				list = append(list, CodeLink{c.span, c.entry.Code})
			}
		}
	}
	return list
}

// silencers are the silencing comments of a file.
func silencers(snap *workspace.Snapshot, path string, t *text.Text) []silencer {
	switch workspace.Kind(path) {
	case workspace.Bot:
		f, err := snap.Bot(path)
		if err != nil {
			return nil
		}
		list, _ := botComments(f)
		return list
	case workspace.Markdown:
		return markdownComments(t)
	case workspace.Config:
		return tomlComments(t)
	case workspace.Playbook:
		return starlarkComments(t)
	}
	return nil
}

// Lenses are the code lenses of a bot file in order. A declaration that
// several units read has those of the first one in which it is a member.
func Lenses(snap *workspace.Snapshot, path string, named bool) []boundary.Lens {
	var list []boundary.Lens
	seen := map[text.Span]int{}
	for i, c := range Classes(snap, path, named) {
		for _, l := range c.Lenses(path) {
			if first, ok := seen[l.Span]; ok && first != i {
				continue
			}
			seen[l.Span] = i
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b boundary.Lens) int { return a.Span.Start - b.Span.Start })
	return list
}

// Inlays are the inlay hints of a bot file in order, each declaration once.
func Inlays(snap *workspace.Snapshot, path string, named bool) []boundary.Inlay {
	var list []boundary.Inlay
	seen := map[int]bool{}
	for _, c := range Classes(snap, path, named) {
		for _, l := range c.Inlays(path) {
			if !seen[l.At] {
				seen[l.At] = true
				list = append(list, l)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b boundary.Inlay) int { return a.At - b.At })
	return list
}

// Acting gives the places of the names of the file's declarations that are
// members of the acting class, by their start, with their write reasons.
func Acting(snap *workspace.Snapshot, path string, named bool) map[int][]string {
	acts := map[int][]string{}
	for _, c := range Classes(snap, path, named) {
		for _, n := range c.Nodes {
			if n.Path == path && n.Member() && !n.Unread {
				if at := n.Decl.Name.Span.Start; acts[at] == nil {
					acts[at] = n.Reasons
				}
			}
		}
	}
	return acts
}

// Silenceable reports whether a comment may silence a finding (rules.md,
// column comment).
func Silenceable(f finding.Finding) bool {
	e, ok := rule.LookupKnown(f.Code)
	return ok && !f.Whole && e.Comment.Allows(f.Severity)
}

// Failed is the result for a document whose analysis did not come to an end,
// for callers that have to contain a panic outside of File.
func Failed(path string) *FileResult {
	return &FileResult{Findings: []finding.Finding{failed(path)}}
}
