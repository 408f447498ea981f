package bot

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

// halfTyped are broken texts with the tree that is wanted of them, in brief,
// and their errors.
var halfTyped = []struct {
	name, src, tree string
	errors          []string
}{
	{"half a property name", "agent a:\n  mod\n  tools: [x]\n",
		"agent a {mod?! tools}", []string{"E012 2:3"}},
	{"a property without colon and value", "agent a:\n  model\n  tools: [x]\n",
		"agent a {model! tools}", []string{"E002 2:8"}},
	{"a property without value", "agent a:\n  model:\n  tools: [x]\n",
		"agent a {model! tools}", []string{"E002 2:9"}},
	{"a bool without value", "agent a:\n  readonly: ## soon\n  tools: [x]\n",
		"agent a {readonly! tools}", []string{"E020 2:13"}},
	{"an unclosed list before the next property", "agent a:\n  tools: [x,\n  model: \"m\"\n",
		"agent a {tools! model}", []string{"E002 2:10"}},
	{"an unclosed list before a deeper property", "agent a:\n  tools: [x\n    model: \"m\"\n",
		"agent a! {tools! model}", []string{"E002 2:10", "E003 3:1"}},
	{"a list over lines", "agent a:\n  tools: [x,\n    y\n  ]\n  model: \"m\"\n",
		"agent a {tools! model}", []string{"E002 2:10"}},
	{"an unclosed string", "agent a:\n  model: \"m\n  tools: [x]\n",
		"agent a {model! tools}", []string{"E004 2:10"}},
	{"an unclosed string in a list", "agent a:\n  tools: [\"x, y]\n  model: \"m\"\n",
		"agent a {tools! model}", []string{"E002 2:10", "E004 2:11"}},
	{"an unclosed raw string", "tool a:\n  command: `x\n  y: z\n\nagent b:\n  model: \"m\"\n",
		"tool a {command!}, agent b {model}", []string{"E004 2:12"}},
	{"an unclosed raw string before another one", "tool a:\n  command: `x\n\ntool b:\n  command: `y`\n",
		"tool a {command!}, tool b {command}", []string{"E004 2:12"}},
	{"an unclosed raw string before one over lines", "tool a:\n  command: `x\n\ntool b:\n  command: `\ny\n`\n  output: o\n",
		"tool a {command!}, tool b {command output}", []string{"E004 2:12"}},
	{"a backtick in a raw string", "tool a:\n  command: `x\n# a `y` z\n`\n  output: o\n",
		"tool a {command! output}", []string{"E012 3:6"}},
	{"a missing colon behind a property", "agent a:\n  backend \"claw\"\n",
		"agent a {backend!}", []string{"E002 2:11"}},
	{"a missing colon behind a header", "agent a\n  model: \"m\"\nagent b:\n  model: \"m\"\n",
		"agent a! {model}, agent b {model}", []string{"E002 1:8"}},
	{"a missing colon behind a prompt's header", "prompt p\n  some text: here\nagent b:\n  model: \"m\"\n",
		"prompt p! body, agent b {model}", []string{"E002 1:9"}},
	{"a missing name", "agent :\n  model: \"m\"\n",
		"agent ! {model}", []string{"E002 1:7"}},
	{"a header without body", "agent a:\nagent b:\n  model: \"m\"\n",
		"agent a!, agent b {model}", []string{"E002 1:9"}},
	{"an empty schema behind a blank line", "schema a:\n\nschema b:\n  x: int\n",
		"schema a, schema b {x}", []string{}},
	{"an empty schema without one", "schema a:\nschema b:\n  x: int\n",
		"schema a!, schema b {x}", []string{"E002 1:10"}},
	{"a misspelt keyword", "agnet a:\n  model: \"m\"\n",
		"agent a! {model}", []string{"E001 1:1"}},
	{"a misspelt prompt", "promt p:\n  It's `text`: of [a prompt\n",
		"prompt p! body", []string{"E001 1:1"}},
	{"an unknown keyword", "robot r:\n  some: thing\n  other stuff `\n",
		" r! {some? other?!}", []string{"E001 1:1", "E004 3:15"}},
	{"an unknown property with a block", "agent a:\n  sandbx:\n    image: \"x\"\n      deep\n    user: \"y\"\n  model: \"m\"\n",
		"agent a {sandbx?{image?{deep?!} user?} model}", []string{"E012 2:3"}},
	{"half an arrow", "workflow w:\n  a -\n  b -> c\n",
		"workflow w {a->! b->c}", []string{"E002 2:5"}},
	{"an arrow without target", "workflow w:\n  a ->\n  b -> c\n",
		"workflow w {a->! b->c}", []string{"E002 2:7"}},
	{"a word alone", "workflow w:\n  a\n  b -> c\n",
		"workflow w {a->! b->c}", []string{"E002 2:4"}},
	{"arrows of other languages", "workflow w:\n  a - > b\n  a --> b\n  a => b when x\n",
		"workflow w {a->b! a->b! a->b!}", []string{"E002 2:5", "E002 3:5", "E002 4:5"}},
	{"a guard without condition", "workflow w:\n  a -> b when\n  b -> c\n",
		"workflow w {a->b! b->c}", []string{"E002 2:14"}},
	{"a guard that negates an expression", "workflow w:\n  a -> b when not \"x\"\n",
		"workflow w {a->b!}", []string{"E002 2:19"}},
	{"half a loop", "workflow w:\n  a -> b as l(\n  b -> c as\n",
		"workflow w {a->b! b->c!}", []string{"E002 2:15", "E002 3:12"}},
	{"an unclosed with before an edge", "workflow w:\n  a -> b with { x: \"1\",\n  b -> c\n",
		"workflow w {a->b!(x) b->c}", []string{"E002 2:15"}},
	{"an unclosed with before a declaration", "workflow w:\n  a -> b with {\n    x: \"1\"\nagent c:\n  model: \"m\"\n",
		"workflow w {a->b!(x)}, agent c {model}", []string{"E002 2:15"}},
	{"a brace on a deeper line", "workflow w:\n  a -> b with {\n    x: \"1\" }\n  b -> c\n",
		"workflow w {a->b(x) b->c}", []string{"reads-differently 3:12"}},
	{"a brace on a shallower line", "workflow w:\n  a -> b with {\n    x: \"1\"\n}\n  b -> c\n",
		"workflow w {a->b(x) b->c}", []string{"E001 4:1"}},
	{"a brace on a shallower line at the end", "workflow w:\n  a -> b with {\n    x: \"1\"\n}\n",
		"workflow w {a->b(x)}", []string{"reads-differently 4:1"}},
	{"a clause on the next line", "workflow w:\n  a -> b\n    when ok\n  b -> c\n",
		"workflow w {a->b! b->c}", []string{"E003 3:1"}},
	{"a node in a workflow", "workflow w:\n  entry: b\n  agent b:\n    model: \"m\"\n  b -> done\n",
		"workflow w! {entry agent b {model} b->done}", []string{"E002 3:3"}},
	{"an edge outside", "a -> b\nb -> c\nagent d:\n  model: \"m\"\n",
		"agent d {model}, outside a->b b->c", []string{"E001 1:1"}},
	{"a tab", "schema s:\n\ta: int\n\tb: int\n",
		"schema s! {a b}", []string{"E003 2:1", "E003 3:1"}},
	{"a deep first line", "agent a:\n      backend: \"claw\"\n  model: \"m\"\n  tools: [x]\n",
		"agent a! {backend model tools}", []string{"E003 3:1"}},
	{"a declaration too deep", "agent a:\n  model: \"m\"\n   agent b:\n     model: \"m\"\n",
		"agent a! {model}, agent b {model}", []string{"E003 3:1"}},
	{"a header in the column of the block above", "agent a:\n  model: \"m\"\n  workflow w:\n  entry: a\n  a -> done\n",
		"agent a! {model}, workflow w {entry a->done}", []string{"E003 3:1"}},
	{"a broken edge with braces", "workflow w:\n  9a -> b with {\n    x: \"1\"\n  }\n  b -> c\n",
		"workflow w! {b->c}", []string{"E001 2:3"}},
	{"a scalar that swallows", "tool t:\n  command: |\n  output: o\n",
		"tool t {command output}", []string{"reads-differently 2:12"}},
	{"a bar with text behind it", "tool t:\n  command: | echo\n  output: o\n",
		"tool t {command! output}", []string{"E002 2:12"}},
	{"a body ended by a shallow line", "prompt p:\n    one\n  two\n    three\n",
		"prompt p! body", []string{"E003 3:1", "reads-differently 3:3"}},
	{"a body ended by a comment", "prompt p:\n    one\n# two\n    `three\n\nagent a:\n  model: \"m\"\n",
		"prompt p body, agent a {model}", []string{"E003 4:1"}},
	{"a body ended by text at column 0", "prompt p:\n  one\ntwo `three\n  four `five` six\n\nagent a:\n  model: \"m\"\n",
		"prompt p body, agent a {model}", []string{"E001 3:1"}},
	{"an indented file", "  schema s:\n  a: int\n",
		"schema s {a}", []string{"E003 1:1"}},
	{"an unquoted text", "agent a:\n  model: my-model\n  timeout: 30m ## half\n",
		"agent a {model! timeout!}", []string{"E002 2:10", "E002 3:12"}},
	{"an element with a dash", "agent a:\n  tools: [q-r, s]\n",
		"agent a {tools!}", []string{"E002 2:11"}},
	{"a missing comma", "agent a:\n  tools: [q r]\n",
		"agent a {tools!}", []string{"E002 2:13"}},
	{"dashes in the key's column", "agent a:\n  tools:\n  - q\n  - r\n  model: \"m\"\n",
		"agent a {tools! model}", []string{"E002 3:3"}},
	{"a dash without element", "agent a:\n  tools:\n    -\n    - r\n",
		"agent a {tools!}", []string{"E002 3:6"}},
	{"members that share a line", "agent a:\n  backend: \"claw\" tools: [x] readonly: true\nworkflow w:\n  entry: a a -> b b -> done\n",
		"agent a {backend tools readonly}, workflow w {entry a->b b->done}", []string{}},
	{"a stray word behind a value", "agent a:\n  model: \"m\" x\n  tools: [y]\n",
		"agent a! {model tools}", []string{"E012 2:14"}},
	{"half a use", "use g as\nuse h\nuse\n",
		"use !, use !, use !", []string{"E002 1:9", "E002 2:6", "E002 3:4"}},
	{"the old name of a property", "agent a:\n  rtk: on\n", "agent a {rtk?}", []string{"E012 2:3"}},
	{"bytes that are no UTF-8", "agent a:\n  model: \"\xff\xfe\" ## \xff\n", "agent a {model}", []string{"E006 2:11", "E006 2:18"}},
	{"a key twice", "vars:\n  a: int\n  a: int\n", "vars  {a a}", []string{"E010 3:3"}},
}

// brief writes a tree in one line: ! behind what is broken, ? behind what is
// unknown.
func brief(f *File) string {
	var list []string
	for _, d := range f.Decls {
		list = append(list, briefDecl(d))
	}
	s := strings.Join(list, ", ")
	if len(f.Orphans) > 0 {
		s += ", outside"
		for _, e := range f.Orphans {
			s += " " + refs(e)
		}
	}
	return s
}

func briefDecl(d *Decl) string {
	s := d.Kind.Keyword() + " " + d.Name.Text
	if d.Broken {
		s += "!"
	}
	if d.Body != nil {
		s += " body"
	}
	items := briefProps(d.Props)
	for _, n := range d.Decls {
		items = append(items, briefDecl(n))
	}
	for _, e := range d.Edges {
		item := refs(e)
		if e.Broken {
			item += "!"
		}
		if e.With != nil {
			item += "(" + strings.Join(briefProps(e.With.Entries), " ") + ")"
		}
		items = append(items, item)
	}
	if len(items) > 0 {
		s += " {" + strings.Join(items, " ") + "}"
	}
	return s
}

func briefProps(list []*Prop) []string {
	var out []string
	for _, p := range list {
		s := p.Name.Text
		if p.Unknown {
			s += "?"
		}
		if p.Broken {
			s += "!"
		}
		if len(p.Block) > 0 {
			s += "{" + strings.Join(briefProps(p.Block), " ") + "}"
		}
		out = append(out, s)
	}
	return out
}

func TestHalfTypedTexts(t *testing.T) {
	for _, c := range halfTyped {
		t.Run(c.name, func(t *testing.T) {
			f := Parse(text.New(c.src))
			check(t, f)
			if d := cmp.Diff(c.tree, brief(f)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.errors, codes(f)); d != "" {
				t.Error(d)
			}
		})
	}
}
