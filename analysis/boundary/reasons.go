package boundary

import (
	"fmt"
	"slices"
)

// Answer is an arm that answers for a node's surface (boundary-class.md 5.1).
type Answer struct {
	// Arm is its number, 1 to 9.
	Arm    int
	Reason string
}

// surface gives every arm that answers, in order; the first one decides. For
// arms 5 to 9 a T4 list is read as T3, and arm 9 as if the primary route had
// given no reason (boundary-class.md 12): where arm 2 decides, or a primary
// arm, they stand behind it and change nothing.
func surface(fullAccess bool, tools ToolState, names []string, p Primary, fallbacks []Fallback) []Answer {
	var list []Answer
	say := func(arm int, format string, args ...any) {
		list = append(list, Answer{arm, fmt.Sprintf(format, args...)})
	}
	if fullAccess {
		say(1, "full_access")
	}
	if tools == T4 {
		say(2, "tools: %s", joined(without(names, reading)))
		tools = T3
	}
	buys := func() string { return joined(without(names, tripled)) }
	switch {
	case p.Kind == Undecided:
		say(3, "%s %s names no route, nothing bounds the node", p.Property, shown(p.Raw))
	case p.Route == claw:
	case tools == T0:
		say(4, "no tools: declared on %s, the full native toolset", p.Shown())
	case p.Route == codex:
		switch tools {
		case T1:
			say(5, "tools: [] on codex is read like a missing list")
		case T3:
			say(6, "tools: on codex buy workspace-write: %s", buys())
		}
	case p.Route == claudeCode:
		say(7, "tools: list on %s is subtracted from an open roster, not a bound", p.Shown())
	default:
		say(8, "tools: list never reaches %s", p.Shown())
	}
	for _, f := range fallbacks {
		if reason := f.reason(tools, buys); reason != "" {
			say(9, "%s", reason)
			break
		}
	}
	return list
}

// reason is what an open route gives (boundary-class.md 5.3), empty for one
// that is not open. tools is at most T3.
func (f Fallback) reason(tools ToolState, buys func() string) string {
	name := shown(f.Name)
	switch {
	case f.Kind == FallbackUndecided:
		return fmt.Sprintf("fallback %s: %s names no route, nothing bounds the node", name, shown(f.Raw))
	case f.Kind != FallbackRoute, f.Route == claw:
		return ""
	case f.Route == codex && tools == T2:
		return ""
	case tools == T0:
		return fmt.Sprintf("fallback %s onto %s runs the full native toolset", name, shown(f.Route))
	case f.Route == codex && tools == T1:
		return fmt.Sprintf("fallback %s onto codex reads tools: [] like a missing list", name)
	case f.Route == codex:
		return fmt.Sprintf("fallback %s onto codex buys workspace-write: %s", name, buys())
	}
	return fmt.Sprintf("fallback %s onto %s does not bound the tools: list", name, shown(f.Route))
}

// capabilityReasons gives one reason for each capability that does not only
// read, sorted by bytes, each once (boundary-class.md 4).
func capabilityReasons(names []string) []string {
	acting := without(names, readingCapability)
	slices.Sort(acting)
	list := make([]string, len(acting))
	for i, s := range acting {
		list[i] = "capability " + shown(s)
	}
	return list
}
