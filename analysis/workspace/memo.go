package workspace

import (
	"slices"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// What the caches of a command may hold, in bytes as estimated. An editor comes
// back to the same files, so that its caches hold editorShare times as much.
const (
	handleBudget  = 3 << 20
	parseBudget   = 2 << 20
	heavyBudget   = 6 << 20
	derivedBudget = 3 << 20
	lightBudget   = 5 << 20
	editorShare   = 2
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
	handles *lru      // of *Handle
	parses  *lru      // of version
	heavy   *lru      // of *entry
	derived *lru      // of *entry
	light   *lru      // of *entry
	buffers sync.Pool // of *bytes.Buffer, for reading

	mu      sync.Mutex
	trees   map[version]*parsed
	entries map[any][]*entry // the latest first
	flights map[flightKey]*flight
	// good are the last configurations that were TOML, by path.
	good map[string]*config.Config
}

func newStore(share int) *store {
	st := &store{
		hasher:  newHasher(),
		handles: newLRU(share * handleBudget), parses: newLRU(share * parseBudget),
		heavy: newLRU(share * heavyBudget), derived: newLRU(share * derivedBudget),
		light: newLRU(share * lightBudget),
		trees: map[version]*parsed{}, entries: map[any][]*entry{},
		flights: map[flightKey]*flight{}, good: map[string]*config.Config{},
	}
	st.heavy.stay = 2 // a large unit and the verdict on it
	return st
}

// parsed gives the tree of a text, the same for the same content wherever it
// stands, as long as it is remembered.
func (st *store) parsed(v version, t *text.Text) *bot.File {
	st.mu.Lock()
	f := st.trees[v]
	st.mu.Unlock()
	if f == nil {
		f = &parsed{st, v, bot.Parse(t)}
		st.mu.Lock()
		if have := st.trees[v]; have != nil {
			f = have
		}
		st.trees[v] = f
		st.mu.Unlock()
	}
	st.parses.touch(f, treeWeight(f.file))
	return f.file
}

// parsed is a tree by its text's version.
type parsed struct {
	st      *store
	version version
	file    *bot.File
}

func (t *parsed) dropped() {
	t.st.mu.Lock()
	defer t.st.mu.Unlock()
	if t.st.trees[t.version] == t {
		delete(t.st.trees, t.version)
	}
}

// treeWeight is about the memory in bytes that a tree takes with its text:
// measured, it goes with the number of tokens.
func treeWeight(f *bot.File) int { return 512 + f.Text.Len() + 120*len(f.Tokens) }

// entry is a memoised result with what it was computed from.
type entry struct {
	st     *store
	key    any
	value  any
	trace  *trace
	weight int
	// derived says that it keeps alive what other results hold too.
	derived bool
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

// memo gives the result for key in s and what it was computed from. Of several who
// ask for one key in one snapshot at the same time, one computes.
func (st *store) memo(s *Snapshot, key any, compute func(*Deps) any) (value any, from *trace, kept bool) {
	for {
		st.mu.Lock()
		list := st.entries[key]
		st.mu.Unlock()
		// The lists are never changed in place.
		for _, e := range list {
			if s.current(e.trace) {
				st.cache(e).touch(e, e.weight)
				return e.value, e.trace, true
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
			return f.entry.value, f.entry.trace, true
		}
	}
}

// last gives the latest result that is remembered for a key, whatever it was
// computed from.
func (st *store) last(key any) any {
	st.mu.Lock()
	defer st.mu.Unlock()
	if list := st.entries[key]; len(list) > 0 {
		return list[0].value
	}
	return nil
}

func (st *store) fly(s *Snapshot, k flightKey, f *flight, compute func(*Deps) any) (any, *trace, bool) {
	// Those who wait are let go also when compute panics.
	defer func() {
		st.mu.Lock()
		delete(st.flights, k)
		st.mu.Unlock()
		close(f.done)
	}()
	d := &Deps{s: s, account: true}
	value := compute(d)
	from, weight, drop := d.result()
	if drop {
		return value, from, false
	}
	e := &entry{st: st, key: k.key, value: value, trace: from, weight: weight, derived: d.derived}
	st.mu.Lock()
	list := append([]*entry{e}, st.entries[k.key]...)
	out := list[min(versions, len(list)):]
	st.entries[k.key] = list[:len(list)-len(out)]
	f.entry = e
	st.mu.Unlock()
	for _, o := range out {
		st.cache(o).remove(o)
	}
	st.cache(e).touch(e, e.weight)
	return value, from, true
}

func (st *store) cache(e *entry) *lru {
	switch {
	case e.weight <= light:
		return st.light
	case e.derived:
		return st.derived
	}
	return st.heavy
}

func (e *entry) dropped() {
	st := e.st
	st.mu.Lock()
	defer st.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(st.entries[e.key]), func(o *entry) bool { return o == e })
	if len(list) == 0 {
		delete(st.entries, e.key)
	} else {
		st.entries[e.key] = list
	}
}
