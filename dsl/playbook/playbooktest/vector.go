package playbooktest

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// EntryID is the entry of every vector and of every generated program.
const EntryID = "playbook.star"

// Files is a workspace in memory: text by id. It is a playbook.Loader without
// symbolic links.
type Files map[string]string

// Real gives the id itself.
func (f Files) Real(id string) (string, error) {
	if _, ok := f[id]; !ok {
		return "", os.ErrNotExist
	}
	return path.Clean(id), nil
}

// Read gives the text of a file.
func (f Files) Read(id string) ([]byte, error) {
	s, ok := f[id]
	if !ok {
		return nil, os.ErrNotExist
	}
	return []byte(s), nil
}

// Vector is one archive of testdata/playbook (playbook.md 15.1).
type Vector struct {
	Name   string
	About  string
	Files  Files // the .star files
	Order  []string
	Launch map[string]any
	Want   Want
}

// Want is want.json. Ranges are [line, column, end line, end column], 1-based,
// in code points, their ends exclusive.
type Want struct {
	Static  []Diagnostic `json:"static"`
	Dynamic Outcome      `json:"dynamic"`
	Fixes   []Fix        `json:"fixes"`
}

// Diagnostic is one expected finding.
type Diagnostic struct {
	Code, Name, Severity string
	File                 string
	Range                [4]int
	Related              []struct {
		File  string
		Range [4]int
	}
}

// Fix is one expected fix.
type Fix struct {
	For          int
	Title        string
	Preferred    bool
	File, After  string
	DynamicAfter *Outcome
}

// Outcome is how a run ends; what is left out is not compared.
type Outcome struct {
	Outcome  string
	Prompts  []struct{ Step, Text string }
	Printed  []string
	Error    string
	File     string
	Pos      []int
	Argument string
	Message  string
}

// Vectors reads all archives of a folder, sorted by name.
func Vectors(dir string) ([]Vector, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var all []Vector
	for _, p := range paths {
		v, err := readVector(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		all = append(all, v)
	}
	return all, nil
}

func readVector(file string) (Vector, error) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return Vector{}, err
	}
	v := Vector{
		Name:  strings.TrimSuffix(filepath.Base(file), ".txtar"),
		About: strings.TrimSpace(string(a.Comment)),
		Files: Files{},
	}
	for _, part := range a.Files {
		switch part.Name {
		case "params.json":
			if v.Launch, err = playbook.DecodeLaunch(part.Data); err != nil {
				return v, err
			}
		case "want.json":
			if err := json.Unmarshal(part.Data, &v.Want); err != nil {
				return v, err
			}
		default:
			v.Files[part.Name] = string(part.Data)
			v.Order = append(v.Order, part.Name)
		}
	}
	return v, nil
}

// Differs compares the end of a run with what is wanted, and says how it
// differs, or gives "".
func (o *Outcome) Differs(plan *playbook.Plan, err error) string {
	if o.Outcome == "ok" {
		if err != nil {
			return fmt.Sprintf("the run fails: %v", err)
		}
		if len(plan.Prompts) != len(o.Prompts) {
			return fmt.Sprintf("%d prompts, want %d", len(plan.Prompts), len(o.Prompts))
		}
		for i, p := range plan.Prompts {
			if w := o.Prompts[i]; p.Step != w.Step || p.Text != w.Text {
				return fmt.Sprintf("prompt %s %q, want %s %q", p.Step, p.Text, w.Step, w.Text)
			}
		}
		if got, want := strings.Join(plan.Printed, "\n"), strings.Join(o.Printed, "\n"); got != want {
			return fmt.Sprintf("printed %q, want %q", got, want)
		}
		return ""
	}
	e, ok := err.(*playbook.Error)
	if !ok {
		return fmt.Sprintf("the run ends with %v, want %s", err, o.Error)
	}
	var diffs []string
	differ := func(what string, got, want any) {
		if got != want {
			diffs = append(diffs, fmt.Sprintf("%s %v, want %v", what, got, want))
		}
	}
	differ("error", string(e.Name), o.Error)
	if o.File != "" {
		differ("file", e.Pos.Filename(), o.File)
	}
	if o.Pos != nil {
		differ("position", fmt.Sprint([]int{int(e.Pos.Line), int(e.Pos.Col)}), fmt.Sprint(o.Pos))
	}
	differ("argument", e.Argument, o.Argument)
	if o.Message != "" {
		differ("message", e.Msg, o.Message)
	}
	if diffs == nil {
		return ""
	}
	return strings.Join(diffs, "; ") + fmt.Sprintf(" (%v)", e)
}
