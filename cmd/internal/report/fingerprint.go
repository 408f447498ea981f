package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// fingerprinted gives the findings of a result with their fingerprints: a hash
// of code, path from the workspace root, the text that the finding stands on
// with white space folded, and the ordinal among equal ones (cli.md, JSON).
//
// What comments hide is counted along, so that silencing one of several equal
// findings leaves the fingerprints of the others as they are.
func fingerprinted(r *analysis.Result, src Source) (findings, silenced []Entry) {
	type ref struct {
		finding.Finding
		silenced bool
	}
	all := make([]ref, 0, len(r.Findings)+len(r.Silenced))
	for _, f := range r.Findings {
		all = append(all, ref{f, false})
	}
	for _, f := range r.Silenced {
		all = append(all, ref{f, true})
	}
	slices.SortStableFunc(all, func(a, b ref) int {
		silenced := func(r ref) int {
			if r.silenced {
				return 1
			}
			return 0
		}
		return cmp.Or(finding.Compare(a.Finding, b.Finding), silenced(a)-silenced(b))
	})
	roots := map[string]string{}
	ordinals := map[string]int{}
	for _, f := range all {
		root, ok := roots[f.Path]
		if !ok && f.Path != "" {
			root = src.Root(f.Path)
			roots[f.Path] = root
		}
		key := f.Code + "\x00" + fromRoot(root, f.Path) + "\x00" + standsOn(f.Finding, src)
		e := Entry{f.Finding, fingerprint(key, ordinals[key])}
		ordinals[key]++
		if f.silenced {
			silenced = append(silenced, e)
		} else {
			findings = append(findings, e)
		}
	}
	return findings, silenced
}

func fingerprint(key string, ordinal int) string {
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(ordinal)))
	return hex.EncodeToString(sum[:8])
}

// standsOn is the text in the finding's range with white space folded; empty
// where it has none.
func standsOn(f finding.Finding, src Source) string {
	if f.Whole || f.Path == "" {
		return ""
	}
	t := src.Text(f.Path)
	if t == nil {
		return ""
	}
	return strings.Join(strings.Fields(t.Slice(f.Span)), " ")
}

func fromRoot(root, p string) string {
	rel, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(p))
	if p == "" || err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}
