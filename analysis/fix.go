package analysis

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// maxRounds bounds how often Fix analyses anew (cli.md, How fixes combine).
const maxRounds = 10

// Fix applies the fixes of a run's findings, the safe ones or, with unsafe,
// all, in rounds until nothing is left to apply. It writes nothing: the new
// texts are in the result (cli.md, How fixes combine).
func Fix(ctx context.Context, snap *workspace.Snapshot, req Request, unsafe bool) (*FixResult, error) {
	req.Edits = true
	f := &fixer{base: snap, snap: snap, req: req, unsafe: unsafe, banned: map[string]bool{}}
	result, err := Run(ctx, snap, req)
	if err != nil {
		return nil, err
	}
	out := &FixResult{Result: result, Texts: map[string]string{}}
	if broken := brokenConfigs(snap, req); len(broken) > 0 {
		out.Refused = fmt.Sprintf("nothing is fixed while %s %s", finding.Escape(broken[0].Path), ConfigFault(snap, broken[0]))
		return out, nil
	}
	seen := map[uint64]bool{f.state(): true}
	back := map[Fixed]Undone{} // what is undone by now
	for range maxRounds {
		batch := f.collect(ctx, out.Result)
		if len(batch) == 0 {
			break
		}
		applied, undone, next := f.apply(ctx, batch)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, c := range applied {
			delete(back, Fixed{c.Path, c.Code, c.fix.Title})
		}
		for _, u := range undone {
			back[u.Fixed] = u
		}
		if len(applied) == 0 {
			if len(undone) == 0 {
				break
			}
			continue
		}
		// What was undone may fit once the others are in.
		clear(f.banned)
		if f.take(applied, next); seen[f.state()] {
			out.Undone = append(out.Undone, Undone{Fixed{applied[0].Path, applied[0].Code, applied[0].fix.Title},
				"the fixes go in a circle: this round brought back a text seen before"})
			break
		}
		seen[f.state()] = true
		for _, c := range applied {
			out.Fixed = append(out.Fixed, Fixed{c.Path, c.Code, c.fix.Title})
		}
		if out.Result, err = Run(ctx, f.snap, f.req); err != nil {
			return nil, err
		}
	}
	out.Undone = append(out.Undone, slices.SortedFunc(maps.Values(back), func(a, b Undone) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Code, b.Code), strings.Compare(a.Title, b.Title))
	})...)
	for path, t := range f.texts {
		if t.String() != f.before(path) {
			out.Texts[path] = t.String()
		}
	}
	return out, nil
}

type fixer struct {
	base, snap *workspace.Snapshot
	req        Request
	unsafe     bool
	texts      map[string]*text.Text // what has changed so far
	banned     map[string]bool       // fixes that were undone
	tried      int                   // bytes of texts that were worse
}

// choice is a finding with the fix that is applied for it.
type choice struct {
	finding.Finding
	fix finding.Fix
}

// key names a fix across rounds, in which offsets move.
func (c choice) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\x00%s\x00%s", c.Code, c.Path, c.fix.Title)
	for _, e := range c.fix.Edits() {
		b.WriteByte(0)
		b.WriteString(e.New)
	}
	return b.String()
}

func (f *fixer) before(path string) string {
	if h := f.base.File(path); h.Text != nil {
		return h.Text.String()
	}
	return ""
}

// collect takes at most one fix a finding, in the findings' order; one whose
// edits overlap or touch edits already taken waits for the next round.
func (f *fixer) collect(ctx context.Context, r *Result) []choice {
	taken := taken{}
	var batch []choice
	for _, fd := range r.Findings {
		if ctx.Err() != nil {
			return batch
		}
		fix, ok := f.choose(fd)
		if !ok {
			continue
		}
		c := choice{fd, fix}
		if f.banned[c.key()] || !taken.fits(fix.Edits()) {
			continue
		}
		taken.add(fix.Edits())
		batch = append(batch, c)
	}
	return batch
}

// choose gives the preferred fix among those that may be applied, else the
// first of them.
func (f *fixer) choose(fd finding.Finding) (finding.Fix, bool) {
	var best finding.Fix
	found := false
	for _, fix := range fd.Fixes {
		if fix.Manual || !fix.Safe && !f.unsafe || found && !fix.Preferred || len(fix.Edits()) == 0 {
			continue
		}
		best, found = fix, true
		if fix.Preferred {
			break
		}
	}
	return best, found
}

// taken are the edits that a round has taken, by path and in their order: no
// two of them touch.
type taken map[string][]finding.Edit

// near is the place of the first edit that ends at an offset or behind it.
func (t taken) near(path string, off int) int {
	i, _ := slices.BinarySearchFunc(t[path], off, func(e finding.Edit, off int) int { return e.Span.End - off })
	return i
}

// fits reports whether edits can be taken besides: each is equal to one of
// those taken or keeps at least a byte of distance.
func (t taken) fits(edits []finding.Edit) bool {
	for _, e := range edits {
		list := t[e.Path]
		for i := t.near(e.Path, e.Span.Start); i < len(list) && list[i].Span.Start <= e.Span.End; i++ {
			if e != list[i] {
				return false
			}
		}
	}
	return true
}

// add takes edits that fit.
func (t taken) add(edits []finding.Edit) {
	for _, e := range edits {
		i := t.near(e.Path, e.Span.Start)
		list := t[e.Path]
		for i < len(list) && list[i].Span.Start < e.Span.Start {
			i++ // of the same fix, side by side
		}
		if i == len(list) || list[i] != e {
			t[e.Path] = slices.Insert(list, i, e)
		}
	}
}

// apply applies a batch. Where it makes a unit worse, the fixes that do so are
// undone and the others stand.
func (f *fixer) apply(ctx context.Context, batch []choice) (applied []choice, undone []Undone, texts map[string]*text.Text) {
	state := accepted{snap: f.snap, edits: map[string][]text.Edit{}, texts: map[string]*text.Text{}}
	all, err := state.with(f.snap, batch...)
	if err == nil {
		bad := worse(f.snap, all.snap, slices.Collect(maps.Keys(all.texts)))
		if len(bad) == 0 {
			return batch, nil, all.texts
		}
		// What touches no file that got worse stands; the rest is tried on
		// top of it.
		var rest []choice
		for _, c := range batch {
			if slices.ContainsFunc(c.fix.Edits(), func(e finding.Edit) bool { return bad[e.Path] > 0 }) {
				rest = append(rest, c)
			} else {
				applied = append(applied, c)
			}
		}
		if state, err = state.with(f.snap, applied...); err != nil {
			state, applied, rest = accepted{snap: f.snap}, nil, batch
		}
		batch = rest
	}
	// Halves are tried before each by itself: a file may have thousands, of
	// which one makes it worse.
	var try func(group []choice)
	try = func(group []choice) {
		if len(group) == 0 || ctx.Err() != nil {
			return
		}
		reason := "it was not tried, since too many others had to be undone"
		if f.tried < maxTried {
			next, err := state.with(f.snap, group...)
			if err != nil {
				reason = err.Error()
			} else {
				bad := worse(state.snap, next.snap, pathsOf(group))
				if len(bad) == 0 {
					state, applied = next, append(applied, group...)
					return
				}
				for _, path := range slices.Sorted(maps.Keys(bad)) {
					reason = fmt.Sprintf("it would leave %s of the language more than before", count(bad[path], "error"))
					f.tried += len(next.texts[path].String())
				}
			}
			if half := len(group) / 2; half > 0 {
				try(group[:half])
				try(group[half:])
				return
			}
		}
		for _, c := range group {
			f.banned[c.key()] = true
			undone = append(undone, Undone{Fixed{c.Path, c.Code, c.fix.Title}, reason})
		}
	}
	try(batch)
	return applied, undone, state.texts
}

// maxTried bounds the text, in bytes, that Fix looks at and throws away.
const maxTried = 64 << 20

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// pathsOf are the files that a group changes, sorted.
func pathsOf(group []choice) []string {
	var list []string
	for _, c := range group {
		for _, e := range c.fix.Edits() {
			list = append(list, e.Path)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// accepted is what a round has taken so far: edits of the texts of the round's
// start, and what they make of them.
type accepted struct {
	snap  *workspace.Snapshot
	edits map[string][]text.Edit
	texts map[string]*text.Text
}

// with adds fixes. base is the snapshot that their edits refer to.
func (a accepted) with(base *workspace.Snapshot, batch ...choice) (accepted, error) {
	next := accepted{edits: maps.Clone(a.edits), texts: maps.Clone(a.texts)}
	if next.edits == nil {
		next.edits, next.texts = map[string][]text.Edit{}, map[string]*text.Text{}
	}
	changed := map[string]map[text.Edit]bool{} // the edits of each file that gets more
	for _, c := range batch {
		for _, e := range c.fix.Edits() {
			have := changed[e.Path]
			if have == nil {
				have = map[text.Edit]bool{}
				for _, te := range next.edits[e.Path] {
					have[te] = true
				}
				changed[e.Path] = have
				next.edits[e.Path] = slices.Clone(next.edits[e.Path])
			}
			te := text.Edit{Span: e.Span, New: e.New}
			if !have[te] {
				have[te] = true
				next.edits[e.Path] = append(next.edits[e.Path], te)
			}
		}
	}
	for path := range changed {
		src := ""
		if h := base.File(path); h.Text != nil {
			src = h.Text.String()
		}
		s, err := text.Apply(src, next.edits[path])
		if err != nil {
			return a, err
		}
		next.texts[path] = text.New(s)
	}
	next.snap = base.With(next.texts)
	return next, nil
}

// worse says how many errors of the language more there are in the units of
// the files, for those in which there are more.
func worse(before, after *workspace.Snapshot, paths []string) map[string]int {
	more := map[string]int{}
	for _, path := range paths {
		if n := languageErrors(after, path) - languageErrors(before, path); n > 0 {
			more[path] = n
		}
	}
	return more
}

func (f *fixer) take(applied []choice, texts map[string]*text.Text) {
	if f.texts == nil {
		f.texts = map[string]*text.Text{}
	}
	maps.Copy(f.texts, texts)
	f.snap = f.snap.With(texts)
}

var stateSeed = maphash.MakeSeed()

// state is a hash of all texts that differ from what was there at first.
func (f *fixer) state() uint64 {
	var h maphash.Hash
	h.SetSeed(stateSeed)
	for _, path := range slices.Sorted(maps.Keys(f.texts)) {
		if s := f.texts[path].String(); s != f.before(path) {
			_, _ = h.WriteString(path)
			_ = h.WriteByte(0)
			_, _ = h.WriteString(s)
			_ = h.WriteByte(0)
		}
	}
	return h.Sum64()
}
