package boundary

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// maxBound is how many bytes of text the bodies of a unit are bound in, so
// that a small file with many uses cannot ask for time and memory without end;
// what is spliced and what stands in a region counts perPlace bytes more.
// Beyond it a body counts as it is written.
const (
	maxBound = 64 << 20
	perPlace = 256
)

// bound are the texts of a body with the parameters of groups bound
// (boundary-class.md 6.1).
type bound struct {
	// bodies are those with regions, in the order of the nodes, each text once.
	bodies []*Body
	byText map[[sha256.Size]byte]*Body
	// more is how many regions the one with the most has beyond the body's own.
	more int
}

// bind gives the body as the node of a group gets it; b itself where no
// parameter is bound in it.
func (c *Class) bind(b *Body, n *bot.Node) *Body {
	if b == nil || n.Group == nil || !strings.Contains(b.Text, "params.") || c.bytesBound > maxBound {
		return b
	}
	compiled := b.Compiled.Bind(n)
	c.bytesBound += len(b.Text) + len(compiled.Text) + perPlace*len(compiled.Includes)
	if compiled == b.Compiled {
		return b
	}
	sum := sha256.Sum256([]byte(compiled.Text))
	if have := b.bound.byText[sum]; have != nil {
		return have
	}
	status, _ := paragraph.Check(compiled)
	x := &Body{Compiled: compiled, Status: string(status), Regions: paragraph.Regions(compiled)}
	if b.bound.byText == nil {
		b.bound.byText = map[[sha256.Size]byte]*Body{}
	}
	b.bound.byText[sum] = x
	if len(x.Regions) == 0 {
		x.Compiled = &bot.Compiled{Prompt: b.Prompt} // nothing in it is ever shown
		return x
	}
	for i := range x.Regions {
		c.bytesBound += perPlace * len(x.Regions[i].Refs)
	}
	b.bound.bodies = append(b.bound.bodies, x)
	if more := len(x.Regions) - len(b.Regions); more > b.bound.more {
		c.Paragraphs += more - b.bound.more
		b.bound.more = more
	}
	return x
}

// bindAll binds the prompts of a node of a group, of whichever kind: all
// bodies are judged, whoever uses them (boundary-class.md 6.3).
func (c *Class) bindAll(n *bot.Node) {
	if n.Group == nil {
		return
	}
	for _, name := range append(slices.Clip(bot.PromptProps), "interaction_prompt") {
		b, _, _ := c.prompt(n.Decl, name)
		c.bind(b, n)
	}
}

// shown are the regions of the body as it is written or, where it has none, as
// the first use gives them, with the text that they are in.
func (b *Body) shown() *Body {
	if len(b.Regions) == 0 && len(b.bound.bodies) > 0 {
		return b.bound.bodies[0]
	}
	return b
}

// boundFindings judges the regions that a body has for the uses of groups.
// list are the findings of the body as it is written: what they say of a
// reference is not said again.
func (c *Class) boundFindings(b *Body, list []finding.Finding) []finding.Finding {
	if len(b.bound.bodies) == 0 {
		return nil
	}
	said := map[finding.Place]string{}
	for _, f := range list {
		if inRegion(f.Code) {
			said[f.Place] = f.Code
		}
	}
	var more []finding.Finding
	for _, x := range b.bound.bodies {
		for _, f := range c.bodyFindings(x) {
			if inRegion(f.Code) {
				if code := said[f.Place]; code != "" && code != f.Code {
					continue
				}
				said[f.Place] = f.Code
			}
			more = append(more, f)
		}
		more = unique(more)
	}
	return more
}

// inRegion reports whether a code is that of a reference in a region.
func inRegion(code string) bool { return code == "BND201" || code == "BND202" }

// boundReferenceFixes mends a reference that stands in a region for the uses of a group
// only: one of the prompt's own is replaced by its name, what a parameter
// brings is left to the author.
func boundReferenceFixes(b *Body, region, ref int) []finding.Fix {
	r := b.Regions[region].Refs[ref]
	if r.Param != "" || r.Included != nil || r.Open || ref >= maxMended {
		return nil
	}
	return preferFirst(made("write-the-name-not-the-value", "Write the name, not the value", true, paragraph.WriteName(b.Compiled, r)))
}

// paramMessage is the message about a parameter in a region.
func paramMessage(r *paragraph.Region, ref *paragraph.Ref) string {
	what := finding.Quote(ref.Param)
	if ref.Span.Start < r.Phrase.End && r.Phrase.Start < ref.Span.End {
		return "The parameter " + what + " brings the heading of the boundary paragraph, so that the text of a use speaks with authority; " +
			"write the paragraph in the prompt itself"
	}
	return "The reference " + what + " stands inside the boundary paragraph and would put outside text into the part that speaks with authority; " +
		"write the name instead, or move the sentence out"
}
