package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// A silencer is a comment `boundary: ignore CODE — reason` (cli.md, Silencing).
type silencer struct {
	span   text.Span // of the comment, with its marks
	line   int       // 0-based line of the comment
	alone  bool      // nothing else stands on its line
	covers lineRange
	codes  []silencedCode
	reason string
	used   bool
}

type silencedCode struct {
	span  text.Span
	word  string
	entry rule.Entry
	known bool
	// refused says that there is a finding of the rule here that is too bad
	// to be silenced.
	refused bool
}

// lineRange is a range of 0-based lines, last included.
type lineRange struct{ first, last int }

func (r lineRange) holds(line int) bool { return r.first <= line && line <= r.last }

var ignoreMark = regexp.MustCompile(`boundary:[ \t]*ignore\b[ \t]*`)

// A reason stands behind a dash with a blank on both sides.
var reasonDash = regexp.MustCompile(`[ \t]+[—–-](?:[ \t]+|$)`)

// parseSilencer reads a comment; span is its place with its marks, body the
// place of the text between them. ok is false where it silences nothing by
// its form: it is an ordinary comment.
func parseSilencer(t *text.Text, span, body text.Span) (silencer, bool) {
	content := t.Slice(body)
	if !strings.Contains(content, "boundary:") {
		return silencer{}, false
	}
	loc := ignoreMark.FindStringIndex(content)
	if loc == nil || strings.TrimLeft(content[:loc[0]], " \t") != "" {
		return silencer{}, false
	}
	s := silencer{span: span, line: t.LineAt(span.Start)}
	rest, at := content[loc[1]:], body.Start+loc[1]
	codes := rest
	if d := reasonDash.FindStringIndex(rest); d != nil {
		codes, s.reason = rest[:d[0]], strings.TrimSpace(rest[d[1]:])
	}
	for i := 0; i <= len(codes); {
		n := strings.IndexByte(codes[i:], ',')
		if n < 0 {
			n = len(codes) - i
		}
		piece := codes[i : i+n]
		word := strings.TrimSpace(piece)
		if word != "" {
			start := at + i + strings.Index(piece, word)
			e, known := rule.LookupKnown(word)
			s.codes = append(s.codes, silencedCode{span: text.Span{Start: start, End: start + len(word)}, word: word, entry: e, known: known})
		}
		i += n + 1
	}
	line := t.Line(s.line)
	s.alone = strings.Trim(t.Slice(text.Span{Start: line.Start, End: span.Start}), " \t\ufeff") == ""
	return s, true
}

// silence takes the findings that comments silence out of list and adds what
// is wrong with the comments themselves. lineOf gives the line whose comments
// cover a finding: its own, or that of the declaration or property that holds
// the text it stands in. ran says which families have looked at the file.
func silence(path string, t *text.Text, comments []silencer, list []finding.Finding, lineOf func(int) int, ran func(family string) bool) (kept, silenced []finding.Finding) {
	if len(comments) == 0 {
		return list, nil
	}
	kept = make([]finding.Finding, 0, len(list))
	byCode := stretchesOf(comments)
	refused := map[string][]int{} // lines of findings too bad to be silenced, by code
	for _, f := range list {
		if !f.Whole {
			line := lineOf(f.Span.Start)
			if s := stretchAt(byCode[f.Code], line); s != nil {
				if s.entry.Comment.Allows(f.Severity) {
					s.comment.used = true
					silenced = append(silenced, f)
					continue
				}
				refused[f.Code] = append(refused[f.Code], line)
			}
		}
		kept = append(kept, f)
	}
	for _, lines := range refused {
		slices.Sort(lines)
	}
	for i := range comments {
		comments[i].refuse(refused)
		kept = append(kept, comments[i].findings(path, t, ran)...)
	}
	return kept, silenced
}

// stretch is a range of lines in which a comment is the first one that names a
// code.
type stretch struct {
	lineRange
	comment *silencer
	entry   rule.Entry
}

// stretchesOf gives, for each code, the lines that comments cover for it, in
// order and without overlap. A stack may have as many comments as the lines
// below it have findings, so neither is held against all of the other.
func stretchesOf(comments []silencer) map[string][]stretch {
	byCode := map[string][]stretch{}
	for i := range comments {
		s := &comments[i]
		if s.reason == "" {
			continue
		}
		for _, c := range s.codes {
			if !c.known {
				continue
			}
			x := stretch{s.covers, s, c.entry}
			list := byCode[c.entry.Code]
			// Comments come in the order of their lines, so what those before
			// cover up to their last line, they cover from here on.
			if n := len(list); n > 0 {
				x.first = max(x.first, list[n-1].last+1)
			}
			if x.first <= x.last {
				byCode[c.entry.Code] = append(list, x)
			}
		}
	}
	return byCode
}

// stretchAt is the one that holds a line, or nil.
func stretchAt(list []stretch, line int) *stretch {
	i, _ := slices.BinarySearchFunc(list, line, func(s stretch, line int) int { return s.last - line })
	if i < len(list) && list[i].holds(line) {
		return &list[i]
	}
	return nil
}

// refuse marks the codes of findings on the comment's lines that it may not
// silence; lines has theirs by code, sorted.
func (s *silencer) refuse(lines map[string][]int) {
	if s.reason == "" {
		return
	}
	for i := range s.codes {
		c := &s.codes[i]
		at := lines[c.entry.Code]
		n, _ := slices.BinarySearch(at, s.covers.first)
		c.refused = c.known && n < len(at) && at[n] <= s.covers.last
	}
}

// stackLines lets each comment cover its own line; one that stands alone
// covers the next line too, past further silencing comments.
func stackLines(comments []silencer) {
	alone := map[int]bool{}
	for _, s := range comments {
		if s.alone {
			alone[s.line] = true
		}
	}
	below := map[int]int{} // the line that a stack covers, by the lines of the stack
	for i := range comments {
		s := &comments[len(comments)-1-i]
		s.covers = lineRange{s.line, s.line}
		if !s.alone {
			continue
		}
		s.covers.last = s.line + 1
		if alone[s.line+1] {
			s.covers.last = below[s.line+1]
		}
		below[s.line] = s.covers.last
	}
}

func (s *silencer) findings(path string, t *text.Text, ran func(string) bool) []finding.Finding {
	at := func(code string, span text.Span, message string, fixes ...finding.Fix) finding.Finding {
		return finding.Finding{
			Code: code, Severity: rule.Severity(code), Place: finding.Place{Path: path, Span: span},
			Message: message, Fixes: fixes,
		}
	}
	if s.reason == "" || len(s.codes) == 0 {
		return []finding.Finding{at("CFG301", s.span,
			"a comment that silences a finding needs a reason: write `boundary: ignore CODE — reason`; this one silences nothing")}
	}
	var list []finding.Finding
	judged := false // some code could have silenced something here
	for _, c := range s.codes {
		switch {
		case !c.known:
			message := fmt.Sprintf("no rule is called %s", finding.Quote(c.word))
			var fixes []finding.Fix
			if best, distance, unique := rule.NearestKnown(c.word); best != "" {
				message += fmt.Sprintf("; the nearest is `%s`", best)
				if unique && distance <= 2 {
					fixes = append(fixes, finding.NewFix("write-the-nearest-rule", "Write "+best, false, func() []finding.Edit {
						return []finding.Edit{{Path: path, Span: c.span, New: best}}
					}))
				}
			}
			list = append(list, at("CFG303", c.span, message, fixes...))
		case c.entry.Comment == rule.CommentNo, c.refused:
			message := fmt.Sprintf("%s cannot be silenced by a comment; mend the finding", c.entry.Code)
			if c.entry.Comment == rule.CommentWarnings {
				message = fmt.Sprintf("only a warning of %s can be silenced by a comment, and this is an error; mend the finding", c.entry.Code)
			}
			if c.entry.Code == "BND101" {
				message += ", or defer the node with an owner and a reason in .boundary.toml"
			}
			list = append(list, at("CFG304", c.span, message,
				finding.NewFix("remove-the-comment", "Remove the comment", false, func() []finding.Edit {
					return []finding.Edit{{Path: path, Span: s.removal(t)}}
				})))
		case ran(c.entry.Family()):
			judged = true
		}
	}
	if judged && !s.used {
		list = append(list, at("CFG302", s.span, "nothing is silenced by this comment; remove it",
			finding.NewFix("remove-the-comment", "Remove the comment", true, func() []finding.Edit {
				return []finding.Edit{{Path: path, Span: s.removal(t)}}
			})))
	}
	return list
}

// removal is what goes with the comment: its whole line where it stands
// alone, else the blanks in front of it too.
func (s *silencer) removal(t *text.Text) text.Span {
	if s.alone && t.LineAt(s.span.End) == s.line {
		at := t.LineFull(s.line)
		if strings.HasPrefix(t.Slice(at), "\ufeff") {
			at.Start += len("\ufeff")
		}
		return at
	}
	start := t.LineStart(s.line)
	return text.Span{Start: start + len(strings.TrimRight(t.Slice(text.Span{Start: start, End: s.span.Start}), " \t")), End: s.span.End}
}
