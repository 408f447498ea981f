package outline

import (
	"cmp"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// FoldKind says what a fold holds.
type FoldKind uint8

// The kinds of folds.
const (
	Region FoldKind = iota
	Comment
	Imports
)

// Fold is a stretch of lines that can be folded to its first one: Span begins
// on the line that stays and ends on the last one that goes.
type Fold struct {
	Span text.Span
	Kind FoldKind
}

// BotFolds gives the folds of a bot file (authoring.md 6, S3), sorted by
// place, outer ones first, no two with the same lines.
func BotFolds(f *bot.File) []Fold {
	b := &folder{t: f.Text}
	if n := len(f.Imports); n > 1 {
		b.add(text.Span{Start: f.Imports[0].Span.Start, End: f.Imports[n-1].Span.End}, Imports)
	}
	b.decls(f.Decls)
	b.edges(f.Orphans)
	b.tokens(f)
	return b.sorted()
}

type folder struct {
	t    *text.Text
	list []Fold
}

func (b *folder) add(s text.Span, kind FoldKind) {
	// An end behind a line end belongs to the line in front of it.
	if end := b.t.LineStart(b.t.LineAt(s.End)); end == s.End && s.End > s.Start {
		s.End = b.t.Line(b.t.LineAt(s.End - 1)).End
	}
	if b.t.LineAt(s.Start) < b.t.LineAt(s.End) {
		b.list = append(b.list, Fold{s, kind})
	}
}

func (b *folder) decls(decls []*bot.Decl) {
	for _, d := range decls {
		b.add(d.Span, Region)
		b.props(d.Props)
		b.decls(d.Decls)
		b.edges(d.Edges)
		b.with(d.With)
	}
}

func (b *folder) props(props []*bot.Prop) {
	for _, p := range props {
		switch {
		case p.HasBlock, p.Value != nil && p.Value.Dashed:
			b.add(p.Span, Region)
		case p.Value != nil && p.Value.Kind == bot.List:
			b.add(p.Value.Span, Region)
		}
		b.props(p.Block)
	}
}

func (b *folder) edges(edges []*bot.Edge) {
	for _, e := range edges {
		b.with(e.With)
	}
}

// with folds to the line before the brace that closes.
func (b *folder) with(w *bot.With) {
	if w == nil || w.Close.Empty() {
		return
	}
	if line := b.t.LineAt(w.Close.Start); line > 0 {
		b.add(text.Span{Start: w.Span.Start, End: b.t.Line(line - 1).End}, Region)
	}
}

// tokens folds raw strings, block scalars and runs of comment lines.
func (b *folder) tokens(f *bot.File) {
	run := text.Span{Start: -1}
	last := -2 // line of the run's last comment
	flush := func() {
		if run.Start >= 0 {
			b.add(run, Comment)
		}
		run.Start, last = -1, -2
	}
	scalar := -1
	for _, tok := range f.Tokens {
		switch tok.Kind {
		case bot.TokComment:
			line := b.t.LineAt(tok.Span.Start)
			if !onlyBlanks(b.t, text.Span{Start: b.t.LineStart(line), End: tok.Span.Start}) {
				flush()
				continue
			}
			if line != last+1 || run.Start < 0 {
				flush()
				run.Start = tok.Span.Start
			}
			run.End, last = tok.Span.End, line
		case bot.TokRaw:
			b.add(tok.Span, Region)
		case bot.TokBlock:
			scalar = tok.Span.Start
		case bot.TokText:
			if scalar >= 0 {
				b.add(text.Span{Start: scalar, End: trimmed(b.t, tok.Span)}, Region)
			}
			scalar = -1
		}
	}
	flush()
}

// trimmed is the end of the last line of s that holds anything.
func trimmed(t *text.Text, s text.Span) int {
	end := s.End
	for end > s.Start && isBlank(t.String()[end-1]) {
		end--
	}
	return end
}

func onlyBlanks(t *text.Text, s text.Span) bool {
	for i := s.Start; i < s.End; i++ {
		if c := t.String()[i]; c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// sorted orders the folds; of several with the same lines the first stays.
func (b *folder) sorted() []Fold {
	slices.SortStableFunc(b.list, func(x, y Fold) int {
		return cmp.Or(b.t.LineAt(x.Span.Start)-b.t.LineAt(y.Span.Start), b.t.LineAt(y.Span.End)-b.t.LineAt(x.Span.End))
	})
	return slices.CompactFunc(b.list, func(x, y Fold) bool {
		return b.t.LineAt(x.Span.Start) == b.t.LineAt(y.Span.Start) && b.t.LineAt(x.Span.End) == b.t.LineAt(y.Span.End)
	})
}
