package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

type lengthKey struct{ path string }

// length is a memoised computation that counts its runs.
func length(s *Snapshot, p string, runs *int) int {
	return s.Memo(lengthKey{p}, func(d *Deps) any {
		*runs++
		if t, err := d.Text(p); err == nil {
			return t.Len()
		}
		return -1
	}).(int)
}

func TestMemoComputesAgainOnlyWhatChanged(t *testing.T) {
	dir := temp(t, map[string]string{"a": "1"})
	a, b := dir+"/a", dir+"/b"
	se := NewSession(Options{Dir: dir})
	runs := 0
	for i, step := range []struct {
		name       string
		s          *Snapshot
		want, runs int
	}{
		{"first", se.Snapshot(), 1, 1},
		{"again", se.Snapshot(), 1, 1},
		{"another file", se.Open(b, doc("xx"), 1, ""), 1, 1},
		{"an edit", se.Open(a, doc("22"), 1, ""), 2, 2},
		{"an undo", se.Change(a, doc("1"), 2), 1, 2},
		{"a redo", se.Change(a, doc("22"), 3), 2, 2},
		{"the disk is the same", se.Close(a), 1, 2},
		{"and was not changed", se.Invalidate(a), 1, 2},
		{"another folder", se.SetFolders([]string{dir}), 1, 3},
	} {
		if got := length(step.s, a, &runs); got != step.want || runs != step.runs {
			t.Errorf("step %d, %s: %d after %d runs, want %d after %d", i, step.name, got, runs, step.want, step.runs)
		}
	}
}

func TestMemoCountsWhatNestedOnesRead(t *testing.T) {
	se := NewSession(Options{Dir: "/ws"})
	s := se.Open("/ws/a", doc("1"), 1, "")
	inner, outer := 0, 0
	sum := func(s *Snapshot) int {
		return s.Memo("sum", func(d *Deps) any {
			outer++
			n := 0
			for _, name := range []string{"/ws/a", "/ws/b"} {
				n += d.Memo(lengthKey{name}, func(d *Deps) any {
					inner++
					t, _ := d.Text(name)
					if t == nil {
						return 0
					}
					return t.Len()
				}).(int)
			}
			return n
		}).(int)
	}
	if got := sum(s); got != 1 || inner != 2 || outer != 1 {
		t.Errorf("got %d, %d, %d", got, inner, outer)
	}
	s = se.Open("/ws/b", doc("22"), 1, "")
	if got := sum(s); got != 3 || inner != 3 || outer != 2 {
		t.Errorf("after b appeared: got %d, %d, %d", got, inner, outer)
	}
}

func TestADiscardedResultIsNotRemembered(t *testing.T) {
	s := NewSession(Options{Dir: "/ws"}).Snapshot()
	runs := 0
	get := func(cancelled bool) any {
		return s.Memo("outer", func(d *Deps) any {
			return d.Memo("inner", func(d *Deps) any {
				runs++
				if cancelled {
					d.Discard()
				}
				return runs
			})
		})
	}
	if a, b, c, d := get(true), get(true), get(false), get(true); a != 1 || b != 2 || c != 3 || d != 3 {
		t.Errorf("got %v %v %v %v", a, b, c, d)
	}
}

func TestAPanicInAComputationLetsTheOthersGo(t *testing.T) {
	s := NewSession(Options{Dir: "/ws"}).Snapshot()
	started := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer func() { recover() }()
		s.Memo("key", func(*Deps) any { close(started); panic("no") })
	})
	<-started
	if got := s.Memo("key", func(*Deps) any { return 1 }); got != 1 {
		t.Errorf("got %v", got)
	}
	wg.Wait()
}

func TestOfSeveralWhoAskOneComputes(t *testing.T) {
	s := NewSession(Options{Dir: "/ws"}).Snapshot()
	var runs atomic.Int32
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			s.Memo("key", func(*Deps) any {
				runtime.Gosched()
				return runs.Add(1)
			})
		})
	}
	wg.Wait()
	if runs.Load() != 1 {
		t.Errorf("%d runs", runs.Load())
	}
}

func TestMemoryIsBounded(t *testing.T) {
	se := NewSession(Options{Dir: "/ws"})
	st := se.Snapshot().store
	for i := range 300 {
		s := se.Open("/ws/a", doc(fmt.Sprint(i)), int32(i), "")
		s.Memo(lengthKey{fmt.Sprint(i)}, func(d *Deps) any {
			d.Weigh(1 << 20)
			return 0
		})
		for range 3 {
			s.Memo("same", func(d *Deps) any { return d.File("/ws/a") })
		}
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if n := len(st.entries["same"]); n != versions {
		t.Errorf("%d results of one key are kept", n)
	}
	if n := len(st.entries); n > heavyBudget>>20+2 {
		t.Errorf("%d results are kept", n)
	}
	ring := 0
	for h := st.heavy.ring.next; h != &st.heavy.ring; h = h.next {
		ring++
	}
	if st.heavy.used > heavyBudget || ring != len(st.heavy.items) {
		t.Errorf("%d bytes are kept, %d of %d in the ring", st.heavy.used, ring, len(st.heavy.items))
	}
	if n := len(st.light.items); n != versions {
		t.Errorf("%d small results are kept", n)
	}
}

func TestADroppedFileIsReadAgain(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "one", "b.bot": "two"})
	s := NewSession(Options{Dir: dir}).Snapshot()
	s.store.handles = newLRU(1)
	a := s.File(dir + "/a.bot")
	s.File(dir + "/b.bot")
	again := s.File(dir + "/a.bot")
	if again == a || body(again) != "one" {
		t.Errorf("the same handle %v, text %s", again == a, body(again))
	}
	// It has changed unnoticed: then that counts as noticed.
	runs := 0
	length(s, dir+"/a.bot", &runs)
	s.File(dir + "/b.bot")
	write(t, dir, map[string]string{"a.bot": "three"})
	if got := body(s.File(dir + "/a.bot")); got != "three" {
		t.Errorf("got %s", got)
	}
	n := s.With(map[string]*text.Text{dir + "/c.bot": doc("")})
	if got := length(n, dir+"/a.bot", &runs); got != 5 || runs != 2 {
		t.Errorf("length %d after %d runs", got, runs)
	}
}

// TestAThousandFilesFitIntoMemory reads a workspace as a scan does, units and
// all, and looks at what stays.
func TestAThousandFilesFitIntoMemory(t *testing.T) {
	files := map[string]string{}
	src := strings.Repeat("prompt p%d:\n  You sort the tickets that come in and say so.\n\nagent a:\n  model: \"m\"\n  tools: [bash, git]\n\n", 80)
	for i := range 1000 {
		files[fmt.Sprintf("bots/k%d/main.bot", i)] = fmt.Sprintf("dsl: 2\n# %d\n%s", i, src)
	}
	dir := temp(t, files)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	se := NewSession(Options{Dir: dir})
	s := se.Snapshot()
	for name := range files {
		p := dir + "/" + name
		if _, err := s.Unit(p); err != nil {
			t.Fatal(err)
		}
		s.Memo(lengthKey{p}, func(d *Deps) any { d.Config(p); d.UnitsOf(p); return 1 })
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	grown := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) >> 20
	t.Logf("%d files of %d KB: %d MB stay", len(files), len(src)>>10, grown)
	if grown > 60 {
		t.Errorf("%d MB stay", grown)
	}
	runtime.KeepAlive(se)
}

func BenchmarkMemoHit(b *testing.B) {
	se, dir := unitTree(b)
	main := dir + "/kit/main.bot"
	s := se.Snapshot()
	if _, err := s.Unit(main); err != nil {
		b.Fatal(err)
	}
	b.Run("the same snapshot", func(b *testing.B) {
		for b.Loop() {
			s.Unit(main)
		}
	})
	b.Run("a new snapshot", func(b *testing.B) {
		for b.Loop() {
			se.Open(dir+"/lone/main.bot", text.New("x"), 1, "bot").Unit(main)
		}
	})
}

func BenchmarkKeystroke(b *testing.B) {
	dir := temp(b, nil)
	files := map[string]string{}
	for i := range 1000 {
		files[fmt.Sprintf("k%d/main.bot", i)] = mainBot()
	}
	write(b, dir, files)
	se := NewSession(Options{Dir: dir})
	for p := range files {
		se.Snapshot().Unit(dir + "/" + p)
	}
	main := dir + "/k1/main.bot"
	texts := [2]*text.Text{text.New(mainBot()), text.New(mainBot() + "\n")}
	i := 0
	for b.Loop() {
		s := se.Open(main, texts[i%2], int32(i), "bot")
		if _, err := s.Unit(main); err != nil {
			b.Fatal(err)
		}
		s.UnitsOf(main)
		s.Dependents(main)
		i++
	}
}

func TestNothingIsLeftOpen(t *testing.T) {
	fds := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			return 0 // not this system
		}
		return len(list)
	}
	dir := temp(t, map[string]string{"a.bot": "x", "b.bot": "\x00", "c.bot": strings.Repeat("x", MaxFile+1)})
	before := fds()
	for range 20 {
		s := NewSession(Options{Dir: dir}).Snapshot()
		for _, n := range []string{"a.bot", "b.bot", "c.bot", "d.bot"} {
			s.File(dir + "/" + n)
		}
		if err := WriteFile(filepath.Join(dir, "a.bot"), []byte("y"), []string{dir}); err != nil {
			t.Fatal(err)
		}
	}
	if after := fds(); after > before {
		t.Errorf("%d files are open, %d before", after, before)
	}
}

func TestDerivedResultsDoNotPushOutWhatTheyAreMadeFrom(t *testing.T) {
	s := NewSession(Options{Dir: "/ws"}).Snapshot()
	runs := 0
	unit := func(d *Deps) any {
		return d.Memo("unit", func(d *Deps) any {
			runs++
			d.Weigh(4 * heavyBudget)
			return 0
		})
	}
	for i := range 50 {
		s.Memo(lengthKey{fmt.Sprint(i)}, func(d *Deps) any {
			d.Weigh(1 << 20)
			d.Derived()
			return unit(d)
		})
	}
	if runs != 1 {
		t.Errorf("the unit was made %d times", runs)
	}
	if n := s.store.derived.used; n > derivedBudget {
		t.Errorf("%d bytes of derived results are kept", n)
	}
}

func TestAResultIsStaleWhenWhatItsPartsReadHasChanged(t *testing.T) {
	se := NewSession(Options{Dir: "/ws"})
	sum := func(s *Snapshot) int {
		return s.Memo("sum", func(d *Deps) any {
			n := 0
			for i := range 40 {
				p := fmt.Sprintf("/ws/%d", i)
				n += d.Memo(lengthKey{p}, func(d *Deps) any {
					t, _ := d.Text(p)
					return t.Len()
				}).(int)
			}
			return n
		}).(int)
	}
	for i := range 40 {
		se.Open(fmt.Sprintf("/ws/%d", i), doc("x"), 1, "")
	}
	if n := sum(se.Snapshot()); n != 40 {
		t.Errorf("%d", n)
	}
	if n := sum(se.Change("/ws/39", doc("xyz"), 2)); n != 42 {
		t.Errorf("%d after a change", n)
	}
	if n := sum(se.Change("/ws/0", doc(""), 2)); n != 41 {
		t.Errorf("%d after another", n)
	}
}
