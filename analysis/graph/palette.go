package graph

import (
	"fmt"
	"strings"
)

// palette are the colours of one theme.
type palette struct {
	back, box           string // behind all, and inside a node's outline
	text, quiet         string // names, and everything else that is written
	line, acting, fault string // strokes
	onFault             string // the mark on the colour of a fault
}

var (
	light = palette{
		back: "#ffffff", box: "#f6f8fa", text: "#1f2328", quiet: "#57606a",
		line: "#6a737d", acting: "#0550ae", fault: "#b3261e", onFault: "#ffffff",
	}
	dark = palette{
		back: "#0d1117", box: "#161b22", text: "#e6edf3", quiet: "#a8b3bd",
		line: "#8b949e", acting: "#79c0ff", fault: "#ff8f85", onFault: "#0d1117",
	}
)

// style is the style sheet of the picture. The custom properties are for an
// editor that shows it in its own theme; what does not know them takes the plain
// colour before them.
func style() string {
	return "<style>\n" +
		"text{font-family:ui-monospace,monospace;font-size:11px;text-anchor:middle}\n" +
		".name{font-size:13px;font-weight:bold}\n" +
		".box{stroke-width:1.3}.line{fill:none;stroke-width:1.3}\n" +
		".acting>.box{stroke-width:3}.fault>.box{stroke-width:3;stroke-dasharray:6 3}.unknown>.box{stroke-dasharray:2 2}\n" +
		".back>.line{stroke-dasharray:5 4}.frame{fill:none;stroke-dasharray:8 4}.title{text-anchor:start}\n" +
		".mark{stroke:none}.sign{font-weight:bold}\n" +
		light.rules() +
		"@media (prefers-color-scheme:dark){\n" + dark.rules() + "}\n" +
		"</style>\n"
}

func (p *palette) rules() string {
	var b strings.Builder
	rule := func(selector, property, variable, colour string) {
		fmt.Fprintf(&b, "%s{%s:%s;%[2]s:var(--bl-%[4]s,%[3]s)}\n", selector, property, colour, variable)
	}
	rule(".ground,.plate", "fill", "bg", p.back)
	rule(".box", "fill", "bg", p.box)
	rule("text", "fill", "fg", p.quiet)
	rule(".name", "fill", "fg", p.text)
	rule(".box,.line,.frame", "stroke", "fg", p.line)
	rule(".tip", "fill", "fg", p.line)
	rule(".acting>.box", "stroke", "acting", p.acting)
	rule(".fault>.box", "stroke", "fault", p.fault)
	rule(".mark", "fill", "fault", p.fault)
	rule(".sign", "fill", "bg", p.onFault)
	return b.String()
}
