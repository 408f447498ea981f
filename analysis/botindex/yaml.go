package botindex

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// manifest notes the names of a bundle's manifest (bot-language.md 1.2).
func (b *builder) manifest(file string, t *text.Text) {
	_ = yamlnames.Each(t, t.String(), 0, func(trail []string, isKey bool, value string, span text.Span) {
		last := ""
		if span.Empty() {
			return // no name
		}
		if len(trail) > 0 {
			last = trail[len(trail)-1]
		}
		switch {
		case isKey && len(trail) == 1 && last == "attachments":
			b.at(file, span, value, Attachment, Manifest, b.symbol(Attachment, nil, value))
		case strings.HasSuffix(last, "_vars"), !isKey && strings.HasSuffix(last, "_var"):
			b.at(file, span, value, Var, Manifest, b.symbol(Var, nil, value))
		case !isKey && len(trail) == 2 && trail[0] == "forge" && last == "secret":
			b.at(file, span, value, Secret, Manifest, b.symbol(Secret, nil, value))
		}
	})
}

// presetFile notes the vars that a preset sets, and its name.
func (b *builder) presetFile(file, stem string, t *text.Text) {
	src, start, ok := yamlnames.FrontMatter(t)
	name := stem
	if ok {
		_ = yamlnames.Each(t, src, start, func(trail []string, isKey bool, value string, span text.Span) {
			switch {
			case span.Empty():
			case isKey && len(trail) == 1 && trail[0] == "vars":
				b.at(file, span, value, Var, PresetFile, b.symbol(Var, nil, value))
			case !isKey && len(trail) == 1 && trail[0] == "name":
				name = value
				b.at(file, span, value, Preset, Declares, b.symbol(Preset, nil, value))
			}
		})
	}
	if s := b.symbol(Preset, nil, name); s != nil && s.In == nil {
		s.File = file
	}
}
