package report

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// summary is what stands at the end of the text form.
func (t textual) summary(r *Run) string {
	var b strings.Builder
	if r.Result.Files == 0 && len(r.Result.Findings) == 0 && len(r.Result.Problems) == 0 {
		paths := make([]string, 0, len(r.Paths))
		for _, p := range r.Paths {
			paths = append(paths, finding.Escape(p))
		}
		return fmt.Sprintf("nothing to check under %s (%s seen)\n", strings.Join(paths, ", "), plural(r.Seen, "file"))
	}
	b.WriteString(t.found(r))
	safe, unsafe := 0, 0
	for _, e := range r.Shown {
		best := byClick
		for _, f := range applicable(e.Fixes) {
			if f.how == bySafe || f.how == byUnsafe && best == byClick {
				best = f.how
			}
		}
		switch best {
		case bySafe:
			safe++
		case byUnsafe:
			unsafe++
		}
	}
	switch {
	case safe > 0 && unsafe > 0:
		fmt.Fprintf(&b, "%d can be fixed with `boundary-lsp fix`, %d more with `--unsafe`.\n", safe, unsafe)
	case safe > 0:
		fmt.Fprintf(&b, "%d can be fixed with `boundary-lsp fix`.\n", safe)
	case unsafe > 0:
		fmt.Fprintf(&b, "%d can be fixed with `boundary-lsp fix --unsafe`.\n", unsafe)
	}
	if s := hiddenText(r.Hidden); s != "" {
		b.WriteString(t.paint.in(dim, s) + "\n")
	}
	return b.String()
}

// found counts the findings by severity, and the files.
func (t textual) found(r *Run) string {
	var parts []string
	for s := finding.Error; s > finding.Off; s-- {
		n := r.count(s)
		if n == 0 {
			continue
		}
		parts = append(parts, t.paint.in(inkOf(s), plural(n, s.String())))
	}
	checked := plural(r.Result.Files, "file")
	if len(parts) == 0 {
		return t.paint.in(green, "No findings") + " in " + checked + ".\n"
	}
	in := map[string]bool{}
	for _, e := range r.Shown {
		in[e.Path] = true
	}
	return fmt.Sprintf("Found %s in %d of %s.\n", enumerate(parts), min(len(in), r.Result.Files), checked)
}

// fixed lists what was changed, by file in the order of the fixes.
func (t textual) fixed(r *Run) string {
	var b strings.Builder
	var order []string
	by := map[string][]int{}
	for i, f := range r.Fixed {
		if by[f.Path] == nil {
			order = append(order, f.Path)
		}
		by[f.Path] = append(by[f.Path], i)
	}
	for _, p := range order {
		fmt.Fprintf(&b, "%s %s\n", t.paint.in(green, "fixed"), t.paint.in(bold, r.shownPath(p)))
		for _, i := range by[p] {
			fmt.Fprintf(&b, "  %s %s\n", r.Fixed[i].Code, finding.Escape(r.Fixed[i].Title))
		}
	}
	fmt.Fprintf(&b, "Applied %s in %s.\n", plural(len(r.Fixed), "fix"), plural(len(order), "file"))
	return b.String()
}

func hiddenText(h Hidden) string {
	var parts []string
	if h.Severity > 0 {
		parts = append(parts, fmt.Sprintf("%d below --severity", h.Severity))
	}
	if h.Silenced > 0 {
		parts = append(parts, fmt.Sprintf("%d silenced by comments", h.Silenced))
	}
	if h.Baseline > 0 {
		parts = append(parts, fmt.Sprintf("%d in the baseline", h.Baseline))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Hidden: " + strings.Join(parts, ", ") + "."
}

func plural(n int, word string) string {
	switch {
	case n == 1, word == "info":
		return fmt.Sprintf("%d %s", n, word)
	case strings.HasSuffix(word, "x"):
		return fmt.Sprintf("%d %ses", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// enumerate joins with commas and a last "and".
func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
