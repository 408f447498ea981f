package lsp

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// watch is what the client watches for us.
type watch struct {
	mu    sync.Mutex
	globs []string
}

const watchID = "boundary-files"

// watched are the files whose changes on disk matter.
func (v *view) watched() []string {
	globs := []string{"**/*.bot", "**/*.md", "**/*.star", "**/*.params.json", "**/" + workspace.ConfigName, "**/.gitignore"}
	for _, dir := range v.snap.Folders() {
		cfg := v.snap.Config(path.Join(dir, workspace.ConfigName))
		if members := cfg.Boundary.Members; members.Set && members.V != "" {
			if g := "**/" + escapeGlob(path.Base(members.V)); !slices.Contains(globs, g) {
				globs = append(globs, g)
			}
		}
	}
	return globs
}

// escapeGlob keeps a name from being read as a pattern.
func escapeGlob(name string) string {
	return strings.NewReplacer("*", "?", "{", "?", "}", "?", "[", "?", "]", "?").Replace(name)
}

// updateWatchers lets the client watch what matters, also after the name of
// the members artifact has changed.
func (s *server) updateWatchers() {
	if !s.client.watchFiles {
		return
	}
	globs := s.now.Load().watched()
	s.watch.mu.Lock()
	old := s.watch.globs
	s.watch.globs = globs
	s.watch.mu.Unlock()
	if slices.Equal(old, globs) {
		return
	}
	s.spawn("watchers", func(ctx context.Context) { s.register(ctx, globs, old != nil) })
}

func (s *server) register(ctx context.Context, globs []string, again bool) {
	if again {
		s.ask(ctx, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles}},
		}, nil)
	}
	var o protocol.DidChangeWatchedFilesRegistrationOptions
	for _, g := range globs {
		o.Watchers = append(o.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(g)})
	}
	// Of a folder that is removed VS Code says nothing about what was in it.
	o.Watchers = append(o.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**"), Kind: protocol.WatchKindDelete})
	options, err := rpc.Marshal(&o)
	if err != nil {
		return
	}
	s.ask(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{
			ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
		}},
	}, nil)
}

// didChangeWatchedFiles forgets what is known of files that have changed on
// disk; documents that are open keep their text.
func (s *server) didChangeWatchedFiles(p protocol.DidChangeWatchedFilesParams) error {
	var paths []string
	now := s.now.Load()
	globs := now.watched()
	for _, e := range p.Changes {
		key, ok := rpc.Key(e.URI)
		if !ok {
			continue
		}
		if file := workspace.Key(key); e.Type != protocol.FileChangeTypeDeleted || watches(globs, file) || now.below(file) {
			paths = append(paths, file)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	s.scanner.interrupt()
	v := s.change(func(map[string]*document) *workspace.Snapshot { return s.session.Invalidate(paths...) })
	s.worker.openOnes("")
	paths = slices.DeleteFunc(paths, v.open)
	for _, file := range paths {
		s.worker.others(s.previews.outdate(file))
	}
	s.worker.others(paths)
	s.scanner.ask(true)
	return nil
}

// watches reports whether one of the globs names a file.
func watches(globs []string, file string) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		ok, err := path.Match(strings.TrimPrefix(g, "**/"), path.Base(file))
		return ok || err != nil
	})
}

// below reports whether something is known of files in a folder, which then
// was one.
func (v *view) below(dir string) bool {
	in := func(file string) bool { return strings.HasPrefix(file, dir+"/") }
	if last := v.scanner.last.Load(); last != nil {
		for file := range last.files {
			if in(file) {
				return true
			}
		}
	}
	for file := range v.docs {
		if in(file) {
			return true
		}
	}
	return slices.ContainsFunc(v.sent.reported(), in)
}

// didChangeWorkspaceFolders adds and removes folders of the workspace.
func (s *server) didChangeWorkspaceFolders(p protocol.DidChangeWorkspaceFoldersParams) error {
	folders := s.now.Load().snap.Folders()
	for _, f := range p.Event.Removed {
		if key, ok := rpc.Key(f.URI); ok {
			folders = slices.DeleteFunc(folders, func(have string) bool { return have == workspace.Key(key) })
		}
	}
	for _, f := range p.Event.Added {
		if key, ok := rpc.Key(f.URI); ok && !slices.Contains(folders, workspace.Key(key)) {
			folders = append(folders, workspace.Key(key))
		}
	}
	s.scanner.interrupt()
	s.change(func(map[string]*document) *workspace.Snapshot { return s.session.SetFolders(folders) })
	if len(folders) == 0 {
		s.scanner.abandon()
	}
	s.worker.openOnes("")
	s.worker.others(s.sent.reported())
	s.scanner.ask(true)
	return nil
}
