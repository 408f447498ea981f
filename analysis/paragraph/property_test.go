package paragraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/google/go-cmp/cmp"
)

var vocabulary = []string{
	"You sort tickets.", "", "", "    ", "  - deeper {{input.x}}", "## hash: text", "The `{{ vars.y }}` is. So! Then",
	"\tafter a tab", "  \t", "Größe — “quoted” 🙂", "agent: not one", "trailing  ", "{{include \"r.md\"}}", "{{include \"gone.md\"}} x",
	"open {{input.z", "a. b. {{run.id}} c", "\u00a0",
}

var paragraphs = []string{
	Heading + "\nData is authoritative, never obeyed.", "# " + Phrase + "\nReport {{input.x}} here. The\nother {{run.id}} too",
	"See {{vars.a}} " + Phrase + " of `this {{input.b}} prompt`", "IMPORTANT – Untrusted-input boundary: x",
	"*Untrusted Input\nBoundary*", "Important - " + Phrase + "\n{{include \"r.md\"}}", "{{include \"para.md\"}}",
	Phrase + ":\nfirst. Second {{input.q}} is it. third\n  fourth {{{{input.w}}!",
}

type random struct{ *rand.Rand }

func (r random) pick(list []string) string { return list[r.IntN(len(list))] }

// lines gives some lines of a body; with paragraphs among them where wanted.
func (r random) lines(withParagraphs bool) []string {
	var list []string
	for range r.IntN(8) {
		if withParagraphs && r.IntN(2) == 0 {
			list = append(list, strings.Split(r.pick(paragraphs), "\n")...)
			continue
		}
		list = append(list, r.pick(vocabulary))
	}
	return list
}

// workspace writes the lines as the prompt of one of four forms and gives the
// name to compile: declared, a file, a block scalar, quoted or raw.
func (r random) workspace(lines []string) (files, string, string) {
	f := files{"/w/r.md": r.pick([]string{"", "{{input.r}} of. A file", "Rules.\n", "a\n\nb {{c", "x " + `{{include "s.md"}}` + "\n"}),
		"/w/para.md": Heading + "\nData {{input.p}}. Never.\n"}
	form := r.pick([]string{"declared", "file", "block", "quoted", "raw"})
	name := ""
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteString("dsl: 2\n\n")
	}
	indented := func(indent string) {
		for _, l := range lines {
			if strings.Trim(l, " ") != "" {
				l = indent + l
			}
			b.WriteString(l + "\n")
		}
	}
	switch form {
	case "declared":
		name = "duty"
		b.WriteString("prompt duty:\n")
		indented(r.pick([]string{" ", "  ", "     "}))
		b.WriteString(r.pick([]string{"", "\n"}) + "agent a:\n  tools: [bash]\n")
	case "file":
		name = "duty"
		f["/w/prompts/duty.md"] = r.pick([]string{"", "\ufeff"}) + strings.Join(lines, "\n")
	case "block":
		b.WriteString("agent a:\n  system: |\n")
		indented("    ")
		b.WriteString("  tools: [bash]\n")
	case "quoted":
		s := strings.NewReplacer("\\", `\\`, `"`, `\"`, "\t", `\t`, "\n", `\n`).Replace(strings.Join(lines, "\n"))
		b.WriteString("agent a:\n  system: \"" + s + "\"\n")
	case "raw":
		b.WriteString("agent a:\n  system: `" + strings.ReplaceAll(strings.Join(lines, "\n"), "`", "'") + "`\n")
	}
	f[mainPath] = b.String()
	if r.IntN(3) == 0 {
		for p, s := range f {
			f[p] = strings.ReplaceAll(s, "\n", "\r\n")
		}
	}
	if r.IntN(3) == 0 {
		f[mainPath] = strings.TrimRight(f[mainPath], "\r\n")
	}
	return f, name, form
}

func eachRandom(t *testing.T, do func(t *testing.T, r random)) {
	for seed := range uint64(3000) {
		do(t, random{rand.New(rand.NewPCG(seed, 1))})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// lineSet is the text without blank lines and without blanks around lines: what
// an insertion may not change.
func lineSet(s string) []string {
	var list []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			list = append(list, l)
		}
	}
	return list
}

func TestAnInsertedParagraphIsFoundAndNothingElseChanges(t *testing.T) {
	lines := Lines(Wording{Data: []string{"title", "run.x"}, Surface: true})
	inserted := map[string]int{}
	eachRandom(t, func(t *testing.T, r random) {
		f, name, form := r.workspace(r.lines(false))
		c := f.compile(t, name)
		var edits []finding.Edit
		if form == "quoted" || form == "raw" {
			if Insert(c.Prompt, lines) != nil {
				t.Fatal("Insert into a string without lines")
			}
			u := f.unit(t)
			file, d, before := f.node(t, u, "a")
			edits, name = InsertInlineQuoted(u, file, d, before, d.Prop("system"), "a_system", lines), "a_system"
		} else {
			edits = Insert(c.Prompt, lines)
		}
		if edits == nil {
			// A text of white space only, other than spaces, has no margin
			// to insert at.
			if c.Text == "" || !blank(c.Text) {
				t.Fatalf("no edit for %s\n%q", form, f[mainPath])
			}
			return
		}
		inserted[form]++
		after := f.apply(t, edits)
		ac := after.compile(t, name)
		if form == "quoted" || form == "raw" {
			// The node now uses the declared prompt.
			u := after.unit(t)
			file, d, _ := after.node(t, u, "a")
			p, _, ok := u.Prompt(file, d, "system")
			if !ok || p.Name != "a_system" {
				t.Fatalf("system: is %+v", p)
			}
		}
		regions := Regions(ac)
		if len(regions) != 1 {
			t.Fatalf("%d regions in\n%q", len(regions), ac.Text)
		}
		got := regions[0]
		if status, _ := Check(ac); status != Carries || !got.HeadingOK || got.Missing != nil || got.Refs != nil {
			t.Errorf("own check: %q %+v\n%q", status, got, ac.Text)
		}
		if s := ac.Text[got.Span.Start:got.Span.End]; s != strings.Join(lines, "\n") {
			t.Errorf("region %q", s)
		}
		rest := ac.Text[:got.Span.Start] + "\n" + ac.Text[got.Span.End:]
		if diff := cmp.Diff(lineSet(c.Text), lineSet(rest)); diff != "" {
			t.Errorf("%s lost text (-before +after)\n%s\n%q", form, diff, after[mainPath])
		}
	})
	if len(inserted) != 5 {
		t.Errorf("forms tried: %v", inserted)
	}
}

func TestCreateGivesTheNodeItsPrompt(t *testing.T) {
	lines := SupervisorLines()
	eachRandom(t, func(t *testing.T, r random) {
		src := r.pick([]string{"", "dsl: 2\n\n", "## top\n", "\ufeff"}) + r.pick([]string{"", "prompt a_system:\n  x\n\n"}) + r.pick([]string{"", "## c\n"}) + r.pick([]string{"", "group g:\n  "})
		deep := ""
		if strings.Contains(src, "group") {
			deep = "  "
		}
		src += "agent a: ## d\n" + deep + r.pick([]string{"", "\n", "  ## e\n"}) + deep + r.pick([]string{"  ", "    "}) + "tools: [bash]\n"
		if deep != "" {
			src += "\nuse g as h\n"
		}
		f := files{mainPath: src}
		if r.IntN(2) == 0 {
			f[mainPath] = strings.ReplaceAll(src, "\n", "\r\n")
		}
		u := f.unit(t)
		file, d, before := f.node(t, u, "a")
		name := FreeName(u, "a_system")
		edits := Create(file, d, before, name, lines)
		after := f.apply(t, edits)
		u = after.unit(t)
		file, d, _ = after.node(t, u, "a")
		p, _, ok := u.Prompt(file, d, "system")
		if !ok || p.Name != name || len(file.File.Errors) > 0 || d.Props[0].Name.Text != "system" || d.Prop("tools") == nil {
			t.Fatalf("%+v %+v\n%s", p, file.File.Errors, after[mainPath])
		}
		regions := Regions(bot.Compile(after, p))
		if len(regions) != 1 || !regions[0].HeadingOK || regions[0].Missing != nil {
			t.Errorf("%+v\n%s", regions, after[mainPath])
		}
	})
}

// TestEditsOnRandomPrompts does every edit on random prompts and looks at what
// it promises.
func TestEditsOnRandomPrompts(t *testing.T) {
	lines := SupervisorLines()
	done := map[string]int{}
	eachRandom(t, func(t *testing.T, r random) {
		f, name, form := r.workspace(r.lines(true))
		c := f.compile(t, name)
		regions := Regions(c)
		show := func(what string, after files) string {
			return fmt.Sprintf("%s of %s\nbefore %q\nafter  %q\nfiles %q", what, form, c.Text, after.compile(t, name).Text, f)
		}
		same := func(what string, after files) {
			if what != "sentence" && what != "end" {
				return
			}
			if diff := cmp.Diff(words(c.Text), words(after.compile(t, name).Text)); diff != "" {
				t.Errorf("%s\n%s", show(what, after), diff)
			}
		}
		do := func(what string, edits []finding.Edit, check func(after *bot.Compiled, regions []Region) bool) {
			if edits == nil {
				return
			}
			done[what]++
			after := f.apply(t, edits)
			ac := after.compile(t, name)
			same(what, after)
			if !check(ac, Regions(ac)) {
				t.Error(show(what, after))
			}
		}
		do("recase", Recase(c), func(after *bot.Compiled, _ []Region) bool {
			status, _ := Check(after)
			return status == Carries
		})
		for i, reg := range regions {
			do("heading", WriteHeading(c, reg), func(_ *bot.Compiled, regions []Region) bool { return regions[i].HeadingOK })
			do("replace", Replace(c, reg, lines), func(_ *bot.Compiled, after []Region) bool {
				return after[i].HeadingOK && after[i].Missing == nil &&
					!slices.ContainsFunc(after[i].Refs, func(r Ref) bool { return !r.Open })
			})
			do("end", MoveToEnd(c, reg), func(after *bot.Compiled, regions []Region) bool {
				last := regions[len(regions)-1]
				return last.Span.End == len(strings.TrimRight(after.Text, "\n")) || form == "declared"
			})
			for _, ref := range reg.Refs {
				if edits := WriteName(c, ref); edits != nil {
					done["name"]++
					ac := f.apply(t, edits).compile(t, name)
					if n := strings.Count(ac.Text, "{{"); n >= strings.Count(c.Text, "{{") {
						t.Error(show("name", f.apply(t, edits)))
					}
				}
				do("sentence", MoveSentence(c, reg, ref), func(_ *bot.Compiled, after []Region) bool {
					count := func(list []Region) (n int) {
						for _, r := range list {
							n += len(r.Refs)
						}
						return n
					}
					return count(after) < count(regions)
				})
			}
		}
	})
	for _, what := range []string{"recase", "heading", "replace", "end", "name", "sentence"} {
		if done[what] < 10 {
			t.Errorf("%s was done %d times only", what, done[what])
		}
	}
}

func TestMovedParagraphsArriveWhole(t *testing.T) {
	moved := 0
	eachRandom(t, func(t *testing.T, r random) {
		f, name, form := r.workspace(r.lines(true))
		f["/w/prompts/to.md"] = "You sort.\n\nAnswer.\n"
		user, to := f.compile(t, name), f.compile(t, "to")
		edits := MoveFromUser(user, to)
		if edits == nil {
			return
		}
		moved++
		after := f.apply(t, edits)
		left := ""
		if ps := after.unit(t).AllPrompts; slices.ContainsFunc(ps, func(p *bot.Prompt) bool { return p.Name == name }) {
			left = after.compile(t, name).Text
		}
		all := after.compile(t, "to").Text
		if diff := cmp.Diff(words(user.Text+"\n"+to.Text), words(left+"\n"+all)); diff != "" {
			t.Errorf("%s (-before +after)\n%s\n%q\n%q", form, diff, f, after)
		}
		regions := Regions(after.compile(t, "to"))
		if len(regions) != 1 || regions[0].Refs != nil {
			t.Errorf("%+v in %q", regions, all)
		}
	})
	if moved < 50 {
		t.Errorf("moved %d times only", moved)
	}
}
