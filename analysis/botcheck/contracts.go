package botcheck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// contractDecls holds the contracts of the unit to its vars, nodes and
// schemas (bot-language.md 8.17).
func (c *checker) contractDecls() {
	first := map[string]*bot.Ref{}
	var names []string
	var ends map[string]bool
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind != bot.KindContract || d.Name.Missing() || halfHeader(f.File, d) {
				continue
			}
			if have := first[d.Name.Text]; have != nil {
				if have.UnitFile == f {
					c.add(issue{
						code: "BOT515", engine: "C300", kind: "declared-twice", name: d.Name.Text, at: place(f.Path, d.Name.Span),
						message: "the contract " + finding.Quote(d.Name.Text) + " is declared twice; rename or remove this one",
						related: related(place(f.Path, have.Decl.Name.Span), "the first declaration"),
					})
				}
				continue
			}
			first[d.Name.Text] = &bot.Ref{UnitFile: f, Decl: d}
			names = append(names, d.Name.Text)
			if ends == nil {
				ends = c.succeeding()
			}
			(&contract{checker: c, file: f, decl: d, ends: ends, ports: map[string]*port{}}).check()
		}
	}
	w := c.u.Workflow
	if w == nil || c.hidden.all {
		return
	}
	p := w.Decl.Prop("contract")
	if p == nil || p.Broken || p.Value == nil || first[w.File.ValueText(p.Value)] != nil {
		return
	}
	name := w.File.ValueText(p.Value)
	at := place(w.Path, p.Value.Span)
	hint, fixes := c.didYouMean(name, names, at, false)
	c.add(issue{
		code: "BOT515", engine: "C300", kind: "unknown-contract", name: name, at: at, fixes: fixes,
		message: "the contract " + finding.Quote(name) + " is not declared; declare it or correct the name" + hint,
	})
}

// succeeding are the nodes from which a path leads to done, and those that no
// edge leaves.
func (c *checker) succeeding() map[string]bool {
	var steps int
	set := c.closure("done", c.to, func(e *edge) string { return e.from }, &steps)
	for _, n := range c.order {
		if steps > maxSteps || len(c.from[n.Name]) == 0 {
			set[n.Name] = true
		}
	}
	return set
}

// contract is a contract that is being checked.
type contract struct {
	*checker
	file  *bot.UnitFile
	decl  *bot.Decl
	ends  map[string]bool
	ports map[string]*port // by input.x and output.x
}

// port is an input or output of a contract.
type port struct {
	prop *bot.Prop
	kind string // its type, empty where it cannot be read
	file bool
}

func (p *port) array() bool { return strings.HasSuffix(p.kind, "[]") }

func (c *contract) fault(engine, kind, name string, at text.Span, message string, fixes ...finding.Fix) {
	c.add(issue{
		code: "BOT515", engine: engine, kind: kind, name: name, at: place(c.file.Path, at), message: message, fixes: fixes,
	})
}

func (c *contract) check() {
	if p := c.decl.Prop("version"); p != nil && !p.Broken && p.Value != nil && strings.Trim(p.Value.Text, "0") == "" {
		c.fault("C300", "version", p.Value.Text, p.Value.Span, "the version of a contract begins at 1")
	}
	for _, side := range []string{"input", "output"} {
		b := c.decl.Prop(side + "s")
		if b == nil {
			continue
		}
		for _, p := range b.Block {
			if p.Name.Missing() || p.Broken || p.Value == nil || c.ports[side+"."+p.Name.Text] != nil {
				continue
			}
			x := &port{prop: p, kind: strings.ReplaceAll(p.Value.Text, " ", ""), file: p.Prop("file") != nil}
			c.ports[side+"."+p.Name.Text] = x
			c.shape(side, x)
			if side == "input" {
				c.input(x)
			} else {
				c.output(x)
			}
		}
	}
	if b := c.decl.Prop("criteria"); b != nil {
		for _, p := range b.Block {
			if !p.Name.Missing() && !openBlock(p.Broken, p.Block) {
				c.criterion(p)
			}
		}
	}
}

// shape checks what a port says of itself.
func (c *contract) shape(side string, x *port) {
	p := x.prop
	engine := map[string]string{"input": "C300", "output": "C301"}[side]
	name := "the " + side + " " + finding.Quote(p.Name.Text)
	count := func(prop string) (int, *bot.Prop) {
		b := p.Prop(prop)
		if b == nil || b.Broken || b.Value == nil {
			return 0, nil
		}
		if !x.array() {
			c.fault(engine, prop, p.Name.Text, b.Name.Span, name+" is no array, so it has no number of items; remove "+prop+" or write "+x.kind+"[]")
		}
		n, err := strconv.Atoi(b.Value.Text)
		if err != nil {
			return 0, nil
		}
		return n, b
	}
	low, a := count("min_items")
	high, b := count("max_items")
	if a != nil && b != nil && low > high {
		c.fault(engine, "items", p.Name.Text, a.Value.Span, name+" has more min_items than max_items")
	}
	if f := p.Prop("file"); f != nil {
		if s := f.Prop("schema"); s != nil && !s.Broken && s.Value != nil {
			c.portSchema(engine, s)
		}
	}
	if d := p.Prop("default"); d != nil && !d.Broken && d.Value != nil && side == "input" {
		if why := misfit(d.Value, x.kind, on(p, "nullable")); why != "" {
			c.fault("C302", "default", p.Name.Text, d.Value.Span, "the default of "+finding.Quote(p.Name.Text)+why)
		}
	}
}

func (c *contract) portSchema(engine string, s *bot.Prop) {
	name := c.file.File.ValueText(s.Value)
	if name == "" || c.u.Schemas[name] != nil || c.hidden.all || c.hidden.schemas {
		return
	}
	hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.u.Schemas), place(c.file.Path, s.Value.Span), false)
	c.fault(engine, "file-schema", name, s.Value.Span, "the schema "+finding.Quote(name)+" is not declared"+hint, fixes...)
}

// misfit says why a value does not fit the type of a port.
func misfit(v *bot.Value, kind string, nullable bool) string {
	if v.Kind == bot.Word && v.Text == "null" {
		if nullable {
			return ""
		}
		return " is null and the port is not nullable; set nullable: true or write a value"
	}
	if base, ok := strings.CutSuffix(kind, "[]"); ok {
		if v.Kind != bot.List {
			return " is no list; write [ … ]"
		}
		for _, item := range v.Items {
			if why := misfit(item, base, false); why != "" {
				return " has an item that" + why
			}
		}
		return ""
	}
	ok := true
	switch kind {
	case "string":
		ok = v.Kind == bot.String
	case "int":
		ok = v.Kind == bot.Int
	case "float":
		ok = v.Kind == bot.Int || v.Kind == bot.Float
	case "bool":
		ok = v.Kind == bot.Word && (v.Text == "true" || v.Text == "false")
	}
	if !ok {
		return " is no " + kind + "; write one"
	}
	return ""
}

// input holds an input to the var of its name.
func (c *contract) input(x *port) {
	p := x.prop
	name := finding.Quote(p.Name.Text)
	if from := p.Prop("from"); from != nil {
		c.fault("C300", "from", p.Name.Text, from.Name.Span, "the input "+name+" comes from the launch, not from a node; remove from")
	}
	if f := p.Prop("file"); f != nil {
		c.fault("C300", "file", p.Name.Text, f.Name.Span, "the input "+name+" is a var, and a var carries no file; remove file, or declare an attachment")
	}
	v := c.vars[p.Name.Text]
	if v == nil {
		if c.hidden.all || c.hidden.vars {
			return
		}
		hint, fixes := c.didYouMean(p.Name.Text, namesOf(&c.guesses, c.vars), place(c.file.Path, p.Name.Span), false)
		c.fault("C300", "no-var", p.Name.Text, p.Name.Span, "the input "+name+" is no declared var; declare it in vars: or correct the name"+hint, fixes...)
		return
	}
	t := fieldType(v.prop)
	if t == "" || v.prop.Broken {
		return
	}
	if t != x.kind {
		c.fault("C300", "type", p.Name.Text, p.Value.Span, "the input "+name+" is "+x.kind+", and the var is "+t+"; write the same type")
	}
	d := p.Prop("default")
	r := p.Prop("required")
	if r == nil || r.Broken || r.Value == nil {
		return
	}
	switch {
	case r.Value.Text == "true" && (d != nil || v.prop.Default != nil):
		c.fault("C300", "required", p.Name.Text, r.Value.Span, "the input "+name+" has a default and is required; write required: false, or drop the default")
	case r.Value.Text == "false" && d == nil && v.prop.Default == nil && !on(p, "nullable"):
		c.fault("C300", "required", p.Name.Text, r.Value.Span, "the input "+name+" is optional, and its var has no default; give the var one, or set nullable: true")
	}
}

// output holds an output to the node that produces it.
func (c *contract) output(x *port) {
	p := x.prop
	name := "the output " + finding.Quote(p.Name.Text)
	if d := p.Prop("default"); d != nil {
		c.fault("C301", "default", p.Name.Text, d.Name.Span, name+" is produced and has no default; remove it")
	}
	from := p.Prop("from")
	if from == nil {
		c.fault("C301", "no-producer", p.Name.Text, p.Name.Span, name+" names no node that produces it; add from: node.field")
		return
	}
	if from.Broken || from.Value == nil {
		return
	}
	path := strings.Split(from.Value.Text, ".")
	n, id, taken := c.outputsPath(path, "")
	at := from.Value.Span
	if n == nil {
		if c.nodeMayExist() {
			return
		}
		word := text.Span{Start: at.Start, End: min(at.Start+len(path[0]), at.End)}
		hint, fixes := c.didYouMean(id, c.nodeNames(), place(c.file.Path, word), false)
		c.fault("C301", "unknown-node", id, word, name+" comes from "+finding.Quote(id)+", which is no declared node"+hint, fixes...)
		return
	}
	if !c.ends[n.Name] && !c.halfTyped() {
		c.fault("C304", "on-failure-only", n.Name, at, name+" comes from "+finding.Quote(n.Name)+", from which no path leads to done, so it is there only when the bot fails")
	}
	if unsure(n.Decl) {
		return
	}
	field := strings.Join(path[taken:], ".")
	if x.file {
		if field != "" {
			c.fault("C301", "file-field", p.Name.Text, at, name+" is a file and names its node alone; write from: "+finding.Cut(n.Name))
		}
		if pub, ok := n.word("publish"); !ok || pub == "" {
			c.fault("C301", "no-file", n.Name, at, name+" is a file, and "+finding.Quote(n.Name)+" publishes none; add publish: to it")
		}
		return
	}
	c.outputField(x, n, field, at)
}

func (c *contract) outputField(x *port, n *node, field string, at text.Span) {
	p := x.prop
	name := "the output " + finding.Quote(p.Name.Text)
	last := at
	if i := strings.LastIndexByte(c.file.File.Text.Slice(at), '.'); i >= 0 {
		last.Start += i + 1
	}
	switch {
	case n.Decl.Kind == bot.KindAwaitAnswers:
		switch {
		case field != "answers":
			c.fault("C301", "field", field, last, name+" needs the field answers of "+finding.Quote(n.Name)+", which has no other")
		case x.kind != "json":
			c.fault("C301", "type", p.Name.Text, p.Value.Span, name+" is "+x.kind+", and answers is json; write json")
		}
	case n.out == nil && (n.Decl.Kind == bot.KindWait || n.Decl.Kind == bot.KindSubbot):
	case n.out == nil:
		c.fault("C301", "no-schema", n.Name, at, name+" comes from "+finding.Quote(n.Name)+", which has no output schema; give it one")
	case field == "":
		if x.kind != n.out.name && n.out.name != "" {
			c.fault("C301", "whole", p.Name.Text, at, name+" is "+x.kind+", and "+finding.Quote(n.Name)+" gives a "+finding.Quote(n.out.name)+"; name one of its fields")
		}
	default:
		f, known := n.out.field(field)
		if f == nil {
			if known {
				hint, fixes := c.didYouMean(field, n.out.names, place(c.file.Path, last), false)
				c.fault("C301", "field", field, last, name+" comes from the field "+finding.Quote(field)+", which the schema "+finding.Quote(n.out.name)+" does not have"+hint, fixes...)
			}
			return
		}
		if t := fieldType(f); t != "" && t != x.kind {
			c.fault("C301", "type", p.Name.Text, p.Value.Span, name+" is "+x.kind+", and the field is "+t+"; write the same type")
		}
	}
}

// kinds are the criteria that the engine evaluates, with the types of ports
// that they take.
var kinds = map[string][]string{"min_length": {"string", "array"}, "pattern": {"string"}}

// criterion checks what a contract promises of a port.
func (c *contract) criterion(p *bot.Prop) {
	name := "the criterion " + finding.Quote(p.Name.Text)
	get := func(prop string) (string, *bot.Prop) {
		x := p.Prop(prop)
		if x == nil || x.Value == nil {
			return "", nil
		}
		return c.file.File.ValueText(x.Value), x
	}
	kind, k := get("kind")
	if k == nil {
		c.fault("C302", "no-kind", p.Name.Text, p.Name.Span, name+" has no kind; add kind: min_length or pattern")
	}
	ref, r := get("port")
	side, port, ok := strings.Cut(ref, ".")
	x := c.ports[ref]
	switch {
	case r == nil:
		c.fault("C302", "no-port", p.Name.Text, p.Name.Span, name+" names no port; add port: input.x or output.x")
	case !ok || side != "input" && side != "output" || port == "":
		c.fault("C302", "port", ref, r.Value.Span, name+" names the port "+finding.Quote(ref)+", and a port is written input.x or output.x")
	case x == nil && !c.decl.Broken && !c.openPorts(side+"s"):
		hint, fixes := c.didYouMean(ref, namesOf(&c.guesses, c.ports), place(c.file.Path, r.Value.Span), false)
		c.fault("C302", "port", ref, r.Value.Span, name+" names the port "+finding.Quote(ref)+", which is not declared"+hint, fixes...)
	}
	takes, known := kinds[kind]
	if k == nil {
		return
	}
	if !known {
		hint, fixes := c.didYouMean(kind, []string{"min_length", "pattern"}, place(c.file.Path, k.Value.Span), false)
		c.fault("C303", "kind", kind, k.Value.Span, name+" is of the kind "+finding.Quote(kind)+", which the engine does not evaluate"+hint, fixes...)
		return
	}
	if x != nil {
		class := x.kind
		switch {
		case x.file:
			class = "file"
		case x.array():
			class = "array"
		}
		if !slices.Contains(takes, class) {
			c.fault("C302", "port-type", ref, r.Value.Span, name+" checks "+strings.Join(takes, " or ")+", and "+finding.Quote(ref)+" is "+class)
		}
	}
	if params := p.Prop("params"); kind == "min_length" && (params == nil || !params.Broken) {
		for _, e := range entries(params) {
			if strings.Trim(e.Name.Text, `"`) == "min" && e.Value != nil && e.Value.Kind == bot.Int {
				return
			}
		}
		at := k.Value.Span
		if params != nil && params.Value != nil {
			at = params.Value.Span
		}
		c.fault("C302", "params", p.Name.Text, at, name+" needs the smallest length; write params: {min: 1}")
	}
}

func entries(p *bot.Prop) []*bot.Prop {
	if p == nil || p.Value == nil {
		return nil
	}
	return p.Value.Entries
}

// openPorts reports whether a block of ports may hold some that cannot be
// read.
func (c *contract) openPorts(block string) bool {
	b := c.decl.Prop(block)
	if b == nil {
		return false
	}
	if openBlock(b.Broken, b.Block) {
		return true
	}
	return slices.ContainsFunc(b.Block, func(p *bot.Prop) bool { return p.Broken })
}
