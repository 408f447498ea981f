package bot

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKindsAndKeywordsAreOneToOne(t *testing.T) {
	for k := KindVars; k <= KindWorkflow; k++ {
		got, ok := KindOf(k.Keyword())
		if !ok || got != k {
			t.Errorf("%q gives %d, %v", k.Keyword(), got, ok)
		}
	}
	for _, word := range []string{"", "agnet", "Agent", "entry"} {
		if k, ok := KindOf(word); ok {
			t.Errorf("%q declares %d", word, k)
		}
	}
	var nodes []string
	for k := KindBad; k <= KindWorkflow; k++ {
		if k.IsNode() {
			nodes = append(nodes, k.Keyword())
		}
	}
	want := []string{"agent", "judge", "router", "human", "tool", "compute", "emit", "wait", "await_answers", "fail", "subbot"}
	if d := cmp.Diff(want, nodes); d != "" {
		t.Error(d)
	}
}

func TestBlocksAreFoundByTheirPath(t *testing.T) {
	names := func(list []PropInfo) (out []string) {
		for _, p := range list {
			out = append(out, p.Name)
		}
		return out
	}
	cases := []struct {
		kind Kind
		path []string
		want []string
	}{
		{KindWait, nil, []string{"description", "event", "timeout", "output"}},
		{KindAgent, []string{"compaction"}, []string{"threshold", "preserve_recent"}},
		{KindAgent, []string{"fallbacks", "any name"}, []string{"backend", "model", "provider", "on", "metered", "action", "when"}},
		{KindTool, []string{"sandbox", "build"}, []string{"dockerfile", "context", "args"}},
		{KindWorkflow, []string{"attachments", "a"}, []string{"description", "accept_mime", "required"}},
		{KindContract, []string{"inputs", "p", "file"}, []string{"media_type", "min_bytes", "schema"}},
		{KindAgent, []string{"model"}, nil},
		{KindAgent, []string{"nothing"}, nil},
		{KindPrompt, nil, nil},
		{Kind(200), nil, nil},
	}
	for _, c := range cases {
		var props []PropInfo
		if b := Block(c.kind, c.path...); b != nil {
			props = b.Props
		}
		if d := cmp.Diff(c.want, names(props)); d != "" {
			t.Errorf("%s %v: %s", c.kind.Keyword(), c.path, d)
		}
	}
}

func TestEveryPropertyHasANameAndWhatItsFormNeeds(t *testing.T) {
	var walk func(b *BlockInfo, where string, depth int)
	walk = func(b *BlockInfo, where string, depth int) {
		if b.Noun == "" || b.stray == "" || depth > 6 {
			t.Errorf("%s: noun %q, code %q, depth %d", where, b.Noun, b.stray, depth)
		}
		seen := map[string]bool{}
		list := b.Props
		if b.Entry != nil {
			list = append(list[:len(list):len(list)], *b.Entry)
		}
		for i, p := range list {
			entry := i == len(b.Props)
			if seen[p.Name] || p.Name == "" && !entry {
				t.Errorf("%s: property %q", where, p.Name)
			}
			seen[p.Name] = true
			if (p.Form == FormEnum || p.Form == FormEnumOrEnv || p.Form == FormChecked) && len(p.Words) == 0 {
				t.Errorf("%s: %s has no words", where, p.Name)
			}
			if p.Form.IsBlock() != (p.Block != nil) && p.Form != FormPort {
				t.Errorf("%s: %s: block %v", where, p.Name, p.Block != nil)
			}
			if p.Block != nil {
				walk(p.Block, where+" "+p.Name, depth+1)
			}
		}
	}
	for k := KindVars; k <= KindWorkflow; k++ {
		if b := Block(k); b != nil {
			walk(b, k.Keyword(), 0)
		} else if k != KindPrompt && k != KindUse {
			t.Errorf("%s has no block", k.Keyword())
		}
	}
}
