package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

var inks = regexp.MustCompile("\x1b\\[[0-9;]*m")

// What render says of a run, in every form and on both outputs, holds nothing
// of a supplied value but inside the regions, however the value was given, and
// so does what check says of a workspace with these values in it.
func TestNothingThatRenderSaysShowsAValue(t *testing.T) {
	ended := map[int]int{}
	for seed := range uint64(60) {
		p := playbooktest.Random(seed, false)
		values, err := json.Marshal(p.Launch)
		if err != nil {
			t.Fatal(err)
		}
		files := []string{"launch.json", string(values), "playbook.params.json", string(values)}
		for id, src := range p.Files {
			files = append(files, id, src)
		}
		var flags []string
		for name, v := range p.Launch {
			if s, ok := v.(string); ok && seed%2 == 0 {
				files = append(files, name+".txt", s)
				flags = append(flags, "--param-file", name+"="+name+".txt")
			} else {
				b, _ := json.Marshal(v)
				flags = append(flags, "--param", name+"="+strings.Trim(string(b), `"`))
			}
		}
		w := newWorld(t, files...)
		for _, args := range [][]string{
			{"render", "--params", "launch.json"},
			{"render", "--params", "launch.json", "--format", "json"},
			append([]string{"render", "--color", "always"}, flags...),
			append([]string{"render", "--format", "json", "--param", "none=" + p.Secrets[0]}, flags...),
			append([]string{"render", "--param", "none=" + p.Secrets[0]}, flags...),
			{"check"}, {"check", "--format", "json"}, {"check", "--format", "compact"}, {"fix", "--diff"},
		} {
			if args[0] == "render" {
				args = append(args, playbooktest.EntryID)
			}
			code, out, errs := w.run(args...)
			ended[code]++
			rest, err := playbooktest.OutsideRegions(plainText(t, args, out))
			if err != nil && !strings.Contains(p.String(), "<<<") {
				t.Errorf("%q: %v\n%s\n%s", args, err, out, p)
			}
			if part := playbooktest.Leak(rest+errs, p.Secrets); part != "" {
				t.Errorf("%q shows %q\n%s%s\n%s", args, part, out, errs, p)
			}
		}
	}
	if ended[exitClean] == 0 || ended[exitFindings] == 0 || len(ended) != 2 {
		t.Errorf("exit codes %v", ended)
	}
}

// plainText is an output without colours; of JSON it is all strings, since
// encoding may change how markers look.
func plainText(t *testing.T, args []string, out string) string {
	t.Helper()
	if !strings.Contains(strings.Join(args, " "), "--format json") {
		return inks.ReplaceAllString(out, "")
	}
	var b strings.Builder
	var gather func(v any)
	gather = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, x := range v {
				gather(x)
			}
		case map[string]any:
			for k, x := range v {
				b.WriteString(k + "\n")
				gather(x)
			}
		}
	}
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%q gives no JSON: %v\n%s", args, err, out)
		}
		gather(v)
	}
	return b.String()
}
