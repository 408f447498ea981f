package lsp

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// client is what the server wants to know of its client. Everything that a
// client does not announce is not used (editors.md).
type client struct {
	pull               bool // asks for diagnostics itself
	relatedInformation bool
	tags               []protocol.DiagnosticTag
	dataSupport        bool

	documentChanges bool // edits carry versions
	createFiles     bool
	renameFiles     bool
	applyEdit       bool

	codeActionLiterals bool
	resolveEdit        bool // code actions may get their edit later

	hierarchicalSymbols bool
	plainHover          bool
	foldLinesOnly       bool
	foldLimit           int // 0 without one

	watchFiles          bool
	folders             bool
	configuration       bool
	configurationNotice bool // can be registered
	progress            bool

	refreshDiagnostics, refreshLenses, refreshInlays, refreshTokens bool

	labelOffsets      bool // parameters of signatures by their offsets
	noActiveParameter bool
	prepareRename     bool
	definitionLinks   bool // definitions with what leads to them

	completing completing
	legend     legend
	// commands are those of its own that the client names in its options
	// (boundary.commands), which lenses may run.
	commands []string
}

// ownCommands reads boundary.commands of initializationOptions: the section
// itself or an object that holds it, as settings are.
func ownCommands(options []byte) []string {
	type section struct {
		Commands []string `json:"commands"`
	}
	var o struct {
		section
		Dotted []string `json:"boundary.commands"`
		Inner  section  `json:"boundary"`
	}
	if json.Unmarshal(options, &o) != nil {
		return nil
	}
	return slices.Concat(o.Commands, o.Dotted, o.Inner.Commands)
}

func is(b *bool) bool { return b != nil && *b }

// readClient boils the capabilities down.
func readClient(c *protocol.ClientCapabilities) client {
	var out client
	if w := c.Workspace; w != nil {
		out.applyEdit = is(w.ApplyEdit)
		out.folders = is(w.WorkspaceFolders)
		out.configuration = is(w.Configuration)
		if e := w.WorkspaceEdit; e != nil {
			out.documentChanges = is(e.DocumentChanges)
			out.renameFiles = out.documentChanges && slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindRename)
			out.createFiles = out.documentChanges && slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
		}
		out.watchFiles = w.DidChangeWatchedFiles != nil && is(w.DidChangeWatchedFiles.DynamicRegistration)
		out.configurationNotice = w.DidChangeConfiguration != nil && is(w.DidChangeConfiguration.DynamicRegistration)
		out.refreshDiagnostics = w.Diagnostics != nil && is(w.Diagnostics.RefreshSupport)
		out.refreshLenses = w.CodeLens != nil && is(w.CodeLens.RefreshSupport)
		out.refreshInlays = w.InlayHint != nil && is(w.InlayHint.RefreshSupport)
		out.refreshTokens = w.SemanticTokens != nil && is(w.SemanticTokens.RefreshSupport)
	}
	if w := c.Window; w != nil {
		out.progress = is(w.WorkDoneProgress)
	}
	if d := c.TextDocument; d != nil {
		out.readDocument(d)
		out.legend = newLegend(d.SemanticTokens.TokenTypes, d.SemanticTokens.TokenModifiers)
	} else {
		out.legend = newLegend(nil, nil)
	}
	return out
}

func (out *client) readDocument(d *protocol.TextDocumentClientCapabilities) {
	if p := d.PublishDiagnostics; p != nil {
		out.diagnostics(&p.DiagnosticsCapabilities)
	}
	if p := d.Diagnostic; p != nil {
		out.pull = true
		out.diagnostics(&p.DiagnosticsCapabilities)
	}
	if a := d.CodeAction; a != nil {
		// ALE announces literals with an empty set of kinds.
		out.codeActionLiterals = a.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
		out.resolveEdit = is(a.DataSupport) && slices.Contains(a.ResolveSupport.Properties, "edit")
	}
	if h := d.Hover; h != nil && len(h.ContentFormat) > 0 {
		out.plainHover = !slices.Contains(h.ContentFormat, protocol.MarkupKindMarkdown)
	}
	if y := d.DocumentSymbol; y != nil {
		out.hierarchicalSymbols = is(y.HierarchicalDocumentSymbolSupport)
	}
	if h := d.SignatureHelp; h != nil && h.SignatureInformation != nil {
		out.noActiveParameter = is(h.SignatureInformation.NoActiveParameterSupport)
		if p := h.SignatureInformation.ParameterInformation; p != nil {
			out.labelOffsets = is(p.LabelOffsetSupport)
		}
	}
	out.completing = readCompleting(d.Completion)
	if r := d.Rename; r != nil {
		out.prepareRename = is(r.PrepareSupport)
	}
	if l := d.Definition; l != nil {
		out.definitionLinks = is(l.LinkSupport)
	}
	if f := d.FoldingRange; f != nil {
		out.foldLinesOnly = is(f.LineFoldingOnly)
		if f.RangeLimit != nil {
			out.foldLimit = int(*f.RangeLimit)
		}
	}
}

// diagnostics reads what is announced in two places, of which either counts.
func (out *client) diagnostics(d *protocol.DiagnosticsCapabilities) {
	out.relatedInformation = out.relatedInformation || is(d.RelatedInformation)
	out.dataSupport = out.dataSupport || is(d.DataSupport)
	out.tags = append(out.tags, d.TagSupport.ValueSet...)
}

// negotiate picks the position encoding: utf-8 where it is offered, else
// utf-32 where it is offered before utf-16, else utf-16 (lsp.md). A client that
// offers nothing may say in its options that it counts in bytes all the same,
// as ALE does.
func negotiate(general *protocol.GeneralClientCapabilities, options []byte) (text.Encoding, protocol.PositionEncodingKind) {
	if general == nil || len(general.PositionEncodings) == 0 {
		if optionalEncoding(options) == protocol.PositionEncodingKindUTF8 {
			return text.UTF8, protocol.PositionEncodingKindUTF8
		}
		return text.UTF16, protocol.PositionEncodingKindUTF16
	}
	offered := general.PositionEncodings
	if slices.Contains(offered, protocol.PositionEncodingKindUTF8) {
		return text.UTF8, protocol.PositionEncodingKindUTF8
	}
	wide := slices.Index(offered, protocol.PositionEncodingKindUTF32)
	if half := slices.Index(offered, protocol.PositionEncodingKindUTF16); wide >= 0 && (half < 0 || wide < half) {
		return text.UTF32, protocol.PositionEncodingKindUTF32
	}
	return text.UTF16, protocol.PositionEncodingKindUTF16
}

// optionalEncoding is the positionEncoding of the section boundary of the
// initialization options; empty without one.
func optionalEncoding(options []byte) protocol.PositionEncodingKind {
	var o struct {
		Boundary struct {
			PositionEncoding protocol.PositionEncodingKind `json:"positionEncoding"`
		} `json:"boundary"`
	}
	if json.Unmarshal(options, &o) != nil {
		return ""
	}
	return o.Boundary.PositionEncoding
}
