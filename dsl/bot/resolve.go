package bot

import "strings"

// maxName is how many words the name of a node has at most: a use in front of
// a member, and one to spare.
const maxName = 3

// NodePath splits a dotted path into the name of a node and what is read of
// it: the longest declared name wins, members of the reader's own group, whose
// prefix is prefix, first (bot-language.md 12.1). taken is how many parts the
// name has; where nothing is declared it is the first part and declared is
// false.
func NodePath(parts []string, prefix string, has func(name string) bool) (name string, taken int, declared bool) {
	for _, p := range []string{prefix, ""} {
		for i := min(len(parts), maxName); i > 0; i-- {
			id := strings.Join(parts[:i], ".")
			if p != "" {
				id = p + "." + id
			}
			if has(id) {
				return id, i, true
			}
		}
		if p == "" {
			break
		}
	}
	if len(parts) == 0 {
		return "", 0, false
	}
	return parts[0], 1, false
}

// HasSchemas reports whether nodes of that kind name schemas.
func (k Kind) HasSchemas() bool {
	switch k {
	case KindAgent, KindJudge, KindHuman, KindTool, KindCompute, KindWait, KindSubbot:
		return true
	}
	return false
}

// ReadPrompts are the properties whose prompts a node of that kind reads
// (bot-language.md 13).
func (k Kind) ReadPrompts() []string {
	switch k {
	case KindAgent, KindJudge:
		return []string{"system", "user", "interaction_prompt"}
	case KindRouter:
		return []string{"system", "user"}
	case KindHuman:
		return []string{"system", "instructions", "interaction_prompt"}
	}
	return nil
}

// Terminal reports whether the name is that of one of the two nodes that every
// workflow has.
func Terminal(name string) bool { return name == "done" || name == "fail" }
