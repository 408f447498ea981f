package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Summary is what judging many units together needs of one. It holds neither
// trees nor texts, so that a run over a folder can keep one for each unit. It
// is immutable and safe for concurrent use.
type Summary struct {
	// Path is the unit's main file, Files are all its files, Path among them.
	Path  string
	Files []string
	// Prefix and HasKeys are those of Env.
	Prefix  string
	HasKeys bool
	// Workflow says that the unit has one, ImportBroken that an import of it
	// cannot be read.
	Workflow, ImportBroken bool
	// Nodes are the agents and judges in order.
	Nodes []Verdict

	others      []string // names of the nodes of other kinds
	supervisors []tally  // n is 1 for one whose body was read
	// regions counts the regions of each file that has some: of its bodies,
	// which are the same in all units that read it.
	regions []tally
}

// Verdict is the verdict on one node, as Node has it.
type Verdict struct {
	Name string
	// Path and At are where the node's declaration has its name.
	Path    string
	At      text.Span
	Reasons []string
	// Carries says that the paragraph is there.
	Carries, Unread bool
}

// Member reports whether the node is in the acting class.
func (v *Verdict) Member() bool { return len(v.Reasons) > 0 }

// tally is a number for a file, or a place in it, that units may share.
type tally struct {
	path string
	at   int
	name string
	n    int
}

// Summary gives the summary of the unit.
func (c *Class) Summary() *Summary {
	s := &Summary{
		Path: c.Unit.Path, Prefix: c.Prefix, HasKeys: c.HasKeys,
		Workflow: c.Unit.Workflow != nil, ImportBroken: c.Unit.ImportBroken,
		Files: make([]string, len(c.Unit.Files)),
	}
	for i, f := range c.Unit.Files {
		s.Files[i] = f.Path
	}
	s.Nodes = make([]Verdict, 0, len(c.Nodes))
	for _, n := range c.Nodes {
		s.Nodes = append(s.Nodes, Verdict{
			Name: n.Name, Path: n.Path, At: n.Decl.Name.Span,
			Reasons: slices.Clip(n.Reasons), Carries: n.Cause == paragraphThere, Unread: n.Unread,
		})
	}
	for _, n := range c.Unit.Nodes {
		if n.Decl.Kind != bot.KindAgent && n.Decl.Kind != bot.KindJudge {
			s.others = append(s.others, n.Name)
		}
	}
	for _, x := range c.Supervisors {
		t := tally{path: x.Path, at: x.Decl.Span.Start, name: x.Decl.Name.Text}
		if x.Inspected() {
			t.n = 1
		}
		s.supervisors = append(s.supervisors, t)
	}
	for _, b := range c.Bodies {
		if len(b.Regions) > 0 {
			s.count(b.Prompt.Path, len(b.Regions))
		}
	}
	// What a use of a group adds is not the same in all units.
	for i, b := range c.Bodies {
		if b.bound.more > 0 {
			s.regions = append(s.regions, tally{path: b.Prompt.Path, at: i + 1, n: b.bound.more})
		}
	}
	s.own()
	return s
}

// count adds regions of a file; the bodies of one come one after another.
func (s *Summary) count(path string, regions int) {
	if last := len(s.regions) - 1; last >= 0 && s.regions[last].path == path {
		s.regions[last].n += regions
		return
	}
	s.regions = append(s.regions, tally{path: path, n: regions})
}

// own copies the names, which are parts of the files' texts, into one string.
func (s *Summary) own() {
	each := func(f func(name *string)) {
		for i := range s.Nodes {
			f(&s.Nodes[i].Name)
		}
		for i := range s.others {
			f(&s.others[i])
		}
		for i := range s.supervisors {
			f(&s.supervisors[i].name)
		}
	}
	size := 0
	each(func(name *string) { size += len(*name) })
	var b strings.Builder
	b.Grow(size)
	each(func(name *string) {
		at := b.Len()
		b.WriteString(*name)
		*name = b.String()[at:]
	})
}

// Weight is about the memory in bytes that the summary takes.
func (s *Summary) Weight() int {
	n := 256 + 40*len(s.Files) + 64*(len(s.supervisors)+len(s.regions))
	for i := range s.Nodes {
		n += 96 + len(s.Nodes[i].Name)
		for _, r := range s.Nodes[i].Reasons {
			n += 16 + len(r)
		}
	}
	for _, name := range s.others {
		n += 16 + len(name)
	}
	return n
}

// Key is the key of a node of the unit; empty where it has no keys.
func (s *Summary) Key(node string) string {
	if !s.HasKeys {
		return ""
	}
	return Key(s.Prefix, node)
}
