package spell

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       int
	}{
		{"equal words", "prompt", "prompt", 0},
		{"an insertion", "promt", "prompt", 1},
		{"a swap of neighbours", "pormpt", "prompt", 1},
		{"a replacement", "prampt", "prompt", 1},
		{"other letters are one slip", "PROMPT", "prompt", 1},
		{"a swap and a change inside it", "ca", "abc", 3},
		{"code points count, not bytes", "gr\u00fc\u00df", "gr\u00fcs", 1},
		{"nothing", "", "abc", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Distance(c.a, c.b); got != c.want {
				t.Errorf("Distance(%q, %q) is %d, want %d", c.a, c.b, got, c.want)
			}
			if got := Distance(c.b, c.a); got != c.want {
				t.Errorf("Distance(%q, %q) is %d, want %d", c.b, c.a, got, c.want)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		name, word string
		candidates []string
		best       string
		distance   int
		unique     bool
	}{
		{"one is nearest", "tols", []string{"model", "tools", "system"}, "tools", 1, true},
		{"of several the first in byte order", "bat", []string{"cat", "bar", "hat"}, "bar", 1, false},
		{"a better one behind equal ones", "prompts", []string{"promptly", "prompter", "prompt"}, "prompt", 1, true},
		{"the word itself is no candidate", "tools", []string{"tools", "tool"}, "tool", 1, true},
		{"the same candidate twice is one", "tols", []string{"tools", "tools"}, "tools", 1, true},
		{"there is no limit", "x", []string{"model"}, "model", 5, true},
		{"no candidates", "x", nil, "", -1, false},
		{"no word", "", []string{"model"}, "", -1, false},
		{"a word without bound", strings.Repeat("x", 1<<20), []string{"model"}, "", -1, false},
		{"a candidate without bound", "model", []string{strings.Repeat("x", 1<<20), "modle"}, "modle", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			best, distance, unique := Nearest(c.word, c.candidates)
			if best != c.best || distance != c.distance || unique != c.unique {
				t.Errorf("got %q, %d, %v; want %q, %d, %v", best, distance, unique, c.best, c.distance, c.unique)
			}
		})
	}
}

func TestClosest(t *testing.T) {
	for _, c := range []struct {
		name, word string
		candidates []string
		want       []string
	}{
		{"two edits in a long word", "reprto", []string{"report"}, []string{"report"}},
		{"three edits are too many", "reprtox", []string{"report"}, nil},
		{"one edit in a word of four", "tols", []string{"tools"}, []string{"tools"}},
		{"two edits in a word of four are too many", "tlso", []string{"tools"}, nil},
		{"a word of two by a swap", "ba", []string{"ab", "bb"}, []string{"ab"}},
		{"a word of two by case", "AB", []string{"ab", "bb"}, []string{"ab"}},
		{"several in byte order", "bat", []string{"hat", "cat"}, []string{"cat", "hat"}},
		{"nothing near", "prompt", []string{"schema"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := Closest(c.word, c.candidates)
			if len(got) == 0 {
				got = nil
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Closest(%q, %q) (-want +got):\n%s", c.word, c.candidates, diff)
			}
		})
	}
}

// TestDistanceEqualsTheTable compares with the plain table of the definition,
// with every limit.
func TestDistanceEqualsTheTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, 1+random.IntN(8))
		for i := range b {
			b[i] = "abc"[random.IntN(3)]
		}
		return string(b)
	}
	for range 20_000 {
		a, b := word(), word()
		want := table(a, b)
		if got := Distance(a, b); got != want {
			t.Fatalf("Distance(%q, %q) is %d, want %d", a, b, got, want)
		}
		for limit := range 5 {
			got := within(a, []rune(a), b, limit)
			if want <= limit && got != want || want > limit && got <= limit {
				t.Fatalf("within(%q, %q, %d) is %d, the distance is %d", a, b, limit, got, want)
			}
		}
	}
}

func table(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0:
				d[i][j] = j
			case j == 0:
				d[i][j] = i
			default:
				cost := 1
				if a[i-1] == b[j-1] {
					cost = 0
				}
				d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], d[i-2][j-2]+1)
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestClosestNames(t *testing.T) {
	list := []string{"backend", "model", "mode", "tools", "timeout", "as", "on"}
	cases := []struct {
		name string
		want []string
	}{
		{"bakend", []string{"backend"}},
		{"bcakend", []string{"backend"}},
		{"Backend", []string{"backend"}},
		{"bckd", nil},
		{"modl", []string{"mode", "model"}},
		{"modle", []string{"mode", "model"}},
		{"tols", []string{"tools"}},
		{"no", []string{"on"}},
		{"AS", []string{"as"}},
		{"a", nil},
		{"model", []string{"mode"}},
		{"", nil},
		{"timeouttt", []string{"timeout"}},
		{"timeoutttt", nil},
	}
	for _, c := range cases {
		got, _ := Closest(c.name, list)
		if d := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%q: %s", c.name, d)
		}
	}
}
