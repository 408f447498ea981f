package bot

import "github.com/boundary-lsp/boundary-lsp/dsl/text"

// File is one parsed source file.
type File struct {
	Text *text.Text
	// Profile is the syntax profile the file is read in: 1 or 2
	// (bot-language.md 6.1).
	Profile int
	// Header is the dsl: line that counts, nil without one.
	Header  *Header
	Imports []*Import
	// Decls are the declarations at top level in order, misplaced and
	// misspelt ones among them.
	Decls []*Decl
	// Orphans are edges outside any workflow or group.
	Orphans []*Edge
	// Errors are sorted by place.
	Errors []Error
	// Tokens cover the text from its first byte to its last, without gaps.
	Tokens []Token
	// decodes says that quoted strings decode escapes: profile 2, or the
	// strict-escape directive (bot-language.md 4.3).
	decodes bool
}

// Header is the line `dsl: N`.
type Header struct {
	Span  text.Span
	Value text.Span
}

// Import is the line `import "path"`. Path is the decoded string.
type Import struct {
	Span  text.Span
	Value *Value // nil where the path is missing
	Path  string
	// Late says that a declaration stands before it (E044).
	Late bool
}

// Ident is a name as it stands in the source. A missing one has no text and an
// empty span at the place where it should stand.
type Ident struct {
	Text string
	Span text.Span
}

// Missing reports whether there is no name.
func (i Ident) Missing() bool { return i.Text == "" }

// Kind says what a declaration declares.
type Kind uint8

// The kinds of declarations (bot-language.md 8). KindBad is a declaration
// whose keyword is none and resembles none.
const (
	KindBad Kind = iota
	KindVars
	KindPresets
	KindAttachments
	KindSecrets
	KindMCPServer
	KindPrompt
	KindSchema
	KindCursor
	KindSupervisor
	KindAgent
	KindJudge
	KindRouter
	KindHuman
	KindTool
	KindCompute
	KindEmit
	KindWait
	KindAwaitAnswers
	KindFail
	KindSubbot
	KindGroup
	KindUse
	KindContract
	KindWorkflow
)

// Decl is a declaration: `keyword name:` with its body.
type Decl struct {
	Kind Kind
	// Span runs from the first byte of the header to the end of the last
	// line of the body that holds anything, without its line end.
	Span text.Span
	// Header is the header line from its keyword to its end, comments left
	// out.
	Header  text.Span
	Keyword Ident // as written; Kind has the closest one where it is misspelt
	Name    Ident // also the name of a group; missing for vars and the like
	// Indent is the column of the header, in spaces.
	Indent int
	// Props are the properties in order: for vars, presets, attachments,
	// secrets and schemas the entries.
	Props []*Prop
	// Decls are the nodes of a group, and nodes misplaced in a workflow.
	Decls []*Decl
	Edges []*Edge // of a workflow or group
	Body  *Body   // of a prompt; nil where it has none
	// Params are the parameters of a group.
	Params []Ident
	// Group, Prefix and With belong to `use GROUP as PREFIX with {…}`; With
	// also to a `with {…}` line of emit and subbot.
	Group, Prefix Ident
	With          *With
	// Broken says that an error stands in the header or on a line of the
	// body that belongs to no property.
	Broken bool
}

// Prop returns the last property of that name, which is the one that counts,
// or nil.
func (d *Decl) Prop(name string) *Prop { return lastProp(d.Props, name) }

// Prop is `name: value`, `name:` with a block, or an entry of a block.
type Prop struct {
	// Span runs from the name to the end of the value or block.
	Span  text.Span
	Name  Ident
	Colon text.Span // empty where missing
	Value *Value    // nil without a value
	// Block holds the entries of the deeper block; HasBlock tells an empty
	// block from none.
	Block    []*Prop
	HasBlock bool
	// Constraints and Default belong to fields of vars and schemas:
	// `name: TYPE [enum: "a", "b"] = literal`; Value is the TYPE.
	Constraints []*Constraint
	Default     *Value
	// Unknown says that this kind of declaration has no property of that
	// name; the value is kept as it reads, a block as generic entries.
	Unknown bool
	// Broken says that an error stands in the property: it is half typed,
	// unclosed, or its value is not what the property takes.
	Broken bool
}

// Prop returns the last entry of that name in the property's block, or nil.
func (p *Prop) Prop(name string) *Prop { return lastProp(p.Block, name) }

func lastProp(list []*Prop, name string) *Prop {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name.Text == name {
			return list[i]
		}
	}
	return nil
}

// Constraint is `[enum: "a", "b"]` or `[matching: "RE"]`.
type Constraint struct {
	Span   text.Span
	Name   Ident
	Values []*Value
}

// ValueKind says what a value is.
type ValueKind uint8

// The kinds of values (bot-language.md 5).
const (
	BadValue ValueKind = iota
	Word               // one word, true and false among them
	Dotted             // words joined by dots, with a final .* perhaps
	String             // "…", `…` or a block scalar
	Int
	Float
	Number // a number with a unit behind it: 30s
	List   // [a, b] or a dashed list
	Map    // {K: v}
)

// StringForm tells the three spellings of a string apart.
type StringForm uint8

// The forms of strings (bot-language.md 4.3).
const (
	Quoted StringForm = iota
	Raw
	BlockScalar
)

// Value is the value of a property, an element of a list, or a literal.
type Value struct {
	Kind ValueKind
	Span text.Span
	// Text is the word, the dotted words without blanks, or the spelling of
	// the number. For strings see File.Decode.
	Text string
	// Form, Inner and Indent belong to strings. Inner is the source between
	// the delimiters; of a block scalar, its content lines from the start of
	// the first to the end of the last, line end included. Indent is how
	// many spaces each line of a block scalar loses.
	Form   StringForm
	Inner  text.Span
	Indent int
	// Closed is false for a string or list whose end is missing.
	Closed bool
	// Items are the elements of a list, Entries those of a map.
	Items   []*Value
	Entries []*Prop
	// Dashed says that the list is written with dashes, one element a line.
	Dashed bool
}

// Body is the body of a prompt.
type Body struct {
	// Span runs from the start of the first line that holds text to the end
	// of the last one, without its line end.
	Span text.Span
	// Indent is how many spaces each line loses.
	Indent int
}

// Edge is one line `a -> b …`. A chain has more than two refs; its clauses
// belong to the last arrow.
type Edge struct {
	Span text.Span
	// Refs are the nodes in order; a missing one is a missing Ident. Dotted
	// refs are one Ident with its dots.
	Refs    []Ident
	When    *When
	Else    text.Span // empty without one
	Loop    *Loop
	With    *With
	Foreach bool // Loop is a foreach
	Broken  bool
}

// When is a guard: `when f`, `when not f`, or `when "expression"`.
type When struct {
	Span  text.Span
	Not   bool
	Field Ident
	Expr  *Value
}

// Loop is `as name(…)` or `as foreach name(item in "…")`.
type Loop struct {
	Span      text.Span
	Name      Ident
	Cap       *Value // an INT or a STRING, nil for unbounded without fuel
	Unbounded bool
	Item      Ident  // of a foreach
	In        *Value // of a foreach
}

// With is `with { key: value, … }`.
type With struct {
	Span    text.Span
	Open    text.Span // the brace
	Close   text.Span // empty where missing
	Entries []*Prop
}

// Error is something that does not parse. Code is the engine's (E002) or empty
// where the engine says nothing and reads the text differently.
type Error struct {
	Code string
	Span text.Span
	// Kind tells errors of one code apart, in kebab-case; it decides the
	// quick fix: "tab-indent", "missing-colon", "unclosed-list", ….
	Kind string
	// Message says what is wrong and what to do; names from the file are
	// not in it.
	Message string
	// Got is the text from the file that the message is about, raw; Want is
	// the nearest known word, where one is near.
	Got, Want string
	// Fix is the edit that mends it, where one is obvious; Safe says that it
	// cannot change what else is read.
	Fix  []text.Edit
	Safe bool
	// Warning says that the engine reads on, but not as it looks.
	Warning bool
}

// TokenKind says what a token is.
type TokenKind uint8

// The kinds of tokens. Space, Newline, Comment and BOM are trivia.
const (
	TokBad TokenKind = iota
	TokBOM
	TokSpace // spaces and tabs
	TokNewline
	TokComment
	TokWord
	TokInt
	TokFloat
	TokString // "…" with its quotes
	TokRaw    // `…`
	TokBlock  // the | of a block scalar
	TokText   // content lines of a block scalar or a prompt body, with blank lines between and line ends
	TokColon
	TokArrow
	TokEquals
	TokComma
	TokLBracket
	TokRBracket
	TokLBrace
	TokRBrace
	TokLParen
	TokRParen
	TokDot
	TokStar
	TokDash
)

// Token is a piece of the source.
type Token struct {
	Kind TokenKind
	Span text.Span
}
