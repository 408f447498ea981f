package bot

import (
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// seeds adds the examples and half-typed texts.
func seeds(f *testing.F) {
	for _, src := range botTexts(f) {
		f.Add(src)
	}
	for _, c := range halfTyped {
		f.Add(c.src)
	}
	for _, s := range []string{
		"", "\ufeff", "\r", "\x00", "\xff", "`", "\"", "prompt p:\n\ta", "a:|\n", "tool t:\n command: |\n\n\n   ",
		"dsl: 2\nprompt p:\n  a\n \n  b\n", "vars:\n a: string = \"\\q\"\n", "use a as b with {", "workflow w:\n a -> b with {\n c:\n}",
	} {
		f.Add(s)
	}
}

func FuzzLex(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		tx := text.New(src)
		lx := lex(src, tx.Lines(), len(src)%2 == 0)
		at := 0
		for _, tok := range lx.toks {
			if tok.Span.Start != at || tok.Span.End <= at {
				t.Fatalf("token %v behind %d", tok, at)
			}
			at = tok.Span.End
		}
		if at != len(src) {
			t.Fatalf("tokens end at %d of %d", at, len(src))
		}
		last := -1
		for _, ln := range lx.lines {
			if int(ln.first) <= last || ln.end < ln.first || int(ln.end) > len(lx.toks) {
				t.Fatalf("line %+v behind token %d of %d", ln, last, len(lx.toks))
			}
			last = int(ln.first)
		}
	})
}

func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) { check(t, Parse(text.New(src))) })
}

// FuzzDecode reads the text as the body of a prompt and as strings of all
// forms, in both profiles.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "a", "a\\\"b", "\\n\\t\\q", "a\r\nb\r\n", " \n  x\n\n\n   y\n ", "é\xff`"} {
		f.Add(s, uint8(2), true)
	}
	f.Fuzz(func(t *testing.T, src string, indent uint8, second bool) {
		tx := text.New(src)
		file := &File{Text: tx, Profile: 1}
		if second {
			file.Profile, file.decodes = 2, true
		}
		whole := text.Span{End: len(src)}
		c := checker{t, file}
		s, m := file.BodyText(&Body{Span: whole, Indent: int(indent)})
		c.decoded(whole, s, &m)
		for _, form := range []StringForm{Quoted, Raw, BlockScalar} {
			v := &Value{Kind: String, Form: form, Span: whole, Inner: whole, Indent: int(indent)}
			s, m := file.Decode(v)
			c.decoded(whole, s, &m)
		}
	})
}
