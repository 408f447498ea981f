package workspace

import "sync/atomic"

// trace is what a result was computed from: what was read for it, and the
// traces of the results that it was made from. It does not hold any result,
// so that a small one does not keep alive the large ones it was made from.
type trace struct {
	generation uint64
	deps       []dep
	subs       []*trace
	// checked is the snapshot that it was last found good for.
	checked atomic.Uint64
}

type dep struct {
	depKey
	version version
}

// current reports whether everything that t lists is the same in s.
func (s *Snapshot) current(t *trace) bool {
	if t.generation != s.generation {
		return false
	}
	if t.checked.Load() == s.id {
		return true
	}
	for i := range t.deps {
		if s.version(t.deps[i].depKey) != t.deps[i].version {
			return false
		}
	}
	for _, sub := range t.subs {
		if !s.current(sub) {
			return false
		}
	}
	t.checked.Store(s.id)
	return true
}

// dependencies gives everything that was read by those who read one of paths.
func (st *store) dependencies(paths map[string]bool) []depKey {
	st.mu.Lock()
	var traces []*trace
	for _, list := range st.entries {
		for _, e := range list {
			traces = append(traces, e.trace)
		}
	}
	st.mu.Unlock()
	var out []depKey
	seen := map[depKey]bool{}
	hits, taken := map[*trace]bool{}, map[*trace]bool{}
	for _, t := range traces {
		if t.reads(paths, hits) {
			out = t.all(out, seen, taken)
		}
	}
	return out
}

// reads reports whether one of paths was read for t; hits remembers the
// answers.
func (t *trace) reads(paths map[string]bool, hits map[*trace]bool) bool {
	hit, known := hits[t]
	if known {
		return hit
	}
	for i := range t.deps {
		hit = hit || paths[t.deps[i].path]
	}
	for _, sub := range t.subs {
		hit = hit || sub.reads(paths, hits)
	}
	hits[t] = hit
	return hit
}

// all adds what was read for t to out, each once.
func (t *trace) all(out []depKey, seen map[depKey]bool, taken map[*trace]bool) []depKey {
	if taken[t] {
		return out
	}
	taken[t] = true
	for i := range t.deps {
		if k := t.deps[i].depKey; !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	for _, sub := range t.subs {
		out = sub.all(out, seen, taken)
	}
	return out
}
