package bot

// Form says what a property accepts (bot-language.md 5).
type Form uint8

// The forms of values.
const (
	FormString         Form = iota // a string or one plain word
	FormIdent                      // a word
	FormDotted                     // words joined by dots
	FormStringOrIdent              // a string or dotted words
	FormPrompt                     // the name of a prompt or, as a string, its text
	FormPromptName                 // the name of a prompt only
	FormInt                        // digits
	FormNumber                     // digits, with a fraction perhaps
	FormStringOrNumber             // a string, or a number with a unit perhaps
	FormBool                       // true or false
	FormEnum                       // one of Words, quoted perhaps
	FormEnumOrEnv                  // one of Words, or any string
	FormChecked                    // a word; Words are those that compile
	FormLiteral                    // a string, a number, true or false
	FormToolList                   // dotted words, .* perhaps, or strings
	FormStringList                 // strings or plain words
	FormIdentList                  // words
	FormMixedList                  // strings or dotted words, commas optional
	FormSkillList                  // as FormToolList
	FormIdentOrList                // a word or a list of words
	FormMap                        // { K: v } or a block of K: v
	FormJSON                       // one JSON-like value
	FormBlock                      // a deeper block
	FormWordOrBlock                // a word or a deeper block
	FormCursorValue                // a word, a number or a string
	FormType                       // the type of a var or schema field, constraints, a default
	FormPort                       // the type of a contract's port, a deeper block perhaps
	FormAttachment                 // file or image, a deeper block perhaps
	FormSecret                     // a string or nothing, a deeper block perhaps
	FormExpr                       // a string that holds an expression
	FormCapacity                   // a number or a list of strings
)

// Quotable reports whether a string may stand for the value.
func (f Form) Quotable() bool {
	switch f {
	case FormString, FormStringOrIdent, FormPrompt, FormStringOrNumber, FormEnumOrEnv,
		FormLiteral, FormCursorValue, FormExpr, FormSecret:
		return true
	}
	return false
}

// IsList reports whether the value is a list of elements, which may be written
// with dashes.
func (f Form) IsList() bool {
	switch f {
	case FormToolList, FormStringList, FormIdentList, FormMixedList, FormSkillList, FormIdentOrList, FormCapacity:
		return true
	}
	return false
}

// IsBlock reports whether a deeper block may follow.
func (f Form) IsBlock() bool {
	switch f {
	case FormBlock, FormWordOrBlock, FormMap, FormPort, FormAttachment, FormSecret:
		return true
	}
	return false
}

// PropInfo describes a property of a declaration or block.
type PropInfo struct {
	Name string
	Form Form
	// Words are the accepted words of FormEnum and FormEnumOrEnv, and those
	// that compile of FormChecked.
	Words []string
	// Block describes the deeper block, nil without one.
	Block *BlockInfo
	// Newer says that the June 2026 engine does not know it.
	Newer bool
	// Elsewhere says that it is accepted here and means something only in
	// another host: it is not worth offering.
	Elsewhere bool
}

// BlockInfo describes what may stand in the body of a declaration or in a
// block.
type BlockInfo struct {
	// Props are the properties in the order of the reference.
	Props []PropInfo
	// Entry describes entries with names of the author's choice, nil where
	// there are none.
	Entry *PropInfo
	// With says that a line `with {…}` may stand here.
	With bool
	// Noun names the block in messages: "agent", "budget block".
	Noun string

	// stray is the code for a token that is no name where a name should
	// stand; quoted says that names may be quoted; once, that a repeated name
	// is an error of that code; filled, that the block may never be empty.
	stray  string
	quoted bool
	once   string
	filled bool
}

// Prop is the property of that name, or nil.
func (b *BlockInfo) Prop(name string) *PropInfo {
	if b == nil {
		return nil
	}
	for i := range b.Props {
		if b.Props[i].Name == name {
			return &b.Props[i]
		}
	}
	return nil
}

// Lookup is the property of that name, else the entry that takes any name, or
// nil.
func (b *BlockInfo) Lookup(name string) *PropInfo {
	if p := b.Prop(name); p != nil {
		return p
	}
	if b == nil {
		return nil
	}
	return b.Entry
}

// Properties are the properties of a kind of declaration in the order of the
// reference; those of vars, presets, attachments, secrets and schemas are
// named by the author, and there are none in the table.
func Properties(k Kind) []PropInfo {
	if b := Block(k); b != nil {
		return b.Props
	}
	return nil
}

// Block describes the body of a kind of declaration or, with a path of
// property names, a block in it: Block(KindAgent, "fallbacks", "spare"). It is
// nil where there is no such block, for prompts and for uses.
func Block(k Kind, path ...string) *BlockInfo {
	if int(k) >= len(bodies) {
		return nil
	}
	b := bodies[k]
	for _, name := range path {
		p := b.Lookup(name)
		if p == nil {
			return nil
		}
		b = p.Block
	}
	return b
}

// Renamed is the present name of a property that an older engine knew by
// another one (bot-language.md 17).
func Renamed(name string) (string, bool) {
	if name == "rtk" {
		return "compress", true
	}
	return "", false
}

// Types are the types of vars; schema fields have "file" as well.
var Types = []string{"string", "bool", "int", "float", "json", "string[]"}
