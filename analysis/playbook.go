package analysis

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// playbookFindings are the findings of all families in a playbook or a module
// of one, before [rules] and comments: of an entry those of its own run, of a
// module the union over the entries that reach it (playbook.md 10.1).
func playbookFindings(d *workspace.Deps, file string, t *text.Text) []finding.Finding {
	var list []finding.Finding
	if d.PlaybookRole(file) == playbook.Entry {
		list = verdictOf(d, file).own
	} else if entries := d.PlaybookEntries(file); len(entries) > 0 {
		// What a link leads to is said under its own name.
		if real, inside := d.PlaybookReal(d.PlaybookRoot(file), file); inside {
			list = union(d, entries[0])[real]
		}
	} else {
		list = alone(d, file).in(file)
	}
	return notText(file, t, slices.Clone(list))
}

// notText says with CFG402 what the parser would say with PB040: where a
// playbook is no UTF-8.
func notText(file string, t *text.Text, list []finding.Finding) []finding.Finding {
	f, bad := badBytes(file, t, "the playbook is not valid UTF-8 here, and a run refuses it; save it as UTF-8")
	if !bad {
		return list
	}
	list = slices.DeleteFunc(list, func(o finding.Finding) bool { return o.Code == "PB040" && o.Span.Start == f.Span.Start })
	return append(list, f)
}

// examined is what the analysis of one entry, or of one module alone, found.
type examined struct {
	*external.Result
	root  string
	files map[string]*playbook.File // by id
}

func (e *examined) in(file string) []finding.Finding {
	return e.Findings[strings.TrimPrefix(strings.TrimPrefix(file, e.root), "/")]
}

type (
	externalKey  struct{ entry string }
	aloneKey     struct{ module string }
	groupKey     struct{ entry string }
	unionKey     struct{ first string }
	resultsKey   struct{ file string }
	ofResultsKey struct {
		file string
		key  any
	}
)

// externalOf analyses an entry with all that it loads.
func externalOf(d *workspace.Deps, entry string) *examined {
	return d.Memo(externalKey{entry}, func(d *workspace.Deps) any {
		ws := newModules(d, entry)
		defer ws.release()
		return examine(ws, entry, external.Analyze)
	}).(*examined)
}

// alone analyses a module that no entry loads.
func alone(d *workspace.Deps, module string) *examined {
	return d.Memo(aloneKey{module}, func(d *workspace.Deps) any {
		ws := newModules(d, module)
		defer ws.release()
		return examine(ws, module, external.AnalyzeAlone)
	}).(*examined)
}

type analyzer func(context.Context, external.Workspace, string) *external.Result

func examine(ws *modules, file string, analyze analyzer) *examined {
	r := analyze(ws.d.Context(), ws, ws.id(file))
	if r == nil {
		r = external.Nothing(ws, ws.id(file))
	}
	e := &examined{r, ws.root, map[string]*playbook.File{}}
	size := 0
	for _, id := range r.Deps {
		if f := ws.files[id]; f != nil {
			e.files[id] = f
			size += len(f.Source)
		}
	}
	ws.d.Weigh(externalWeight(size))
	ws.d.Derived()
	return e
}

// externalWeight is about the memory in bytes that the analysis of an entry
// keeps alive, by the size of what it read.
func externalWeight(size int) int { return 16<<10 + size*60 }

// group lists the entries that belong together: two that load a common module
// do, and so on. Only they can differ about a module that one of them loads.
func group(d *workspace.Deps, entry string) []string {
	return d.Memo(groupKey{entry}, func(d *workspace.Deps) any {
		root := d.PlaybookRoot(entry)
		entries, modules := map[string]bool{entry: true}, map[string]bool{}
		list := []string{entry}
		for i := 0; i < len(list); i++ {
			for _, m := range d.PlaybookLoads(list[i]) {
				if modules[m] {
					continue
				}
				modules[m] = true
				for _, e := range d.PlaybookEntries(m) {
					// What lies in a root of its own has its own entries.
					if !entries[e] && d.PlaybookRoot(e) == root {
						entries[e] = true
						list = append(list, e)
					}
				}
			}
		}
		slices.Sort(list)
		return list
	}).([]string)
}

// union gives, by path, the findings in the modules of the group of an entry.
func union(d *workspace.Deps, entry string) map[string][]finding.Finding {
	return d.Memo(unionKey{group(d, entry)[0]}, func(d *workspace.Deps) any {
		if found, ok := agreed(d, group(d, entry)); ok {
			return found
		}
		list := results(d, group(d, entry))
		merged := make([]*external.Result, len(list))
		entries := map[string]bool{}
		for i, e := range list {
			merged[i], entries[e.Entry] = e.Result, true
		}
		out := map[string][]finding.Finding{}
		room, weight := maxForced, 0
		found := external.Merge(merged...)
		for _, id := range slices.Sorted(maps.Keys(found)) {
			if entries[id] {
				continue
			}
			size := sizeOf(list, id)
			for _, f := range found[id] {
				weight += 1024
				for _, fix := range f.Fixes {
					// Without their edits fixes keep alive all that was
					// analysed for them.
					if room -= size; room > 0 {
						fix.Edits()
					} else {
						weight += externalWeight(size)
					}
				}
			}
			out[path.Join(list[0].root, id)] = found[id]
		}
		d.Weigh(weight)
		return out
	}).(map[string][]finding.Finding)
}

func sizeOf(list []*examined, id string) int {
	for _, e := range list {
		if f := e.files[id]; f != nil {
			return len(f.Source)
		}
	}
	return 0
}

// maxForced is how many bytes are parsed to have the edits of a union's fixes
// at once.
const maxForced = 16 << 20

// results analyses entries so that they share the trees of what they load.
func results(d *workspace.Deps, entries []string) []*examined {
	list := make([]*examined, len(entries))
	files := map[string]*playbook.File{}
	same := true
	for i, entry := range entries {
		list[i] = externalOf(d, entry)
		for id, f := range list[i].files {
			if files[id] == nil {
				files[id] = f
			}
			same = same && files[id] == f
		}
	}
	if same {
		return list
	}
	// A file was forgotten and parsed anew meanwhile, and contexts can be
	// compared within one set of trees only.
	ws := newModules(d, entries[0])
	defer ws.release()
	for i, entry := range entries {
		list[i] = examine(ws, entry, external.Analyze)
	}
	return list
}

// Playbooks gives what the analysis knows of the playbook at file: of an entry
// its own result, of a module those of the entries that load it, else its own.
// Nil for what is no playbook. Memoised like File.
func Playbooks(snap *workspace.Snapshot, file string) []*external.Result {
	if !snap.IsPlaybook(file) {
		return nil
	}
	return snap.Memo(resultsKey{file}, resultsOf(file)).([]*external.Result)
}

// OfPlaybooks gives what compute makes of Playbooks, without what is nil, and
// keeps it as long as Playbooks is the same. key is any comparable value of a
// type of the caller's own; perByte is about the memory in bytes that the
// outcome takes for a byte of the file.
func OfPlaybooks(snap *workspace.Snapshot, file string, key any, perByte int, compute func([]*external.Result) any) any {
	return snap.Memo(ofResultsKey{file, key}, func(d *workspace.Deps) any {
		d.Derived()
		var list []*external.Result
		if d.IsPlaybook(file) {
			list = d.Memo(resultsKey{file}, resultsOf(file)).([]*external.Result)
			d.Weigh(perByte * d.File(file).Text.Len())
		}
		return compute(slices.DeleteFunc(slices.Clone(list), func(r *external.Result) bool { return r == nil }))
	})
}

func resultsOf(file string) func(d *workspace.Deps) any {
	return func(d *workspace.Deps) any {
		var list []*external.Result
		d.Derived()
		if d.PlaybookRole(file) == playbook.Entry {
			list = append(list, externalOf(d, file).Result)
		} else if entries := d.PlaybookEntries(file); len(entries) > 0 {
			for _, e := range results(d, entries) {
				list = append(list, e.Result)
			}
		} else {
			list = append(list, alone(d, file).Result)
		}
		return list
	}
}

// modules are the files of one workspace root as an analysis sees them.
type modules struct {
	d     *workspace.Deps // nil once the analysis is done
	root  string
	files map[string]*playbook.File // by id; nil for what cannot be read
}

var _ external.Workspace = (*modules)(nil)

func newModules(d *workspace.Deps, file string) *modules {
	return &modules{d: d, root: d.PlaybookRoot(file), files: map[string]*playbook.File{}}
}

// release lets go of the way to the files: results outlive it.
func (m *modules) release() { m.d = nil }

func (m *modules) id(file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(file, m.root), "/")
}

// File gives a parsed file.
func (m *modules) File(id string) (*playbook.File, bool) {
	f, known := m.files[id]
	if !known && m.d != nil {
		f, _ = m.d.PlaybookAt(m.root, m.Path(id))
		m.files[id] = f
	}
	return f, f != nil
}

// Real follows symbolic links.
func (m *modules) Real(id string) (string, bool) {
	if m.d == nil {
		return id, true
	}
	real, inside := m.d.PlaybookReal(m.root, m.Path(id))
	return m.id(real), inside
}

// Entry reports whether a file is an entry playbook.
func (m *modules) Entry(id string) bool {
	return m.d != nil && m.d.PlaybookRole(m.Path(id)) == playbook.Entry
}

// Path is the absolute path of an id.
func (m *modules) Path(id string) string { return path.Join(m.root, id) }
