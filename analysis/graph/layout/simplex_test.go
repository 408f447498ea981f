package layout

import (
	"math/rand/v2"
	"testing"
)

// cost is the sum that the solution makes small; it fails where a length does
// not hold.
func cost(t *testing.T, s *simplex, values []int) int {
	t.Helper()
	sum := 0
	for _, a := range s.edges {
		d := values[a.head] - values[a.tail]
		if d < a.length {
			t.Fatalf("the edge %+v has the length %d", a, d)
		}
		sum += d * a.weight
	}
	return sum
}

// best is the least sum with values up to most, by trying them all.
func best(s *simplex, most int) int {
	values := make([]int, len(s.value))
	least := 1 << 60
	var try func(v, sum int)
	try = func(v, sum int) {
		if sum >= least {
			return
		}
		if v == len(values) {
			least = sum
			return
		}
		for values[v] = 0; values[v] <= most; values[v]++ {
			add, ok := 0, true
			for _, a := range s.edges {
				if max(a.tail, a.head) == v {
					d := values[a.head] - values[a.tail]
					ok = ok && d >= a.length
					add += d * a.weight
				}
			}
			if ok {
				try(v+1, sum+add)
			}
		}
	}
	try(0, 0)
	return least
}

func TestTheSolutionIsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 2 + r.IntN(5)
		s := newSimplex(n)
		for v := 1; v < n; v++ {
			s.add(r.IntN(v), v, r.IntN(3), r.IntN(4))
		}
		for range r.IntN(6) {
			v := 1 + r.IntN(n-1)
			s.add(r.IntN(v), v, r.IntN(3), r.IntN(4))
		}
		// Nothing may run away where its edges weigh nothing.
		got := cost(t, s, s.solve(r.IntN(2) == 0))
		if want := best(s, 10); got != want {
			t.Fatalf("sum %d, the least is %d: %+v", got, want, s.edges)
		}
	}
}
