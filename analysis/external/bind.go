package external

// bind gives the value of each parameter; ok is false where the call surely
// fails for its arguments.
func (it *interp) bind(c *callee, a *arguments) (vals []*Value, ok bool) {
	fn := c.fn
	vals = make([]*Value, len(fn.params))
	index, places, starAt, kwAt := fn.index, fn.places, fn.starAt, fn.kwAt
	deflt := func(i int) *Value {
		if l := c.env.defaults[i]; l != noLoc {
			if s := it.load(l); s != nil {
				return s.val
			}
		}
		return nil
	}
	var extra []*Value
	for i, arg := range a.pos {
		if i < len(places) {
			vals[places[i]] = arg.val
		} else {
			extra = append(extra, arg.val)
		}
	}
	if len(extra) > 0 && starAt < 0 {
		return nil, false
	}
	given := min(len(a.pos), len(places))
	possible := func(i int, v *Value) {
		if vals[i] == nil {
			if d := deflt(i); d != nil {
				v = join(d, v)
			}
		}
		vals[i] = joinOptional(vals[i], v, nil)
	}
	if a.star != nil {
		for _, i := range places[given:] {
			possible(i, a.star.val)
		}
	}
	kwargs := emptyDict()
	for _, n := range a.named {
		i, known := index[n.name]
		switch {
		case known && n.maybe:
			possible(i, n.val)
		case known && vals[i] != nil && a.star == nil && !isOptional(a, n.name):
			return nil, false
		case known:
			vals[i] = joinOptional(vals[i], n.val, nil)
		case kwAt >= 0:
			kwargs = kwargs.put(constant{kind: kStr, s: n.name}, n.val, !n.maybe)
		case !n.maybe:
			return nil, false
		}
	}
	if a.kw != nil {
		for name, i := range index {
			if !positionallyBound(places[:given], i) && !namedFor(a, name) {
				possible(i, a.kw.val)
			}
		}
		kwargs = kwargs.putRest(a.unknownKey(), a.kw.val)
	}
	for i, p := range fn.params {
		switch {
		case p.star:
			if a.star != nil {
				rest := a.star.val
				for _, v := range extra {
					rest = join(rest, v)
				}
				vals[i] = tupleRest(rest)
			} else {
				vals[i] = it.tuple(extra)
			}
		case p.starStar:
			vals[i] = it.alloc(fn.node, 1, kwargs)
		case vals[i] == nil:
			d := deflt(i)
			if d == nil {
				if it.coarse != nil {
					d = bottom
				} else {
					return nil, false
				}
			}
			vals[i] = d
		}
	}
	return vals, true
}

func positionallyBound(places []int, i int) bool {
	for _, p := range places {
		if p == i {
			return true
		}
	}
	return false
}

func namedFor(a *arguments, name string) bool {
	for _, n := range a.named {
		if n.name == name && !n.maybe {
			return true
		}
	}
	return false
}

// isOptional reports whether name was bound so far by possible entries only.
func isOptional(a *arguments, name string) bool {
	for _, n := range a.named {
		if n.name == name && n.maybe {
			return true
		}
	}
	return false
}
