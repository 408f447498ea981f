// Package buildinfo says which build of the program runs.
package buildinfo

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// Info is what `version` prints (cli.md, table of commands).
type Info struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
}

// Unreleased is the version of a build from a working copy without one.
const Unreleased = "devel"

// Read takes the information from the running binary. Version is never empty;
// Commit is where the build did not note one.
func Read() Info {
	bi, _ := debug.ReadBuildInfo()
	return from(bi)
}

func from(bi *debug.BuildInfo) Info {
	info := Info{Name: "boundary-lsp", Version: Unreleased, Go: runtime.Version()}
	if bi == nil {
		return info
	}
	if v := bi.Main.Version; v != "" && v != "(devel)" {
		info.Version = strings.TrimPrefix(v, "v")
	}
	modified := false
	for _, s := range bi.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	if modified && info.Commit != "" {
		info.Commit += "-modified"
	}
	return info
}
