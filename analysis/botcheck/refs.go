package botcheck

import (
	"errors"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// reader is who reads a reference: a node, or an edge behind its source.
type reader struct {
	c    *checker
	node *node
	// edge is set where the reference stands in the edge's own values: the
	// source has run by then, and `input` is its output. node is nil where
	// the source is not declared.
	edge *edge
}

// prefix is the group's prefix of the names that the node may leave out.
func (n *node) prefix() string {
	if n == nil || n.Use == nil {
		return ""
	}
	return n.Use.Decl.Prefix.Text
}

// ref checks one reference.
func (r reader) ref(x ref) {
	c := r.c
	switch x.name(0) {
	case "vars":
		c.varRef(x)
	case "input":
		r.input(x)
	case "outputs":
		r.outputs(x)
	case "artifacts":
		r.artifact(x)
	case "attachments":
		c.attachment(x)
	case "secrets":
		c.secret(x)
	case "loop":
		c.loopRef(x)
	case "params":
		r.param(x)
	}
}

func (c *checker) varRef(x ref) {
	name := x.name(1)
	if c.vars[name] != nil || c.hidden.all || c.hidden.vars {
		return
	}
	hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.vars), x.part(1), true)
	c.add(issue{
		code: "BOT205", engine: "C033", kind: "reference", name: name, at: x.part(1),
		message: "the var " + finding.Quote(name) + " is not declared; declare it in vars: or correct the name" + hint,
		fixes:   offer(fixes, c.declareVar(x.part(1).Path, name)),
	})
}

// input checks a field of the reader's input: of a node that of its input
// schema, of an edge that of its source's output.
func (r reader) input(x ref) {
	n := r.node
	if n == nil {
		return
	}
	field := x.name(1)
	if r.edge == nil {
		r.field(x, 1, n.in, "C034", "the input schema")
		return
	}
	switch {
	case strings.HasPrefix(field, "_"):
	case n.Decl.Kind == bot.KindAwaitAnswers:
		if field != "answers" {
			r.unknownField(x, 1, "C034", "an await_answers node yields nothing but answers", []string{"answers"})
		}
	case n.out != nil:
		r.field(x, 1, n.out, "C034", "the output schema of the source, which is what an edge hands over,")
	case n.Decl.Kind == bot.KindRouter:
		if !r.passes(n, field) {
			r.noSchema(x, "the router "+finding.Quote(n.Name)+" does not pass "+finding.Quote(field)+
				" through; hand it to the router by with {…}, or read a var")
		}
	case !unsure(n.Decl):
		r.noSchema(x, "the source "+finding.Quote(n.Name)+" has no output schema, so the field "+finding.Quote(field)+
			" cannot be verified; give it one, or read a var")
	}
}

// passes reports whether a router hands that key on, or may.
func (r reader) passes(n *node, key string) bool {
	c := r.c
	if unsure(n.Decl) || c.halfTyped() || c.hidden.all || c.entry == nil || c.u.Workflow.File.ValueText(c.entry) == n.Name {
		return true
	}
	for _, e := range c.to[n.Name] {
		if e.broken {
			return true
		}
		if !e.last || e.With == nil {
			continue
		}
		for _, x := range e.With.Entries {
			if x.Name.Text == key {
				return true
			}
		}
	}
	switch routerMode(n) {
	case "llm":
		return key == "reasoning" || key == "selected_route" || key == "selected_routes"
	case "fan_out_each":
		return c.elementKey(n, key)
	case "?":
		return true
	}
	return false
}

// elementKey reports whether a fan_out_each router binds that key for each
// item.
func (c *checker) elementKey(n *node, key string) bool {
	if routerMode(n) != "fan_out_each" {
		return false
	}
	as, _ := n.word("as")
	return key == "item" || key == "index" || key == "count" || key == as
}

func (r reader) noSchema(x ref, message string) {
	r.c.add(issue{
		code: "BOT209", engine: "C032", kind: "reference", name: x.name(len(x.parts) - 1), at: r.c.whole(x), message: message,
	})
}

// whole is the place of all words of a reference.
func (c *checker) whole(x ref) finding.Place { return x.at(x.span) }

// field checks that a schema has the field that the part of that index names.
func (r reader) field(x ref, i int, s *schema, engine, what string) {
	name := x.name(i)
	f, known := s.field(name)
	if f != nil || !known {
		return
	}
	r.unknownField(x, i, engine, what+" "+finding.Quote(s.name)+" has no field "+finding.Quote(name)+"; add it or correct the name",
		s.names, r.c.addField(s, name, "string"))
}

func (r reader) unknownField(x ref, i int, engine, message string, candidates []string, more ...finding.Fix) {
	hint, fixes := r.c.didYouMean(x.name(i), candidates, x.part(i), true)
	r.c.add(issue{
		code: "BOT206", engine: engine, kind: "reference", name: x.name(i), at: x.part(i),
		message: message + hint, fixes: offer(fixes, more...),
	})
}

// outputs checks a field of a node's output.
func (r reader) outputs(x ref) {
	c := r.c
	prefix := r.node.prefix()
	if r.edge != nil {
		prefix = r.edge.prefix
	}
	n, name, taken := c.outputsPath(x.words(1), prefix)
	if n == nil {
		if reserved(name) || c.nodeMayExist() {
			return
		}
		hint, fixes := c.didYouMean(name, c.nodeNames(), x.part(1), true)
		c.add(issue{
			code: "BOT202", engine: "C029", kind: "reference", name: name, at: x.part(1),
			message: "the node " + finding.Quote(name) + " is not declared; declare it or correct the name" + hint,
			fixes:   fixes,
		})
		return
	}
	if !r.before(n) {
		c.add(issue{
			code: "BOT208", engine: "C036", kind: "reference", name: name, at: x.part(1),
			message: "the node " + finding.Quote(name) + " does not run before " + finding.Quote(r.node.Name) +
				", so it has no output there; lead an edge from it",
		})
		return
	}
	i := 1 + taken
	field := x.name(i)
	switch {
	case i >= len(x.parts), field == "history", strings.HasPrefix(field, "_"):
	case n.Decl.Kind == bot.KindAwaitAnswers:
		if field != "answers" {
			r.unknownField(x, i, "C031", "an await_answers node yields nothing but answers", []string{"answers"})
		}
	case n.out != nil:
		r.field(x, i, n.out, "C031", "the output schema of "+finding.Quote(name)+",")
	case n.Decl.Kind == bot.KindRouter && c.elementKey(n, field) && (c.halfTyped() || c.hidden.all || c.hidden.nodes || r.node != nil && c.branchHead(n, r.node)):
	case !unsure(n.Decl):
		r.noSchema(x, "the node "+finding.Quote(name)+" has no output schema, so the field "+finding.Quote(field)+
			" cannot be verified; give it one")
	}
}

// branchHead reports whether an edge leads straight from the router to n.
func (c *checker) branchHead(router, n *node) bool {
	for _, e := range c.from[router.Name] {
		if e.to == n.Name && e.loop() == nil {
			return true
		}
	}
	return false
}

// before reports whether n may have run when the reader does.
func (r reader) before(n *node) bool {
	c := r.c
	if r.node == nil || r.edge != nil && n == r.node || c.hidden.all || c.hidden.nodes || c.halfTyped() {
		return true
	}
	return c.upstream(r.node.Name, n.Name)
}

// artifact checks that some node before the reader publishes it.
func (r reader) artifact(x ref) {
	c := r.c
	name := x.name(1)
	makers := c.artifacts[name]
	if len(makers) == 0 {
		if c.hidden.all || c.hidden.nodes || c.hidden.publish {
			return
		}
		hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.artifacts), x.part(1), true)
		c.add(issue{
			code: "BOT207", engine: "C035", kind: "artifact", name: name, at: x.part(1),
			message: "no node publishes the artifact " + finding.Quote(name) + "; add publish: to the node that makes it, or correct the name" + hint,
			fixes:   fixes,
		})
		return
	}
	for _, n := range makers {
		if r.before(n) {
			return
		}
	}
	c.add(issue{
		code: "BOT208", engine: "C036", kind: "artifact", name: name, at: x.part(1),
		message: "the artifact " + finding.Quote(name) + " is not published before " + finding.Quote(r.node.Name) +
			" runs; lead an edge from the node that publishes it",
	})
}

func (c *checker) attachment(x ref) {
	name := x.name(1)
	if c.attachments[name] == nil {
		c.unknown(x, "C053", "attachment", c.hidden.attachments, c.attachments)
		return
	}
	fields := []string{"path", "url", "mime", "size", "sha256"}
	if len(x.parts) > 2 && !slices.Contains(fields, x.name(2)) {
		reader{c: c}.unknownField(x, 2, "C054", "an attachment has no "+finding.Quote(x.name(2))+
			", only path, url, mime, size and sha256", fields)
	}
}

func (c *checker) secret(x ref) {
	name := x.name(1)
	p := c.secrets[name]
	switch {
	case p == nil:
		c.unknown(x, "C093", "secret", c.hidden.secrets, c.secrets)
	case len(x.parts) < 3:
	case x.name(2) != "path":
		reader{c: c}.unknownField(x, 2, "C095", "a secret has no "+finding.Quote(x.name(2))+", only path where it is a file", []string{"path"})
	case !p.prop.Broken:
		if as := p.prop.Prop("as"); as == nil || as.Value != nil && !as.Broken && p.file.File.ValueText(as.Value) != "file" {
			reader{c: c}.unknownField(x, 2, "C095", "the secret "+finding.Quote(name)+" is no file and has no path; write as: file", nil)
		}
	}
}

// unknown reports an attachment or secret that is not declared.
func (c *checker) unknown(x ref, engine, what string, hidden bool, known map[string]*variable) {
	if hidden || c.hidden.all {
		return
	}
	name := x.name(1)
	hint, fixes := c.didYouMean(name, namesOf(&c.guesses, known), x.part(1), true)
	c.add(issue{
		code: "BOT207", engine: engine, kind: what, name: name, at: x.part(1),
		message: "the " + what + " " + finding.Quote(name) + " is not declared; declare it or correct the name" + hint,
		fixes:   fixes,
	})
}

// loopRef checks the name of a loop and what is asked of it.
func (c *checker) loopRef(x ref) {
	name := x.name(1)
	if c.loops[name] == nil {
		if c.hidden.all || c.halfTyped() {
			return
		}
		hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.loops), x.part(1), true)
		c.add(issue{
			code: "BOT207", engine: "C147", kind: "loop", name: name, at: x.part(1),
			message: "no edge declares the loop " + finding.Quote(name) + ", so the reference stays as it is written" + hint,
			fixes:   fixes,
		})
		return
	}
	fields := []string{"iteration", "max", "previous_output"}
	if f := x.name(2); len(x.parts) > 2 && !slices.Contains(fields, f) {
		hint, fixes := c.didYouMean(f, fields, x.part(2), true)
		c.add(issue{
			code: "BOT207", engine: "C147", kind: "loop-field", name: f, at: x.part(2),
			message: "a loop has no " + finding.Quote(f) + ", only iteration, max and previous_output" + hint,
			fixes:   fixes,
		})
	}
}

// halfTyped reports whether an edge does not parse, which may declare what is
// missing.
func (c *checker) halfTyped() bool { return c.hidden.edges || c.broken }

// param checks a parameter of a group.
func (r reader) param(x ref) {
	g := r.node.group()
	if r.edge != nil {
		g = r.edge.group
	}
	name := x.name(1)
	var params []string
	if g != nil {
		if g.Broken {
			return
		}
		own, known := r.c.params[g]
		if !known {
			own = enum{has: map[string]bool{}}
			for _, p := range g.Params {
				own.words, own.has[p.Text] = append(own.words, p.Text), true
			}
			r.c.params[g] = own
		}
		if own.has[name] {
			return
		}
		params = own.words
	}
	hint, fixes := r.c.didYouMean(name, params, x.part(1), false)
	r.c.add(issue{
		code: "BOT401", engine: "C004", kind: "parameter", name: name, at: x.part(1),
		message: "the parameter " + finding.Quote(name) + " belongs to no group around it, so the engine refuses the template" + hint,
		fixes:   fixes,
	})
}

func (n *node) group() *bot.Decl {
	if n == nil {
		return nil
	}
	return n.Group
}

// history reports the history of a node that no loop repeats.
func (c *checker) history(refs []ref, prefix string) {
	for _, x := range refs {
		last := len(x.parts) - 1
		if x.name(0) != "outputs" || last < 2 || x.name(last) != "history" || c.hidden.all || c.hidden.edges {
			continue
		}
		n, name, _ := c.outputsPath(x.words(1), prefix)
		if n == nil || c.repeated(n.Name) {
			continue
		}
		c.add(issue{
			code: "BOT308", engine: "C017", kind: "history", name: name, at: x.part(last),
			message: "no loop repeats the node " + finding.Quote(name) + ", so it has no history; declare the loop on an edge of it",
		})
	}
}

// repeated reports whether a loop's edge starts or ends at the node, or a
// half-typed one may.
func (c *checker) repeated(name string) bool {
	for _, list := range [][]*edge{c.from[name], c.to[name]} {
		for _, e := range list {
			if e.broken || e.loop() != nil {
				return true
			}
		}
	}
	return false
}

// reason is an error's text without the path that wraps it.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
