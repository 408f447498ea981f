package analysis

import (
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Request says what a run looks at.
type Request struct {
	// Files are the documents to judge: absolute, slash-separated, sorted,
	// each once.
	Files []string
	// Named are those of them that were named themselves, on the command
	// line or by being open in an editor, and not met in a walk: they are
	// looked at whatever the walk would do (cli.md, What is looked at).
	Named map[string]bool
	// Walked are the folders that the run holds whole. The findings that
	// need everything are given for each workspace root in one of them
	// (cli.md, workspace run).
	Walked []string
	// Partial says that filters kept files out of Files: then Run lists the
	// files of a root itself before it judges the root as a whole.
	Partial bool
	// Edits says that the fixes of all findings will be asked for: their
	// edits are computed while the trees are at hand. Without it each fix
	// judges its document anew.
	Edits bool
	// Progress, where set, is called after each document, from any
	// goroutine.
	Progress func(done, total int)
}

// Problem is something that kept a run from doing its job.
type Problem struct {
	Path    string // empty where it is about the run itself
	Message string // one line, for the reader, without the path
}

// Counts are the numbers of the JSON's counts (cli.md, JSON).
type Counts struct {
	Members, Paragraphs, Workflows, InspectedPolicies int
	SupervisorsDeclared, SupervisorsInspected         int
}

// Result is what a run found.
type Result struct {
	// Findings are sorted; Silenced are those that comments hide.
	Findings, Silenced []finding.Finding
	// Files is the number of documents analysed.
	Files  int
	Bytes  int64
	Counts Counts
	// Problems make the exit code 2. They are sorted by path.
	Problems []Problem
	// Notes say why nothing is said about documents that were named. They
	// change no exit code.
	Notes []Problem
	// PassedOver names the documented policies whose body is on another
	// page, as "path: supervisor".
	PassedOver []string
	// Elapsed is the time that the run took.
	Elapsed time.Duration
}

// Fixed is a fix that was applied.
type Fixed struct {
	Path  string
	Code  string
	Title string
}

// Undone is a fix that was taken back, and why.
type Undone struct {
	Fixed
	Reason string
}

// FixResult is what Fix would write and what is left then.
type FixResult struct {
	*Result
	Fixed  []Fixed
	Undone []Undone
	// Texts are the new texts of the files that changed, by path.
	Texts map[string]string
	// Refused says why nothing was fixed: a configuration that does not
	// parse. It is empty otherwise.
	Refused string
}
