package playbook

import (
	"context"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

// stepText is prompt and context as one text, so that neighbours merge across
// everything that touches (playbook.md 7). It is taken when the node is made:
// lists and dicts may change afterwards.
func (r *run) stepText(prompt, context starlark.Value) (c *content, over bool) {
	b := builder{limit: r.limits.PromptBytes}
	add := func(v starlark.Value) {
		t, _ := textOf(v)
		b.add(t)
	}
	add(prompt)
	if d, ok := context.(*starlark.Dict); ok {
		for _, kv := range d.Items() {
			b.plain("\n\n" + string(kv[0].(starlark.String)) + ":\n")
			if items, ok := itemsOf(kv[1]); ok {
				for i, v := range items {
					b.plain(separator(i) + "- ")
					add(v)
				}
				continue
			}
			if inner, ok := kv[1].(*starlark.Dict); ok {
				for i, kv := range inner.Items() {
					b.plain(separator(i) + "- " + string(kv[0].(starlark.String)) + ": ")
					add(kv[1])
				}
				continue
			}
			add(kv[1])
		}
	}
	return b.content(), b.over
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return "\n"
}

// render writes the plan, node by node. Nothing of a node is written before
// all its segments were searched for markers.
func (r *run) render(ctx context.Context) (*Plan, *Error) {
	plan := &Plan{
		Name:    r.book.name,
		Doc:     r.book.doc,
		Version: r.book.version,
		Params:  r.params,
		Printed: r.printed,
	}
	total := 0
	agents := map[string]bool{}
	var visit func(nodes []*node) *Error
	visit = func(nodes []*node) *Error {
		for _, n := range nodes {
			if !n.when {
				continue
			}
			if ctx.Err() != nil {
				return r.stopped()
			}
			if n.text == nil {
				if err := visit(n.steps); err != nil {
					return err
				}
				continue
			}
			p, err := r.prompt(n)
			if err != nil {
				return err
			}
			if total += len(p.Text); total > r.limits.PlanBytes {
				return n.fail(LimitExceeded, fmt.Sprintf("the rendered texts have more than %d bytes", r.limits.PlanBytes))
			}
			plan.Prompts = append(plan.Prompts, *p)
			if n.agent != nil && !agents[n.agent.name] {
				agents[n.agent.name] = true
				plan.Agents = append(plan.Agents, n.agent.made)
			}
		}
		return nil
	}
	if err := visit(r.book.steps); err != nil {
		return nil, err
	}
	return plan, nil
}

// fail is an error at the place where the node was made.
func (n *node) fail(name ErrorName, msg string) *Error {
	return &Error{Name: name, Argument: n.name, Msg: msg, Pos: n.pos, Stack: n.stack}
}

func (r *run) prompt(n *node) (*Prompt, *Error) {
	c, over := n.text()
	size := c.size
	for _, s := range c.segs {
		if !s.external() {
			continue
		}
		size += len(ExternalOpen) + len(ExternalClose)
		for _, marker := range []string{ExternalOpen, ExternalClose} {
			if strings.Contains(s.text, marker) {
				e := n.fail(ExternalCarriesMarker, fmt.Sprintf(
					"the supplied value of %s contains the marker %s in the text of %s: the launch is refused",
					listed(s.source), quoted(marker), quoted(n.name)))
				e.Marker = marker
				return nil, e
			}
		}
	}
	if over || size > r.limits.PromptBytes {
		return nil, n.fail(LimitExceeded, fmt.Sprintf("the text of %s has more than %d bytes", quoted(n.name), r.limits.PromptBytes))
	}
	p := &Prompt{Step: n.name, Kind: n.kind, After: n.after, Retries: n.retries, Pos: n.pos}
	if n.agent != nil {
		p.Agent = n.agent.name
	}
	var b strings.Builder
	b.Grow(size)
	for _, s := range c.segs {
		if !s.external() {
			b.WriteString(s.text)
			continue
		}
		start := b.Len()
		b.WriteString(ExternalOpen)
		b.WriteString(s.text)
		b.WriteString(ExternalClose)
		p.Regions = append(p.Regions, Region{start, b.Len(), s.source})
	}
	p.Text = b.String()
	return p, nil
}
