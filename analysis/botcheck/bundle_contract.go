package botcheck

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// face holds what the manifest shows of the bot to its contract.
func (c *checker) face(m *manifest) {
	d, _ := c.boundContract()
	if d == nil || d.Broken {
		return
	}
	if b := d.Prop("inputs"); b != nil && !openBlock(b.Broken, b.Block) || b == nil {
		inputs := portNames(d, "inputs")
		for _, e := range m.values("launch.primary") {
			if slices.Contains(inputs, e.value) {
				continue
			}
			hint, fixes := c.didYouMean(e.value, inputs, m.at(e), false)
			c.add(issue{
				code: "BOT608", engine: "C254", kind: "launch", name: e.value, at: m.at(e), fixes: fixes,
				message: "the contract " + finding.Quote(d.Name.Text) + " has no input " + finding.Quote(e.value) + ", which the manifest puts first; declare it there or take it out" + hint,
			})
		}
	}
	b := d.Prop("outputs")
	if b == nil || len(b.Block) == 0 || openBlock(b.Broken, b.Block) {
		return
	}
	makers := map[string]bool{}
	for _, p := range b.Block {
		if from := p.Prop("from"); from != nil && from.Value != nil {
			_, name, _ := c.outputsPath(strings.Split(from.Value.Text, "."), "")
			makers[name] = true
		}
	}
	for _, e := range m.values("produces.node") {
		if makers[e.value] {
			continue
		}
		c.add(issue{
			code: "BOT608", engine: "C254", kind: "produces", name: e.value, at: m.at(e),
			message: "no output of the contract " + finding.Quote(d.Name.Text) + " comes from " + finding.Quote(e.value) + ", which the manifest hands off; bind one to it, or hand off another node",
		})
	}
}

// boundContract is the contract that the workflow keeps, nil without one.
func (c *checker) boundContract() (*bot.Decl, *bot.UnitFile) {
	w := c.u.Workflow
	p := w.Decl.Prop("contract")
	if p == nil || p.Value == nil {
		return nil, nil
	}
	name := w.File.ValueText(p.Value)
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindContract && d.Name.Text == name {
				return d, f
			}
		}
	}
	return nil, nil
}

func portNames(d *bot.Decl, block string) []string {
	b := d.Prop(block)
	if b == nil {
		return nil
	}
	var names []string
	for _, p := range b.Block {
		names = append(names, p.Name.Text)
	}
	return names
}

// subbots holds what nodes hand to other bots to the contracts of these.
func (c *checker) subbots() {
	if c.src == nil {
		return
	}
	for _, n := range c.order {
		source, ok := n.word("source")
		if n.Decl.Kind != bot.KindSubbot || !ok || !strings.HasSuffix(source, ".bot") || unsure(n.Decl) {
			continue
		}
		at := place(n.Path, n.Decl.Prop("source").Value.Span)
		if strings.HasPrefix(source, "/") {
			c.add(issue{
				code: "BOT607", engine: "C253", kind: "outside", name: source, at: at,
				message: "the bot " + finding.Quote(source) + " lies at an absolute path, so nothing is known of the engine that it needs; name it relative to this file",
			})
			continue
		}
		if strings.Contains(source, "://") || strings.Contains(source, "{{") || strings.Contains(source, `\`) {
			continue
		}
		child, err := c.src.Bot(path.Join(path.Dir(n.Path), source))
		if err != nil {
			continue
		}
		missing := missingInputs(child, n.Decl.With)
		if len(missing) == 0 {
			continue
		}
		if n.Decl.With != nil {
			at = place(n.Path, n.Decl.With.Span)
		}
		for i, name := range missing {
			missing[i] = finding.Quote(name)
		}
		c.add(issue{
			code: "BOT608", engine: "C255", kind: "with", name: n.Name, at: at,
			message: "the contract of " + finding.Quote(source) + " requires " + strings.Join(missing, ", ") + ", which " +
				finding.Quote(n.Name) + " does not hand over; add it to with, or give the var a default there",
		})
	}
}

// missingInputs are the inputs that the contract of a bot requires and with
// does not bring. A bot that does not parse, or whose contract stands in
// another file, requires nothing that is known here.
func missingInputs(f *bot.File, with *bot.With) []string {
	defaults := map[string]bool{}
	vars := func(props []*bot.Prop) {
		for _, p := range props {
			defaults[p.Name.Text] = p.Default != nil
		}
	}
	name := ""
	for _, d := range f.Decls {
		switch d.Kind {
		case bot.KindVars:
			vars(d.Props)
		case bot.KindWorkflow:
			if p := d.Prop("vars"); p != nil {
				vars(p.Block)
			}
			if p := d.Prop("contract"); p != nil {
				name = f.ValueText(p.Value)
			}
		}
	}
	if name == "" || len(f.Errors) > 0 {
		return nil
	}
	given := map[string]bool{}
	if with != nil {
		for _, e := range with.Entries {
			given[e.Name.Text] = true
		}
	}
	var missing []string
	for _, d := range f.Decls {
		if d.Kind != bot.KindContract || d.Name.Text != name || d.Prop("inputs") == nil {
			continue
		}
		for _, p := range d.Prop("inputs").Block {
			r := p.Prop("required")
			optional := p.Prop("default") != nil || on(p, "nullable") || r != nil && r.Value != nil && r.Value.Text == "false"
			if filled, known := defaults[p.Name.Text]; known && !filled && !optional && !given[p.Name.Text] {
				missing = append(missing, p.Name.Text)
			}
		}
	}
	return missing
}
