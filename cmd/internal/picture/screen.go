package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// RGB is a colour of its own, 0 for none.
type RGB uint32

// rgb is the colour of three numbers.
func rgb(r, g, b int) RGB { return RGB(1<<24 | r<<16 | g<<8 | b) }

func (c RGB) String() string { return fmt.Sprintf("#%06x", uint32(c)&0xffffff) }

// Screen draws what a full-screen program shows in a terminal: the output of
// tmux capture-pane -e -p. The program has to use colours of 24 bits; anything
// that is not known is an error, because a picture would be wrong without a
// word. Rows that are all blank at the end are left out.
func Screen(title, caption, capture string) ([]byte, error) {
	lines, err := fromScreen(capture)
	if err != nil {
		return nil, err
	}
	columns := 0
	for _, l := range lines {
		columns = max(columns, l.width())
	}
	var d drawing
	w, h := d.window(columns, len(lines), caption)
	for i, l := range lines {
		d.line(margin, barSize+margin+i*lineHeight, l)
	}
	return d.svg(w, h, title), nil
}

func fromScreen(s string) ([]Line, error) {
	var lines []Line
	var style Style
	for row := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		var cur Line
		for row != "" {
			n := strings.IndexByte(row, '\x1b')
			if n < 0 {
				n = len(row)
			}
			cur = cur.add(row[:n], style)
			if row = row[n:]; row == "" {
				break
			}
			codes, rest, err := colours(row)
			if err != nil {
				return nil, err
			}
			if style, err = style.onScreen(codes); err != nil {
				return nil, err
			}
			row = rest
		}
		lines = append(lines, cur)
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1].text()) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines, nil
}

// colours cuts one sequence ESC [ … m off the start of s; its numbers may have
// parts behind colons.
func colours(s string) (codes []string, rest string, err error) {
	body, ok := strings.CutPrefix(s, "\x1b[")
	end := strings.IndexFunc(body, func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
	if !ok || end < 0 || body[end] != 'm' {
		return nil, "", fmt.Errorf("a control sequence that sets no colour: %q", s[:min(len(s), 8)])
	}
	return strings.Split(body[:end], ";"), body[end+1:], nil
}

// onScreen is the style behind a sequence.
func (s Style) onScreen(codes []string) (Style, error) {
	for i := 0; i < len(codes); i++ {
		switch c := codes[i]; c {
		case "", "0":
			s = Style{}
		case "1":
			s.Bold = true
		case "2":
			s.Dim = true
		case "3":
			s.Italic = true
		case "4", "4:1", "4:2", "4:3", "4:4", "4:5":
			s.Underline = true
		case "22":
			s.Bold, s.Dim = false, false
		case "23":
			s.Italic = false
		case "24", "4:0":
			s.Underline = false
		case "39":
			s.Fore = 0
		case "49":
			s.Back = 0
		case "59": // the colour of the line below
		case "38", "48", "58":
			colour, err := direct(codes[i+1:])
			if err != nil {
				return s, err
			}
			switch c {
			case "38":
				s.Fore = colour
			case "48":
				s.Back = colour
			}
			i += 4
		default:
			return s, fmt.Errorf("a sequence that is not known: %q", c)
		}
	}
	return s, nil
}

// direct reads the numbers 2, red, green and blue.
func direct(codes []string) (RGB, error) {
	if len(codes) < 4 || codes[0] != "2" {
		return 0, fmt.Errorf("a colour that is not one of 24 bits: %q", codes)
	}
	var parts [3]int
	for i := range parts {
		n, err := strconv.Atoi(codes[i+1])
		if err != nil || n > 255 {
			return 0, fmt.Errorf("a colour that is not one of 24 bits: %q", codes)
		}
		parts[i] = n
	}
	return rgb(parts[0], parts[1], parts[2]), nil
}
