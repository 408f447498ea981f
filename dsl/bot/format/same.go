package format

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// same reports whether two files read alike: the same tokens with the same
// values, the same tree, the same errors, each but for its place.
func same(a, b *bot.File) bool {
	c := comparison{a, b}
	return a.Profile == b.Profile && c.tokens() &&
		slices.EqualFunc(a.Errors, b.Errors, func(x, y bot.Error) bool { return x.Code == y.Code && x.Kind == y.Kind }) &&
		slices.EqualFunc(a.Imports, b.Imports, func(x, y *bot.Import) bool { return x.Path == y.Path && x.Late == y.Late }) &&
		slices.EqualFunc(a.Decls, b.Decls, c.decl) && slices.EqualFunc(a.Orphans, b.Orphans, c.edge)
}

type comparison struct{ a, b *bot.File }

// tokens compares what is no white space.
func (c comparison) tokens() bool {
	i, k := 0, 0
	for {
		i, k = significant(c.a.Tokens, i), significant(c.b.Tokens, k)
		if i == len(c.a.Tokens) || k == len(c.b.Tokens) {
			return i == len(c.a.Tokens) && k == len(c.b.Tokens)
		}
		x, y := c.a.Tokens[i], c.b.Tokens[k]
		s, t := c.a.Text.Slice(x.Span), c.b.Text.Slice(y.Span)
		switch {
		case x.Kind != y.Kind:
			return false
		case s == t:
		case x.Kind == bot.TokComment && trimRight(s) == trimRight(t):
		case x.Kind == bot.TokText && sameText(s, t):
		default:
			return false
		}
		i++
		k++
	}
}

// significant is the index of the first token from i on that is no white space.
func significant(toks []bot.Token, i int) int {
	for i < len(toks) && (toks[i].Kind == bot.TokSpace || toks[i].Kind == bot.TokNewline) {
		i++
	}
	return i
}

// sameText reports whether two texts differ in nothing but how far all their
// lines are indented, and perhaps the last line end, which is part of no body;
// values tell about scalars. Lines of spaces may be indented in any way.
func sameText(a, b string) bool {
	a, b = trimEnd(a), trimEnd(b)
	x, y := indentOf(a), indentOf(b)
	for a != "" && b != "" {
		s, rest, more := strings.Cut(a, "\n")
		t, rest2, more2 := strings.Cut(b, "\n")
		if more != more2 {
			return false
		}
		blank := strings.Trim(s, " \r") == ""
		if blank != (strings.Trim(t, " \r") == "") || !blank && stripped(s, x) != stripped(t, y) {
			return false
		}
		a, b = rest, rest2
	}
	return a == b
}

// trimEnd takes the last line end away; a CR alone is text.
func trimEnd(s string) string {
	if t, ok := strings.CutSuffix(s, "\r\n"); ok {
		return t
	}
	return strings.TrimSuffix(s, "\n")
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// stripped is the line without n of its spaces, at most all of them.
func stripped(s string, n int) string { return s[min(n, indentOf(s)):] }

func (c comparison) decl(x, y *bot.Decl) bool {
	return x.Kind == y.Kind && x.Keyword.Text == y.Keyword.Text && x.Name.Text == y.Name.Text &&
		x.Group.Text == y.Group.Text && x.Prefix.Text == y.Prefix.Text && x.Broken == y.Broken &&
		slices.EqualFunc(x.Params, y.Params, sameIdent) &&
		c.body(x.Body, y.Body) && c.with(x.With, y.With) &&
		slices.EqualFunc(x.Props, y.Props, c.prop) && slices.EqualFunc(x.Decls, y.Decls, c.decl) &&
		slices.EqualFunc(x.Edges, y.Edges, c.edge)
}

func sameIdent(x, y bot.Ident) bool { return x.Text == y.Text }

func (c comparison) body(x, y *bot.Body) bool {
	if x == nil || y == nil {
		return x == y
	}
	if c.a.Text.Slice(x.Span) == c.b.Text.Slice(y.Span) {
		return x.Indent == y.Indent
	}
	s, _ := c.a.BodyText(x)
	t, _ := c.b.BodyText(y)
	return s == t
}

func (c comparison) prop(x, y *bot.Prop) bool {
	return x.Name.Text == y.Name.Text && x.HasBlock == y.HasBlock && x.Unknown == y.Unknown && x.Broken == y.Broken &&
		c.value(x.Value, y.Value) && c.value(x.Default, y.Default) &&
		slices.EqualFunc(x.Block, y.Block, c.prop) &&
		slices.EqualFunc(x.Constraints, y.Constraints, func(x, y *bot.Constraint) bool {
			return sameIdent(x.Name, y.Name) && slices.EqualFunc(x.Values, y.Values, c.value)
		})
}

func (c comparison) value(x, y *bot.Value) bool {
	if x == nil || y == nil {
		return x == y
	}
	if x.Kind != y.Kind || x.Form != y.Form || x.Closed != y.Closed || x.Dashed != y.Dashed ||
		!slices.EqualFunc(x.Items, y.Items, c.value) || !slices.EqualFunc(x.Entries, y.Entries, c.prop) {
		return false
	}
	switch {
	case x.Kind != bot.String:
		return x.Text == y.Text
	case x.Form == bot.Raw:
		return c.a.Text.Slice(x.Inner) == c.b.Text.Slice(y.Inner)
	}
	s, _ := c.a.Decode(x)
	t, _ := c.b.Decode(y)
	return s == t
}

func (c comparison) edge(x, y *bot.Edge) bool {
	return slices.EqualFunc(x.Refs, y.Refs, sameIdent) && x.Else.Empty() == y.Else.Empty() &&
		x.Foreach == y.Foreach && x.Broken == y.Broken &&
		c.when(x.When, y.When) && c.loop(x.Loop, y.Loop) && c.with(x.With, y.With)
}

func (c comparison) when(x, y *bot.When) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Not == y.Not && sameIdent(x.Field, y.Field) && c.value(x.Expr, y.Expr)
}

func (c comparison) loop(x, y *bot.Loop) bool {
	if x == nil || y == nil {
		return x == y
	}
	return sameIdent(x.Name, y.Name) && x.Unbounded == y.Unbounded && sameIdent(x.Item, y.Item) &&
		c.value(x.Cap, y.Cap) && c.value(x.In, y.In)
}

func (c comparison) with(x, y *bot.With) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Close.Empty() == y.Close.Empty() && slices.EqualFunc(x.Entries, y.Entries, c.prop)
}
