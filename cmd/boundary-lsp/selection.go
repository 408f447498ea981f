package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// selectOptions are the flags that say what a command looks at.
type selectOptions struct {
	config           string
	include, exclude []string
	noIgnore         bool
	stdinName        string
}

func (o *selectOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	configFlag(cmd, &o.config)
	f.StringArrayVar(&o.include, "include", nil, "look only at files of a walk that match `GLOB` (from the workspace root, repeatable), also where they would be skipped")
	f.StringArrayVar(&o.exclude, "exclude", nil, "leave out files of a walk that match `GLOB` (repeatable); wins over --include")
	f.BoolVar(&o.noIgnore, "no-ignore", false, "do not honour .gitignore")
	f.StringVar(&o.stdinName, "stdin-filename", "", "`NAME` of the document that - reads from standard input; it need not exist")
}

func configFlag(cmd *cobra.Command, p *string) {
	cmd.Flags().StringVar(p, "config", "", "configuration `FILE` for all files, in place of the nearest .boundary.toml")
}

// selection is what a command looks at.
type selection struct {
	snap *workspace.Snapshot
	req  analysis.Request
	// problems are paths that could not be looked at.
	problems []analysis.Problem
	// paths are the words of the command line, "." where there were none.
	paths []string
	// roots are what was named: the folders, and those of the files.
	roots []string
	seen  int
	// stdin is the path of the document of standard input, if there is one,
	// and input its text.
	stdin, input string
	walkTime     time.Duration
}

// named sorts the words of a command line into folders and files; what cannot
// be looked at counts as a file, and the run says why.
func (a *app) named(paths []string) (dirs, files []string) {
	for _, p := range paths {
		abs := workspace.Abs(a.dir, p)
		if info, err := os.Stat(filepath.FromSlash(abs)); err == nil && info.IsDir() {
			dirs = append(dirs, abs)
		} else {
			files = append(files, abs)
		}
	}
	return dirs, files
}

// selected walks and reads what the words of the command line name.
func (a *app) selected(ctx context.Context, o *selectOptions, words []string) (*selection, error) {
	if len(words) == 0 {
		words = []string{"."}
	}
	for _, g := range slices.Concat(o.include, o.exclude) {
		if !doublestar.ValidatePattern(g) {
			return nil, usagef("the glob %s does not parse", finding.Quote(g))
		}
	}
	sel := &selection{paths: words}
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "-" })
	stdin := len(rest) < len(words)
	switch {
	case stdin && o.stdinName == "":
		return nil, usagef("- needs --stdin-filename NAME, which says what the document is and where it belongs")
	case !stdin && o.stdinName != "":
		return nil, usagef("--stdin-filename is for a document on standard input; add - to the paths")
	}
	dirs, files := a.named(rest)
	session, err := a.session(ctx, o.config, dirs)
	if err != nil {
		return nil, err
	}
	sel.snap = session.Snapshot()
	if stdin {
		b, err := io.ReadAll(a.in)
		if err != nil {
			return nil, fmt.Errorf("standard input cannot be read: %w", err)
		}
		sel.stdin, sel.input = workspace.Abs(a.dir, o.stdinName), string(b)
		sel.snap = session.Open(sel.stdin, text.New(sel.input), 0, "")
		files = append(files, sel.stdin)
	}
	start := time.Now()
	walked, err := sel.snap.Walk(ctx, dirs, workspace.WalkOptions{NoIgnore: o.noIgnore, Include: o.include, Exclude: o.exclude})
	if err != nil {
		return nil, err
	}
	sel.walkTime = time.Since(start)
	sel.seen = walked.Seen
	for _, e := range walked.Errors {
		sel.problems = append(sel.problems, analysis.Problem{Path: e.Path, Message: e.Err.Error()})
	}
	sel.req = analysis.Request{
		Named: map[string]bool{}, Walked: dirs,
		Partial: o.noIgnore || len(o.include)+len(o.exclude) > 0,
		Edits:   true,
	}
	sel.take(files, walked.Files)
	sel.roots = slices.Clone(dirs)
	for _, f := range files {
		sel.roots = append(sel.roots, path.Dir(f))
	}
	return sel, nil
}

// take makes the list of files: the named ones and, of the walked ones, those
// that are not the same file under another name. Each file counts once.
func (sel *selection) take(named, walked []string) {
	set, reals := map[string]bool{}, map[string]bool{}
	add := func(f string, isNamed bool) {
		real, err := sel.snap.Real(f)
		if err != nil {
			real = f
		}
		if set[f] || reals[real] {
			return
		}
		set[f], reals[real] = true, true
		if isNamed {
			sel.req.Named[f] = true
		}
	}
	for _, f := range named {
		add(f, true)
	}
	fixtures := map[string]bool{}
	for _, dir := range sel.req.Walked {
		if sel.snap.Fixture(path.Join(dir, workspace.ConfigName)) {
			fixtures[dir] = true
		}
	}
	for _, f := range walked {
		// In a folder of fixtures that is named itself they are examined
		// (boundary-class.md 9.4).
		inFixture := false
		for dir := range fixtures {
			inFixture = inFixture || workspace.Within(dir, f)
		}
		add(f, inFixture)
	}
	sel.req.Files = slices.Sorted(maps.Keys(set))
}

// session opens the workspace of a command.
func (a *app) session(ctx context.Context, configFile string, named []string) (*workspace.Session, error) {
	today, err := a.today()
	if err != nil {
		return nil, err
	}
	opt := workspace.Options{Context: ctx, Dir: a.dir, Named: named, Today: func() config.Date { return today }}
	if configFile != "" {
		opt.ConfigFile = workspace.Abs(a.dir, configFile)
		f, err := os.Open(filepath.FromSlash(opt.ConfigFile))
		if err == nil {
			var info os.FileInfo
			if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
				err = workspace.ErrIrregular
			}
			f.Close()
		}
		if err != nil {
			return nil, fmt.Errorf("the configuration %s cannot be read: %w", finding.Quote(configFile), cause(err))
		}
	}
	return workspace.NewSession(opt), nil
}

// today is the day that deferrals are judged by: SOURCE_DATE_EPOCH where set,
// in UTC (cli.md, members).
func (a *app) today() (config.Date, error) {
	v := strings.TrimSpace(a.env("SOURCE_DATE_EPOCH"))
	if v == "" {
		return config.DateOf(time.Now().UTC()), nil
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		return config.Date{}, usagef("SOURCE_DATE_EPOCH is %s; it must be a whole number, the seconds since 1970", finding.Quote(v))
	}
	return config.DateOf(time.Unix(n, 0).UTC()), nil
}

// cause is an error of the file system without the path, which stands in the
// message already.
func cause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
