package paragraph

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// FuzzRegions feeds arbitrary sources and included files: all spans lie where
// they must, in order, and every edit can be applied.
func FuzzRegions(f *testing.F) {
	f.Add("dsl: 2\n\nprompt duty:\n  "+Heading+"\n  a {{input.x}}. b {{include \"r.md\"}}\n\n  c\n", "Data. {{run.id}}\n")
	f.Add("prompt duty:\r\n  "+Phrase+" {{a\r\n\r\n  b {{include \"r.md\"}} "+Phrase+"\r\n  \t\r\n  c {{d}}\r\n", Phrase)
	f.Add("agent a:\n  system: \"x "+Phrase+" `{{input.a}}`\"\n  user: `"+Heading+"\n{{b.c}}`\n", "")
	f.Add("agent a:\n  system: |\n   untrusted-input boundary:\n\n   {{include \"r.md\"}}"+Heading+"\n", "\ufeffx\r\n")
	f.Fuzz(func(t *testing.T, src, included string) {
		w := files{mainPath: src, "/w/r.md": included, "/w/prompts/file.md": src}
		for _, p := range w.unit(t).AllPrompts {
			checkPrompt(t, w, bot.Compile(w, p))
		}
	})
}

func checkPrompt(t *testing.T, w files, c *bot.Compiled) {
	lines := SupervisorLines()
	regions := Regions(c)
	if status, s := Check(c); (status == Carries) != (len(regions) > 0) || s.End > len(c.Text) {
		t.Fatalf("status %q with %d regions", status, len(regions))
	}
	w.apply(t, Insert(c.Prompt, lines))
	w.apply(t, Recase(c))
	w.apply(t, MoveFromUser(c, &bot.Compiled{Prompt: &bot.Prompt{Path: "/w/new.md", Text: text.New("")}}))
	at := 0
	for _, r := range regions {
		if r.Span.Start < at || r.Span.End > len(c.Text) || !r.Span.Covers(r.Shown) || !r.Shown.Covers(r.Phrase) ||
			r.Shown.Start != r.Span.Start || c.Text[r.Phrase.Start:r.Phrase.End] != Phrase {
			t.Fatalf("spans of %+v", r)
		}
		for i, l := range strings.Split(c.Text[r.Span.Start:r.Span.End], "\n") {
			if i > 0 && blank(l) {
				t.Fatalf("an open closing line in %q", c.Text[r.Span.Start:r.Span.End])
			}
		}
		at = r.Span.End
		inside := r.Span.Start
		for _, ref := range r.Refs {
			if ref.Span.Start < inside || ref.Span.End > r.Span.End || !strings.HasPrefix(c.Text[ref.Span.Start:], "{{") {
				t.Fatalf("reference %+v in %+v", ref, r)
			}
			inside = ref.Span.End
			checkOrigin(t, w, c, ref.Place)
			w.apply(t, WriteName(c, ref))
			w.apply(t, MoveSentence(c, r, ref))
		}
		checkOrigin(t, w, c, r.Place)
		w.apply(t, WriteHeading(c, r))
		w.apply(t, MoveToEnd(c, r))
		w.apply(t, Replace(c, r, lines))
	}
}

func checkOrigin(t *testing.T, w files, c *bot.Compiled, p Place) {
	if p.Origin.Path != c.Prompt.Path {
		t.Fatalf("reported in %s", p.Origin.Path)
	}
	for _, o := range []*bot.Origin{&p.Origin, p.Included} {
		if o != nil && (o.Span.Empty() || o.Span.Start < 0 || o.Span.End > len(w[o.Path])) {
			t.Fatalf("place %+v", *o)
		}
	}
}
