package botcheck

// maxSteps bounds the work of looking for paths, so that a graph of many
// thousand nodes does not take quadratic time; what is not looked at is not
// reported.
const maxSteps = 500_000

// paths answers which nodes can run before a node.
type paths struct {
	before map[string]map[string]bool
	steps  int
}

// upstream reports whether a path leads from name to reader. A node that an
// edge of a loop leads to also runs before itself.
func (c *checker) upstream(reader, name string) bool {
	set, ok := c.paths.before[reader]
	if !ok {
		set = map[string]bool{}
		for _, e := range c.to[reader] {
			if e.loop() != nil && !e.Foreach {
				set[reader] = true
			}
		}
		queue := []string{reader}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			c.paths.steps += 1 + len(c.to[at])
			if c.paths.steps > maxSteps {
				return true
			}
			for _, e := range c.to[at] {
				if e.from != "" && e.from != reader && !set[e.from] {
					set[e.from] = true
					queue = append(queue, e.from)
				}
			}
		}
		if c.paths.before == nil {
			c.paths.before = map[string]map[string]bool{}
		}
		c.paths.before[reader] = set
	}
	return set[name]
}
