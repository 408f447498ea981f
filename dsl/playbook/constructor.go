package playbook

import (
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// predeclared is the environment of every file of the run: the constructors,
// struct, json, and the names of the markers.
func (r *run) predeclared() starlark.StringDict {
	build := map[string]func(*call) (starlark.Value, error){
		"param": r.makeParam, "concat": r.makeConcat, "tool": r.makeTool, "agent": r.makeAgent,
		"step": r.makeStep, "gate": r.makeGate, "parallel": r.makeParallel, "playbook": r.makePlaybook,
	}
	env := starlark.StringDict{
		"struct":  starlark.NewBuiltin("struct", makeStruct),
		"json":    jsonModule(),
		OpenName:  starlark.String(ExternalOpen),
		CloseName: starlark.String(ExternalClose),
	}
	for i := range signatures {
		sig := &signatures[i]
		construct := build[sig.Name]
		env[sig.Name] = starlark.NewBuiltin(sig.Name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if (sig.Name == "param" || sig.Name == "playbook") && len(r.threads) > 1 {
				return nil, r.raise(OutsideEntry, "", sig.Name+" cannot run while a module is loaded: call it from the entry, or from a function that the entry calls")
			}
			c, err := r.bind(sig, args, kwargs)
			if err != nil {
				return nil, err
			}
			return construct(c)
		})
	}
	return env
}

// maxJSONDepth is how deep json.decode may nest. Its parser recurses without a
// bound, and a Go stack that overflows cannot be recovered from.
const maxJSONDepth = 1000

// jsonModule is lib/json with a decode that counts brackets first.
func jsonModule() *starlarkstruct.Module {
	members := starlark.StringDict{}
	for name, v := range json.Module.Members {
		members[name] = v
	}
	decode := json.Module.Members["decode"].(*starlark.Builtin)
	members["decode"] = starlark.NewBuiltin("json.decode", func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) > 0 {
			if s, ok := starlark.AsString(args[0]); ok && jsonDepth(s) > maxJSONDepth {
				return nil, fmt.Errorf("%s: nested more than %d deep", b.Name(), maxJSONDepth)
			}
		}
		return decode.CallInternal(t, args, kwargs)
	})
	return &starlarkstruct.Module{Name: json.Module.Name, Members: members}
}

func jsonDepth(s string) int {
	depth, deepest := 0, 0
	inString := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// opaque is what the results of constructors have in common: no attributes,
// equal by identity, never a key.
type opaque struct{ kind, name string }

func (o *opaque) String() string       { return "<" + o.kind + " " + o.name + ">" }
func (o *opaque) Type() string         { return o.kind }
func (o *opaque) Freeze()              {}
func (o *opaque) Truth() starlark.Bool { return true }
func (o *opaque) Hash() (uint32, error) {
	return 0, fmt.Errorf("unhashable type: %s", o.kind)
}

type tool struct {
	opaque
	made Tool
}

type agent struct {
	opaque
	made Agent
}

// node is a step, gate or parallel.
type node struct {
	opaque
	pos     syntax.Position
	stack   starlark.CallStack
	when    bool
	agent   *agent
	retries int
	after   []string
	// text is the whole text of a step or gate, before any marker; it is nil
	// for a parallel, and says so where it became larger than a prompt may be.
	text func() (c *content, over bool)
	// steps are the nodes of a parallel.
	steps []*node
}

// book is the playbook call.
type book struct {
	opaque
	doc, version string
	steps        []*node
}

func (r *run) makeTool(c *call) (starlark.Value, error) {
	name := c.str("name", "")
	return &tool{opaque{"tool", name}, Tool{
		Name:     name,
		Doc:      c.str("doc", ""),
		Allow:    c.strs("allow"),
		ReadOnly: c.flag("readonly", false),
	}}, nil
}

func (r *run) makeAgent(c *call) (starlark.Value, error) {
	name := c.str("name", "")
	a := Agent{
		Name:   name,
		Doc:    c.str("doc", ""),
		System: c.str("system", ""),
		Model:  c.str("model", ""),
	}
	items, _ := itemsOf(c.value("tools"))
	for _, v := range items {
		a.Tools = append(a.Tools, v.(*tool).made)
	}
	return &agent{opaque{"agent", name}, a}, nil
}

func (r *run) makeStep(c *call) (starlark.Value, error) {
	n, err := r.newNode(c)
	if err != nil {
		return nil, err
	}
	n.agent = c.value("agent").(*agent)
	if v, ok := c.value("retries").(starlark.Int); ok {
		n64, _ := v.Int64()
		n.retries = int(n64)
	}
	text, over := r.stepText(c.value("prompt"), c.value("context"))
	n.text = func() (*content, bool) { return text, over }
	return n, nil
}

func (r *run) makeGate(c *call) (starlark.Value, error) {
	n, err := r.newNode(c)
	if err != nil {
		return nil, err
	}
	text, over := r.stepText(c.value("question"), nil)
	n.text = func() (*content, bool) { return text, over }
	return n, nil
}

func (r *run) makeParallel(c *call) (starlark.Value, error) {
	n, err := r.newNode(c)
	if err != nil {
		return nil, err
	}
	n.steps = nodesOf(c.value("steps"))
	return n, nil
}

func (r *run) makePlaybook(c *call) (starlark.Value, error) {
	if r.book != nil {
		return nil, c.fail(DuplicatePlaybook, "", "the run has its playbook already")
	}
	steps := nodesOf(c.value("steps"))
	if err := c.placedOnce(steps); err != nil {
		return nil, err
	}
	r.book = &book{
		opaque:  opaque{"playbook", c.str("name", "")},
		doc:     c.str("doc", ""),
		version: c.str("version", "1"),
		steps:   steps,
	}
	return r.book, nil
}

// newNode names a node and remembers where it was made. The name is taken
// only when the call has nothing else wrong.
func (r *run) newNode(c *call) (*node, error) {
	name := c.str("name", "")
	if r.named[name] != nil {
		return nil, c.fail(DuplicateStep, "name", "a node named %s exists", quoted(name))
	}
	n := &node{opaque: opaque{c.sig.Name, name}, when: true, stack: r.stack()}
	n.pos, _ = innermost(n.stack)
	if c.index("when") >= 0 {
		n.when = c.flag("when", true)
	}
	items, _ := itemsOf(c.value("after"))
	for _, v := range items {
		if other, ok := v.(*node); ok {
			n.after = append(n.after, other.name)
		} else {
			n.after = append(n.after, string(v.(starlark.String)))
		}
	}
	r.nodes = append(r.nodes, n)
	r.named[name] = n
	return n, nil
}

func nodesOf(v starlark.Value) []*node {
	items, _ := itemsOf(v)
	var nodes []*node
	for _, v := range items {
		nodes = append(nodes, v.(*node))
	}
	return nodes
}

// placedOnce refuses a node that stands at two places of one plan: it runs
// once.
func (c *call) placedOnce(steps []*node) *Error {
	seen := map[*node]bool{}
	var twice func(n *node) bool
	twice = func(n *node) bool {
		if seen[n] {
			return true
		}
		seen[n] = true
		for _, m := range n.steps {
			if twice(m) {
				return true
			}
		}
		return false
	}
	for i, n := range steps {
		if twice(n) {
			return c.fail(DuplicateStep, "steps["+strconv.Itoa(i)+"]", "the node %s, or one in it, has a place already", quoted(n.name))
		}
	}
	return nil
}

func (r *run) makeConcat(c *call) (starlark.Value, error) {
	sep := c.str("sep", "")
	b := builder{limit: r.limits.TextBytes}
	external, first := false, true
	add := func(v starlark.Value) {
		if !first {
			b.plain(sep)
		}
		first = false
		t, _ := textOf(v)
		b.add(t)
		external = external || isExternal(v)
	}
	for _, part := range c.parts {
		if items, ok := itemsOf(part); ok {
			for _, v := range items {
				add(v)
			}
			continue
		}
		add(part)
	}
	if b.over {
		return nil, r.raise(LimitExceeded, "", fmt.Sprintf("joined text has more than %d bytes", r.limits.TextBytes))
	}
	text := b.content()
	if !external {
		var s strings.Builder
		for _, seg := range text.segs {
			s.WriteString(seg.text)
		}
		return starlark.String(s.String()), nil
	}
	return r.joined(text)
}

// joined is external text, if it is within the limits.
func (r *run) joined(c *content) (starlark.Value, error) {
	limits := DefaultLimits()
	if r != nil {
		limits = r.limits
	}
	switch {
	case len(c.segs) > limits.Segments:
		return nil, r.raise(LimitExceeded, "", fmt.Sprintf("external text has more than %d pieces", limits.Segments))
	case c.size > limits.TextBytes:
		return nil, r.raise(LimitExceeded, "", fmt.Sprintf("external text has more than %d bytes", limits.TextBytes))
	}
	return r.external(c), nil
}
