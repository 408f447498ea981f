package botcomplete

import "slices"

// The vocabulary that the registry of properties does not hold.

// defaults are the words that a property has when it is left out
// (bot-language.md 8 to 10), by kind of declaration or block, then alone.
var defaults = map[string]string{
	"session": "fresh", "interaction": "none", "human.interaction": "human", "router.mode": "fan_out_all",
	"posture": "human_required", "merge_strategy": "squash", "merge_into": "current",
	"language": "sh", "policy": "required", "worktree": "auto", "secrets.as": "value", "sandbox.mode": "inline",
}

// closed are the words of properties whose form takes any text.
var closed = map[string][]string{
	"auth.type": {"oauth2"}, "criteria.kind": {"min_length", "pattern"},
}

// backends are the routes with what a tools: list does there
// (boundary-class.md 2.1).
var backends = []struct{ name, list string }{
	{"claw", "bounds the list"},
	{"claude_code", "subtracts from an open roster"},
	{"codex", "picks a mode"},
	{"pi", "never receives the list"},
	{"kimi", "never receives the list"},
	{"grok", "never receives the list"},
	{"opencode", "never receives the list"},
}

// readingCapabilities only read (boundary-class.md 4); actingCapabilities are
// the others that the engine knows (bot-language.md 8.10).
var (
	readingCapabilities = []string{"board.read", "runs.read"}
	actingCapabilities  = []string{
		"board.create", "board.move", "board.assign", "board.label", "board.close", "board.comment",
		"watch.subscribe", "watch.unsubscribe",
	}
)

// tools are the names that bots use besides those that only read
// (bot-language.md 8.10).
func tools() []string {
	list := []string{
		"write_file", "file_edit", "bash", "web_search", "skill", "agent", "todo_write", "tool_search",
		"structured_output", "sleep", "config", "repl", "notebook_edit", "read_image", "screenshot", "computer_use", "lsp",
		"ask_user", "ask_user_async", "await_answers", "send_user_message", "enter_plan_mode", "exit_plan_mode",
		"remote_trigger", "memory_read", "memory_write", "memory_list", "mcp_auth", "list_mcp_resources",
		"read_mcp_resource", "run_task_packet", "diagnostic_shell",
	}
	for _, family := range []struct {
		prefix string
		names  []string
	}{
		{"task_", []string{"create", "get", "list", "update", "output", "stop"}},
		{"team_", []string{"create", "get", "list", "delete"}},
		{"cron_", []string{"create", "get", "list", "delete"}},
		{"worker_", []string{"create", "get", "observe", "observe_completion", "resolve_trust", "await_ready", "send_prompt", "restart", "terminate"}},
	} {
		for _, n := range family.names {
			list = append(list, family.prefix+n)
		}
	}
	return list
}

// stamped are the fields that the engine adds to an output (bot-language.md
// 12.1); the first two may be handed on.
var stamped = []string{
	"_session_id", "_session_fingerprint", "_model", "_backend", "_tokens", "_fallback_used", "_served_by",
	"_skipped", "_failed_branches", "_reasoning_effort",
}

// The members that references have below a name, and those of run.
var (
	loopMembers       = []string{"iteration", "max", "previous_output"}
	eachMembers       = []string{"item", "index", "count", "first", "last", "empty"}
	attachmentMembers = []string{"path", "url", "mime", "size", "sha256"}
	fileMembers       = []string{"path", "filename", "mime", "size", "sha256"}
	runMembers        = []string{
		"id", "elapsed_seconds", "cost_usd", "tokens", "iterations", "max_duration_seconds", "max_cost_usd",
		"max_tokens", "max_iterations", "tree_noise",
	}
)

// environment are the names that the engine provides (bot-language.md 12.2).
var environment = []string{"PROJECT_DIR", "PROJECT_SCRATCH_DIR", "BUNDLE_SKILLS_DIR"}

// Which properties hold what (bot-language.md 12).
var (
	// promptProps name a prompt or hold its text.
	promptProps = []string{"system", "user", "instructions"}
	// templateProps take every template.
	templateProps = []string{"command", "script", "postcondition", "message", "over", "review_url"}
	// routeProps take vars and the environment.
	routeProps = []string{"model", "backend", "provider", "interaction_model", "default_backend"}
	// envProps take the environment only.
	envProps = []string{"reasoning_effort", "timeout", "max_duration"}
)

func isOne(list []string, s string) bool { return slices.Contains(list, s) }
