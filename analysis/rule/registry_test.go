package rule

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// row is one line of a table of rules.md, by the name of the column.
type row map[string]string

// specification reads the tables of rules.md, in order.
func specification(t *testing.T) []row {
	t.Helper()
	data, err := os.ReadFile("../../testdata/rules/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	var header []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			header = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case header == nil:
			header = cells
		case strings.HasPrefix(cells[0], "---"):
		default:
			if len(cells) != len(header) {
				t.Fatalf("rules.md: %d cells for %d columns in %q", len(cells), len(header), line)
			}
			r := row{}
			for i, cell := range cells {
				r[header[i]] = cell
			}
			rows = append(rows, r)
		}
	}
	if len(rows) < 200 {
		t.Fatalf("rules.md: only %d rows were read", len(rows))
	}
	return rows
}

// isBuilt says which rules of rules.md have to be in the registry.
func isBuilt(code string) bool {
	switch family(code) {
	case "BND", "PB", "BOT":
		return true
	case "CFG":
		return !strings.HasPrefix(code, "CFG2")
	}
	return false
}

var (
	wordSafe    = regexp.MustCompile(`\bsafe\b`)
	wordOffered = regexp.MustCompile(`\boffered\b`)
	engineCell  = regexp.MustCompile(`^([CE]\d{3})( W)?(?: \((.*)\))?$`)
)

func TestRegistryEqualsSpecification(t *testing.T) {
	type shape struct {
		Code, Name, Severities, Fixes, Comment, Config string
		Engine                                         []EngineCode
	}
	var want []shape
	for _, r := range specification(t) {
		if !isBuilt(r["code"]) {
			continue
		}
		s := shape{Code: r["code"], Name: r["name"], Severities: r["severity"], Comment: r["comment"], Config: r["[rules]"]}
		if family(s.Code) == "BOT" {
			s.Comment, s.Config = "yes", "any"
		}
		var fixes Fixes
		if wordSafe.MatchString(r["fix"]) {
			fixes |= FixSafe
		}
		if wordOffered.MatchString(r["fix"]) {
			fixes |= FixOffered
		}
		s.Fixes = fixes.String()
		for part := range strings.SplitSeq(r["engine"], ", ") {
			if part == "" || part == "–" {
				continue
			}
			m := engineCell.FindStringSubmatch(part)
			if m == nil {
				t.Errorf("%s: the engine code %q is not understood", s.Code, part)
				continue
			}
			s.Engine = append(s.Engine, EngineCode{Code: m[1], Warning: m[2] != "", Note: m[3]})
		}
		want = append(want, s)
	}
	var got []shape
	for _, r := range All() {
		got = append(got, shape{
			Code: r.Code, Name: r.Name, Severities: r.SeverityText(), Fixes: r.Fixes.String(),
			Comment: r.Comment.String(), Config: r.Config.String(), Engine: r.Engine,
		})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the registry differs from rules.md (-want +got):\n%s", diff)
	}
}

func TestKnownEqualsSpecification(t *testing.T) {
	want := map[string]Entry{}
	for _, r := range specification(t) {
		e := Entry{Code: r["code"], Name: r["name"], Built: isBuilt(r["code"])}
		comment, config := r["comment"], r["[rules]"]
		if family(e.Code) == "BOT" {
			comment, config = "yes", "any"
		}
		e.Comment = Comment(slices.Index([]string{"no", "warnings", "yes"}, comment))
		e.Config = Config(slices.Index([]string{"no", "raise", "any"}, config))
		want[e.Code] = e
	}
	got := map[string]Entry{}
	for _, e := range Known() {
		if _, twice := got[e.Code]; twice {
			t.Errorf("%s is known twice", e.Code)
		}
		got[e.Code] = e
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the known rules differ from rules.md (-want +got):\n%s", diff)
	}
}

func TestEveryRuleIsExplained(t *testing.T) {
	sentence := regexp.MustCompile(`^["A-Z` + "`" + `].*\.$`)
	names := map[string]string{}
	for _, r := range All() {
		for what, text := range map[string]string{"summary": r.Summary, "why": r.Why, "mend": r.Mend} {
			if !sentence.MatchString(text) || strings.Contains(text, "\n") || strings.Contains(text, "  ") {
				t.Errorf("%s: the %s is no plain sentence: %q", r.Code, what, text)
			}
		}
		if strings.Count(strings.TrimSuffix(r.Summary, "."), ". ") > 0 {
			t.Errorf("%s: the summary is more than one sentence: %q", r.Code, r.Summary)
		}
		if (len(r.Severities) > 1) != (r.SeverityNote != "") {
			t.Errorf("%s: severities %s, note %q", r.Code, r.SeverityText(), r.SeverityNote)
		}
		if r.FixNote != "" && r.Fixes&FixSafe == 0 {
			t.Errorf("%s: a note on a safe fix that it does not have", r.Code)
		}
		if other, taken := names[r.Name]; taken {
			t.Errorf("%s and %s have the name %s", r.Code, other, r.Name)
		}
		names[r.Name] = r.Code
		if r.Severity < slices.Max(r.Severities) {
			t.Errorf("%s: severity %s is not the worst of %s", r.Code, r.Severity, r.SeverityText())
		}
	}
}

func TestExamplesAreWorkspaces(t *testing.T) {
	for _, r := range All() {
		if cmp.Equal(r.Bad, r.Good) {
			t.Errorf("%s: the bad example is the good one", r.Code)
		}
		for kind, e := range map[string]Example{"bad": r.Bad, "good": r.Good} {
			if len(e.Files) == 0 {
				if e.Note == "" {
					t.Errorf("%s: the %s example shows nothing and does not say why", r.Code, kind)
				}
				continue
			}
			if e.Files[0].Hidden {
				t.Errorf("%s: the first file of the %s example is hidden", r.Code, kind)
			}
			seen := map[string]bool{}
			for _, f := range e.Files {
				if seen[f.Name] || f.Name == "" || strings.HasPrefix(f.Name, "/") || strings.Contains(f.Name, "..") {
					t.Errorf("%s: the %s example has a file named %q", r.Code, kind, f.Name)
				}
				seen[f.Name] = true
				if strings.HasPrefix(f.Text, "\n") || !strings.HasSuffix(f.Text, "\n") || strings.HasSuffix(f.Text, "\n\n") {
					t.Errorf("%s: the %s example's %s does not begin or end as a file", r.Code, kind, f.Name)
				}
				for line := range strings.Lines(f.Text) {
					if strings.TrimRight(line, "\n") != strings.TrimRight(line, " \n") {
						t.Errorf("%s: the %s example's %s has a line that ends in blanks: %q", r.Code, kind, f.Name, line)
					}
				}
			}
		}
	}
}

// rules.md, LSP tags.
func TestTagsOfRules(t *testing.T) {
	want := map[string][]Tag{
		"PB027":  {TagUnnecessary},
		"PB035":  {TagUnnecessary},
		"BOT107": {TagDeprecated},
	}
	got := map[string][]Tag{}
	for _, r := range All() {
		if len(r.Tags) > 0 {
			got[r.Code] = r.Tags
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the tags differ from rules.md (-want +got):\n%s", diff)
	}
}

func TestEngineSeverityFollowsTheMark(t *testing.T) {
	for _, c := range []struct {
		name, rule, code string
		want             finding.Severity
		ok               bool
	}{
		{"a marked code is a warning", "BOT202", "C101", finding.Warning, true},
		{"an unmarked code of a mixed rule is an error", "BOT202", "C001", finding.Error, true},
		{"a rule of one severity needs no mark", "BOT312", "C198", finding.Warning, true},
		{"a mark does not weaken a rule of one severity", "BOT110", "C132", finding.Error, true},
		{"a code of another rule has none", "BOT202", "C002", finding.Off, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := Get(c.rule)
			got, ok := r.EngineSeverity(c.code)
			if got != c.want || ok != c.ok {
				t.Errorf("%s of %s: %s, %v; want %s, %v", c.code, c.rule, got, ok, c.want, c.ok)
			}
		})
	}
}

func TestCommentAllowsBySeverity(t *testing.T) {
	for _, c := range []struct {
		name     string
		comment  Comment
		severity finding.Severity
		want     bool
	}{
		{"no silences nothing", CommentNo, finding.Hint, false},
		{"warnings silences a warning", CommentWarnings, finding.Warning, true},
		{"warnings does not silence an error", CommentWarnings, finding.Error, false},
		{"yes silences an error", CommentYes, finding.Error, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.comment.Allows(c.severity); got != c.want {
				t.Errorf("%s allows %s: %v, want %v", c.comment, c.severity, got, c.want)
			}
		})
	}
}
