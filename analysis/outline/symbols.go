package outline

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Kind says what a symbol is, in the words of the protocol's SymbolKind.
type Kind uint8

// The kinds that symbols have.
const (
	Class Kind = iota
	Event
	String
	Struct
	Field
	Namespace
	Variable
	Enum
	EnumMember
	Module
	Interface
	Function
	Property
	Object
)

// Symbol is a declaration or a part of one. Name and Detail hold text of the
// file as it stands.
type Symbol struct {
	Name, Detail string
	Kind         Kind
	// Span is the whole, Selection the name; Span covers Selection.
	Span, Selection text.Span
	Children        []Symbol
}

// Bot gives the symbols of a bot file in the order of the file
// (authoring.md 6, S1). acts says of a declaration, by the start of its name,
// whether it is a member of the acting class; it may be nil.
func Bot(f *bot.File, acts func(name int) bool) []Symbol {
	if acts == nil {
		acts = func(int) bool { return false }
	}
	return declarations(f, f.Decls, acts)
}

func declarations(f *bot.File, decls []*bot.Decl, acts func(int) bool) []Symbol {
	list := make([]Symbol, 0, len(decls))
	for _, d := range decls {
		list = append(list, declaration(f, d, acts))
	}
	return list
}

func declaration(f *bot.File, d *bot.Decl, acts func(int) bool) Symbol {
	word := d.Kind.Keyword()
	if d.Kind == bot.KindBad {
		word = d.Keyword.Text
	}
	s := Symbol{Name: d.Name.Text, Detail: word, Kind: Class, Span: d.Span, Selection: d.Name.Span}
	if d.Name.Missing() {
		s.Name, s.Selection = "("+word+")", d.Keyword.Span
	}
	switch d.Kind {
	case bot.KindAgent, bot.KindJudge:
		if acts(d.Name.Span.Start) {
			s.Detail += " · acts"
		}
	case bot.KindFail:
		s.Kind = Event
	case bot.KindCompute:
		s.Children = entries(f, blockOf(d, "expr"), Field)
	case bot.KindPrompt:
		s.Kind = String
	case bot.KindSchema:
		s.Kind, s.Children = Struct, entries(f, d.Props, Field)
	case bot.KindVars, bot.KindPresets, bot.KindAttachments, bot.KindSecrets:
		s.Kind, s.Name, s.Detail = Namespace, word, fmt.Sprint(len(d.Props))
		s.Selection = d.Keyword.Span
		s.Children = entries(f, d.Props, Variable)
	case bot.KindCursor:
		s.Kind, s.Children = Enum, entries(f, blockOf(d, "values"), EnumMember)
	case bot.KindMCPServer:
		s.Kind = Module
	case bot.KindSupervisor:
		s.Kind = Interface
	case bot.KindContract:
		s.Kind = Interface
		for _, p := range d.Props {
			s.Children = append(s.Children, entries(f, p.Block, Field)...)
		}
	case bot.KindGroup:
		s.Kind, s.Children = Namespace, declarations(f, d.Decls, acts)
		names := make([]string, len(d.Params))
		for i, p := range d.Params {
			names[i] = p.Text
		}
		s.Detail = "group(" + strings.Join(names, ", ") + ")"
	case bot.KindUse:
		s.Kind, s.Detail = Namespace, "use "+d.Group.Text
		s.Name, s.Selection = d.Prefix.Text, d.Prefix.Span
		if d.Prefix.Missing() {
			s.Name, s.Selection = "(use)", d.Keyword.Span
		}
	case bot.KindWorkflow:
		s.Kind = Function
		if p := d.Prop("entry"); p != nil && p.Value != nil {
			s.Detail = "entry: " + f.ValueText(p.Value)
		}
		s.Children = append(declarations(f, d.Decls, acts), loops(f, d.Edges)...)
	}
	return s.sound(f)
}

// sound lets Span cover Selection, which clients insist on.
func (s Symbol) sound(f *bot.File) Symbol {
	if !s.Span.Covers(s.Selection) {
		s.Selection = text.Span{Start: s.Span.Start, End: min(s.Span.End, f.Text.Line(f.Text.LineAt(s.Span.Start)).End)}
	}
	if strings.TrimSpace(s.Name) == "" {
		s.Name = "(declaration)"
	}
	return s
}

func blockOf(d *bot.Decl, name string) []*bot.Prop {
	if p := d.Prop(name); p != nil {
		return p.Block
	}
	return nil
}

func entries(f *bot.File, props []*bot.Prop, kind Kind) []Symbol {
	list := make([]Symbol, 0, len(props))
	for _, p := range props {
		if p.Name.Missing() {
			continue
		}
		s := Symbol{Name: p.Name.Text, Kind: kind, Span: p.Span, Selection: p.Name.Span}
		if v := p.Value; v != nil && (v.Kind == bot.Word || v.Kind == bot.Dotted) {
			s.Detail = f.ValueText(v)
		}
		list = append(list, s.sound(f))
	}
	return list
}

// loops are the loops of a workflow, each once.
func loops(f *bot.File, edges []*bot.Edge) []Symbol {
	var list []Symbol
	seen := map[string]bool{}
	for _, e := range edges {
		if e.Loop == nil || e.Loop.Name.Missing() || seen[e.Loop.Name.Text] {
			continue
		}
		seen[e.Loop.Name.Text] = true
		s := Symbol{Name: e.Loop.Name.Text, Kind: Event, Span: e.Loop.Span, Selection: e.Loop.Name.Span}
		switch {
		case e.Foreach:
			s.Detail = "foreach"
		case e.Loop.Unbounded:
			s.Detail = "unbounded"
		case e.Loop.Cap != nil:
			s.Detail = f.ValueText(e.Loop.Cap)
		}
		list = append(list, s.sound(f))
	}
	return list
}
