package docs

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the pictures and the outputs in the pages")

// root is the repository, from this folder.
const root = "../../.."

// program is the path of the built program.
var program string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withProgram(m.Run))
}

// withProgram builds the program, which the tests run as a user does.
func withProgram(run func() int) int {
	dir, err := os.MkdirTemp("", "boundary-docs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "boundary-lsp")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-o", program, "./cmd/boundary-lsp")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program does not build: %v\n%s", err, out)
		return 1
	}
	return run()
}

// outputOf runs a command line of the pages in the repository and gives its
// standard output and its exit code.
func outputOf(t *testing.T, line string, more ...string) (string, int) {
	t.Helper()
	words := strings.Fields(line)
	if words[0] != "boundary-lsp" {
		t.Fatalf("%q does not run this program", line)
	}
	cmd := exec.Command(program, append(words[1:], more...)...)
	cmd.Dir = root
	// A fixed day, so that no page changes overnight.
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1790000000", "NO_COLOR=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", line, err)
	}
	code := cmd.ProcessState.ExitCode()
	if code > 1 {
		t.Fatalf("%s: exit code %d\n%s", line, code, errs.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n"), code
}

// onDisk compares a file with what it should be, or writes it with -update.
func onDisk(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	switch {
	case err != nil:
		t.Errorf("%v; run go generate ./cmd/internal/docs", err)
	case !bytes.Equal(got, want):
		t.Errorf("%s is stale; run go generate ./cmd/internal/docs", name)
	}
}

// The documentation of this repository is checked by the program like any
// other, with the pages' examples in it.
func TestTheRepositoryHasNoFindings(t *testing.T) {
	if out, code := outputOf(t, "boundary-lsp check ."); code != 0 {
		t.Error(out)
	}
}
