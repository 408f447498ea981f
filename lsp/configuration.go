package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"strings"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// settings are those of lsp.md, Settings, that this server has a use for. They
// decide what is shown, never what is found.
type settings struct {
	WorkspaceDiagnostics, InlayHints, CodeLens bool
	// PlaybookInlays and PreviewOnSave are those below boundary.playbook.
	PlaybookInlays, PreviewOnSave bool
}

// section is the name under which clients keep the settings.
const section = "boundary"

func defaultSettings() *settings {
	return &settings{WorkspaceDiagnostics: true, InlayHints: true, CodeLens: true}
}

// with reads settings over these: the section itself or an object that holds
// it, nested or with dots in its keys. What is not there, null, or of another
// type than it should be leaves a setting as it is.
func (s *settings) with(raw []byte, log *zap.Logger) *settings {
	next := *s
	var m map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil {
		return &next
	}
	if inner, ok := m[section].(map[string]any); ok {
		m = inner
	}
	if inner, ok := m["playbook"].(map[string]any); ok {
		m = maps.Clone(m)
		for key, value := range inner {
			m["playbook."+key] = value
		}
	}
	for key, value := range m {
		set := map[string]*bool{
			"workspaceDiagnostics": &next.WorkspaceDiagnostics,
			"inlayHints":           &next.InlayHints,
			"codeLens":             &next.CodeLens,

			"playbook.inlayHints":    &next.PlaybookInlays,
			"playbook.previewOnSave": &next.PreviewOnSave,
		}[strings.TrimPrefix(key, section+".")]
		on, ok := value.(bool)
		switch {
		case set == nil || value == nil:
		case ok:
			*set = on
		default:
			log.Warn("a setting is neither true nor false", zap.String("setting", key))
		}
	}
	return &next
}

// pullConfiguration asks the client for the settings. One question is asked at
// a time, so that the last answer counts.
func (s *server) pullConfiguration(ctx context.Context) {
	if !s.client.configuration {
		return
	}
	s.asking.Lock()
	defer s.asking.Unlock()
	name := section
	params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}}
	var result []protocol.LSPAny
	if s.ask(ctx, protocol.MethodWorkspaceConfiguration, params, &result) && len(result) > 0 {
		s.use(s.settings.Load().with(result[0], s.log))
	}
}

// registerConfiguration asks to hear when the settings change.
func (s *server) registerConfiguration(ctx context.Context) {
	if !s.client.configurationNotice {
		return
	}
	options, err := rpc.Marshal(map[string]string{"section": section})
	if err != nil {
		return
	}
	s.ask(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{
			ID: "boundary-configuration", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: options,
		}},
	}, nil)
}

// didChangeConfiguration takes the settings from the client, or from the
// notification where it cannot be asked.
func (s *server) didChangeConfiguration(p protocol.DidChangeConfigurationParams) error {
	if s.client.configuration {
		s.spawn("configuration", s.pullConfiguration)
		return nil
	}
	s.use(s.settings.Load().with(p.Settings, s.log))
	return nil
}

// use puts settings in force and brings what is shown up to date.
func (s *server) use(next *settings) {
	old := s.settings.Swap(next)
	if *old == *next {
		return
	}
	if old.WorkspaceDiagnostics && !next.WorkspaceDiagnostics {
		s.scanner.abandon()
		s.worker.others(s.sent.reported())
	}
	s.scanner.ask(true)
	s.worker.add(func() { s.worker.stale = true })
}
