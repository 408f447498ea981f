package config

import (
	"path"
	"path/filepath"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Name is what the file is called.
const Name = ".boundary.toml"

// The range of [screen] keys (content-screen.md, Configuration).
const (
	MaxDecodeDepth = 16
	MinFileBytes   = 64 << 10
	MaxFileBytes   = 32 << 20
)

// Value is a value with its place. Set says that it was written in the file
// and is usable; Span is then the value as written, quotes included.
type Value[T any] struct {
	V    T
	Span text.Span
	Set  bool
}

// Config is what one .boundary.toml says, with every default filled in. It is
// immutable and safe for concurrent use.
type Config struct {
	// Path is the absolute path of the file, empty for the defaults.
	Path string
	// Dir is the absolute folder, with slashes, that paths and globs of the
	// file are relative to.
	Dir string
	// Text is the file, nil for the defaults.
	Text *text.Text
	// Broken says that the file is no TOML (CFG101): all else is default.
	Broken bool

	// Rules holds, by code, the severities of [rules] that are allowed; Off
	// switches the rule off. Use Severity.
	Rules map[string]finding.Severity
	Docs  struct {
		// Include are globs of Markdown that is looked at for policies.
		Include []string
	}
	Boundary Boundary
	Playbook struct {
		// Entry and Packs are globs of entry playbooks and library modules.
		Entry, Packs []string
	}
	Screen   Screen
	Provider struct {
		// Extra are the [[provider.extra]] tables that have a program.
		Extra []Program
	}
	Xmd Xmd

	// Paths are the paths that the file names and that may be followed:
	// absolute, in file order; globs are not among them.
	Paths []Value[string]
	// Findings are CFG101 to CFG109 with their fixes, sorted. None of them
	// can be silenced or configured.
	Findings []finding.Finding

	// removals leads from the start of each [table] and [[table]] to what
	// goes with it; an empty span where that is in several pieces.
	removals map[int]text.Span
}

// Boundary is the section of boundary-class.md 9.
type Boundary struct {
	// Roots are the effective roots, absolute and each once; RootNames are
	// the same as written, cleaned, for floors.roots. RootsSpan is the list
	// in the file, empty for the default.
	Roots     []string
	RootNames []string
	RootsSpan text.Span
	// Members is the absolute path of the artifact; not Set, there is none.
	Members Value[string]
	// Closed is complement = "closed".
	Closed bool
	// Keys are the key prefixes of single files, in file order.
	Keys   []KeyEntry
	Floors Floors
	// Deferred are all [[boundary.deferred]] that name a node, also those
	// that boundary-class.md 9.2 makes invalid (BND402).
	Deferred []Deferral
	// Left, Bounded and ByHand are the entries of their names that name a
	// node. One without its reason is CFG103 and still counts.
	Left, Bounded, ByHand []Entry
}

// KeyEntry is one line of [boundary.keys].
type KeyEntry struct {
	// File is the absolute path of the workflow file.
	File   string
	Prefix string
	// Span is the prefix as written, KeySpan the file's path as written.
	Span, KeySpan text.Span
}

// Floors are the lowest counts that a workspace run may find.
type Floors struct {
	Workflows, Members, Paragraphs, Supervisors, DocumentedPolicies Value[int]
	// Roots are floors of workflow files per root, in file order.
	Roots []RootFloor
}

// RootFloor is one line of [boundary.floors.roots].
type RootFloor struct {
	// Name is the root as written, cleaned; Dir its absolute path.
	Name, Dir string
	Want      Value[int]
}

// Entry names a node in one of the [[boundary.*]] lists.
type Entry struct {
	// Node is always Set. Reason is not Set where it is missing or blank,
	// and never for Bounded, which has none.
	Node, Reason Value[string]
	// Header is the [[…]] header (or the inline table), Table the whole
	// table for RemoveTable.
	Header, Table text.Span
}

// Deferral is one [[boundary.deferred]].
type Deferral struct {
	// Node is always Set. Owner and Reason are not Set where they are
	// missing, blank or no string; boundary-class.md 9.2 judges that.
	Node, Owner, Reason Value[string]
	// Until is the last day on which it defers. A value that is no date is
	// CFG103 and not Set.
	Until Value[Date]
	// Header and Table are as in Entry.
	Header, Table text.Span
}

// Screen is the section of content-screen.md.
type Screen struct {
	DecodeDepth int
	// Dictionaries are the paths as written: they have findings of their own
	// (CFG201), so nothing is checked here.
	Dictionaries []Value[string]
	// Foreign and Include are globs.
	Foreign, Include []string
	MaxFileBytes     int
}

// Program is one [[provider.extra]] (provider-invocation.md).
type Program struct {
	// Name is the program's last path element in lower case.
	Name           Value[string]
	Bypass, Grants []string
}

// Xmd is the section of xmd-evaluate.md.
type Xmd struct {
	// Include and Fragments are globs.
	Include, Fragments []string
	// Policy is the absolute path of the host policy; not Set, the nearest
	// boundary.host.toml or .json counts. PolicyMissing: there is no such
	// file, which CFG109 has said.
	Policy        Value[string]
	PolicyMissing bool
	// FragmentAllow holds "read" and "write".
	FragmentAllow []string
	// ComponentDirs are relative and cleaned; "." is a folder itself.
	ComponentDirs               []string
	Gates, ApprovalProps, Exits []string
	// NonLiteralAllow is the severity of XM109 for an expression.
	NonLiteralAllow finding.Severity
}

// Env answers questions about the disk. Its functions may be nil; then nothing
// is known to exist and no link is followed. They get absolute paths with
// slashes and must be safe to call from any goroutine.
type Env struct {
	// Dir is the folder that the paths are relative to. Empty means the
	// folder of the file; --config means the workspace root (cli.md, check).
	Dir string
	// Exists reports whether there is such a file or folder. Without it the
	// policy file is taken to exist and the folder "bots" not.
	Exists func(abs string) bool
	// Resolve gives the path with all symbolic links followed. An error
	// means that there is no such file.
	Resolve func(abs string) (real string, err error)
}

// Default gives the configuration of a folder without a .boundary.toml.
func Default(dir string, env Env) *Config {
	c := &Config{
		Dir:      path.Clean(filepath.ToSlash(dir)),
		Rules:    map[string]finding.Severity{},
		removals: map[int]text.Span{},
	}
	c.Docs.Include = []string{"docs/**/*.md", "README.md", "SKILL*.md"}
	c.Playbook.Entry = []string{"**/playbook.star", "**/*.playbook.star"}
	c.Playbook.Packs = []string{"packs/**/*.star"}
	c.Screen.DecodeDepth = 5
	c.Screen.MaxFileBytes = 8 << 20
	c.Xmd = Xmd{
		Include:         []string{"**/*.md"},
		Fragments:       []string{"**/*.fragment.md"},
		FragmentAllow:   []string{"read"},
		ComponentDirs:   []string{"components", "."},
		Gates:           []string{"UserCheckpoint", "Elicit", "WebForm"},
		ApprovalProps:   []string{"authorization", "approval"},
		Exits:           []string{"Fail"},
		NonLiteralAllow: finding.Error,
	}
	r := newReader(c, env)
	root := "."
	if bots := path.Join(c.Dir, "bots"); env.Exists != nil && env.Exists(bots) && !r.linkedOutside("bots") {
		root = "bots"
	}
	c.Boundary.Roots, c.Boundary.RootNames = []string{path.Join(c.Dir, root)}, []string{root}
	return c
}

// Severity is the severity of a finding of the rule with this code, def being
// what the analysis would give it: [rules] decides where it may.
func (c *Config) Severity(code string, def finding.Severity) finding.Severity {
	if c != nil {
		if s, ok := c.Rules[code]; ok {
			return s
		}
	}
	return def
}
