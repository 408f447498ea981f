package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Format writes runs in one form.
type Format interface {
	// Write writes the whole answer. The error is w's.
	Write(w io.Writer, r *Run) error
}

// Screen is what a format may know of the place that it writes to.
type Screen struct {
	// Colour says that ANSI colours are wanted; only the text form has them.
	Colour bool
	// Width is the number of columns to fill at most, 0 where it is unknown.
	Width int
}

// formats are all there are, in the order in which help names them. A new
// format is a line here.
var formats = []struct {
	name string
	make func(Screen) Format
}{
	{"text", func(s Screen) Format { return newText(s) }},
	{"compact", func(Screen) Format { return compact{} }},
	{"json", func(Screen) Format { return asJSON{} }},
}

// Names lists the formats.
func Names() []string {
	var list []string
	for _, f := range formats {
		list = append(list, f.name)
	}
	return list
}

// NewFormat gives the format of that name, which must be one of allowed. The
// error is made for the reader and names what there is.
func NewFormat(name string, allowed []string, s Screen) (Format, error) {
	for _, f := range formats {
		if f.name == name && slices.Contains(allowed, name) {
			return f.make(s), nil
		}
	}
	return nil, fmt.Errorf("unknown format %s; there are %s", finding.Quote(name), strings.Join(allowed, ", "))
}
