package bottokens

import (
	"sort"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Type is what a token is; Types has its name.
type Type uint8

// The types of tokens, in the order of authoring.md 7.
const (
	Keyword Type = iota
	Class
	Struct
	Function
	Variable
	Property
	EnumMember
	BuiltinType
	Namespace
	Event
	Parameter
	String
	Number
	Comment
	Operator
	Macro

	hole Type = 0xff // keeps what is below from being seen
)

// Types are the protocol's names of the types. The slice is the caller's.
func Types() []string {
	return []string{
		"keyword", "class", "struct", "function", "variable", "property", "enumMember", "type", "namespace", "event",
		"parameter", "string", "number", "comment", "operator", "macro",
	}
}

// Mods is a set of modifiers of a token: bit n is the n-th of Modifiers.
type Mods uint8

// The modifiers, in the order of authoring.md 7; External is never set here.
const (
	Declaration Mods = 1 << iota
	Readonly
	Deprecated
	DefaultLibrary
	Boundary // text of a boundary paragraph
	External
)

// Modifiers are the names of the modifiers. The slice is the caller's.
func Modifiers() []string {
	return []string{"declaration", "readonly", "deprecated", "defaultLibrary", "boundary", "external"}
}

// Token is a semantic token.
type Token struct {
	Span text.Span
	Type Type
	Mods Mods
}

// Touching are those of sorted tokens that touch a span, a part of list.
func Touching(list []Token, s text.Span) []Token {
	i := sort.Search(len(list), func(i int) bool { return list[i].Span.End >= s.Start })
	j := i + sort.Search(len(list)-i, func(k int) bool { return list[i+k].Span.Start > s.End })
	return list[i:j]
}
