package bothover

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// target describes the target of an import, an include or a source
// (authoring.md 4, H15).
func (h *hover) target(p *page, o *botindex.Occurrence) {
	what := map[botindex.Role]string{
		botindex.Import: "import", botindex.Include: "include", botindex.Source: "the bot that runs",
	}[o.Role]
	p.head(clean(o.Name), what)
	for _, e := range h.x.Unit.Errors {
		if e.Path == o.Path && e.Span.Covers(o.Span) {
			p.line(e.Message)
			return
		}
	}
	switch {
	case o.Target == "" && strings.HasPrefix(o.Name, "bot://"):
		p.line("an export of another bundle; it is not read here")
		return
	case o.Target == "" || !workspace.Within(h.snap.Root(o.Path), o.Target):
		p.line("it lies outside of the workspace and is not read")
		return
	}
	if o.Role == botindex.Include {
		if !workspace.Within(path.Dir(o.Path), o.Target) {
			p.line("cannot be read: it leads out of the folder of the prompt, which the engine refuses")
			return
		}
		t, err := h.snap.Text(o.Target)
		switch {
		case err != nil:
			p.line("cannot be read: " + h.why(o.Target))
		case t.Len() > bot.MaxInclude:
			p.line("is larger than 256 KiB, which the engine refuses")
		default:
			p.line(quote(h.where(o.Target)) + ", " + counted(t.Lines(), "line", "lines"))
		}
		return
	}
	f, err := h.snap.Bot(o.Target)
	if err != nil {
		p.line("cannot be read: " + h.why(o.Target))
		return
	}
	p.line(quote(h.where(o.Target)))
	p.list("Declares", declares(f), maxNames)
	if n := len(f.Errors); n > 0 {
		p.line("with " + counted(n, "syntax error", "syntax errors"))
	}
}

// why says why a file cannot be read, without the text of the system's error,
// which may name what lies outside.
func (h *hover) why(target string) string {
	if !h.snap.Exists(target) {
		return "there is no such file"
	}
	return "it is no readable text"
}

// declares counts what a file declares, in its order.
func declares(f *bot.File) []string {
	counts := map[string]int{}
	var order []string
	for _, d := range f.Decls {
		n := 1
		switch d.Kind {
		case bot.KindBad:
			continue
		case bot.KindVars, bot.KindPresets, bot.KindAttachments, bot.KindSecrets:
			n = len(d.Props)
		}
		w := d.Kind.Keyword()
		if counts[w] == 0 {
			order = append(order, w)
		}
		counts[w] += n
	}
	out := make([]string, len(order))
	for i, w := range order {
		out[i] = count(counts[w]) + " " + w
	}
	return out
}
