package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// initialize reads no file: it is answered before any workspace is looked at.
func initialize(s *server, raw []byte) (answer, error) {
	p, err := rpc.Params[protocol.InitializeParams](protocol.MethodInitialize, raw)
	if err != nil {
		return nil, err
	}
	var kind protocol.PositionEncodingKind
	s.client = readClient(&p.Capabilities)
	s.client.commands = ownCommands(p.InitializationOptions)
	s.client.completing.suggest = slices.Contains(s.client.commands, suggestCommand)
	s.encoding, kind = negotiate(p.Capabilities.General, p.InitializationOptions)
	s.settings.Store(defaultSettings().with(p.InitializationOptions, s.log))
	s.session = workspace.NewSession(workspace.Options{
		Context: s.ctx, Dir: s.opts.Dir, Folders: initialFolders(&p), KeepGood: true, Today: s.opts.Today,
	})
	s.now.Store(&view{server: s, snap: s.session.Snapshot(), docs: map[string]*document{}})
	s.spawn("worker", s.worker.run)
	s.spawn("scanner", s.scanner.run)
	if p.ProcessID != nil {
		s.spawn("parent", func(ctx context.Context) {
			rpc.WatchParent(ctx, int(*p.ProcessID), func() { s.stop(ErrParent) })
		})
	}
	s.log.Info("initialize", zap.String("client", p.ClientInfo.Name),
		zap.String("encoding", string(kind)), zap.Bool("pull", s.client.pull))
	result := protocol.InitializeResult{
		Capabilities: s.capabilities(kind),
		ServerInfo:   protocol.ServerInfo{Name: "boundary-lsp"},
	}
	if s.opts.Version != "" {
		result.ServerInfo.Version = protocol.NewOptional(s.opts.Version)
	}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// initialFolders are the folders of the client's workspace: those it lists,
// else the root of older clients, else none.
func initialFolders(p *protocol.InitializeParams) []string {
	var list []string
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			if key, ok := rpc.Key(f.URI); ok {
				list = append(list, key)
			}
		}
		return list
	}
	//lint:ignore SA1019 older clients announce nothing else
	root, dir := p.RootURI, p.RootPath
	if root != nil && *root != "" {
		if key, ok := rpc.Key(*root); ok {
			return []string{key}
		}
		return nil
	}
	if dir, ok := dir.Get(); ok && dir != "" {
		if key, ok := rpc.Key(rpc.URI(workspace.Key(dir))); ok {
			return []string{key}
		}
	}
	return nil
}

func (s *server) capabilities(kind protocol.PositionEncodingKind) protocol.ServerCapabilities {
	yes, no := true, false
	incremental := protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: kind,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &yes, Change: &incremental, WillSave: &no, WillSaveWaitUntil: &no,
			Save: &protocol.SaveOptions{IncludeText: &no},
		},
		HoverProvider:          protocol.Boolean(true),
		DocumentSymbolProvider: protocol.Boolean(true),
		FoldingRangeProvider:   protocol.Boolean(true),
		InlayHintProvider:      protocol.Boolean(true),
		CodeLensProvider:       &protocol.CodeLensOptions{},
		CompletionProvider: &protocol.CompletionOptions{
			TriggerCharacters: completionTriggers(), ResolveProvider: &yes,
		},
		SignatureHelpProvider:            &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
		DefinitionProvider:               protocol.Boolean(true),
		ReferencesProvider:               protocol.Boolean(true),
		DocumentHighlightProvider:        protocol.Boolean(true),
		SelectionRangeProvider:           protocol.Boolean(true),
		DocumentLinkProvider:             &protocol.DocumentLinkOptions{ResolveProvider: &yes},
		CallHierarchyProvider:            protocol.Boolean(true),
		DocumentFormattingProvider:       protocol.Boolean(true),
		DocumentRangeFormattingProvider:  protocol.Boolean(true),
		DocumentOnTypeFormattingProvider: typeTriggers(),
		WorkspaceSymbolProvider:          protocol.Boolean(true),
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: s.client.legend.announce(), Range: protocol.Boolean(true), Full: &protocol.SemanticTokensFullDelta{Delta: &yes},
		},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAllKind},
			ResolveProvider: &yes,
		},
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commands()},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: &yes, ChangeNotifications: protocol.Boolean(true),
			},
		},
	}
	c.RenameProvider = protocol.Boolean(true)
	if s.client.prepareRename {
		c.RenameProvider = &protocol.RenameOptions{PrepareProvider: &yes}
	}
	if s.client.pull {
		identifier := source
		c.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: &identifier, InterFileDependencies: true, WorkspaceDiagnostics: true,
		}
	}
	return c
}

// initialized is when the server may ask the client: for its settings, and to
// watch files. Then the workspace is looked at.
func initialized(s *server, _ []byte) error {
	s.spawn("start", func(ctx context.Context) {
		s.pullConfiguration(ctx)
		s.registerConfiguration(ctx)
		s.updateWatchers()
		s.scanner.ask(true)
	})
	return nil
}

// shutdown stops the background work; what runs is cancelled.
func shutdown(s *server, _ []byte) (answer, error) {
	s.scanner.abandon()
	return nil, nil
}
