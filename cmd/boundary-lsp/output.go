package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// reportOptions are the flags that say how findings are shown and judged.
type reportOptions struct {
	format, colour   string
	severity, failOn string
	output           string
	quiet, stats     bool
}

func (o *reportOptions) flags(cmd *cobra.Command, formats ...string) {
	o.format, o.colour, o.severity, o.failOn = formats[0], "auto", "info", "warning"
	enumFlag(cmd, &o.format, "format", "form of the output", formats...)
	enumFlag(cmd, &o.colour, "color", "colours in the text form", "auto", "always", "never")
	enumFlag(cmd, &o.severity, "severity", "show findings from this level up", "error", "warning", "info", "hint")
	enumFlag(cmd, &o.failOn, "fail-on", "exit with 1 for findings from this level up, shown or not", "error", "warning", "info", "hint", "never")
	f := cmd.Flags()
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress and no summary")
	f.BoolVar(&o.stats, "stats", false, "print files, bytes and times on standard error")
}

// level is the severity that a flag names; never is Off.
func level(word string) finding.Severity {
	s, _ := finding.ParseSeverity(word)
	return s
}

// write shows a run where the flags say.
func (a *app) write(o *reportOptions, r *report.Run) error {
	screen := report.Screen{}
	if o.output == "" {
		screen.Colour = a.colour(o.colour, a.out)
		if f, ok := terminal(a.out); ok {
			screen.Width, _, _ = term.GetSize(int(f.Fd()))
		}
	} else {
		screen.Colour = o.colour == "always"
	}
	format, err := report.NewFormat(o.format, report.Names(), screen)
	if err != nil {
		return usageError{err}
	}
	if o.output == "" {
		return a.printed(format.Write(a.out, r))
	}
	var b bytes.Buffer
	if err := format.Write(&b, r); err != nil {
		return err
	}
	name := workspace.Abs(a.dir, o.output)
	if err := os.WriteFile(filepath.FromSlash(name), b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("the output %s cannot be written: %w", finding.Quote(o.output), cause(err))
	}
	return nil
}

// printed makes an error of writing to the standard output readable.
func (a *app) printed(err error) error {
	if err != nil {
		return fmt.Errorf("the answer cannot be written: %w", cause(err))
	}
	return nil
}

// source gives reports the texts of a snapshot.
type source struct{ snap *workspace.Snapshot }

func (s source) Text(path string) *text.Text { return s.snap.File(path).Text }
func (s source) Root(path string) string     { return s.snap.Root(path) }
