package botcomplete

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
)

// Tools are the names of tools that the engine has, Capabilities its
// capabilities and Backends its routes, in no order. The slices are the
// caller's.
func Tools() []string { return append(boundary.ReadOnlyTools(), tools()...) }

// Capabilities: see Tools.
func Capabilities() []string { return slices.Concat(readingCapabilities, actingCapabilities) }

// Backends: see Tools.
func Backends() []string {
	list := make([]string, len(backends))
	for i, b := range backends {
		list[i] = b.name
	}
	return list
}

// Members are what references may name below a namespace (run) or below a name
// in one (loop, each, attachments, secrets); none for any other. The slice must
// not be changed.
func Members(namespace string) []string {
	switch namespace {
	case "run":
		return runMembers
	case "loop":
		return loopMembers
	case "each":
		return eachMembers
	case "attachments":
		return attachmentMembers
	case "secrets":
		return attachmentMembers[:1] // path
	}
	return nil
}
