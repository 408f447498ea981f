package analysis

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// mainBeside is the main file of the bundle whose manifest or skill the file at
// path is, empty where it is neither.
func mainBeside(d interface{ Exists(path string) bool }, file string) string {
	dir := path.Dir(file)
	if workspace.Kind(file) == workspace.Markdown {
		if path.Base(dir) != "skills" {
			return ""
		}
		dir = path.Dir(dir)
	}
	main := path.Join(dir, "main.bot")
	if !d.Exists(main) {
		return ""
	}
	return main
}

// bundleFindings are the findings of a bundle in its manifest or in a skill.
func bundleFindings(d *workspace.Deps, file string, named bool) []finding.Finding {
	main := mainBeside(d, file)
	if main == "" || !named && d.Fixture(file) {
		return nil
	}
	if u := unitOf(d, main); u != nil {
		return u.found[file]
	}
	return nil
}

// yamlComments are the silencing comments of a manifest.
func yamlComments(t *text.Text) []silencer {
	if !strings.Contains(t.String(), "boundary:") {
		return nil
	}
	var comments []silencer
	for _, span := range yamlnames.Comments(t) {
		if s, ok := parseSilencer(t, span, text.Span{Start: span.Start + 1, End: span.End}); ok {
			comments = append(comments, s)
		}
	}
	stackLines(comments)
	return comments
}
