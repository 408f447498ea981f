package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Members gives the lines of the members artifact, KEY<TAB>REASON, sorted by
// bytes, each once (boundary-class.md 9.5). Nodes without keys are left out.
func Members(units []*Summary) []string {
	var lines []string
	for _, u := range units {
		if !u.HasKeys {
			continue
		}
		for i := range u.Nodes {
			n := &u.Nodes[i]
			if !n.Member() {
				continue
			}
			key := artifactKey(u.Key(n.Name))
			for _, r := range n.Reasons {
				lines = append(lines, key+"\t"+r)
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// artifactKey is a key as the artifact shows it: a path may hold anything, a
// line of the artifact must not.
func artifactKey(key string) string { return finding.Escape(key) }

// ArtifactText is the artifact with these lines.
func ArtifactText(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// artifactLine is a line of an artifact as it was read.
type artifactLine struct {
	text string
	key  text.Span // the bytes in front of the tab
}

func readArtifact(t *text.Text) []artifactLine {
	if t == nil {
		return nil
	}
	var list []artifactLine
	for i := range t.Lines() {
		at := t.Line(i)
		s := t.Slice(at)
		if s == "" {
			continue
		}
		key := at
		if n := strings.IndexByte(s, '\t'); n >= 0 {
			key.End = at.Start + n
		}
		list = append(list, artifactLine{s, key})
	}
	return list
}

// difference gives the lines that are wanted and not had, and the other way
// round; empty rather than nil.
func difference(want []string, have []artifactLine) (missing, extra []string) {
	missing, extra = []string{}, []string{}
	had := make(map[string]bool, len(have))
	for _, l := range have {
		had[l.text] = true
	}
	wanted := make(map[string]bool, len(want))
	for _, s := range want {
		wanted[s] = true
		if !had[s] {
			missing = append(missing, s)
		}
	}
	for _, l := range have {
		if !wanted[l.text] && had[l.text] {
			extra = append(extra, l.text)
			delete(had, l.text)
		}
	}
	return missing, extra
}
