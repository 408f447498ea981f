package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// The commands. Those that change something do so through the client.
const (
	// commandRegenerate writes the members artifact. Its argument, a URI, is
	// optional: without it, it is that of all workspace folders.
	commandRegenerate = "boundary.membersRegenerate"
	// commandFixAll applies the safe fixes of a document, or without a URI
	// those of the workspace.
	commandFixAll = "boundary.fixAll"
	// commandShowReasons shows why a node acts; its argument is a
	// nodeArgument.
	commandShowReasons = "boundary.showReasons"
	// commandInsertParagraph inserts the paragraph of a node; its argument is
	// a nodeArgument.
	commandInsertParagraph = "boundary.insertParagraph"
	// commandRender runs an entry playbook with its sample values and returns
	// its prompts; its argument is the URI. It opens and writes nothing.
	commandRender = "boundary.renderPlaybook"
	// commandWriteSample creates the sample values of an entry playbook; its
	// argument is the URI.
	commandWriteSample = "boundary.writeSampleValues"
	// commandShowFlow returns how external text came to the name at a
	// position, or to all prompts; its argument is {uri, position} or the URI.
	// It opens nothing.
	commandShowFlow = "boundary.showExternalFlow"
)

func commands() []string {
	return []string{commandRegenerate, commandFixAll, commandShowReasons, commandInsertParagraph, commandRender, commandWriteSample, commandShowFlow}
}

// executeCommand answers workspace/executeCommand.
func (v *view) executeCommand(ctx context.Context, p protocol.ExecuteCommandParams) (any, error) {
	switch p.Command {
	case commandRegenerate:
		return nil, v.regenerate(ctx, p.Arguments)
	case commandFixAll:
		return nil, v.fixAll(ctx, p.Arguments)
	case commandShowReasons:
		return nil, v.showReasons(p.Arguments)
	case commandInsertParagraph:
		return nil, v.insertParagraph(ctx, p.Arguments)
	case commandRender:
		return v.renderPlaybook(ctx, p.Arguments)
	case commandWriteSample:
		return nil, v.writeSampleValues(ctx, p.Arguments)
	case commandShowFlow:
		return v.showExternalFlow(ctx, p.Arguments)
	}
	return nil, rpc.InvalidParams(protocol.MethodWorkspaceExecuteCommand,
		errors.New("there is no command "+finding.Quote(p.Command)))
}

// errNotOurs is said of data that this server did not make.
var errNotOurs = errors.New("the data is not that of this server")

func badArguments(err error) error {
	return rpc.InvalidParams(protocol.MethodWorkspaceExecuteCommand, err)
}

// file reads the optional URI of a command; empty where there is none.
func (v *view) file(args []protocol.LSPAny) (string, error) {
	if len(args) == 0 || string(args[0]) == "null" {
		return "", nil
	}
	var word string
	if err := json.Unmarshal(args[0], &word); err != nil {
		var object struct {
			URI string `json:"uri"`
		}
		if json.Unmarshal(args[0], &object) != nil {
			return "", badArguments(errors.New("the argument is the URI of a document"))
		}
		word = object.URI
	}
	if d := v.document(word); d != nil {
		return d.path, nil
	}
	p, ok := v.path(uri.URI(word))
	if !ok {
		return "", badArguments(errors.New("the argument is the URI of no file"))
	}
	return p, nil
}

// regenerate brings the members artifact up to date, as `members --write`.
func (v *view) regenerate(ctx context.Context, args []protocol.LSPAny) error {
	file, err := v.file(args)
	if err != nil {
		return err
	}
	probes := []string{file}
	if file == "" {
		probes = nil
		for _, dir := range v.snap.Folders() {
			probes = append(probes, path.Join(dir, workspace.ConfigName))
		}
	}
	var edits []finding.Edit
	var roots []string
	configured := false
	for _, probe := range probes {
		cfg, root := v.snap.Config(probe), v.snap.Root(probe)
		if slices.Contains(roots, root) || !cfg.Boundary.Members.Set {
			continue
		}
		roots, configured = append(roots, root), true
		lines, err := v.members(ctx, root)
		if err != nil {
			return err
		}
		edits = append(edits, v.difference(cfg.Boundary.Members.V, boundary.ArtifactText(lines))...)
	}
	if !configured {
		return rpc.RequestFailed("no members artifact is configured; name one in .boundary.toml: [boundary] members = \"boundary-members.txt\"")
	}
	return v.apply(ctx, "Regenerate the members artifact", v.workspaceEdit(edits))
}

// members are the lines of the artifact of a workspace root. A class computed
// from half a file is never written.
func (v *view) members(ctx context.Context, root string) ([]string, error) {
	walked, err := v.snap.Walk(ctx, []string{root}, workspace.WalkOptions{})
	if err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(walked.Files, func(f string) bool { return v.snap.Root(f) != root })
	lines, problems, err := analysis.Members(ctx, v.snap, files, nil)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, rpc.RequestFailed("the members artifact was not written: " +
			finding.Quote(path.Base(problems[0].Path)) + ": " + problems[0].Message)
	}
	return lines, nil
}

// fixAll applies the safe fixes of a document or of the workspace.
func (v *view) fixAll(ctx context.Context, args []protocol.LSPAny) error {
	file, err := v.file(args)
	if err != nil {
		return err
	}
	var edit *protocol.WorkspaceEdit
	if file != "" {
		edit, err = v.fixAllEdit(ctx, file)
	} else {
		edit, err = v.fixWorkspace(ctx)
	}
	if err != nil {
		return err
	}
	return v.apply(ctx, fixAllTitle, edit)
}

func (v *view) fixWorkspace(ctx context.Context) (*protocol.WorkspaceEdit, error) {
	walked, err := v.snap.Walk(ctx, v.snap.Folders(), workspace.WalkOptions{})
	if err != nil {
		return nil, err
	}
	return v.fixed(ctx, v.request(walked.Files), func(string) bool { return true })
}

// node reads the argument of a lens's command.
func (v *view) node(args []protocol.LSPAny) (file string, node *boundary.Node, class *boundary.Class, err error) {
	var arg nodeArgument
	if len(args) != 1 || json.Unmarshal(args[0], &arg) != nil || arg.Node == "" {
		return "", nil, nil, badArguments(errors.New("the argument is {uri, node}"))
	}
	if file, err = v.file([]protocol.LSPAny{protocol.LSPAny(args[0])}); err != nil {
		return "", nil, nil, err
	}
	for _, c := range analysis.Classes(v.snap, file, v.open(file)) {
		if n := c.Node(arg.Node); n != nil && n.Path == file {
			return file, n, c, nil
		}
	}
	return "", nil, nil, rpc.ContentModified()
}

// showReasons shows the hover of a node as a message, for clients that have no
// other way to open it.
func (v *view) showReasons(args []protocol.LSPAny) error {
	_, n, c, err := v.node(args)
	if err != nil {
		return err
	}
	v.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
		Type: protocol.MessageTypeInfo, Message: plain(c.NodeHover(n)),
	})
	return nil
}

// insertParagraph runs the fix of a lens.
func (v *view) insertParagraph(ctx context.Context, args []protocol.LSPAny) error {
	file, n, _, err := v.node(args)
	if err != nil {
		return err
	}
	for _, l := range analysis.Lenses(v.snap, file, v.open(file)) {
		if l.Fix != nil && l.Node == n.Name {
			return v.apply(ctx, l.Fix.Title, v.workspaceEdit(l.Fix.Edits()))
		}
	}
	return rpc.ContentModified()
}
