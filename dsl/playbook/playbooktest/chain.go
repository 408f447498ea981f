package playbooktest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// GenerateChain gives a program whose steps have one chain of plain and
// supplied pieces, each with other brackets or through concat. CheckChain is
// the property that it is for.
func GenerateChain(seed uint64) Program {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := Program{Seed: seed, Launch: map[string]any{"a": "A<<<", "b": "", "c": ">>>C"}}
	choices := []string{"a", "b", "c", `""`, `"p"`, `"<<<"`, `"\n"`}
	var pieces chain
	for range 1 + rng.IntN(9) {
		pieces = append(pieces, choices[rng.IntN(len(choices))])
	}
	var b strings.Builder
	b.WriteString("a = param(\"a\")\nb = param(\"b\")\nc = param(\"c\")\nbot = agent(\"bot\")\nsteps = []\n")
	for i, expr := range []string{
		strings.Join(pieces, " + "),
		pieces.bracket(rng),
		pieces.bracket(rng),
		"concat(" + strings.Join(pieces, ", ") + ")",
		"concat([" + strings.Join(pieces, ", ") + "])",
		"concat((" + strings.Join(pieces, ", ") + ",), concat())",
	} {
		fmt.Fprintf(&b, "steps.append(step(\"s%d\", agent = bot, prompt = %s))\n", i, expr)
	}
	b.WriteString("playbook(\"p\", steps = steps)\n")
	p.Files = Files{EntryID: b.String()}
	return p
}

type chain []string

func (c chain) bracket(rng *rand.Rand) string {
	if len(c) == 1 {
		return c[0]
	}
	i := 1 + rng.IntN(len(c)-1)
	return "(" + c[:i].bracket(rng) + " + " + c[i:].bracket(rng) + ")"
}

// CheckChain says where the texts of a program of GenerateChain differ: normal
// form is associative (property 6 of playbook.md 15.3). It is "" where all is
// well.
func CheckChain(plan *playbook.Plan, err error) string {
	if err != nil {
		return err.Error()
	}
	first := plan.Prompts[0]
	for _, p := range plan.Prompts[1:] {
		same := slices.EqualFunc(p.Regions, first.Regions, func(a, b playbook.Region) bool {
			return a.Start == b.Start && a.End == b.End && slices.Equal(a.Params, b.Params)
		})
		if p.Text != first.Text || !same {
			return fmt.Sprintf("%s is %q with the regions %v, and %s is %q with %v", first.Step, first.Text, first.Regions, p.Step, p.Text, p.Regions)
		}
	}
	return ""
}
