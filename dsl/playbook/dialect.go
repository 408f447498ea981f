package playbook

import (
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// FileOptions returns the dialect of playbooks (playbook.md 2.2). Everything
// that parses, resolves or runs one uses it.
func FileOptions() *syntax.FileOptions {
	return &syntax.FileOptions{
		Set:             true,
		TopLevelControl: true,
		// Without it a name could not get its value in both arms of a
		// top-level if.
		GlobalReassign: true,
	}
}

// The markers around an external region (playbook.md 7). They are fixed: a
// reader of the prompt has to be able to rely on them. Both begin with < and
// end with >, and no proper suffix of one is a prefix of the other, so that no
// marker can be completed across the edge of a region.
const (
	ExternalOpen  = "<<<external-input>>>"
	ExternalClose = "<<<end-external-input>>>"
)

// The names under which a playbook can speak about the markers.
const (
	OpenName  = "EXTERNAL_OPEN"
	CloseName = "EXTERNAL_CLOSE"
)

// Noncharacter has no place in authored text, so that a string that holds it
// is known to come from a conversion (playbook.md 5.3).
const Noncharacter = '\ufdd0'

// Placeholder is what every conversion of external text gives.
const Placeholder = "\ufdd0external text\ufdd0"

// The type names of external text and of what its attributes give.
const (
	ExternalType       = "external_text"
	ExternalMethodType = "external_text_method"
)

// Predeclared lists the names that the dialect adds to Starlark's own, sorted
// (playbook.md 3).
func Predeclared() []string {
	names := []string{OpenName, CloseName, "json", "struct"}
	for _, s := range signatures {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}

// IsPredeclared reports whether the dialect adds the name.
func IsPredeclared(name string) bool {
	switch name {
	case OpenName, CloseName, "json", "struct":
		return true
	}
	_, ok := LookupSignature(name)
	return ok
}

// IsUniversal reports whether the name is one of Starlark's own.
func IsUniversal(name string) bool { return starlark.Universe.Has(name) }
