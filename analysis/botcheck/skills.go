package botcheck

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// shortDescription is the length in bytes below which a description says too
// little to choose by (C233).
const shortDescription = 24

// skillDocuments checks the front matter of the bundle's skills, by which they
// are chosen.
func (c *checker) skillDocuments() {
	dir := path.Join(c.u.Root, "skills")
	first := map[string]string{}
	for _, file := range c.src.Markdown(dir) {
		p := path.Join(dir, file)
		t, err := c.src.Text(p)
		if err != nil {
			continue
		}
		var name, description entry
		if src, start, ok := yamlnames.FrontMatter(t); ok {
			if yamlnames.Each(t, src, start, func(trail []string, isKey bool, value string, span text.Span) {
				switch {
				case isKey || len(trail) != 1:
				case trail[0] == "name":
					name = entry{value: value, span: span}
				case trail[0] == "description":
					description = entry{value: strings.TrimSpace(value), span: span}
				}
			}) != nil {
				continue // what cannot be read may well have both
			}
		}
		fault := func(engine, kind string, at text.Span, message string) {
			c.add(issue{code: "BOT606", engine: engine, kind: kind, name: file, at: place(p, at), message: message})
		}
		top := t.Line(0)
		switch other := first[name.value]; {
		case name.value == "":
			fault("C231", "no-name", top, "the skill has no name: in its front matter, so no node can name it; add one")
		case other != "":
			fault("C234", "same-name", name.span, "the skill "+finding.Quote(name.value)+" has the name of "+finding.Quote(other)+", and one of them hides the other; rename one")
		default:
			first[name.value] = file
		}
		switch d := description; {
		case d.value == "":
			at := top
			if !name.span.Empty() {
				at = name.span
			}
			fault("C232", "no-description", at, "the skill has no description: in its front matter, by which it would be chosen; add one")
		case len(d.value) < shortDescription:
			fault("C233", "short-description", d.span, "the description "+finding.Quote(d.value)+" says too little to choose the skill by; say what it does and when it applies")
		}
	}
}
