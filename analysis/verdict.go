package analysis

import (
	"maps"
	"path"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// verdict is what the analysis of one entry found, without what it was found
// with: it is kept for many entries, which a keystroke in a module that all of
// them load would else analyse twice.
type verdict struct {
	own []finding.Finding // in the entry
	// apart says that other entries may say more or less of a module.
	apart bool
	// modules are the findings in modules by path, where sight is nil: else
	// they are those of the outlines.
	modules map[string][]finding.Finding

	// What the verdict holds for, see external.Sight.
	source, root, way string
	sight             *external.Sight
	weight            int
}

type (
	verdictKey struct{ entry string }
	outlineKey struct{ module string }
)

func verdictOf(d *workspace.Deps, entry string) *verdict {
	return d.Memo(verdictKey{entry}, func(d *workspace.Deps) any {
		v := &verdict{root: d.PlaybookRoot(entry), way: d.PlaybookWay(entry)}
		if f, err := d.Playbook(entry); err == nil {
			v.source = f.Source
		}
		last, _ := d.Last(verdictKey{entry}).(*verdict)
		var outlines map[string]*external.Outline
		if last != nil && last.source == v.source {
			// It is something else that changes, and may do so again.
			outlines = outlinesOf(d, entry, v.root)
		}
		if outlines == nil || !last.holds(v, outlines) {
			v.judge(externalOf(d, entry), outlines)
		}
		d.Weigh(v.weight)
		return v
	}).(*verdict)
}

// holds reports whether a verdict is that on now's text and modules too, and
// makes now the same.
func (v *verdict) holds(now *verdict, outlines map[string]*external.Outline) bool {
	if v.sight == nil || v.source != now.source || v.root != now.root || v.way != now.way {
		return false
	}
	sight, same := v.sight.Same(outlines)
	if same {
		now.own, now.weight, now.sight = v.own, v.weight, sight
	}
	return same
}

func (v *verdict) judge(e *examined, outlines map[string]*external.Outline) {
	v.apart = e.InModules()
	v.sight = e.Sight(outlines)
	v.modules = map[string][]finding.Finding{}
	for id, list := range e.Findings {
		switch {
		case id == e.Entry:
			v.own = list
		case v.sight == nil:
			v.modules[path.Join(v.root, id)] = list
		default:
			continue
		}
		v.weight += 128 + 1024*len(list)
		if slices.ContainsFunc(list, func(f finding.Finding) bool { return len(f.Fixes) > 0 }) {
			v.weight += externalWeight(len(e.files[id].Source))
		}
	}
}

// outlinesOf are the outlines of the modules that an entry loads, by id.
func outlinesOf(d *workspace.Deps, entry, root string) map[string]*external.Outline {
	out := map[string]*external.Outline{}
	for _, m := range d.PlaybookLoads(entry) {
		if d.PlaybookRole(m) == playbook.Entry {
			continue
		}
		id := (&modules{root: root}).id(m)
		out[id] = nil
		if d.PlaybookRoot(m) == root {
			out[id] = outlineOf(d, m)
		}
	}
	return out
}

func outlineOf(d *workspace.Deps, module string) *external.Outline {
	return d.Memo(outlineKey{module}, func(d *workspace.Deps) any {
		ws := newModules(d, module)
		defer ws.release()
		o := external.OutlineOf(d.Context(), ws, ws.id(module))
		if o == nil {
			o = &external.Outline{}
		}
		size := 0
		if f := ws.files[ws.id(module)]; f != nil {
			size = len(f.Source)
		}
		d.Weigh(2*size + 1024*len(o.Findings))
		return o
	}).(*external.Outline)
}

// agreed is the union over entries that say the same of each module they load,
// since none of them found anything in one by executing it; else ok is false.
func agreed(d *workspace.Deps, entries []string) (found map[string][]finding.Finding, ok bool) {
	found = map[string][]finding.Finding{}
	weight := 0
	add := func(file string, list []finding.Finding) {
		found[file] = list
		weight += 128 + 1024*len(list)
	}
	for _, entry := range entries {
		v := verdictOf(d, entry)
		if v.apart {
			return nil, false
		}
		for file, list := range v.modules {
			if _, known := found[file]; !known {
				add(file, list)
			}
		}
		if v.sight == nil {
			continue
		}
		for _, m := range d.PlaybookLoads(entry) {
			if _, known := found[m]; !known {
				add(m, attributed(outlineOf(d, m).Findings, (&modules{root: v.root}).id(entry)))
			}
		}
	}
	for _, entry := range entries {
		delete(found, entry)
	}
	d.Weigh(weight)
	return found, true
}

// attributed are findings as they are found from an entry.
func attributed(list []finding.Finding, entry string) []finding.Finding {
	list = slices.Clone(list)
	for i := range list {
		list[i].Data = maps.Clone(list[i].Data)
		list[i].Data["entry"] = entry
	}
	return list
}
