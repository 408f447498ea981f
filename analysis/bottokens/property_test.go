package bottokens_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/bottokens"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// sound checks what holds for the tokens of every text.
func sound(t *testing.T, what string, snap *workspace.Snapshot, p string) int {
	t.Helper()
	src := snap.File(p).Text.String()
	list := bottokens.Of(snap, p)
	end := 0
	for _, tok := range list {
		s := tok.Span
		switch {
		case s.Start < end, s.Empty(), s.End > len(src):
			t.Fatalf("%s: the token at %v stands behind one that ends at %d, in %d bytes", what, s, end, len(src))
		case strings.ContainsAny(src[s.Start:s.End], "\r\n"):
			t.Fatalf("%s: the token at %v holds a line end: %q", what, s, src[s.Start:s.End])
		case strings.Trim(src[s.Start:s.End], " \t") == "":
			t.Fatalf("%s: the token at %v is blank", what, s)
		case utf8.ValidString(src) && !utf8.ValidString(src[s.Start:s.End]):
			t.Fatalf("%s: the token at %v cuts a character: %q", what, s, src[s.Start:s.End])
		case int(tok.Type) >= len(bottokens.Types()), tok.Mods >= 1<<len(bottokens.Modifiers()):
			t.Fatalf("%s: the token at %v is %d, %b", what, s, tok.Type, tok.Mods)
		}
		end = s.End
	}
	for i := 0; i <= len(src); i += 1 + len(src)/7 {
		s := text.Span{Start: i, End: min(len(src), i+len(src)/5)}
		var want []bottokens.Token
		for _, tok := range list {
			if tok.Span.Start <= s.End && s.Start <= tok.Span.End {
				want = append(want, tok)
			}
		}
		if got := bottokens.Touching(list, s); !slices.Equal(want, got) {
			t.Fatalf("%s: %d tokens touch %v, want %d", what, len(got), s, len(want))
		}
	}
	return len(list)
}

// wounds are texts that a cut or a slip of the hand leaves.
func wounds(r *rand.Rand, src string) []string {
	list := []string{src, strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\n", "\r\n"), strings.ReplaceAll(src, "e", "🙂")}
	for range 3 {
		at := r.IntN(len(src) + 1)
		bits := []string{`"`, "`", "{{", "}}", "${", "|\n", "🙂", "\r", "\n", "  ", ":", "->", "# ", "\xff", "\x00", "UNTRUSTED INPUT BOUNDARY"}
		cut := at + r.IntN(min(len(src)-at, 12)+1)
		list = append(list, src[:at], src[at:], src[:at]+bits[r.IntN(len(bits))]+src[at:], src[:at]+bits[r.IntN(len(bits))]+src[cut:])
	}
	return list
}

func TestTokensOfWoundedVectorsAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	n := 0
	for _, file := range slices.Concat(vectors(t, "../../testdata/authoring/*.txtar", 186), vectors(t, "testdata/*.txtar", 3)) {
		v := read(t, file)
		for _, p := range v.files {
			switch workspace.Kind(p) {
			case workspace.Bot, workspace.Markdown:
			default:
				if list := bottokens.Of(v.snap, p); list != nil {
					t.Errorf("%s has %d tokens", p, len(list))
				}
				continue
			}
			for _, src := range wounds(r, v.snap.File(p).Text.String()) {
				n += sound(t, file+" "+p, v.snap.With(map[string]*text.Text{p: text.New(src)}), p)
			}
		}
	}
	t.Logf("%d tokens", n)
	if n < 50_000 {
		t.Errorf("only %d tokens", n)
	}
}

func TestTokensOfRealBotsAreSound(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: no real bot was read")
		return
	}
	top := workspace.Key(corpus)
	snap := workspace.NewSession(workspace.Options{Dir: top, Folders: []string{top}}).Snapshot()
	r := rand.New(rand.NewPCG(3, 5))
	files, tokens := 0, 0
	err := filepath.WalkDir(corpus, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && (strings.HasSuffix(p, ".bot") || strings.HasSuffix(p, ".md") && filepath.Base(filepath.Dir(p)) == "prompts") {
			p = workspace.Key(p)
			files++
			tokens += sound(t, p, snap, p)
			for _, src := range wounds(r, snap.File(p).Text.String())[1:4] {
				sound(t, p, snap.With(map[string]*text.Text{p: text.New(src)}), p)
			}
		}
		return err
	})
	t.Logf("%d files, %d tokens", files, tokens)
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}

// A result is kept while nothing that it was made from changes.
func TestTokensFollowTheFilesTheyAreMadeFrom(t *testing.T) {
	main, lib := dir+"/main.bot", dir+"/lib/parts.bot"
	texts := map[string]*text.Text{
		main: text.New("import \"lib/parts.bot\"\n\nagent a:\n  output: verdict\n"),
		lib:  text.New("schema verdict:\n  ok: bool\n"),
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot().With(texts)
	first := bottokens.Of(snap, main)
	same := bottokens.Of(snap.With(map[string]*text.Text{dir + "/else.bot": text.New("")}), main)
	if &first[0] != &same[0] {
		t.Error("they are computed anew")
	}
	gone := bottokens.Of(snap.With(map[string]*text.Text{lib: text.New("schema other:\n  ok: bool\n")}), main)
	if len(gone) != len(first)-1 {
		t.Errorf("%d tokens where the schema is gone, %d before", len(gone), len(first))
	}
}
