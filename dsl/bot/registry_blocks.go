package bot

// The tables of bot-language.md 8.1 to 8.9, 8.17 and 9.

var varsBlock = &BlockInfo{Noun: "vars block", stray: "E002", once: "E010", Entry: &PropInfo{Form: FormType}}

var presetBlock = &BlockInfo{Noun: "preset", stray: "E001", Entry: &PropInfo{Form: FormLiteral}}

var attachmentsBlock = &BlockInfo{Noun: "attachments block", stray: "E002", once: "E010", Entry: &PropInfo{
	Form: FormAttachment, Words: []string{"file", "image"},
	Block: &BlockInfo{Noun: "attachment", stray: "E001", Props: []PropInfo{
		prop("description", FormString),
		prop("accept_mime", FormStringList),
		prop("required", FormBool),
	}},
}}

var secretBlock = &BlockInfo{Noun: "secret", stray: "E001", Props: []PropInfo{
	prop("value", FormString),
	words("as", FormStringOrIdent, "value", "file"),
	prop("mount_path", FormString),
	prop("env", FormStringOrIdent),
	prop("optional", FormBool),
	prop("hosts", FormStringList),
	prop("description", FormString),
}}

var mcpServerBody = &BlockInfo{Noun: "mcp_server", stray: "E012", Props: []PropInfo{
	words("transport", FormEnum, "stdio", "http", "sse"),
	prop("command", FormString),
	prop("args", FormStringList),
	prop("url", FormString),
	block("auth", &BlockInfo{Noun: "auth block", stray: "E012", Props: []PropInfo{
		prop("type", FormString),
		prop("auth_url", FormString),
		prop("token_url", FormString),
		prop("revoke_url", FormString),
		prop("client_id", FormString),
		prop("scopes", FormStringList),
	}}),
}}

var cursorBody = &BlockInfo{Noun: "cursor", stray: "E001", Props: []PropInfo{
	prop("description", FormString),
	block("values", &BlockInfo{Noun: "values block", stray: "E002", Entry: &PropInfo{Form: FormString}}),
	block("bands", &BlockInfo{Noun: "bands block", stray: "E002", quoted: true, Entry: &PropInfo{Form: FormString}}),
}}

var supervisorBody = &BlockInfo{Noun: "supervisor", stray: "E001", Props: []PropInfo{
	prop("watches", FormIdentList),
	prop("model", FormString),
	prop("system", FormPrompt),
	prop("cooldown", FormString),
	prop("max_evals", FormInt),
	newer("monitors", FormStringList),
}}

func mcpProps(workflow bool) []PropInfo {
	autoload, inherit := prop("autoload_project", FormBool), prop("inherit", FormBool)
	autoload.Elsewhere, inherit.Elsewhere = !workflow, workflow
	return []PropInfo{autoload, inherit, prop("servers", FormIdentList), prop("disable", FormIdentList)}
}

var (
	workflowMCPBlock = &BlockInfo{Noun: "mcp block", stray: "E012", Props: mcpProps(true)}
	nodeMCPBlock     = &BlockInfo{Noun: "mcp block", stray: "E012", Props: mcpProps(false)}
)

var compactionBlock = &BlockInfo{Noun: "compaction block", stray: "E012", Props: []PropInfo{
	prop("threshold", FormNumber),
	prop("preserve_recent", FormInt),
}}

var memoryBlock = &BlockInfo{Noun: "memory block", stray: "E012", Props: []PropInfo{
	prop("enabled", FormBool),
	prop("scope", FormString),
	prop("autoload", FormStringList),
	prop("read", FormBool),
	prop("write", FormBool),
	prop("pre_compact_inject", FormBool),
	prop("project_root", FormBool),
	words("visibility", FormString, "bot", "project", "cross_project", "user", "org", "global"),
}}

var stringMap = &BlockInfo{Noun: "map", stray: "E002", Entry: &PropInfo{Form: FormStringOrIdent}}

var sandboxBlock = &BlockInfo{Noun: "sandbox block", stray: "E001", Props: []PropInfo{
	words("mode", FormChecked, "none", "auto", "inline"),
	prop("image", FormString),
	block("build", &BlockInfo{Noun: "build block", stray: "E001", Props: []PropInfo{
		prop("dockerfile", FormString),
		prop("context", FormString),
		{Name: "args", Form: FormMap, Block: stringMap},
	}}),
	prop("user", FormString),
	prop("workspace_folder", FormString),
	words("host_state", FormChecked, "auto", "none"),
	prop("post_create", FormString),
	{Name: "env", Form: FormMap, Block: stringMap},
	prop("mounts", FormMixedList),
	block("network", &BlockInfo{Noun: "network block", stray: "E001", Props: []PropInfo{
		words("mode", FormChecked, "open", "allowlist", "denylist"),
		prop("preset", FormStringOrIdent),
		words("inherit", FormChecked, "replace", "append"),
		prop("rules", FormMixedList),
	}}),
}}

var cursorsBlock = &BlockInfo{Noun: "cursors block", stray: "E002",
	Props: []PropInfo{prop("enabled", FormBool)},
	Entry: &PropInfo{Form: FormCursorValue},
}

var budgetBlock = &BlockInfo{Noun: "budget block", stray: "E012", Props: []PropInfo{
	prop("max_parallel_branches", FormInt),
	prop("max_duration", FormString),
	prop("max_cost_usd", FormNumber),
	prop("max_tokens", FormInt),
	newer("warn_tokens", FormInt),
	prop("max_iterations", FormInt),
}}

var fallbacksBlock = &BlockInfo{Noun: "fallbacks block", stray: "E012", filled: true, Entry: &PropInfo{
	Form: FormBlock,
	Block: &BlockInfo{Noun: "fallback", stray: "E012", Props: []PropInfo{
		newer("backend", FormString),
		newer("model", FormString),
		newer("provider", FormString),
		newerWords("on", FormIdentList, "usage_window", "auth", "unavailable", "transient_exhausted", "any"),
		newer("metered", FormBool),
		newerWords("action", FormStringOrIdent, "skip"),
		newer("when", FormString),
	}},
}}

var portProps = []PropInfo{
	newer("description", FormString),
	newer("required", FormBool),
	newer("nullable", FormBool),
	newer("default", FormJSON),
	newer("min_items", FormInt),
	newer("max_items", FormInt),
	newer("from", FormDotted),
	newerBlock("file", &BlockInfo{Noun: "file block", stray: "E012", once: "E014", Props: []PropInfo{
		newer("media_type", FormString),
		newer("min_bytes", FormInt),
		newer("schema", FormIdent),
	}}),
}

var portsBlock = &BlockInfo{Noun: "ports block", stray: "E012", once: "E014", Entry: &PropInfo{
	Form:  FormPort,
	Block: &BlockInfo{Noun: "port", stray: "E012", once: "E014", Props: portProps},
}}

var contractBody = &BlockInfo{Noun: "contract", stray: "E012", once: "E014", Props: []PropInfo{
	newer("display_name", FormString),
	newer("responsibility", FormString),
	newer("version", FormInt),
	newerBlock("inputs", portsBlock),
	newerBlock("outputs", portsBlock),
	newerBlock("criteria", &BlockInfo{Noun: "criteria block", stray: "E012", once: "E014", Entry: &PropInfo{
		Form: FormBlock,
		Block: &BlockInfo{Noun: "criterion", stray: "E012", once: "E014", Props: []PropInfo{
			newer("kind", FormDotted),
			newer("port", FormDotted),
			newer("params", FormJSON),
		}},
	}}),
	newerBlock("effects", &BlockInfo{Noun: "effects block", stray: "E012", once: "E014", Entry: &PropInfo{
		Form: FormBlock,
		Block: &BlockInfo{Noun: "effect", stray: "E012", once: "E014", Props: []PropInfo{
			newer("description", FormString),
			newer("paid", FormBool),
		}},
	}}),
}}
