package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// sandbox checks how commands are kept apart from the host: a sandbox that is
// off, in a way that does not exist, or made of too little or too much.
func (c *checker) sandbox(f *bot.UnitFile, d *bot.Decl) {
	p := d.Prop("sandbox")
	if p == nil || p.Broken || p.Unknown {
		return
	}
	v := p.Value
	if v == nil {
		if m := p.Prop("mode"); m != nil {
			if m.Broken || m.Value == nil {
				return
			}
			v = m.Value
		}
	}
	mode := "inline"
	at := place(f.Path, p.Name.Span)
	if v != nil {
		mode, at = f.File.ValueText(v), place(f.Path, v.Span)
	}
	fault := func(kind string, at finding.Place, message string, fixes ...finding.Fix) {
		c.add(issue{code: "BOT110", engine: "C044", kind: kind, name: mode, at: at, message: message, fixes: fixes})
	}
	c.postCreate(f, p)
	switch mode {
	case "", "auto", "inline":
	case "none":
		c.add(issue{
			code: "BOT509", engine: "C128", kind: d.Kind.Keyword(), name: d.Name.Text, at: at,
			message: "the sandbox is off, so commands run on the host with its files and credentials; remove the line unless the bot needs the host",
		})
	default:
		hint, fixes := c.didYouMean(mode, []string{"none", "auto", "inline"}, at, false)
		fault("sandbox", at, "the sandbox mode "+finding.Quote(mode)+" is none of none, auto, inline"+hint, fixes...)
		return
	}
	if h := p.Prop("host_state"); h != nil && !h.Broken && h.Value != nil {
		if s := f.File.ValueText(h.Value); s != "" && s != "auto" && s != "none" {
			where := place(f.Path, h.Value.Span)
			hint, fixes := c.didYouMean(s, []string{"auto", "none"}, where, false)
			fault("host_state", where, "the host_state "+finding.Quote(s)+" is none of auto, none"+hint, fixes...)
			return
		}
	}
	image, build := p.Prop("image"), p.Prop("build")
	if image != nil && image.Value != nil && f.File.ValueText(image.Value) == "" {
		image = nil
	}
	switch {
	case image != nil && build != nil:
		fault("image-and-build", place(f.Path, build.Name.Span), "the sandbox has an image and a build, and only one may be; remove one")
	case mode == "inline" && image == nil && build == nil && !openBlock(p.Broken, p.Block):
		fault("no-image", at, "an inline sandbox is made from an image or a build, and this one has neither; add image:, or write mode: auto")
	}
}

// postCreate reports quotes with a backslash, which the shell reads as text.
func (c *checker) postCreate(f *bot.UnitFile, box *bot.Prop) {
	s, ok := str(f, box.Prop("post_create"))
	if !ok {
		return
	}
	for at := 0; ; {
		i := strings.Index(s.text[at:], `\"`)
		if i < 0 {
			return
		}
		span := text.Span{Start: at + i, End: at + i + 2}
		at = span.End
		slash := s.place(text.Span{Start: span.Start, End: span.Start + 1})
		var fixes []finding.Fix
		if v := box.Prop("post_create").Value; v.Form != bot.Quoted || f.File.Text.Slice(slash.Span) == `\\` {
			// Elsewhere the quote would end the string.
			fixes = offer(nil, finding.NewFix("remove-the-backslash", "Remove the backslash", false, func() []finding.Edit {
				return []finding.Edit{{Path: slash.Path, Span: slash.Span}}
			}))
		}
		c.add(issue{
			code: "BOT405", engine: "C143", kind: "escaped-quote", at: s.place(span), fixes: fixes,
			message: "the shell gets this backslash too and reads the quote as text, so the argument is not what it looks like; use single quotes, or none",
		})
	}
}

// boxed reports whether the workflow declares a sandbox that is on.
func (c *checker) boxed() bool {
	w := c.u.Workflow
	if w == nil {
		return false
	}
	p := w.Decl.Prop("sandbox")
	if p == nil || p.Broken {
		return false
	}
	mode := "inline"
	if p.Value != nil {
		mode = w.File.ValueText(p.Value)
	} else if m := p.Prop("mode"); m != nil {
		mode = w.File.ValueText(m.Value)
	}
	return mode == "auto" || mode == "inline"
}
