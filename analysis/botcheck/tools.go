package botcheck

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/spell"
)

// builtins are the tools of claw that a list may name alone
// (bot-language.md 8.10), those behind switches of the host among them.
var builtins = strings.Fields(`
	read_file write_file file_edit glob grep bash web_fetch web_search skill agent todo_write tool_search
	structured_output sleep config repl notebook_edit read_image screenshot computer_use lsp ask_user ask_user_async
	await_answers send_user_message enter_plan_mode exit_plan_mode remote_trigger memory_read memory_write memory_list
	mcp_auth list_mcp_resources read_mcp_resource run_task_packet diagnostic_shell privacy_filter privacy_unfilter
	task_create task_get task_list task_update task_output task_stop
	team_create team_get team_list team_delete cron_create cron_get cron_list cron_delete
	worker_create worker_get worker_observe worker_observe_completion worker_resolve_trust worker_await_ready
	worker_send_prompt worker_restart worker_terminate`)

// boardTools are the engine's own tools for the board and for watches, which
// it finds by their last word.
var boardTools = strings.Fields(`
	add_labels assign_issue close_issue comment_issue create_issue get_issue list_issues list_labels remove_labels
	set_bot set_labels transition_issue subscribe unsubscribe`)

// oldTools are names that never were tools of claw and are written for one.
var oldTools = map[string]string{
	"apply_patch": "file_edit", "edit_file": "file_edit", "patch": "file_edit",
	"git_diff": "bash", "git_log": "bash", "git_status": "bash", "run_command": "bash", "shell": "bash",
	"list_files": "glob", "tree": "glob", "search_codebase": "grep", "web_search_tool": "web_search",
}

// toolSets are the names above as a set. servers says that the files declare
// servers, whose tools may have any name.
type toolSets struct {
	known   map[string]bool
	servers bool
}

func (c *checker) newToolSets() toolSets {
	t := toolSets{known: make(map[string]bool, len(builtins)+len(boardTools))}
	for _, name := range slices.Concat(builtins, boardTools) {
		t.known[name] = true
	}
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			t.servers = t.servers || d.Kind == bot.KindMCPServer
		}
	}
	return t
}

// tools checks the lists of tools of agents and of recoveries where a backend
// takes them at their word, and reports them where it never sees them.
func (c *checker) tools() {
	sets := c.newToolSets()
	for _, n := range c.order {
		switch {
		case isLLM(n.Decl.Kind):
			p := n.Decl.Prop("tools")
			if p == nil || p.Broken || p.Unknown || p.Value == nil || p.Value.Kind != bot.List {
				continue
			}
			b := c.backend(n)
			switch b {
			case "pi", "kimi", "grok", "opencode":
				c.undelivered(n, p, b)
			}
			claw := b == "claw"
			for _, r := range c.routes(n) {
				claw = claw || r.backend == "claw"
			}
			if claw {
				c.toolNames(n, p, sets)
			}
		case n.Decl.Kind == bot.KindTool:
			r := n.Decl.Prop("recovery")
			if r == nil || c.defaultBackend() != "claw" {
				continue
			}
			if p := r.Prop("agent_tools"); p != nil && !p.Broken && p.Value != nil {
				c.toolNames(n, p, sets)
			}
		}
	}
}

// undelivered reports a list that the backend never sees.
func (c *checker) undelivered(n *node, p *bot.Prop, backend string) {
	message := "the backend " + finding.Quote(backend) + " never sees this list and runs with all its own tools"
	if len(p.Value.Items) == 0 {
		message += ", although the list says none"
	}
	c.add(issue{
		code: "BOT503", engine: "C270", kind: "undelivered", name: n.Name, at: place(n.Path, p.Name.Span),
		message: message + "; bound the node by permission: rules, or run it on claw",
	})
}

// toolNames checks the names of a list that claw resolves.
func (c *checker) toolNames(n *node, p *bot.Prop, sets toolSets) {
	wired := sets.servers || c.wired(n)
	for _, v := range p.Value.Items {
		name := strings.TrimSpace(n.File.ValueText(v))
		ref := strings.Contains(name, "${") || strings.Contains(name, "{{")
		if name == "" || sets.known[name] || v.Kind == bot.String && !v.Closed ||
			!ref && (strings.ContainsAny(name, ".*") || strings.Contains(name, "__")) {
			continue
		}
		if strings.Contains(name, "{{params.") {
			continue
		}
		at := place(n.Path, v.Span)
		if v.Kind == bot.String && v.Form == bot.Quoted {
			at.Span = v.Inner
		}
		i := issue{
			code: "BOT503", engine: "C135", kind: "unknown-tool", name: name, at: at, severity: finding.Warning,
			message: "claw has no tool " + finding.Quote(name),
		}
		var sure bool
		switch want, old := oldTools[name]; {
		case ref:
			sure = true
			i.message = "the tool " + finding.Quote(name) + " is taken as it is written, since lists of tools are not expanded; name the tool"
		case old:
			sure = true
			i.message += ", it is called " + finding.Quote(want) + " there"
			i.fixes = []finding.Fix{changeTo(name, want, at, false)}
		default:
			names, _ := spell.Closest(name, builtins)
			sure = len(names) > 0
			var hint string
			hint, i.fixes = c.didYouMean(name, builtins, at, false)
			i.message += ", so a server has to supply it, or the node fails; write mcp.SERVER.TOOL for one of a server" + hint
		}
		if sure && !wired {
			i.severity = finding.Error
		}
		c.add(i)
	}
}

// wired reports whether a node or the workflow connects servers.
func (c *checker) wired(n *node) bool {
	wires := func(d *bot.Decl) bool {
		p := d.Prop("mcp")
		if p == nil {
			return false
		}
		s := p.Prop("servers")
		return p.Broken || s != nil && (s.Value == nil || len(s.Value.Items) > 0) || on(p, "inherit") || on(p, "autoload_project")
	}
	return wires(n.Decl) || c.u.Workflow != nil && wires(c.u.Workflow.Decl)
}
