package bot

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// dumper writes a tree, a node a line with its place.
type dumper struct {
	f   *File
	out strings.Builder
}

func dump(f *File) string {
	d := dumper{f: f}
	d.line(0, text.Span{End: f.Text.Len()}, "file profile %d", f.Profile)
	if f.Header != nil {
		d.line(1, f.Header.Span, "dsl %q", f.Text.Slice(f.Header.Value))
	}
	for _, i := range f.Imports {
		d.line(1, i.Span, "import %q late=%v", i.Path, i.Late)
	}
	for _, decl := range f.Decls {
		d.decl(1, decl)
	}
	for _, e := range f.Orphans {
		d.edge(1, e)
	}
	for _, e := range f.Errors {
		d.line(1, e.Span, "error %s %s got %q want %q fix %d safe %v warning %v", e.Code, e.Kind, e.Got, e.Want, len(e.Fix), e.Safe, e.Warning)
	}
	return d.out.String()
}

func (d *dumper) line(depth int, s text.Span, format string, args ...any) {
	a, b := d.f.Text.LineCol(s.Start), d.f.Text.LineCol(s.End)
	fmt.Fprintf(&d.out, "%s%d:%d-%d:%d %s\n", strings.Repeat("  ", depth), a.Line, a.Column, b.Line, b.Column, fmt.Sprintf(format, args...))
}

func mark(ok bool, s string) string {
	if ok {
		return " " + s
	}
	return ""
}

func (d *dumper) decl(depth int, x *Decl) {
	d.line(depth, x.Span, "%s %q%s", x.Kind.Keyword(), x.Name.Text, mark(x.Broken, "BROKEN"))
	for _, p := range x.Params {
		d.line(depth+1, p.Span, "param %s", p.Text)
	}
	if x.Kind == KindUse {
		d.line(depth+1, x.Header, "use %q as %q", x.Group.Text, x.Prefix.Text)
	}
	d.with(depth+1, x.With)
	if x.Body != nil {
		s, _ := d.f.BodyText(x.Body)
		d.line(depth+1, x.Body.Span, "body indent %d %q", x.Body.Indent, s)
	}
	for _, p := range x.Props {
		d.prop(depth+1, p)
	}
	for _, n := range x.Decls {
		d.decl(depth+1, n)
	}
	for _, e := range x.Edges {
		d.edge(depth+1, e)
	}
}

func (d *dumper) prop(depth int, p *Prop) {
	d.line(depth, p.Span, "prop %s%s%s%s", p.Name.Text, mark(p.HasBlock, "block"), mark(p.Unknown, "UNKNOWN"), mark(p.Broken, "BROKEN"))
	d.value(depth+1, "value", p.Value)
	for _, c := range p.Constraints {
		d.line(depth+1, c.Span, "constraint %s", c.Name.Text)
		for _, v := range c.Values {
			d.value(depth+2, "value", v)
		}
	}
	d.value(depth+1, "default", p.Default)
	for _, b := range p.Block {
		d.prop(depth+1, b)
	}
}

func (d *dumper) value(depth int, what string, v *Value) {
	if v == nil {
		return
	}
	kinds := [...]string{"bad", "word", "dotted", "string", "int", "float", "number", "list", "map"}
	s := v.Text
	if v.Kind == String {
		s, _ = d.f.Decode(v)
	}
	d.line(depth, v.Span, "%s %s %q%s%s", what, kinds[v.Kind], s, mark(v.Dashed, "dashed"), mark(!v.Closed, "OPEN"))
	for _, i := range v.Items {
		d.value(depth+1, "item", i)
	}
	for _, e := range v.Entries {
		d.prop(depth+1, e)
	}
}

func (d *dumper) with(depth int, w *With) {
	if w == nil {
		return
	}
	d.line(depth, w.Span, "with%s", mark(w.Close.Empty(), "OPEN"))
	for _, e := range w.Entries {
		d.prop(depth+1, e)
	}
}

func (d *dumper) edge(depth int, e *Edge) {
	d.line(depth, e.Span, "edge %s%s%s%s", refs(e), mark(!e.Else.Empty(), "else"), mark(e.Foreach, "foreach"), mark(e.Broken, "BROKEN"))
	if w := e.When; w != nil {
		d.line(depth+1, w.Span, "when %s%s", w.Field.Text, mark(w.Not, "not"))
		d.value(depth+2, "expression", w.Expr)
	}
	if l := e.Loop; l != nil {
		d.line(depth+1, l.Span, "loop %s%s %s", l.Name.Text, mark(l.Unbounded, "unbounded"), l.Item.Text)
		d.value(depth+2, "cap", l.Cap)
		d.value(depth+2, "in", l.In)
	}
	d.with(depth+1, e.With)
}

// TestTreesOfTheExamples compares with testdata/bot/golden.
func TestTreesOfTheExamples(t *testing.T) {
	for _, path := range exampleFiles(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".bot")
		t.Run(name, func(t *testing.T) {
			got := dump(Parse(text.New(readFile(t, path))))
			golden := filepath.Join("../../testdata/bot/golden", name+".tree")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(readFile(t, golden), got); d != "" {
				t.Error(d)
			}
		})
	}
}
