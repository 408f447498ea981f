package lsp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

type about struct {
	Kind    string
	Members []struct {
		Node    string
		Range   lsptest.Range
		Reasons []string
		Owes    bool
	}
	Faults struct{ Errors, Warnings, Others int }
}

func aboutOf(s *server, uri string) about {
	var a about
	s.Must("boundary/about", object{"textDocument": object{"uri": uri}}, &a)
	return a
}

func TestAboutCountsMembersAndFaultsOfABot(t *testing.T) {
	s, d := triage(t, full(), nil)
	a := aboutOf(s, d.URI())
	var got []string
	for _, m := range a.Members {
		line := m.Node + " " + d.Slice(m.Range)
		for _, r := range m.Reasons {
			line += " " + r
		}
		if m.Owes {
			line += " owes"
		}
		got = append(got, line)
	}
	if diff := cmp.Diff([]string{"label label tools: bash", "report report tools: write_file owes"}, got); diff != "" {
		t.Error(diff)
	}
	if a.Kind != "bot" || a.Faults.Errors != 1 {
		t.Errorf("kind %q, faults %+v", a.Kind, a.Faults)
	}

	before := a.Faults
	d.Sub("tools: [write_file]", "tools: [read_file]")
	if a = aboutOf(s, d.URI()); len(a.Members) != 1 || a.Faults.Errors != before.Errors-1 {
		t.Errorf("after the edit: %+v", a)
	}
}

func TestAboutTellsTheKindOfADocument(t *testing.T) {
	s, d := book(t, full(), nil)
	bot, _ := triage(t, full(), nil)
	for name, tc := range map[string]struct {
		s         *server
		uri, want string
	}{
		"an entry playbook":              {s, d.URI(), "playbook"},
		"a module that an entry loads":   {s, s.uri(textPack), "module"},
		"the configuration":              {s, s.uri(".boundary.toml"), "config"},
		"sample values":                  {s, s.uri(sampleFile), ""},
		"Starlark of another tool":       {s, s.uri("tools/other.star"), ""},
		"a page of a bundle":             {bot, bot.uri("bots/triage/guide.md"), "markdown"},
		"a file that is not there":       {bot, bot.uri("bots/triage/none.bot"), "bot"},
		"a document of another program":  {bot, "git:/x/main.bot", ""},
		"a document that was never here": {bot, "untitled:Untitled-9", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := aboutOf(tc.s, tc.uri)
			if a.Kind != tc.want {
				t.Errorf("kind %q, want %q", a.Kind, tc.want)
			}
			if a.Members == nil {
				t.Error("the list of members is null")
			}
		})
	}
}
