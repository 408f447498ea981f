package bot

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// checker holds a tree against what every tree must be.
type checker struct {
	t testing.TB
	f *File
}

// check fails the test where the file breaks an invariant.
func check(t testing.TB, f *File) {
	t.Helper()
	c := checker{t, f}
	src := f.Text.String()
	at := 0
	for i, tok := range f.Tokens {
		if tok.Span.Start != at || tok.Span.End <= at {
			t.Fatalf("token %d is %v, the one before ends at %d\n%q", i, tok, at, src)
		}
		at = tok.Span.End
	}
	if at != len(src) {
		t.Fatalf("tokens end at %d of %d\n%q", at, len(src), src)
	}
	if got := f.String(); got != src {
		t.Fatalf("printed %q for %q", got, src)
	}
	whole := text.Span{End: len(src)}
	for i, e := range f.Errors {
		c.within(whole, e.Span, "error "+e.Kind)
		if i > 0 && e.Span.Start < f.Errors[i-1].Span.Start {
			t.Fatalf("errors %d and %d are not in order\n%q", i-1, i, src)
		}
		if e.Message == "" || e.Kind == "" || strings.HasSuffix(e.Kind, "?") {
			t.Fatalf("error without text: %+v\n%q", e, src)
		}
		if e.Code == "" && !e.Warning {
			t.Fatalf("error without code: %+v\n%q", e, src)
		}
		if _, err := text.Apply(src, e.Fix); err != nil {
			t.Fatalf("%s: %v\n%q", e.Kind, err, src)
		}
	}
	end := 0
	for _, d := range f.Decls {
		if d.Span.Start < end {
			t.Fatalf("declarations overlap at %d\n%q", d.Span.Start, src)
		}
		end = d.Span.End
		c.decl(whole, d)
	}
	for _, e := range f.Orphans {
		c.edge(whole, e)
	}
}

func (c checker) within(outer, inner text.Span, what string) {
	if inner.Start > inner.End || !outer.Covers(inner) {
		c.t.Fatalf("%s %v is not within %v\n%q", what, inner, outer, c.f.Text.String())
	}
}

func (c checker) ident(outer text.Span, i Ident, what string) {
	c.within(outer, i.Span, what)
	if i.Text != "" && i.Span.Empty() {
		c.t.Fatalf("%s %q has no place\n%q", what, i.Text, c.f.Text.String())
	}
}

func (c checker) decl(outer text.Span, d *Decl) {
	c.within(outer, d.Span, "declaration")
	c.within(d.Span, d.Header, "header")
	c.ident(d.Span, d.Keyword, "keyword")
	if d.Kind != KindUse {
		c.ident(d.Span, d.Name, "name")
	}
	if d.Body != nil {
		c.within(d.Span, d.Body.Span, "body")
		s, m := c.f.BodyText(d.Body)
		c.decoded(d.Body.Span, s, &m)
	}
	for _, p := range d.Props {
		c.prop(d.Span, p)
	}
	for _, n := range d.Decls {
		c.decl(d.Span, n)
	}
	for _, e := range d.Edges {
		c.edge(d.Span, e)
	}
	c.with(d.Span, d.With)
}

func (c checker) prop(outer text.Span, p *Prop) {
	c.within(outer, p.Span, "property "+p.Name.Text)
	c.ident(p.Span, p.Name, "name")
	c.within(p.Span, p.Colon, "colon")
	c.value(p.Span, p.Value)
	c.value(p.Span, p.Default)
	for _, k := range p.Constraints {
		c.within(p.Span, k.Span, "constraint")
		for _, v := range k.Values {
			c.value(k.Span, v)
		}
	}
	for _, b := range p.Block {
		c.prop(p.Span, b)
	}
}

func (c checker) value(outer text.Span, v *Value) {
	if v == nil {
		return
	}
	c.within(outer, v.Span, "value")
	s, m := c.f.Decode(v)
	if v.Kind == String {
		c.within(text.Span{End: c.f.Text.Len()}, v.Inner, "inner text")
		c.decoded(v.Inner, s, &m)
	}
	for _, i := range v.Items {
		c.value(v.Span, i)
	}
	for _, e := range v.Entries {
		c.prop(v.Span, e)
	}
}

// decoded checks that the map leads from every byte of the decoded text into
// the source, forwards.
func (c checker) decoded(source text.Span, s string, m *text.Map) {
	last := source.Start
	for i := range len(s) {
		at := m.SourceSpan(text.Span{Start: i, End: i + 1})
		if at.Start < last || !source.Covers(at) {
			c.t.Fatalf("byte %d of %q is at %v, not within %v\n%q", i, s, at, source, c.f.Text.String())
		}
		last = at.Start
	}
}

func (c checker) with(outer text.Span, w *With) {
	if w == nil {
		return
	}
	c.within(outer, w.Span, "with")
	c.within(w.Span, w.Open, "brace")
	c.within(w.Span, w.Close, "brace")
	for _, e := range w.Entries {
		c.prop(w.Span, e)
	}
}

func (c checker) edge(outer text.Span, e *Edge) {
	c.within(outer, e.Span, "edge")
	if len(e.Refs) < 2 {
		c.t.Fatalf("an edge with %d refs\n%q", len(e.Refs), c.f.Text.String())
	}
	for _, r := range e.Refs {
		c.within(outer, r.Span, "ref")
	}
	if e.When != nil {
		c.within(e.Span, e.When.Span, "guard")
		c.value(e.When.Span, e.When.Expr)
	}
	if e.Loop != nil {
		c.within(e.Span, e.Loop.Span, "loop")
		c.value(e.Loop.Span, e.Loop.Cap)
		c.value(e.Loop.Span, e.Loop.In)
	}
	c.with(e.Span, e.With)
}

// botTexts are the examples and the bots of the language's test files, by
// name.
func botTexts(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir("../../testdata/bot", func(path string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".bot") {
			all[path] = readFile(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryTextKeepsTheInvariants(t *testing.T) {
	for name, src := range botTexts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			check(t, Parse(text.New(src)))
			check(t, Parse(text.New("\ufeff"+src)))
			check(t, Parse(text.New(strings.ReplaceAll(src, "\n", "\r\n"))))
			check(t, Parse(text.New(strings.ReplaceAll(src, "  ", "\t"))))
			check(t, Parse(text.New(strings.ReplaceAll(src, "\n", "\r"))))
			for i := 0; i <= len(src); i++ {
				check(t, Parse(text.New(src[:i])))
			}
		})
	}
}

// TestSuffixesAndGapsKeepTheInvariants reads texts with a piece cut out.
func TestSuffixesAndGapsKeepTheInvariants(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for name, src := range botTexts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			for range 300 {
				a := r.Intn(len(src))
				b := min(a+r.Intn(30), len(src))
				check(t, Parse(text.New(src[:a]+src[b:])))
				check(t, Parse(text.New(src[a:])))
			}
		})
	}
}

// TestCuttingATextKeepsWhatStandsBefore: a declaration whose text ends
// before the cut keeps its name, place, properties, nodes and edges.
func TestCuttingATextKeepsWhatStandsBefore(t *testing.T) {
	for name, src := range botTexts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			whole := Parse(text.New(src))
			for i := 0; i <= len(src); i++ {
				cut := Parse(text.New(src[:i]))
				n := 0
				for _, d := range whole.Decls {
					if d.Span.End > i {
						break
					}
					if n >= len(cut.Decls) {
						t.Fatalf("cut at %d: %s %s is lost", i, d.Kind.Keyword(), d.Name.Text)
					}
					c := cut.Decls[n]
					if c.Kind != d.Kind || c.Name != d.Name || c.Span.Start != d.Span.Start ||
						len(c.Props) < len(d.Props) || len(c.Edges) < len(d.Edges) || len(c.Decls) < len(d.Decls) {
						t.Fatalf("cut at %d: %s %s is read as %s %s with %d properties", i,
							d.Kind.Keyword(), d.Name.Text, c.Kind.Keyword(), c.Name.Text, len(c.Props))
					}
					n++
				}
			}
		})
	}
}

// TestCRLFReadsAsLF: line ends change no value.
func TestCRLFReadsAsLF(t *testing.T) {
	for name, src := range botTexts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			lf := dump(Parse(text.New(src)))
			crlf := dump(Parse(text.New(strings.ReplaceAll(src, "\n", "\r\n"))))
			if lf != crlf {
				t.Errorf("with LF\n%s\nwith CRLF\n%s", lf, crlf)
			}
			bomed := Parse(text.New("\ufeff" + src))
			if len(bomed.Decls) != len(Parse(text.New(src)).Decls) {
				t.Error("a byte order mark changes the declarations")
			}
		})
	}
}
