package bot

import (
	"strings"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// head is what must be known of a file before it is cut into tokens.
type head struct {
	profile int
	// strict is the comment with the strict-escape directive, empty without.
	strict text.Span
}

// scanHead looks at the lines up to the first significant one for the profile
// (bot-language.md 6.1) and at the first lines for the strict-escape directive
// (4.3).
func scanHead(src string) head {
	h := head{profile: 1}
	at := 0
	if strings.HasPrefix(src, bom) {
		at = len(bom)
	}
	for n := 1; at < len(src); n++ {
		end, next := lineEnd(src, at, len(src))
		s := strings.Trim(src[at:end], " \t")
		switch {
		case s == "":
		case s[0] == '#':
			if n <= strictLines && h.strict.Empty() && isStrict(s) {
				start := at + strings.IndexByte(src[at:end], '#')
				h.strict = text.Span{Start: start, End: start + len(s)}
			}
		default:
			if v, ok := strings.CutPrefix(src[at:end], "dsl"); ok {
				v, ok = strings.CutPrefix(strings.TrimLeft(v, " \t"), ":")
				if i := strings.IndexByte(v, '#'); i >= 0 {
					v = v[:i]
				}
				if ok && strings.Trim(v, " \t") == "2" {
					h.profile = 2
				}
			}
			return h
		}
		at = next
	}
	return h
}

// strictLines is the number of lines in which the directive counts.
const strictLines = 31

func isStrict(comment string) bool {
	switch strings.TrimSpace(strings.TrimLeft(comment, "#")) {
	case "strict-escape: on", "strict-escape:on", "strict-escape = on":
		return true
	}
	return false
}

// badBytes calls yield for each run of bytes that are no UTF-8.
func badBytes(src string, yield func(text.Span)) {
	if utf8.ValidString(src) {
		return
	}
	for at := 0; at < len(src); {
		if src[at] < utf8.RuneSelf {
			at++
			continue
		}
		start := at
		for at < len(src) {
			if r, n := utf8.DecodeRuneInString(src[at:]); r != utf8.RuneError || n != 1 {
				if at == start {
					at += n
					start = -1
				}
				break
			}
			at++
		}
		if start >= 0 {
			yield(text.Span{Start: start, End: at})
		}
	}
}
