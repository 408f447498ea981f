package bot

// slab hands out elements of large allocations.
type slab[T any] struct {
	free []T
	size int // of the next allocation, 0 for the least
	// expected says that size is what was expected in all.
	expected bool
}

// The sizes of allocations, in elements.
const (
	minSlab = 16
	maxSlab = 512
)

func (s *slab[T]) one() *T {
	return &s.many(1)[0]
}

// expect says that about n elements will be wanted.
func (s *slab[T]) expect(n int) { s.size, s.expected = n, true }

// many gives n zero elements, nil for none.
func (s *slab[T]) many(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		size := min(max(s.size, minSlab), maxSlab)
		if s.expected && s.size > 0 {
			size = min(s.size, maxSlab)
		}
		if n > size {
			return make([]T, n)
		}
		s.free = make([]T, size)
		s.size = 2 * size
		if s.expected {
			s.size, s.expected = size/4, false // little is left
		}
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// stack collects the elements of nested lists: what was pushed since a mark is
// taken off as one slice.
type stack[T any] struct {
	items []T
	slab  slab[T]
}

func (s *stack[T]) mark() int { return len(s.items) }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *stack[T]) since(mark int) []T { return s.items[mark:] }

func (s *stack[T]) pop(mark int) []T {
	out := s.slab.many(len(s.items) - mark)
	copy(out, s.items[mark:])
	s.items = s.items[:mark]
	return out
}
