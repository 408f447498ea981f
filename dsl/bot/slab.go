package bot

// slab hands out elements of large allocations.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) one() *T {
	return &s.many(1)[0]
}

// many gives n zero elements, nil for none.
func (s *slab[T]) many(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, 16), 512)
		if n > s.size {
			return make([]T, n)
		}
		s.free = make([]T, s.size)
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
