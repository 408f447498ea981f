package lsp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// previews are the findings of the last preview run of each entry, until one
// of the files that it read is edited. It is safe for concurrent use.
type previews struct {
	mu    sync.Mutex
	next  uint64
	stop  map[string]context.CancelCauseFunc // of the run that goes on
	turn  map[string]uint64
	files map[string]preview // by entry
}

type preview struct {
	seq      uint64
	docs     map[string]*document // those that it was made from
	findings map[string][]finding.Finding
}

var errNewerPreview = errors.New("a newer preview of the playbook has begun")

// begin makes a run the only one of its entry.
func (p *previews) begin(ctx context.Context, entry string) (run context.Context, turn uint64, end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop == nil {
		p.stop, p.turn, p.files = map[string]context.CancelCauseFunc{}, map[string]uint64{}, map[string]preview{}
	}
	if stop := p.stop[entry]; stop != nil {
		stop(errNewerPreview)
	}
	run, stop := context.WithCancelCause(ctx)
	p.next++
	turn = p.next
	p.stop[entry], p.turn[entry] = stop, turn
	return run, turn, func() {
		stop(nil)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.turn[entry] == turn {
			delete(p.stop, entry)
			delete(p.turn, entry)
		}
	}
}

// keep puts the findings of a run in place of the last ones and lists the files
// that either is about. It does nothing for a run that is not the newest.
func (p *previews) keep(entry string, turn uint64, now preview) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn[entry] != turn {
		return nil
	}
	now.seq = turn
	touched := map[string]bool{}
	for f := range p.files[entry].findings {
		touched[f] = true
	}
	for f := range now.findings {
		touched[f] = true
	}
	if p.files[entry] = now; len(now.findings) == 0 {
		delete(p.files, entry)
	}
	return slices.Sorted(maps.Keys(touched))
}

// previewed are the findings in a file of the previews whose files are still as
// they were, and the newest such preview, 0 without one.
func (v *view) previewed(file string) (list []finding.Finding, seq uint64) {
	p := &v.server.previews
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, entry := range slices.Sorted(maps.Keys(p.files)) {
		r := p.files[entry]
		if len(r.findings[file]) == 0 {
			continue
		}
		same := true
		for f, d := range r.docs {
			same = same && v.docs[f] == d
		}
		if same {
			list, seq = append(list, r.findings[file]...), max(seq, r.seq)
		}
	}
	return list, seq
}

// found lists the files with findings of previews.
func (p *previews) found() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	set := map[string]bool{}
	for _, r := range p.files {
		for f := range r.findings {
			set[f] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// previewing reports whether a preview has found something in a file.
func (v *view) previewing(file string) bool {
	_, seq := v.previewed(file)
	return seq > 0
}

// shows reports whether a document that the server says nothing about by
// itself, say sample values, has or had findings of a preview.
func (v *view) shows(file string) bool { return v.previewing(file) || v.sent.shown(file) }

// outdate gives the files with findings of previews that the change of a file
// has ended.
func (p *previews) outdate(file string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	for entry, r := range p.files {
		if _, ok := r.docs[file]; !ok {
			continue
		}
		delete(p.files, entry)
		for f := range r.findings {
			list = append(list, f)
		}
	}
	return list
}

// runFinding is why a run refused: PB003 and PB051 in a playbook, PB050 in the
// sample values (playbook.md 11).
func (b *books) runFinding(err error, sample string) finding.Finding {
	f := finding.Finding{Code: "PB051", Severity: finding.Error, Place: finding.Place{Path: b.path}}
	var e *playbook.Error
	if !errors.As(err, &e) {
		f.Code, f.Path = "PB050", sample
		f.Message = sentence(err.Error())
		return f
	}
	f.Message = sentence(e.Msg)
	switch e.Name {
	case playbook.ParamMissing, playbook.ParamKind, playbook.ParamUnknown:
		f.Code = "PB050"
		at := f.Place
		if e.Pos.IsValid() {
			at = b.placeOf(e)
			f.Related = append(f.Related, finding.Related{Place: at, Message: "The parameter is declared here."})
		}
		if b.v.text(sample) == nil {
			f.Place = at // there is no sample file to show it in
			return f
		}
		f.Place = finding.Place{Path: sample}
		if src, ok := b.Text(b.idOf(sample)); ok {
			f.Span = playbookedit.SampleSpan(src, e.Argument)
		}
		return f
	case playbook.ExternalCarriesMarker:
		f.Code = "PB003"
	}
	if e.Pos.IsValid() {
		f.Place = b.placeOf(e)
	}
	for _, r := range e.Related {
		file := b.Path(r.Pos.Filename())
		if g, ok := b.File(r.Pos.Filename()); ok {
			f.Related = append(f.Related, finding.Related{Place: finding.Place{Path: file, Span: playbookedit.SpanAt(g, r.Pos)}, Message: r.Text})
		}
	}
	return f
}

// placeOf is the expression at the position of a run's error.
func (b *books) placeOf(e *playbook.Error) finding.Place {
	id := e.Pos.Filename()
	f, ok := b.File(id)
	if !ok {
		return finding.Place{Path: b.path}
	}
	return finding.Place{Path: b.Path(id), Span: playbookedit.SpanAt(f, e.Pos)}
}

// sentence makes a message of an error's text.
func sentence(s string) string {
	s = finding.Escape(s)
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
