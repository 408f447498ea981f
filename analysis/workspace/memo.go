package workspace

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// What the caches may hold, in bytes as estimated.
const (
	handleBudget = 16 << 20
	parseBudget  = 8 << 20
	heavyBudget  = 16 << 20
	lightBudget  = 16 << 20
	// light is the weight up to which a memoised result counts as one that
	// holds no trees. Many light ones outlive few heavy ones.
	light = 32 << 10
	// versions is how many results are kept of one key, so that an undo, or a
	// request that still looks at an older snapshot, computes nothing anew.
	versions = 3
)

// store is what all snapshots of a session share. It is safe for concurrent
// use.
type store struct {
	hasher  hasher
	handles *lru // of *Handle
	parses  *lru // of version
	heavy   *lru // of *entry
	light   *lru // of *entry

	mu      sync.Mutex
	trees   map[version]*bot.File
	entries map[any][]*entry // the latest first
	flights map[flightKey]*flight
	// good are the last configurations that were TOML, by path.
	good map[string]*config.Config
}

func newStore() *store {
	return &store{
		hasher:  newHasher(),
		handles: newLRU(handleBudget), parses: newLRU(parseBudget),
		heavy: newLRU(heavyBudget), light: newLRU(lightBudget),
		trees: map[version]*bot.File{}, entries: map[any][]*entry{},
		flights: map[flightKey]*flight{}, good: map[string]*config.Config{},
	}
}

// parsed gives the tree of a text, the same for the same content wherever it
// stands, as long as it is remembered.
func (st *store) parsed(v version, t *text.Text) *bot.File {
	st.mu.Lock()
	f := st.trees[v]
	st.mu.Unlock()
	if f == nil {
		f = bot.Parse(t)
		st.mu.Lock()
		if have := st.trees[v]; have != nil {
			f = have
		}
		st.trees[v] = f
		st.mu.Unlock()
	}
	st.parses.touch(v, treeWeight(f), func() {
		st.mu.Lock()
		delete(st.trees, v)
		st.mu.Unlock()
	})
	return f
}

// treeWeight is about the memory in bytes that a tree takes with its text:
// measured, it goes with the number of tokens.
func treeWeight(f *bot.File) int { return 512 + f.Text.Len() + 120*len(f.Tokens) }

// entry is a memoised result with all that it was computed from.
type entry struct {
	generation uint64
	value      any
	deps       []dep
	weight     int
	// checked is the snapshot that it was last found good for.
	checked atomic.Uint64
}

type dep struct {
	depKey
	version version
}

type flightKey struct {
	key      any
	snapshot uint64
}

// flight is a computation that is going on; entry is nil once done is closed
// where its result is good for nobody else.
type flight struct {
	done  chan struct{}
	entry *entry
}

// memo gives the result for key in s and what it depends on. Of several who
// ask for one key in one snapshot at the same time, one computes.
func (st *store) memo(s *Snapshot, key any, compute func(*Deps) any) (value any, deps []dep, kept bool) {
	for {
		st.mu.Lock()
		list := st.entries[key]
		st.mu.Unlock()
		// The lists are never changed in place.
		for _, e := range list {
			if s.current(e) {
				st.touch(key, e)
				return e.value, e.deps, true
			}
		}
		k := flightKey{key, s.id}
		st.mu.Lock()
		f := st.flights[k]
		if f == nil {
			if now := st.entries[key]; len(now) > 0 && (len(list) == 0 || now[0] != list[0]) {
				st.mu.Unlock()
				continue
			}
			f = &flight{done: make(chan struct{})}
			st.flights[k] = f
			st.mu.Unlock()
			return st.fly(s, k, f, compute)
		}
		st.mu.Unlock()
		<-f.done
		if f.entry != nil {
			return f.entry.value, f.entry.deps, true
		}
	}
}

func (st *store) fly(s *Snapshot, k flightKey, f *flight, compute func(*Deps) any) (any, []dep, bool) {
	// Those who wait are let go also when compute panics.
	defer func() {
		st.mu.Lock()
		delete(st.flights, k)
		st.mu.Unlock()
		close(f.done)
	}()
	d := &Deps{s: s, read: map[depKey]version{}}
	value := compute(d)
	deps, weight, drop := d.result()
	if drop {
		return value, deps, false
	}
	e := &entry{generation: s.generation, value: value, deps: deps, weight: weight}
	e.checked.Store(s.id)
	st.mu.Lock()
	list := append([]*entry{e}, st.entries[k.key]...)
	out := list[min(versions, len(list)):]
	st.entries[k.key] = list[:len(list)-len(out)]
	f.entry = e
	st.mu.Unlock()
	for _, o := range out {
		st.cache(o).remove(o)
	}
	st.touch(k.key, e)
	return value, deps, true
}

func (st *store) cache(e *entry) *lru {
	if e.weight > light {
		return st.heavy
	}
	return st.light
}

func (st *store) touch(key any, e *entry) {
	st.cache(e).touch(e, e.weight, func() {
		st.mu.Lock()
		defer st.mu.Unlock()
		list := slices.DeleteFunc(slices.Clone(st.entries[key]), func(o *entry) bool { return o == e })
		if len(list) == 0 {
			delete(st.entries, key)
		} else {
			st.entries[key] = list
		}
	})
}

// current reports whether everything that e was computed from is the same in s.
func (s *Snapshot) current(e *entry) bool {
	if e.generation != s.generation {
		return false
	}
	if e.checked.Load() == s.id {
		return true
	}
	for i := range e.deps {
		if s.version(e.deps[i].depKey) != e.deps[i].version {
			return false
		}
	}
	e.checked.Store(s.id)
	return true
}

// dependencies gives everything that was read by those who read one of paths.
func (st *store) dependencies(paths map[string]bool) []depKey {
	st.mu.Lock()
	entries := make([]*entry, 0, len(st.entries))
	for _, list := range st.entries {
		entries = append(entries, list...)
	}
	st.mu.Unlock()
	seen := map[depKey]bool{}
	var out []depKey
	for _, e := range entries {
		hit := false
		for i := range e.deps {
			if paths[e.deps[i].path] {
				hit = true
				break
			}
		}
		if !hit {
			continue
		}
		for i := range e.deps {
			if k := e.deps[i].depKey; !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}
