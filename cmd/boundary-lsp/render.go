package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

type renderOptions struct {
	params, paramFiles []string
	file               string
	format, colour     string
	config             string
}

func (a *app) renderCommand() *cobra.Command {
	o := &renderOptions{format: "text", colour: "auto"}
	cmd := &cobra.Command{
		Use:   "render PLAYBOOK",
		Short: "Compile a playbook with launch values and print its prompts",
		Long: "Compiles a playbook with launch values and prints the rendered prompts. What was supplied\n" +
			"stands between the markers " + finding.Escape(playbook.ExternalOpen) + " and " + finding.Escape(playbook.ExternalClose) + ", in colour on\n" +
			"a terminal. --param and --param-file win over --params. Nothing is started and nothing is\n" +
			"written; loads stay inside the workspace.\n\n" +
			"Exit codes: 0 the prompts are printed, 1 the run was refused, 2 it could not start (usage,\n" +
			"an unreadable file, launch values that are no JSON object).",
		Example: "  boundary-lsp render --param branch=main --param-file issue=report.txt triage.playbook.star\n" +
			"  boundary-lsp render --params launch.json --format json playbook.star",
		Args: a.exactly(1, "the path of an entry playbook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.render(cmd.Context(), o, args[0])
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.params, "param", nil, "`NAME=VALUE` of a launch parameter, read by its kind (repeatable)")
	f.StringVar(&o.file, "params", "", "JSON `FILE` with launch values: one object, by name")
	f.StringArrayVar(&o.paramFiles, "param-file", nil, "`NAME=PATH`: the text of the file is the value (repeatable)")
	enumFlag(cmd, &o.format, "format", "form of the output", "text", "json")
	enumFlag(cmd, &o.colour, "color", "colours in the text form", "auto", "always", "never")
	configFlag(cmd, &o.config)
	return cmd
}

func (a *app) render(ctx context.Context, o *renderOptions, word string) error {
	session, err := a.session(ctx, o.config, nil)
	if err != nil {
		return err
	}
	snap, file := session.Snapshot(), workspace.Abs(a.dir, word)
	shown := finding.Escape(report.DisplayPath(a.dir, file))
	switch h := snap.File(file); {
	case errors.Is(h.Err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", shown)
	case h.Err != nil:
		return fmt.Errorf("%s: %w", shown, h.Err)
	}
	if c := snap.Config(file); c.Broken {
		return fmt.Errorf("%s: the configuration %s, so it is not known what is a playbook", finding.Escape(report.DisplayPath(a.dir, c.Path)), analysis.ConfigFault(snap, c))
	}
	if snap.PlaybookRole(file) != playbook.Entry {
		return fmt.Errorf("%s is no entry playbook: one is called playbook.star or NAME.playbook.star or begins with `# boundary: playbook`", shown)
	}
	values, err := a.launchValues(o, func() map[string]string { return analysis.ParamKinds(snap, file) })
	if err != nil {
		return err
	}
	plan, err := analysis.Launch(ctx, snap, file, values)
	var refused *playbook.Error
	switch {
	case err == nil:
	case errors.As(err, &refused):
		a.worsen(exitFindings)
	default:
		return err
	}
	if o.format == "json" {
		return a.printed(report.WriteJSON(a.out, a.outcomeOf(plan, refused, snap.PlaybookRoot(file))))
	}
	if refused != nil {
		a.refuse(refused, snap.PlaybookRoot(file))
		return nil
	}
	for _, line := range plan.Printed {
		fmt.Fprintln(a.err, "print: "+finding.Escape(line))
	}
	_, tty := terminal(a.out)
	return a.printed(writePlan(a.out, plan, tty, a.colour(o.colour, a.out)))
}

// launchValues are the launch values of the flags: the object of --params, and
// what single flags say instead. No error repeats a value.
func (a *app) launchValues(o *renderOptions, kinds func() map[string]string) (map[string]any, error) {
	values := map[string]any{}
	if o.file != "" {
		b, err := a.launchFile(o.file)
		if err == nil {
			// Editors of some systems begin every file with a byte order mark.
			values, err = playbook.DecodeLaunch([]byte(strings.TrimPrefix(b, "\ufeff")))
		}
		if err != nil {
			return nil, fmt.Errorf("--params %s: %w", finding.Quote(o.file), cause(err))
		}
	}
	seen := map[string]bool{}
	cut := func(flag, word, what string) (name, value string, err error) {
		name, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || name == "":
			return "", "", usagef("--%s needs NAME=%s", flag, what)
		case seen[name]:
			return "", "", usagef("the parameter %s is given twice", finding.Quote(name))
		}
		seen[name] = true
		return name, value, nil
	}
	var of map[string]string
	for _, word := range o.params {
		name, value, err := cut("param", word, "VALUE")
		if err != nil {
			return nil, err
		}
		if of == nil {
			of = kinds()
		}
		values[name] = byKind(of[name], value)
	}
	for _, word := range o.paramFiles {
		name, file, err := cut("param-file", word, "PATH")
		if err != nil {
			return nil, err
		}
		value, err := a.launchFile(file)
		if err != nil {
			return nil, fmt.Errorf("--param-file %s: %s: %w", finding.Quote(name), finding.Quote(file), cause(err))
		}
		values[name] = value
	}
	return values, nil
}

// byKind reads the value of a flag as the kind of its parameter says. What
// does not read so stays a string, which the run refuses.
func byKind(kind, value string) any {
	switch kind {
	case playbook.ParamInt:
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			return json.Number(strconv.FormatInt(n, 10))
		}
	case playbook.ParamFlag:
		switch value {
		case "true":
			return true
		case "false":
			return false
		}
	}
	return value
}

// launchFile reads a file of launch values; what is larger than a launch may
// be is cut where that shows.
func (a *app) launchFile(name string) (string, error) {
	f, err := os.Open(filepath.FromSlash(workspace.Abs(a.dir, name)))
	if err != nil {
		return "", err
	}
	defer f.Close()
	// JSON writes a character in at most six bytes.
	most := int64(6*playbook.DefaultLimits().LaunchBytes + 1<<16)
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("the file is larger than a launch may be (%d bytes)", playbook.DefaultLimits().LaunchBytes)
	}
	return string(b), err
}

// refuse says on the error output why a run was refused.
func (a *app) refuse(e *playbook.Error, root string) {
	at := ""
	if e.Pos.IsValid() {
		at = fmt.Sprintf("%s:%d:%d", report.DisplayPath(a.dir, path.Join(root, e.Pos.Filename())), e.Pos.Line, e.Pos.Col)
	}
	a.complain(at, string(e.Name)+": "+e.Msg)
	for _, r := range e.Related {
		a.complain(fmt.Sprintf("%s:%d:%d", report.DisplayPath(a.dir, path.Join(root, r.Pos.Filename())), r.Pos.Line, r.Pos.Col), r.Text)
	}
}

// outcome is the JSON of a run (cli.md, render); file is as everywhere in the
// JSON: from the working directory where it lies below it.
type outcome struct {
	Outcome  string    `json:"outcome"`
	Prompts  *[]prompt `json:"prompts,omitempty"`
	Printed  *[]string `json:"printed,omitempty"`
	Error    string    `json:"error,omitempty"`
	File     string    `json:"file,omitempty"`
	Pos      *[2]int   `json:"pos,omitempty"`
	Argument string    `json:"argument,omitempty"`
	Message  string    `json:"message,omitempty"`
}

type prompt struct {
	Step string `json:"step"`
	Text string `json:"text"`
}

func (a *app) outcomeOf(plan *playbook.Plan, refused *playbook.Error, root string) outcome {
	if refused != nil {
		o := outcome{Outcome: "error", Error: string(refused.Name), Argument: finding.Escape(refused.Argument), Message: finding.Escape(refused.Msg)}
		if p := refused.Pos; p.IsValid() {
			o.File, o.Pos = report.DisplayPath(a.dir, path.Join(root, p.Filename())), &[2]int{int(p.Line), int(p.Col)}
		}
		return o
	}
	prompts, printed := make([]prompt, 0, len(plan.Prompts)), append([]string{}, plan.Printed...)
	for _, p := range plan.Prompts {
		prompts = append(prompts, prompt{p.Step, p.Text})
	}
	return outcome{Outcome: "ok", Prompts: &prompts, Printed: &printed}
}
