package bot

// The tables of bot-language.md 8 and 10. A line is one property: name, form,
// then whatever applies.

func prop(name string, form Form) PropInfo  { return PropInfo{Name: name, Form: form} }
func newer(name string, form Form) PropInfo { return PropInfo{Name: name, Form: form, Newer: true} }

func words(name string, form Form, list ...string) PropInfo {
	return PropInfo{Name: name, Form: form, Words: list}
}

func newerWords(name string, form Form, list ...string) PropInfo {
	return PropInfo{Name: name, Form: form, Words: list, Newer: true}
}

func block(name string, b *BlockInfo) PropInfo {
	return PropInfo{Name: name, Form: FormBlock, Block: b}
}

func newerBlock(name string, b *BlockInfo) PropInfo {
	return PropInfo{Name: name, Form: FormBlock, Block: b, Newer: true}
}

// bodies are the bodies of declarations by kind.
var bodies = [...]*BlockInfo{
	KindBad:          generic,
	KindVars:         varsBlock,
	KindPresets:      {Noun: "presets block", stray: "E002", once: "E010", Entry: &PropInfo{Form: FormBlock, Block: presetBlock}},
	KindAttachments:  attachmentsBlock,
	KindSecrets:      {Noun: "secrets block", stray: "E002", once: "E010", Entry: &PropInfo{Form: FormSecret, Block: secretBlock}},
	KindMCPServer:    mcpServerBody,
	KindSchema:       {Noun: "schema", stray: "E002", Entry: &PropInfo{Form: FormType}},
	KindCursor:       cursorBody,
	KindSupervisor:   supervisorBody,
	KindAgent:        agentBody,
	KindJudge:        judgeBody,
	KindRouter:       routerBody,
	KindHuman:        humanBody,
	KindTool:         toolBody,
	KindCompute:      computeBody,
	KindEmit:         emitBody,
	KindWait:         waitBody,
	KindAwaitAnswers: awaitAnswersBody,
	KindFail:         failBody,
	KindSubbot:       subbotBody,
	KindGroup:        {Noun: "group", stray: "E001"},
	KindContract:     contractBody,
	KindWorkflow:     workflowBody,
}

// generic is the body of a declaration of unknown kind and the block of an
// unknown property: any name, nothing checked.
var generic = &BlockInfo{Noun: "block", stray: "E012", quoted: true}

var interactions = []string{"none", "human", "llm", "llm_or_human", "review", "async", "human_or_host"}

var (
	awaitProp       = words("await", FormEnum, "wait_all", "best_effort")
	compressProp    = newerWords("compress", FormChecked, "on", "ultra", "off")
	permissionProp  = words("permission", FormChecked, "off", "ask", "deny")
	effortProp      = words("reasoning_effort", FormEnumOrEnv, "low", "medium", "high", "xhigh", "max", "ultracode", "none")
	interactionProp = words("interaction", FormEnum, interactions...)
	sandboxProp     = PropInfo{Name: "sandbox", Form: FormWordOrBlock, Block: sandboxBlock, Words: []string{"none", "auto"}}
)

func llmProps() []PropInfo {
	return []PropInfo{
		newer("description", FormString),
		prop("model", FormString),
		prop("backend", FormString),
		prop("provider", FormString),
		newer("command", FormString),
		prop("input", FormIdent),
		prop("output", FormIdent),
		prop("publish", FormIdent),
		newer("artifact_labels", FormToolList),
		prop("system", FormPrompt),
		prop("user", FormPrompt),
		words("session", FormEnum, "fresh", "inherit", "inherit_if_available", "fork", "artifacts_only", "persist"),
		newer("session_slot", FormIdent),
		prop("tools", FormToolList),
		prop("tool_policy", FormToolList),
		prop("capabilities", FormToolList),
		newer("skills", FormSkillList),
		prop("tool_max_steps", FormInt),
		prop("max_tokens", FormInt),
		effortProp,
		newer("timeout", FormString),
		prop("readonly", FormBool),
		newer("full_access", FormBool),
		newer("images", FormStringList),
		interactionProp,
		prop("interaction_prompt", FormPromptName),
		prop("interaction_model", FormString),
		awaitProp,
		compressProp,
		newerWords("auto_memory", FormChecked, "on", "off"),
		permissionProp,
		newer("allow", FormStringList),
		newer("ask", FormStringList),
		newer("deny", FormStringList),
		newer("needs", FormIdentOrList),
		newerBlock("fallbacks", fallbacksBlock),
		block("mcp", nodeMCPBlock),
		block("compaction", compactionBlock),
		block("memory", memoryBlock),
		sandboxProp,
		block("cursors", cursorsBlock),
	}
}

var (
	agentBody = &BlockInfo{Noun: "agent", stray: "E012", Props: llmProps()}
	judgeBody = &BlockInfo{Noun: "judge", stray: "E012", Props: agentBody.Props}
)

var routerBody = &BlockInfo{Noun: "router", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	words("mode", FormEnum, "fan_out_all", "condition", "round_robin", "llm", "fan_out_each"),
	prop("model", FormString),
	prop("backend", FormString),
	prop("provider", FormString),
	prop("system", FormPrompt),
	prop("user", FormPrompt),
	prop("multi", FormBool),
	effortProp,
	newer("over", FormString),
	newer("as", FormIdent),
	newer("key", FormIdent),
	newer("depends_on", FormIdent),
	newer("needs", FormIdentOrList),
}}

var humanBody = &BlockInfo{Noun: "human", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	prop("input", FormIdent),
	prop("output", FormIdent),
	prop("publish", FormIdent),
	newer("artifact_labels", FormToolList),
	prop("instructions", FormPrompt),
	interactionProp,
	prop("interaction_prompt", FormPromptName),
	prop("interaction_model", FormString),
	prop("model", FormString),
	prop("system", FormPrompt),
	prop("min_answers", FormInt),
	awaitProp,
	prop("review_url", FormString),
	words("posture", FormStringOrIdent, "human_required", "agent_verdict_ok"),
	words("merge_strategy", FormStringOrIdent, "squash", "merge"),
	words("merge_into", FormStringOrIdent, "current", "none"),
	prop("max_turns", FormInt),
}}

var toolBody = &BlockInfo{Noun: "tool", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	prop("command", FormString),
	prop("script", FormString),
	words("language", FormChecked, "js", "node", "py", "python", "python3", "sh", "bash"),
	newer("action", FormStringOrIdent),
	newer("connection", FormStringOrIdent),
	newerBlock("params", &BlockInfo{Noun: "params block", stray: "E012", quoted: true, Entry: &PropInfo{Form: FormStringOrNumber}}),
	newer("retry", FormStringOrNumber),
	newer("timeout", FormStringOrNumber),
	prop("input", FormIdent),
	prop("output", FormIdent),
	prop("publish", FormIdent),
	newer("artifact_labels", FormToolList),
	awaitProp,
	sandboxProp,
	compressProp,
	permissionProp,
	newer("needs", FormIdentOrList),
	newer("parallel_safe", FormBool),
	prop("goal", FormString),
	prop("postcondition", FormString),
	words("policy", FormChecked, "required", "recover", "best_effort"),
	block("recovery", &BlockInfo{Noun: "recovery block", stray: "E001", Props: []PropInfo{
		prop("max_repair_attempts", FormInt),
		prop("max_agent_attempts", FormInt),
		prop("model", FormString),
		prop("agent_tools", FormToolList),
	}}),
}}

var computeBody = &BlockInfo{Noun: "compute", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	prop("input", FormIdent),
	prop("output", FormIdent),
	prop("publish", FormIdent),
	newer("artifact_labels", FormToolList),
	awaitProp,
	block("expr", &BlockInfo{Noun: "expr block", stray: "E002", Entry: &PropInfo{Form: FormExpr}}),
}}

var emitBody = &BlockInfo{Noun: "emit", stray: "E012", With: true, Props: []PropInfo{
	newer("description", FormString),
	newer("event", FormString),
}}

var waitBody = &BlockInfo{Noun: "wait", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	newer("event", FormString),
	newer("timeout", FormString),
	newer("output", FormIdent),
}}

var awaitAnswersBody = &BlockInfo{Noun: "await_answers", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	newer("from", FormStringOrIdent),
	newer("timeout", FormString),
}}

var failBody = &BlockInfo{Noun: "fail", stray: "E012", Props: []PropInfo{
	newer("description", FormString),
	newer("code", FormStringOrIdent),
	newer("message", FormString),
	newer("resumable", FormBool),
}}

var subbotBody = &BlockInfo{Noun: "subbot", stray: "E012", With: true, Props: []PropInfo{
	newer("description", FormString),
	newer("source", FormString),
	newer("output", FormIdent),
	newer("needs", FormIdentOrList),
	newer("isolated", FormBool),
}}

var workflowBody = &BlockInfo{Noun: "workflow", stray: "E001", Props: []PropInfo{
	prop("entry", FormDotted),
	newer("contract", FormIdent),
	block("vars", varsBlock),
	block("attachments", attachmentsBlock),
	block("budget", budgetBlock),
	newerBlock("resources", &BlockInfo{Noun: "resources block", stray: "E002", Entry: &PropInfo{Form: FormCapacity}}),
	block("mcp", workflowMCPBlock),
	block("compaction", compactionBlock),
	sandboxProp,
	words("worktree", FormChecked, "auto", "none"),
	prop("default_backend", FormString),
	compressProp,
	newerWords("auto_memory", FormChecked, "on", "off"),
	newerWords("loop_budget_guard", FormChecked, "on", "off"),
	newerWords("repo_devbox", FormChecked, "on", "off"),
	newerWords("workspace_checkpoint", FormChecked, "on", "off"),
	permissionProp,
	prop("allow", FormStringList),
	prop("ask", FormStringList),
	prop("deny", FormStringList),
	prop("tool_policy", FormToolList),
	prop("capabilities", FormToolList),
	newer("skills", FormSkillList),
	interactionProp,
}}
