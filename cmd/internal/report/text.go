package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
)

// textual is the form for people: per finding a headline, frames of the source
// with the places marked, the fixes and where to read on; a summary at the
// end.
type textual struct {
	paint paint
	width int
}

func newText(s Screen) textual { return textual{paint(s.Colour), s.Width} }

func (t textual) Write(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	places := newPlaces(r.Source)
	if len(r.Fixed) > 0 {
		b.WriteString(t.fixed(r) + "\n")
	}
	for _, e := range r.Shown {
		b.WriteString(t.finding(e, r, places))
		b.WriteByte('\n')
	}
	if !r.Brief {
		b.WriteString(t.summary(r))
	}
	return b.Flush()
}

// finding is the picture of one finding.
func (t textual) finding(e Entry, r *Run, places *places) string {
	var b strings.Builder
	name := ""
	if ru, ok := rule.Get(e.Code); ok {
		name = " " + ru.Name
	}
	accent := inkOf(e.Severity)
	fmt.Fprintf(&b, "%s%s %s\n", t.paint.in(accent, e.Severity.String()+"["+e.Code+"]"),
		t.paint.in(bold, name+":"), t.paint.in(bold, finding.Escape(e.Message)))
	p := &painter{Builder: &b, paint: t.paint, accent: accent}
	frames := framesOf(e, r.Source)
	for _, f := range frames {
		p.gutter = max(p.gutter, len(strconv.Itoa(f.lastLine())))
	}
	p.width = frameWidth
	if t.width > 0 {
		p.width = max(minFrameWidth, t.width-p.gutter-3)
	}
	for i, f := range frames {
		m, arrow := f.lead(), "-->"
		if i > 0 {
			arrow = ":::"
			p.bar("", "")
		}
		if m.Path != "" {
			at := places.start(m.Place)
			p.header(arrow, fmt.Sprintf("%s:%d:%d", r.shownPath(m.Path), at.Line, at.Column))
		}
		p.draw(f)
	}
	if last := frames[len(frames)-1]; last.text != nil {
		p.bar("", "")
	}
	for _, line := range t.fixes(e) {
		p.note(line)
	}
	p.note(t.paint.in(bold, "help:") + " boundary-lsp explain " + e.Code)
	return b.String()
}

// lead is the mark that a frame is named after: the finding's own place, else
// the first.
func (f frame) lead() mark {
	for _, m := range f.marks {
		if m.primary {
			return m
		}
	}
	return f.marks[0]
}

// fixes says what could be done, and how: the one that fix applies, the one
// that it applies with --unsafe, and those that are a click in an editor.
func (t textual) fixes(e Entry) []string {
	var list []string
	for _, f := range applicable(e.Fixes) {
		how := "in the editor"
		switch f.how {
		case bySafe:
			how = "boundary-lsp fix"
		case byUnsafe:
			how = "boundary-lsp fix --unsafe"
		}
		list = append(list, t.paint.in(green, "fix:")+" "+finding.Escape(f.Title)+" "+t.paint.in(dim, "("+how+")"))
	}
	return list
}

// how says what applies a fix.
type how uint8

const (
	byClick how = iota
	bySafe
	byUnsafe
)

type offer struct {
	finding.Fix
	how how
}

// applicable lists a finding's fixes with what applies them: at most one is
// applied by fix, and at most one with --unsafe (cli.md, How fixes combine).
func applicable(fixes []finding.Fix) []offer {
	var list []offer
	for _, f := range fixes {
		if f.Applies() {
			list = append(list, offer{Fix: f})
		}
	}
	choose := func(fits func(offer) bool) int {
		best := -1
		for i, f := range list {
			if fits(f) && (best < 0 || f.Preferred && !list[best].Preferred) {
				best = i
			}
		}
		return best
	}
	if i := choose(func(f offer) bool { return f.Safe && !f.Manual }); i >= 0 {
		list[i].how = bySafe
	}
	if i := choose(func(f offer) bool { return !f.Manual }); i >= 0 && list[i].how == byClick {
		list[i].how = byUnsafe
	}
	return list
}
