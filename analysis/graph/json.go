package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// JSON is the graph as JSON, indented, with a line end. Characters that a
// reader could not see are written as escapes of JSON.
func (g *Graph) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(g); err != nil {
		return nil, err
	}
	return visible(b.Bytes()), nil
}

// visible escapes what is invisible inside the strings of a JSON text. Outside
// of them there is nothing beyond ASCII.
func visible(src []byte) []byte {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		if src[i] < utf8.RuneSelf && src[i] != 0x7f {
			out = append(out, src[i])
			i++
			continue
		}
		r, n := utf8.DecodeRune(src[i:])
		switch {
		case !finding.Invisible(r):
			out = append(out, src[i:i+n]...)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
	}
	return out
}
