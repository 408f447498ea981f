package rule

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// section is a part of an explanation, written as text or as Markdown.
type section struct {
	title  string
	blocks []block
}

// block is a paragraph or, with a file, code. Paragraphs are Markdown of the
// simplest kind: nothing but backticks.
type block struct {
	text string
	file *File
	// bad says that the code is an example of what is wrong.
	bad bool
	// named says that the file's name is shown above the code.
	named bool
}

// sections gives everything that is said about a rule, in order; the first
// section has no title.
func (r Rule) sections() []section {
	return []section{
		{"", []block{{text: r.Summary}}},
		{"Why it matters", []block{{text: r.Why}}},
		{"Bad", r.Bad.blocks(true)},
		{"Good", r.Good.blocks(false)},
		{"How to fix", []block{{text: r.Mend}, {text: r.fixing()}}},
		{"How to silence", r.silencing()},
	}
}

// facts gives what stands under the title: label and value.
func (r Rule) facts() [][2]string {
	severity := r.SeverityText()
	if r.SeverityNote != "" {
		severity += " (" + r.SeverityNote + ")"
	}
	list := [][2]string{{"Severity", severity}}
	if len(r.Engine) > 0 {
		words := make([]string, len(r.Engine))
		for i, e := range r.Engine {
			words[i] = e.Code
			if e.Warning {
				words[i] += " warning"
			}
			if e.Note != "" {
				words[i] += " (" + e.Note + ")"
			}
		}
		list = append(list, [2]string{"Engine codes", strings.Join(words, ", ")})
	}
	return list
}

func (r Rule) fixing() string {
	safe := "`boundary-lsp fix` applies the safe fix"
	if r.FixNote != "" {
		safe += " (" + r.FixNote + ")"
	}
	switch r.Fixes {
	case FixSafe:
		return safe + ", and so does fixing on save."
	case FixOffered:
		return "Editors offer a fix where one is possible; `boundary-lsp fix --unsafe` applies it."
	case FixSafe | FixOffered:
		return safe + "; the others are offered in editors and applied by `boundary-lsp fix --unsafe`."
	}
	if r.Family() == "BOT" {
		return "There is no automatic fix, but for a misspelt name that has one nearest."
	}
	return "There is no automatic fix."
}

func (r Rule) silencing() []block {
	code := func(name, text string) block { return block{file: &File{Name: name, Text: text}} }
	var list []block
	if comment, place := r.comment(); comment != "" {
		which := "Put a comment with a reason"
		if r.Comment == CommentWarnings {
			which = "Its errors cannot be silenced. For a warning, put a comment with a reason"
		}
		list = append(list,
			block{text: which + " " + place + "; without a reason it silences nothing:"},
			code("", comment+"\n"))
	}
	switch {
	case r.Config == ConfigAny:
		lead := "Or set its severity for the whole workspace in `.boundary.toml`:"
		if len(list) == 0 {
			lead = "Set its severity for the whole workspace in `.boundary.toml`; a comment does not do it:"
			if r.Comment == CommentYes {
				lead = "Set its severity for the whole workspace in `.boundary.toml`:"
			}
		}
		list = append(list, block{text: lead},
			code(".boundary.toml", fmt.Sprintf("[rules]\n%s = \"off\"  # or \"hint\", \"info\", \"warning\", \"error\"\n", r.Code)))
	case r.Config == ConfigRaise:
		list = append(list, block{text: "`[rules]` in `.boundary.toml` can raise its severity, never lower it."})
	case len(list) == 0:
		list = append(list, block{text: "It cannot be silenced: not by a comment, not by `[rules]` in `.boundary.toml`, not by a baseline."})
	}
	if r.Instead != "" {
		list = append(list, block{text: r.Instead})
	}
	if r.InsteadConfig != "" {
		list = append(list, code(".boundary.toml", r.InsteadConfig))
	}
	return list
}

// comment gives the silencing comment in the language that the rule speaks
// about, and where it goes; nothing where a comment does not silence the rule
// or the language has no place for one.
func (r Rule) comment() (text, place string) {
	if r.Comment == CommentNo || len(r.Bad.Files) == 0 {
		return "", ""
	}
	text = "boundary: ignore " + r.Code + " — reason"
	const line = "on the line of the finding or the line above"
	switch r.Bad.Files[0].Lang() {
	case "bot":
		return "## " + text, line
	case "markdown":
		return "<!-- " + text + " -->", "above the block"
	case "yaml":
		return "", ""
	}
	return "# " + text, line
}

func (e Example) blocks(bad bool) []block {
	var list []block
	for i := range e.Files {
		f := &e.Files[i]
		if f.Hidden {
			continue
		}
		list = append(list, block{file: f, bad: bad, named: f.Name != "main.bot" || len(e.Files) > 1})
	}
	if e.Note != "" {
		list = append(list, block{text: e.Note})
	}
	return list
}

// textWidth is where the lines of an explanation are broken, in code points.
const textWidth = 80

// Explain writes what the rules say and why, as plain text for a terminal. The
// text depends on the rules alone: the same for a code and its name.
func Explain(w io.Writer, rules ...Rule) error {
	var b strings.Builder
	for i, r := range rules {
		if i > 0 {
			b.WriteString("\n" + strings.Repeat("-", textWidth) + "\n\n")
		}
		fmt.Fprintf(&b, "%s %s\n\n", r.Code, r.Name)
		for _, f := range r.facts() {
			wrap(&b, f[0]+": "+f[1], "")
		}
		for _, s := range r.sections() {
			b.WriteByte('\n')
			indent := ""
			if s.title != "" {
				fmt.Fprintf(&b, "%s\n\n", s.title)
				indent = "  "
			}
			for j, part := range s.blocks {
				if j > 0 {
					b.WriteByte('\n')
				}
				if part.file == nil {
					wrap(&b, part.text, indent)
					continue
				}
				if part.named {
					fmt.Fprintf(&b, "  %s:\n\n", part.file.Name)
				}
				for line := range strings.Lines(shown(part.file.Text)) {
					if line != "\n" {
						b.WriteString("    ")
					}
					b.WriteString(line)
				}
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown is a file's text as it may be printed: bad bytes become U+FFFD.
func shown(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

// wrap writes a paragraph, broken at blanks, every line behind indent.
func wrap(b *strings.Builder, text, indent string) {
	column := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > textWidth:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
}
