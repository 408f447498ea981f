package analysis

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// What comments silence, and what is said of them, is what holding every
// finding against every comment says.
func TestCommentsSilenceWhatEachOfThemCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	src := text.New(strings.Repeat("\n", 40))
	codes := []string{"BOT509", "BOT110", "BND101"} // the last cannot be silenced
	saw := map[string]int{}
	for range 500 {
		var comments []silencer
		for line := range 20 {
			for range rng.IntN(3) {
				s := silencer{line: line, span: text.Span{Start: line, End: line}, alone: rng.IntN(4) > 0}
				if rng.IntN(5) > 0 {
					s.reason = "it is so"
				}
				for range rng.IntN(3) {
					e, known := rule.LookupKnown(codes[rng.IntN(len(codes))])
					s.codes = append(s.codes, silencedCode{word: e.Code, entry: e, known: known})
				}
				comments = append(comments, s)
			}
		}
		stackLines(comments)
		for _, s := range comments {
			want := s.line
			if s.alone {
				for want++; standsAlone(comments, want); want++ {
				}
			}
			if s.covers != (lineRange{s.line, want}) {
				t.Fatalf("the comment on line %d covers %v, want up to %d", s.line, s.covers, want)
			}
		}
		var list []finding.Finding
		for range 30 {
			line := rng.IntN(22)
			list = append(list, finding.Finding{
				Code: codes[rng.IntN(len(codes))], Severity: finding.Warning,
				Place: finding.Place{Span: text.Span{Start: line, End: line}, Whole: rng.IntN(9) == 0},
			})
		}
		used, refused, want := plainly(comments, list)
		_, silenced := silence("main.bot", src, comments, list, func(off int) int { return off }, func(string) bool { return true })
		if len(silenced) != want {
			t.Fatalf("%d findings are silenced, want %d, by %+v", len(silenced), want, comments)
		}
		saw["silenced"] += want
		for i, s := range comments {
			if s.used != used[i] {
				t.Fatalf("comment %d is used: %t, want %t, of %+v", i, s.used, used[i], comments)
			}
			for j, c := range s.codes {
				if c.refused != refused[[2]int{i, j}] {
					t.Fatalf("code %d of comment %d is refused: %t, want %t, of %+v", j, i, c.refused, !c.refused, comments)
				}
				if c.refused {
					saw["refused"]++
				}
			}
			if !s.used {
				saw["of no use"]++
			}
		}
	}
	if len(saw) != 3 {
		t.Errorf("tried were %v", saw)
	}
}

func standsAlone(comments []silencer, line int) bool {
	for _, s := range comments {
		if s.alone && s.line == line {
			return true
		}
	}
	return false
}

// plainly says which comments are used, which of their codes are refused, and
// how many findings are silenced.
func plainly(comments []silencer, list []finding.Finding) (used map[int]bool, refused map[[2]int]bool, silenced int) {
	used, refused = map[int]bool{}, map[[2]int]bool{}
findings:
	for _, f := range list {
		for i, s := range comments {
			if f.Whole || s.reason == "" || !s.covers.holds(f.Span.Start) {
				continue
			}
			for j, c := range s.codes {
				if c.entry.Code != f.Code {
					continue
				}
				if c.entry.Comment.Allows(f.Severity) {
					used[i] = true
					silenced++
					continue findings
				}
				refused[[2]int{i, j}] = true
			}
		}
	}
	return used, refused, silenced
}
