package botindex

import (
	"sort"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Symbol is a name of the unit.
type Symbol struct {
	Kind Kind
	Name string
	// Owner is the symbol that a name of its own namespace belongs to: see the
	// kinds. Nil for the unit's names.
	Owner *Symbol
	// Decls are the places that declare it, in the order of the unit's files;
	// none for a name that is only used, and for a prompt whose declaration is
	// a file (see File). Only the first counts for the engine.
	Decls []*Occurrence
	// Refs are the other places, in the order of Index.In.
	Refs []*Occurrence
	// File is the path of the file prompts/X.md that declares a prompt, or
	// presets/X.md a preset, and nothing else does.
	File string

	// In is the bot file of the first declaration, Decl and Prop what declares
	// there: the declaration of a node, or of the block that holds the line,
	// and the line of a field, a var and the like. Edge is the edge of a loop
	// or foreach. They are nil where they do not apply.
	In   *bot.UnitFile
	Decl *bot.Decl
	Prop *bot.Prop
	Edge *bot.Edge

	// Input and Output are the schemas that a node names, Source the main file
	// of a subbot, absolute.
	Input, Output *Symbol
	Source        string
}

// Declared reports whether something declares it.
func (s *Symbol) Declared() bool { return len(s.Decls) > 0 || s.File != "" }

// Occurrence is a place that names something.
type Occurrence struct {
	Path string
	// Span is the name as it stands in the file, without quotes or dots.
	Span text.Span
	// Name is what stands there, decoded.
	Name string
	Kind Kind
	Role Role
	// Symbols are what it names: mostly one; none for a field of a schema that
	// is not known and for what is the engine's.
	Symbols []*Symbol
	// Prompt is the prompt whose text holds it, nil elsewhere.
	Prompt *bot.Prompt
	// Unit is the main file of the unit that the name belongs to where that is
	// another one: the key of a subbot's with names a var of its source.
	Unit string
	// Target is the absolute path that a Path leads to; there may be no such
	// file.
	Target string
}

// Symbol is the first of the occurrence's symbols, or nil.
func (o *Occurrence) Symbol() *Symbol {
	if len(o.Symbols) == 0 {
		return nil
	}
	return o.Symbols[0]
}

// Has reports whether the occurrence names the symbol.
func (o *Occurrence) Has(s *Symbol) bool {
	for _, x := range o.Symbols {
		if x == s {
			return true
		}
	}
	return false
}

// Unread is a text whose references cannot be read: an expression that does
// not parse.
type Unread struct {
	Path string
	Span text.Span
}

// Text is a value whose text holds references: templates or an expression. The
// texts of prompts are not among them.
type Text struct {
	Value *bot.Value
	// Expr says that the text is an expression; templates may stand in it.
	Expr bool
}

// Index is the symbol table of a unit.
type Index struct {
	Unit *bot.Unit
	// Paths are the files that hold occurrences, sorted.
	Paths []string
	// Unread are the texts that hide references.
	Unread []Unread
	// Prefix is what stands in front of a node's name in its key in
	// .boundary.toml; empty where the unit has no keys.
	Prefix string

	files   map[string][]*Occurrence
	texts   map[string][]Text
	symbols map[key]*Symbol
	ordered [Path + 1][]*Symbol
	nodes   map[string]*Symbol
	members map[*bot.Decl]*Symbol
	readers map[*bot.Prompt][]Reader
}

// Reader is a node or supervisor that reads a prompt by a property.
type Reader struct {
	Symbol *Symbol // of kind Node or Supervisor
	Prop   *bot.Prop
}

type key struct {
	kind  Kind
	owner *Symbol
	name  string
}

// In lists the occurrences in a file, sorted, without overlaps.
func (x *Index) In(path string) []*Occurrence { return x.files[path] }

// Texts are the values of a file of the unit in which references are read, in no
// order.
func (x *Index) Texts(path string) []Text { return x.texts[path] }

// At is the occurrence that holds the byte offset or ends at it, nil where
// there is none; of two that touch, the one behind the offset.
func (x *Index) At(path string, off int) *Occurrence {
	list := x.files[path]
	i := sort.Search(len(list), func(i int) bool { return list[i].Span.Start > off })
	if i == 0 || !list[i-1].Span.Contains(off) {
		return nil
	}
	return list[i-1]
}

// Symbol is the symbol of that name, nil where nothing declares or names it.
// owner is nil for the unit's own names.
func (x *Index) Symbol(k Kind, owner *Symbol, name string) *Symbol {
	return x.symbols[key{k, owner, name}]
}

// Symbols are all symbols of a kind, those that are declared in the order of
// the unit first, then the others.
func (x *Index) Symbols(k Kind) []*Symbol {
	if int(k) >= len(x.ordered) {
		return nil
	}
	return x.ordered[k]
}

// Fields are the fields of a schema (or what else an owner owns) in order, the
// declared ones only.
func (x *Index) Fields(schema *Symbol) []*Symbol { return x.Owned(Field, schema) }

// Owned are the declared symbols of a kind that belong to owner, in order.
func (x *Index) Owned(k Kind, owner *Symbol) []*Symbol {
	var list []*Symbol
	for _, s := range x.Symbols(k) {
		if s.Owner == owner && s.Declared() {
			list = append(list, s)
		}
	}
	return list
}

// Node is the node of the graph with that name, a clone's dotted one among
// them; nil where none is declared. For a clone it is the node of the group.
func (x *Index) Node(name string) *Symbol { return x.nodes[name] }

// Readers are who reads a prompt, in the order of the unit.
func (x *Index) Readers(p *bot.Prompt) []Reader { return x.readers[p] }

// NodeOf is the symbol of a node's declaration, nil for any other.
func (x *Index) NodeOf(d *bot.Decl) *Symbol { return x.members[d] }
