package playbook_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// pieces are what somebody may type or paste, and what is hard to cut a file at.
var pieces = []string{
	"x", "\n", " ", "    ", "\\\n", "\\", ";", "; y = 1", "(", ")", "]", `"`, `"""`, "'", "#", "# c\n", "# c \\\n", "x = 1\n", "    x = 1\n", "pass\n", "else:\n    pass\n", "elif x:\n    pass\n",
	"def f(a, *, b = 1, **c):\n    return lambda *d: a[1:2] if b else {x: y for x in c if y}\n", "if x:\n    pass\n", "if x: pass\n", "for a, (b, c) in d:\n    if a:\n        continue\n    elif b:\n        break\n    else:\n        pass\n",
	"load(\"//packs/p.star\", \"a\", b = \"c\")\n", "x = (1,\n2)\n", "x = \"\"\"a\nb\n\"\"\"\n", "x = [a\n\n]\n", "x = -1 + (not y)\n", "x = ()\n", "x.y.z(*a, **b)[1] += 1.5\n", "while x:\n    pass\n", "return\n",
	"\r", "\r\n", "\x00", "\xff", "é", "\ufeff", "\t", "\f",
}

// What is made of a file and an edit is what is made of the text after it.
func TestAnEditedFileIsTheFileParsedAnew(t *testing.T) {
	seeds, fast := uint64(100), 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 31))
		src := playbooktest.Random(seed, false).Files[playbooktest.EntryID]
		for range rng.IntN(6) {
			src += pieces[rng.IntN(len(pieces))]
		}
		f := playbook.Parse("a.star", []byte(src))
		for range 30 {
			from := rng.IntN(len(src) + 1)
			if rng.IntN(2) == 0 {
				from = strings.LastIndexByte(src[:from], '\n') + 1
			}
			to := min(len(src), from+[]int{0, 0, 1, rng.IntN(40)}[rng.IntN(4)])
			if rng.IntN(3) == 0 {
				to = from + strings.IndexByte(src[from:]+"\n", '\n')
			}
			after := src[:from] + pieces[rng.IntN(len(pieces))] + src[to:]
			want, got := playbook.Parse("a.star", []byte(after)), f.Edited([]byte(after))
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("seed %d: after\n%s\nand an edit to\n%s\nthe file is another one; errors %v, want %v; %s", seed, src, after, got.Errors, want.Errors,
					cmp.Diff(want.Resolve, got.Resolve))
			}
			if playbook.WasCopied(f, got) {
				fast++
			}
			if rng.IntN(3) > 0 {
				src, f = after, got
			}
			if !f.Whole && rng.IntN(2) == 0 {
				src = playbooktest.Random(seed+seeds, false).Files[playbooktest.EntryID]
				f = playbook.Parse("a.star", []byte(src))
			}
		}
	}
	if fast < int(seeds) {
		t.Errorf("%d edits were parsed by what is around them, want more", fast)
	}
	t.Logf("%d edits were parsed by what is around them", fast)
}

// A piece of a line is no piece of a file: its columns would be others.
func TestAnEditInALineOfSeveralStatements(t *testing.T) {
	for _, edit := range [][2]string{
		{"x = 1; y = 2; z = 3\n", "x = 1; y = 4; z = 3\n"},
		{"x = 1; y = 2; z = 3\n", "x = 1; w = 0; y = 2; z = 3\n"},
		{"w = 0\nx = 1; y = 2; z = 3\nw = 1\n", "w = 0\nx = 12; y = 2; z = 3\nw = 1\n"},
		{"w = 0\nx = 1; y = 2; z = 3\nw = 1\n", "w = 0\ny = 2; z = 3\nw = 1\n"},
		{"if x: y = 1; z = 2\nw = 1\n", "if x: y = 1; z = 3\nw = 1\n"},
	} {
		want, got := playbook.Parse("a.star", []byte(edit[1])), playbook.Parse("a.star", []byte(edit[0])).Edited([]byte(edit[1]))
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%q edited to %q is not that file parsed anew", edit[0], edit[1])
		}
	}
}
