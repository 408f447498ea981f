package config

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
)

// rules reads [rules] (cli.md, Silencing). Where two lines name one rule, the
// later counts.
func (r *reader) rules(t *table) {
	for _, e := range t.entries {
		known, ok := rule.LookupKnown(e.name)
		if !ok {
			r.unknownRule(t, e)
			continue
		}
		name := "`" + known.Code + "` (" + known.Name + ")"
		if known.Config == rule.ConfigNo {
			r.report("CFG106", e.place(), r.remove(e), "The rule %s is fixed and keeps its severity: what it guards must not depend on a setting. Remove the line.", name)
			continue
		}
		level, ok := finding.Off, e.val.kind == kindString
		if ok {
			level, ok = finding.ParseSeverity(e.val.text)
		}
		if !ok {
			got := e.val.kind.String()
			if e.val.kind == kindString {
				got = finding.Quote(e.val.text)
			}
			r.report("CFG103", e.val.span, nil, "The severity of %s must be `off`, `hint`, `info`, `warning` or `error`, but it is %s; the rule keeps its own.", name, got)
			continue
		}
		if worst := worst(known.Code); known.Config == rule.ConfigRaise && level < worst {
			r.report("CFG106", e.place(), r.remove(e), "The rule %s can only be raised: it gives up to `%s`, and what a setting can weaken guards nobody. It keeps its severity; remove the line.", name, worst)
			continue
		}
		r.c.Rules[known.Code] = level
	}
}

// remove is the fix that takes a setting out.
func (r *reader) remove(e *entry) []finding.Fix {
	if e.span.Empty() {
		return nil
	}
	return []finding.Fix{finding.NewFix("remove-this-setting", "Remove this setting", false, func() []finding.Edit {
		return []finding.Edit{{Path: r.c.Path, Span: r.setting(e)}}
	})}
}

func (r *reader) unknownRule(t *table, e *entry) {
	if r.full() {
		return
	}
	near, distance, unique := rule.NearestKnown(e.name)
	var fixes []finding.Fix
	if distance >= 0 && distance <= 2 && unique && t.get(near) == nil {
		fixes = r.rename(e, near)
	}
	hint := ""
	if near != "" {
		hint = "; the nearest is `" + near + "`"
	}
	if engine := rule.LookupEngine(e.name); len(engine) > 0 {
		names := make([]string, len(engine))
		for i, g := range engine {
			names[i] = "`" + g.Code + "`"
		}
		hint = "; it is a code of the engine, for which " + strings.Join(names, " and ") + " stands here"
	}
	r.report("CFG108", e.place(), fixes, "The rule %s does not exist, so the line does nothing%s.", finding.Quote(e.name), hint)
}

// worst is the worst severity that a rule gives by default. The families that
// are not analysed do not know theirs; of them only those count that can be
// raised (rules.md).
func worst(code string) finding.Severity {
	switch code {
	case "SCR101", "SCR103":
		return finding.Error
	case "SCR102", "SCR104", "SCR105", "SCR106", "SCR107", "XM314":
		return finding.Warning
	case "PB029":
		return finding.Info
	}
	return rule.Severity(code)
}
