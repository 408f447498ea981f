package playbook

import (
	"slices"
	"strings"
)

// segment is a piece of a text: plain, or supplied at launch by the parameters
// of source (sorted, never empty then).
type segment struct {
	text   string
	source []string
}

func (s segment) external() bool { return len(s.source) > 0 }

// content is a text in normal form: no empty plain segment, no two neighbours
// of the same sort. An external segment with empty text is kept, so that an
// empty supplied value still shows. It is never changed.
type content struct {
	segs []segment
	size int // bytes of all segments
}

func plain(s string) *content {
	if s == "" {
		return &content{}
	}
	return &content{[]segment{{text: s}}, len(s)}
}

// join is a followed by b.
func join(a, b *content) *content {
	if len(a.segs) == 0 {
		return b
	}
	if len(b.segs) == 0 {
		return a
	}
	segs := make([]segment, 0, len(a.segs)+len(b.segs))
	segs = append(segs, a.segs...)
	rest := b.segs
	last := &segs[len(segs)-1]
	if last.external() == rest[0].external() {
		*last = segment{last.text + rest[0].text, union(last.source, rest[0].source)}
		rest = rest[1:]
	}
	return &content{append(segs, rest...), a.size + b.size}
}

// union merges two sorted sets; neither is changed.
func union(a, b []string) []string {
	if slices.Equal(a, b) {
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// builder joins many pieces in time that is linear in their size. It stops at
// limit bytes, and then is over.
type builder struct {
	limit int
	over  bool

	segs []segment
	size int
	open bool // there is a segment in cur
	cur  strings.Builder
	src  []string
}

func (b *builder) plain(s string) {
	if s != "" {
		b.push(segment{text: s})
	}
}

func (b *builder) add(c *content) {
	for _, s := range c.segs {
		b.push(s)
	}
}

func (b *builder) push(s segment) {
	if b.over {
		return
	}
	if b.size+len(s.text) > b.limit {
		b.over = true
		return
	}
	b.size += len(s.text)
	if b.open && (len(b.src) > 0) != s.external() {
		b.flush()
	}
	b.open = true
	b.cur.WriteString(s.text)
	b.src = union(b.src, s.source)
}

func (b *builder) flush() {
	if b.open {
		b.segs = append(b.segs, segment{b.cur.String(), b.src})
	}
	b.open, b.src = false, nil
	b.cur = strings.Builder{}
}

func (b *builder) content() *content {
	b.flush()
	return &content{b.segs, b.size}
}
