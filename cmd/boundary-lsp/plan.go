package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// The inks of a rendered plan.
const (
	headInk     = "\x1b[1m"
	externalInk = "\x1b[33m"
	noInk       = "\x1b[0m"
)

// planWriter writes prompts for people: a line with the name of each node, its
// text below, indented so that no text can pass for such a line.
type planWriter struct {
	*bufio.Writer
	escaped, coloured bool
}

// writePlan shows a plan. escaped writes characters that could harm a terminal
// as escapes; without it, and the indentation taken away, texts are as they
// are.
func writePlan(w io.Writer, plan *playbook.Plan, escaped, coloured bool) error {
	p := planWriter{bufio.NewWriter(w), escaped, coloured}
	for i, prompt := range plan.Prompts {
		if i > 0 {
			p.WriteByte('\n')
		}
		head := prompt.Kind + " " + prompt.Step
		if prompt.Agent != "" {
			head += ", agent " + prompt.Agent
		}
		p.ink(headInk, head)
		p.WriteString("\n  ")
		at := 0
		for _, r := range prompt.Regions {
			p.piece("", prompt.Text[at:r.Start])
			p.piece(externalInk, prompt.Text[r.Start:r.End])
			at = r.End
		}
		p.piece("", prompt.Text[at:])
		p.WriteByte('\n')
	}
	if len(plan.Prompts) == 0 {
		fmt.Fprintln(p, "The plan has no prompts.")
	}
	return p.Flush()
}

func (p planWriter) ink(ink, s string) {
	if p.coloured && ink != "" && s != "" {
		s = ink + s + noInk
	}
	p.WriteString(s)
}

// piece writes a part of a text, each of its lines in one ink.
func (p planWriter) piece(ink, s string) {
	for i := 0; ; i++ {
		line, rest, more := strings.Cut(s, "\n")
		if i > 0 {
			p.WriteString("\n  ")
		}
		if p.escaped {
			line = escapedLine(line, more)
		}
		p.ink(ink, line)
		if !more {
			return
		}
		s = rest
	}
}

// escapedLine makes a line safe for a terminal. Tabs harm nothing, and neither
// does a carriage return at the end, where the line ends there.
func escapedLine(line string, ends bool) string {
	body, cr := line, false
	if ends {
		body, cr = strings.CutSuffix(line, "\r")
	}
	parts := strings.Split(body, "\t")
	for i := range parts {
		parts[i] = finding.Escape(parts[i])
	}
	line = strings.Join(parts, "\t")
	if cr {
		line += "\r"
	}
	return line
}
