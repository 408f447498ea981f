package paragraph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The parts that Region.Missing names.
const (
	PartData      = "data"
	PartAuthority = "authority"
	PartResponse  = "response"
)

var (
	dataWords      = []string{"data", "not instructions", "not an instruction"}
	authorityWords = []string{"authoritative", "system prompt", "this prompt"}
	responseWords  = []string{"never", "not obey", "not follow", "not act"}
	responseStems  = []string{
		"report", "flag", "cite", "record", "note", "quote", "surface", "escalate", "mention",
		"raise", "list", "treat", "ignor", "disregard", "refus", "overrid",
	}
)

// missing lists the parts that a paragraph lacks; phraseEnd is where its
// phrase ends (boundary-class.md 6.4, content).
func missing(paragraph string, phraseEnd int) []string {
	var list []string
	all, at := normal(paragraph, phraseEnd)
	if !anyWord(all, dataWords, false) {
		list = append(list, PartData)
	}
	if !anyWord(all, authorityWords, false) {
		list = append(list, PartAuthority)
	}
	behind := strings.TrimLeft(all[at:], " ")
	if !anyWord(behind, responseWords, false) && !anyWord(behind, responseStems, true) {
		list = append(list, PartResponse)
	}
	return list
}

// normal is s in lower case with every run of white space one space, and none
// at the ends; at is where the byte of s at off, behind a word, stands in it.
func normal(s string, off int) (lower string, at int) {
	b := make([]byte, 0, len(s)+utf8.UTFMax)
	space := false
	for i := 0; i < len(s); {
		if i <= off {
			at = len(b)
		}
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		if r == ' ' || unicode.IsSpace(r) {
			space = len(b) > 0
			continue
		}
		if space {
			b = append(b, ' ')
			space = false
		}
		switch {
		case 'A' <= r && r <= 'Z':
			b = append(b, byte(r)|0x20)
		case r < utf8.RuneSelf:
			b = append(b, byte(r))
		default:
			b = utf8.AppendRune(b, unicode.ToLower(r))
		}
	}
	if off >= len(s) {
		at = len(b)
	}
	return string(b), at
}

// anyWord reports whether s has one of the words as a whole word or, for
// stems, as the start of one.
func anyWord(s string, words []string, stems bool) bool {
	for _, w := range words {
		for at := 0; ; {
			i := strings.Index(s[at:], w)
			if i < 0 {
				break
			}
			i += at
			at = i + len(w)
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[at:])
			if (i == 0 || !wordRune(before)) && (stems || at == len(s) || !wordRune(after)) {
				return true
			}
		}
	}
	return false
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// Status says whether a body carries the phrase; the other values are the
// causes of boundary-class.md 6.1.
type Status string

// The statuses of a body.
const (
	Carries  Status = ""
	NoPhrase Status = "no-phrase"
	NotExact Status = "phrase-not-exact"
)

// Check looks for the phrase in a compiled body. For NotExact the span is the
// first inexact phrase in c.Text.
func Check(c *bot.Compiled) (Status, text.Span) {
	if strings.Contains(c.Text, Phrase) {
		return Carries, text.Span{}
	}
	if s := inexact(c.Text); !s.Empty() {
		return NotExact, s
	}
	return NoPhrase, text.Span{}
}

// inexact is the first place in s that reads as the phrase when letter case is
// ignored and every run of white space and hyphens is one space.
func inexact(s string) text.Span {
	words := strings.Fields(Phrase)
	first := words[0]
	for i := 0; i+len(first) <= len(s); i++ {
		if s[i]|0x20 != 'u' || !strings.EqualFold(s[i:i+len(first)], first) {
			continue
		}
		at := i + len(first)
		for _, w := range words[1:] {
			rest := strings.TrimLeftFunc(s[at:], func(r rune) bool { return unicode.IsSpace(r) || hyphen(r) })
			if len(rest) == len(s)-at || len(rest) < len(w) || !strings.EqualFold(rest[:len(w)], w) {
				at = -1
				break
			}
			at = len(s) - len(rest) + len(w)
		}
		if at >= 0 {
			return text.Span{Start: i, End: at}
		}
	}
	return text.Span{}
}

// hyphen reports whether r joins two words: the hyphens of ASCII and Unicode.
func hyphen(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' }
