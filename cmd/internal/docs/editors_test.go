package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// wordsOf are the words that the first group of a pattern holds in a file, in
// alphabetical order.
func wordsOf(t *testing.T, file, pattern string) []string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(pattern).FindSubmatch(src)
	if m == nil {
		t.Fatalf("%s has nothing like %s", file, pattern)
	}
	list := strings.FieldsFunc(string(m[1]), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
	slices.Sort(list)
	return list
}

func TestEditorsColourWhatTheParserTakesForDeclarations(t *testing.T) {
	var named, blocks []string
	for k := bot.KindBad + 1; k.Keyword() != ""; k++ {
		switch {
		case k.Named():
			named = append(named, k.Keyword())
		case k != bot.KindUse: // it has a form of its own
			blocks = append(blocks, k.Keyword())
		}
	}
	slices.Sort(named)
	slices.Sort(blocks)
	for _, tc := range []struct {
		file, pattern string
		want          []string
	}{
		{"editors/vim/syntax/bot.vim", `botDeclaration /\^\\s\*\\zs\\%\(([a-z_\\|]+)\\\)\\ze\\s`, named},
		{"editors/vim/syntax/bot.vim", `botDeclaration /\^\\%\(([a-z_\\|]+)\\\)\\ze\\s\*:/`, blocks},
		{"editors/emacs/bot-mode.el", `(?s)bot-declarations\s+'\(([^)]*)\)`, named},
		{"editors/emacs/bot-mode.el", `(?s)bot-blocks\s+'\(([^)]*)\)`, blocks},
	} {
		if diff := cmp.Diff(tc.want, wordsOf(t, tc.file, tc.pattern)); diff != "" {
			t.Errorf("%s (-parser +file)\n%s", tc.file, diff)
		}
	}
}
