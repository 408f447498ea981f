package bot

// kindWords are the keywords by kind.
var kindWords = [...]string{
	KindBad:          "",
	KindVars:         "vars",
	KindPresets:      "presets",
	KindAttachments:  "attachments",
	KindSecrets:      "secrets",
	KindMCPServer:    "mcp_server",
	KindPrompt:       "prompt",
	KindSchema:       "schema",
	KindCursor:       "cursor",
	KindSupervisor:   "supervisor",
	KindAgent:        "agent",
	KindJudge:        "judge",
	KindRouter:       "router",
	KindHuman:        "human",
	KindTool:         "tool",
	KindCompute:      "compute",
	KindEmit:         "emit",
	KindWait:         "wait",
	KindAwaitAnswers: "await_answers",
	KindFail:         "fail",
	KindSubbot:       "subbot",
	KindGroup:        "group",
	KindUse:          "use",
	KindContract:     "contract",
	KindWorkflow:     "workflow",
}

// Keyword is the word that declares this kind, empty for KindBad.
func (k Kind) Keyword() string {
	if int(k) < len(kindWords) {
		return kindWords[k]
	}
	return ""
}

// KindOf is the kind that the word declares.
func KindOf(word string) (Kind, bool) {
	if len(word) < 3 {
		return KindBad, false
	}
	for k := KindVars; int(k) < len(kindWords); k++ {
		if kindWords[k] == word {
			return k, true
		}
	}
	return KindBad, false
}

// IsNode reports whether declarations of this kind are nodes of the graph.
// Groups and their uses are none, although they share the names of nodes
// (bot-language.md 13).
func (k Kind) IsNode() bool { return k >= KindAgent && k <= KindSubbot }

// Named reports whether a name follows the keyword.
func (k Kind) Named() bool { return k >= KindMCPServer && k != KindUse }

// MayBeEmpty reports whether the header may stand without a body, given a
// blank line or the end of the file behind it (bot-language.md 7).
func (k Kind) MayBeEmpty() bool {
	return k != KindBad && !k.IsNode()
}
