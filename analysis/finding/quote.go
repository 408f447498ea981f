package finding

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxQuoted is how many characters of a file's text a message repeats
// (cli.md, Messages).
const MaxQuoted = 60

// Escape makes text from a file fit for one line of a terminal or a log: line
// breaks, control characters, invisible and bidirectional codepoints become
// visible escapes (\n, \u{200b}). Nothing is cut. Bytes that are no UTF-8
// become U+FFFD.
func Escape(s string) string { return escape(s, -1) }

// Cut escapes s and cuts it to MaxQuoted characters with an ellipsis. An
// escape counts as one character and is never cut in two.
func Cut(s string) string { return escape(s, MaxQuoted) }

// Quote puts text from a file into backticks, escaped and cut; a backtick in
// it becomes an apostrophe.
func Quote(s string) string {
	return "`" + strings.ReplaceAll(Cut(s), "`", "'") + "`"
}

func escape(s string, limit int) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain && (limit < 0 || len(s) <= limit) {
		return s
	}
	var b strings.Builder
	n := 0
	for i, r := range s {
		if limit >= 0 && n == limit {
			b.WriteString("…")
			break
		}
		n++
		_ = i
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case Invisible(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Invisible reports whether a character shows nothing or changes how its
// neighbours show: control and format characters (bidirectional ones among
// them), line and paragraph separators, variation selectors, tags, fillers,
// private use, surrogates and noncharacters. U+FFFD is visible.
func Invisible(r rune) bool {
	if r < 0x20 || r == 0x7f {
		return true
	}
	if r < utf8.RuneSelf {
		return false
	}
	switch {
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case unicode.Is(unicode.Zs, r):
		// Blanks of odd widths look like U+0020 and are not.
		return true
	}
	return false
}
