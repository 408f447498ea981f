package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/buildinfo"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

func (a *app) explainCommand() *cobra.Command {
	all, format := false, "text"
	cmd := &cobra.Command{
		Use:   "explain CODE",
		Short: "Say what a rule means, why it matters and how to silence it",
		Long: "Explains a rule by its code, its name, or an engine code such as C004; an engine code that\n" +
			"stands for several rules shows all of them. --all prints the reference of all rules.",
		Example: "  boundary-lsp explain BND101\n" +
			"  boundary-lsp explain missing-boundary-paragraph\n" +
			"  boundary-lsp explain --all --format markdown > rules.md",
		Args: func(cmd *cobra.Command, args []string) error {
			if all {
				return a.exactly(0, "")(cmd, args)
			}
			return a.exactly(1, "the code or name of a rule, or --all")(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if all {
				return a.explain(rule.All(), format, true)
			}
			rules := rule.Explainable(args[0])
			if len(rules) == 0 {
				near := ""
				if best, ok := rule.NearestBuilt(args[0]); ok {
					near = "; the nearest is " + best
				}
				return usagef("there is no rule %s%s", finding.Quote(args[0]), near)
			}
			return a.explain(rules, format, false)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var words []string
			for _, r := range rule.All() {
				words = append(words, r.Code+"\t"+r.Name, r.Name+"\t"+r.Code)
			}
			if len(args) > 0 {
				words = nil
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
	}
	enumFlag(cmd, &format, "format", "form of the output", "text", "markdown", "json")
	cmd.Flags().BoolVar(&all, "all", false, "explain every rule")
	return cmd
}

func (a *app) explain(rules []rule.Rule, format string, all bool) error {
	switch format {
	case "json":
		return a.printed(report.WriteJSON(a.out, explanations(rules)))
	case "markdown":
		if all {
			return a.printed(rule.Markdown(a.out))
		}
		pages, list := rule.Pages(), []string{}
		for _, r := range rules {
			// A page begins with a comment that says how it was made.
			_, page, _ := strings.Cut(pages[r.Code+".md"], "\n\n")
			list = append(list, page)
		}
		_, err := io.WriteString(a.out, strings.Join(list, "\n"))
		return a.printed(err)
	}
	return a.printed(rule.Explain(a.out, rules...))
}

// explanation is a rule as JSON.
type explanation struct {
	Code       string        `json:"code"`
	Name       string        `json:"name"`
	Severities []string      `json:"severities"`
	Fix        string        `json:"fix"`
	Comment    string        `json:"comment"`
	Rules      string        `json:"rules"`
	Engine     []string      `json:"engine"`
	Summary    string        `json:"summary"`
	Why        string        `json:"why"`
	Mend       string        `json:"mend"`
	Instead    string        `json:"instead,omitempty"`
	Bad        []exampleFile `json:"bad"`
	Good       []exampleFile `json:"good"`
	Help       string        `json:"help"`
}

type exampleFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type explanationList struct {
	SchemaVersion int           `json:"schemaVersion"`
	Tool          report.Tool   `json:"tool"`
	Rules         []explanation `json:"rules"`
}

func explanations(rules []rule.Rule) explanationList {
	info := buildinfo.Read()
	list := explanationList{
		SchemaVersion: report.SchemaVersion, Tool: report.Tool{Name: info.Name, Version: info.Version},
		Rules: make([]explanation, 0, len(rules)),
	}
	for _, r := range rules {
		e := explanation{
			Code: r.Code, Name: r.Name, Severities: []string{}, Fix: r.Fixes.String(), Comment: r.Comment.String(),
			Rules: r.Config.String(), Engine: []string{}, Summary: r.Summary, Why: r.Why, Mend: r.Mend,
			Instead: r.Instead, Bad: exampleFiles(r.Bad), Good: exampleFiles(r.Good), Help: r.DocPath(),
		}
		for _, s := range r.Severities {
			e.Severities = append(e.Severities, s.String())
		}
		for _, c := range r.Engine {
			if !slices.Contains(e.Engine, c.Code) {
				e.Engine = append(e.Engine, c.Code)
			}
		}
		list.Rules = append(list.Rules, e)
	}
	return list
}

func exampleFiles(e rule.Example) []exampleFile {
	list := make([]exampleFile, 0, len(e.Files))
	for _, f := range e.Files {
		list = append(list, exampleFile{f.Name, f.Text})
	}
	return list
}
