package config

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// keyDocs are what sections and keys mean, by their dotted names. A name of the
// author's choice (a file, a root, a rule) is `*`.
var keyDocs = map[string]string{
	"rules":                               "severities of rules: a code or a name = `off`, `hint`, `info`, `warning` or `error`",
	"rules.*":                             "the severity of this rule",
	"docs":                                "which Markdown is looked at",
	"docs.include":                        "globs of Markdown that is looked at for policies; replaces the default. A bundle's Markdown is always looked at",
	"boundary":                            "the acting class and its paragraph",
	"boundary.roots":                      "folders that hold bundles; `bots` where it exists, else `.`",
	"boundary.members":                    "the file that lists the members of the acting class; without the key there is none",
	"boundary.complement":                 "`artifact`: nodes that are not in the members artifact do not act. `closed`: every node outside the class stands in `[[boundary.bounded]]`",
	"boundary.keys":                       "keys that single files keep, whatever their path is",
	"boundary.keys.*":                     "what stands in front of the names of this file's nodes",
	"boundary.floors":                     "what a run over the whole workspace has to find, so that nothing vanishes unseen",
	"boundary.floors.workflows":           "workflow files at least",
	"boundary.floors.members":             "members of the acting class at least",
	"boundary.floors.paragraphs":          "boundary paragraphs at least",
	"boundary.floors.supervisors":         "supervisors at least",
	"boundary.floors.documented_policies": "policies of supervisors in Markdown at least",
	"boundary.floors.roots":               "workflow files in each root at least",
	"boundary.floors.roots.*":             "workflow files in this root at least",
	"boundary.deferred":                   "nodes whose paragraph is still owed, each with an owner and a reason",
	"boundary.deferred.node":              "the key of the node",
	"boundary.deferred.owner":             "who owes the paragraph; required",
	"boundary.deferred.reason":            "why it is owed; required",
	"boundary.deferred.until":             "the last day on which this holds",
	"boundary.left":                       "nodes that left the acting class on purpose",
	"boundary.left.node":                  "the key of the node",
	"boundary.left.reason":                "why it left; required",
	"boundary.bounded":                    "nodes that do not act, where `complement = \"closed\"`",
	"boundary.bounded.node":               "the key of the node",
	"boundary.by_hand":                    "members although no declaration shows it",
	"boundary.by_hand.node":               "the key of the node",
	"boundary.by_hand.reason":             "why it acts; required, and its write reason",
	"playbook":                            "which Starlark files are playbooks",
	"playbook.entry":                      "globs of playbooks that are launched; replaces the default",
	"playbook.packs":                      "globs of the modules that playbooks load; replaces the default",
	"screen":                              "what prose may hold",
	"screen.decode_depth":                 "how many layers of encoding are looked through, 0 to 16",
	"screen.directive_dictionaries":       "files of phrases that are directives",
	"screen.foreign":                      "globs of files that others wrote",
	"screen.include":                      "globs of files that are screened too",
	"screen.max_file_bytes":               "the largest file that is read, 65536 to 33554432",
	"provider":                            "programs that run models",
	"provider.extra":                      "a program that is not known here",
	"provider.extra.program":              "the last element of its path, in lower case; required",
	"provider.extra.bypass":               "arguments that switch its questions off",
	"provider.extra.grants":               "arguments that give it tools",
	"xmd":                                 "executable Markdown",
	"xmd.include":                         "globs of documents",
	"xmd.fragments":                       "globs of fragments",
	"xmd.policy":                          "the host policy; without the key the nearest `boundary.host.toml` or `.json`",
	"xmd.fragment_allow":                  "what fragments may do, `read` and `write`",
	"xmd.component_dirs":                  "folders of components, relative",
	"xmd.gates":                           "components that ask a person",
	"xmd.approval_props":                  "attributes that carry an approval",
	"xmd.exits":                           "components that end the document",
	"xmd.non_literal_allow":               "the severity of an `allow` that is an expression, `error` or `warning`",
}

// Documented is what a section or key means, by its dotted name with `*` for a
// name of the author's choice; empty for one that is not known.
func Documented(key string) string { return keyDocs[key] }

// KeyAt gives the dotted name of the key or the part of a header at a byte
// offset of a configuration, as Documented knows it, and where it stands. ok is
// false where there is none, and in a text that is no TOML.
func KeyAt(t *text.Text, off int) (key string, span text.Span, ok bool) {
	doc, err := parse(t.String())
	if err != nil {
		return "", text.Span{}, false
	}
	return doc.root.keyAt("", off)
}

func (t *table) keyAt(prefix string, off int) (string, text.Span, bool) {
	for _, e := range t.entries {
		name := prefix + e.name
		if keyDocs[name] == "" {
			name = strings.TrimSuffix(prefix, ".") + ".*"
		}
		for _, span := range e.keys {
			if span.Contains(off) {
				return name, span, keyDocs[name] != ""
			}
		}
		var below []*table
		switch e.val.kind {
		case kindTable:
			below = []*table{e.val.tab}
		case kindTables:
			below = e.val.tabs
		case kindArray:
			for _, v := range e.val.list {
				if v.kind == kindTable {
					below = append(below, v.tab)
				}
			}
		}
		for _, sub := range below {
			if key, span, ok := sub.keyAt(name+".", off); ok {
				return key, span, true
			}
		}
	}
	return "", text.Span{}, false
}
