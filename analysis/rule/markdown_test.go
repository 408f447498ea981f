package rule

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the pages of docs/rules")

const pagesDir = "../../docs/rules"

func TestPagesOnDisk(t *testing.T) {
	pages := Pages()
	entries, err := os.ReadDir(pagesDir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll(pagesDir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range pages {
			if err := os.WriteFile(filepath.Join(pagesDir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; ok {
			continue
		}
		if *update {
			if err := os.Remove(filepath.Join(pagesDir, e.Name())); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("docs/rules/%s belongs to no rule; run go generate ./analysis/rule", e.Name())
	}
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(pagesDir, name))
		if err != nil {
			t.Errorf("%v; run go generate ./analysis/rule", err)
			continue
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("docs/rules/%s is stale, run go generate ./analysis/rule (-want +got):\n%s", name, diff)
		}
	}
}

func TestMarkdownHasEveryRuleOnce(t *testing.T) {
	var first, second strings.Builder
	if err := Markdown(&first); err != nil {
		t.Fatal(err)
	}
	if err := Markdown(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Error("two runs give two documents")
	}
	for _, r := range All() {
		if n := strings.Count(first.String(), "\n### "+r.Code+" "+r.Name+"\n"); n != 1 {
			t.Errorf("%s has %d headings", r.Code, n)
		}
	}
}

func TestPagesHaveEveryRule(t *testing.T) {
	pages := Pages()
	if len(pages) != len(All())+1 {
		t.Errorf("%d pages for %d rules and an index", len(pages), len(All()))
	}
	for _, r := range All() {
		page := filepath.Base(r.DocPath())
		if !strings.Contains(pages[page], "# "+r.Code+" "+r.Name+"\n") {
			t.Errorf("%s has no heading for its rule", page)
		}
		if !strings.Contains(pages["README.md"], "| ["+r.Code+"]("+page+") | "+r.Name+" |") {
			t.Errorf("the index does not name %s", r.Code)
		}
	}
}

// Pages with `bot` and `iter` fences are analysed, so what is wrong on purpose
// must stand in fences of another language.
func TestBadExamplesAreNoBotFences(t *testing.T) {
	for name, page := range Pages() {
		_, bad, ok := strings.Cut(page, "# Bad\n")
		if !ok {
			continue
		}
		bad, _, _ = strings.Cut(bad, "# Good\n")
		if strings.Contains(bad, "\n```bot\n") {
			t.Errorf("%s shows its bad example in a bot fence", name)
		}
	}
}
