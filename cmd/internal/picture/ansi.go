package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// FromANSI reads the output of a program that colours it with SGR sequences.
// Other sequences are an error: a picture would show them as they are.
func FromANSI(s string) ([]Line, error) {
	var lines []Line
	var cur Line
	var style Style
	for s != "" {
		n := strings.IndexAny(s, "\x1b\n")
		if n < 0 {
			cur = cur.add(s, style)
			break
		}
		cur = cur.add(s[:n], style)
		if s[n] == '\n' {
			lines, cur, s = append(lines, cur), nil, s[n+1:]
			continue
		}
		codes, rest, err := sgr(s[n:])
		if err != nil {
			return nil, err
		}
		if style, err = style.with(codes); err != nil {
			return nil, err
		}
		s = rest
	}
	if len(cur) > 0 {
		lines = append(lines, cur)
	}
	return lines, nil
}

// sgr cuts one sequence ESC [ … m off the start of s.
func sgr(s string) (codes []string, rest string, err error) {
	body, ok := strings.CutPrefix(s, "\x1b[")
	end := strings.IndexFunc(body, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	if !ok || end < 0 || body[end] != 'm' {
		return nil, "", fmt.Errorf("a control sequence that sets no colour: %q", s[:min(len(s), 8)])
	}
	return strings.Split(body[:end], ";"), body[end+1:], nil
}

// with is the style behind a sequence.
func (s Style) with(codes []string) (Style, error) {
	for _, c := range codes {
		n, err := strconv.Atoi("0" + c)
		switch {
		case err != nil:
			return s, err
		case n == 0:
			s = Style{}
		case n == 1:
			s.Bold = true
		case n == 2:
			s.Dim = true
		case n >= 31 && n <= 36:
			s.Color = Red + Color(n-31)
		default:
			return s, fmt.Errorf("a colour that is not known: %q", c)
		}
	}
	return s, nil
}
