package report

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// paint colours text for one writer; off, it changes nothing.
type paint bool

// ink is an ANSI sequence.
type ink string

const (
	bold    ink = "\x1b[1m"
	dim     ink = "\x1b[2m"
	red     ink = "\x1b[1;31m"
	green   ink = "\x1b[32m"
	yellow  ink = "\x1b[1;33m"
	blue    ink = "\x1b[1;34m"
	magenta ink = "\x1b[1;35m"
	cyan    ink = "\x1b[1;36m"
	reset       = "\x1b[0m"
)

func (p paint) in(i ink, s string) string {
	if !bool(p) || s == "" {
		return s
	}
	return string(i) + s + reset
}

func inkOf(s finding.Severity) ink {
	switch s {
	case finding.Error:
		return red
	case finding.Warning:
		return yellow
	case finding.Info:
		return cyan
	}
	return magenta
}
