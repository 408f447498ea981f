package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// alarmDir is the folder beside HOME in which a run leaves a note when it
// takes too long or panics, whatever its script expects of it.
const alarmDir = "alarms"

// maxRun is how long one run of the program may take in a script.
const maxRun = time.Minute

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"boundary-lsp": watched})
}

// watched is the program as scripts run it.
func watched() {
	alarms := filepath.Join(filepath.Dir(os.Getenv("HOME")), alarmDir)
	raise := func(why string) {
		name := filepath.Join(alarms, fmt.Sprintf("%d.txt", os.Getpid()))
		_ = os.WriteFile(name, fmt.Appendf(nil, "boundary-lsp %q: %s\n", os.Args[1:], why), 0o666)
	}
	crash, err := os.Create(filepath.Join(alarms, fmt.Sprintf("%d.crash", os.Getpid())))
	if err == nil {
		_ = debug.SetCrashOutput(crash, debug.CrashOptions{})
	}
	time.AfterFunc(maxRun, func() {
		raise("it took over a minute")
		os.Exit(exitFailed)
	})
	dir, err := workspace.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	errs := &seen{w: os.Stderr}
	code := run(context.Background(), invocation{
		args: os.Args[1:], dir: dir, env: os.Getenv, in: os.Stdin, out: os.Stdout, err: errs,
	})
	if regexp.MustCompile(`(?m)^goroutine \d+ \[`).MatchString(errs.String()) {
		raise("it printed a panic trace:\n" + errs.String())
	}
	os.Exit(code)
}

// seen is a writer that remembers what went through it.
type seen struct {
	mu sync.Mutex
	w  io.Writer
	b  strings.Builder
}

func (s *seen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Write(p)
	return s.w.Write(p)
}

func (s *seen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// The scripts of testdata/cli; the README there defines their commands.
func TestScripts(t *testing.T) {
	if len(scripts(t)) < 116 {
		t.Fatalf("only %d scripts in testdata/cli", len(scripts(t)))
	}
	homes := t.TempDir()
	alarms := filepath.Join(homes, alarmDir)
	if err := os.Mkdir(alarms, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		files, err := os.ReadDir(alarms)
		if err != nil {
			t.Error(err)
		}
		for _, f := range files {
			if b, err := os.ReadFile(filepath.Join(alarms, f.Name())); err != nil || len(b) > 0 {
				t.Errorf("%s %v", b, err)
			}
		}
	})
	testscript.Run(t, testscript.Params{
		Dir: filepath.FromSlash("../../testdata/cli"),
		Setup: func(e *testscript.Env) error {
			home, err := os.MkdirTemp(homes, "home")
			e.Setenv("HOME", home)
			return errors.Join(err, clean(e.WorkDir))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"jsonpath":   jsonpathCommand,
			"wellformed": wellformed,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
	})
}

func scripts(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.FromSlash("../../testdata/cli/*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// clean reports what lies above a script's folder and would change its
// workspace.
func clean(dir string) error {
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		for _, name := range []string{".git", workspace.ConfigName} {
			if _, err := os.Lstat(filepath.Join(up, name)); err == nil {
				return fmt.Errorf("%s has a %s, which the scripts would see; set TMPDIR to another folder", up, name)
			}
		}
		if up == filepath.Dir(up) {
			return nil
		}
	}
}

// exits CODE PROGRAM [ARG...]
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
