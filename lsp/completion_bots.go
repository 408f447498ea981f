package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// completing is what the client can do with completions.
type completing struct {
	snippets, insertReplace, labelDetails, commits bool
	deprecated                                     bool // takes the tag
	asIs, adjusts                                  bool // indentation of further lines
	// suggest says that the client knows the command that asks for
	// completions (`boundary.commands` in its options).
	suggest bool
}

// suggestCommand asks for completions again.
const suggestCommand = "editor.action.triggerSuggest"

func readCompleting(c *protocol.CompletionClientCapabilities) completing {
	var out completing
	if c == nil || c.CompletionItem == nil {
		return out
	}
	i := c.CompletionItem
	out.snippets = is(i.SnippetSupport)
	out.insertReplace = is(i.InsertReplaceSupport)
	out.labelDetails = is(i.LabelDetailsSupport)
	out.commits = is(i.CommitCharactersSupport)
	out.deprecated = slices.Contains(i.TagSupport.ValueSet, protocol.CompletionItemTagDeprecated)
	out.asIs = slices.Contains(i.InsertTextModeSupport.ValueSet, protocol.InsertTextModeAsIs)
	out.adjusts = slices.Contains(i.InsertTextModeSupport.ValueSet, protocol.InsertTextModeAdjustIndentation)
	return out
}

var botKinds = [...]protocol.CompletionItemKind{
	botcomplete.Keyword:    protocol.CompletionItemKindKeyword,
	botcomplete.Property:   protocol.CompletionItemKindProperty,
	botcomplete.EnumMember: protocol.CompletionItemKindEnumMember,
	botcomplete.Node:       protocol.CompletionItemKindClass,
	botcomplete.Schema:     protocol.CompletionItemKindStruct,
	botcomplete.Prompt:     protocol.CompletionItemKindFunction,
	botcomplete.Function:   protocol.CompletionItemKindFunction,
	botcomplete.Variable:   protocol.CompletionItemKindVariable,
	botcomplete.Field:      protocol.CompletionItemKindField,
	botcomplete.Module:     protocol.CompletionItemKindModule,
	botcomplete.File:       protocol.CompletionItemKindFile,
	botcomplete.Folder:     protocol.CompletionItemKindFolder,
	botcomplete.Loop:       protocol.CompletionItemKindEvent,
	botcomplete.Capability: protocol.CompletionItemKindConstant,
	botcomplete.Backend:    protocol.CompletionItemKindUnit,
	botcomplete.Tool:       protocol.CompletionItemKindMethod,
	botcomplete.Code:       protocol.CompletionItemKindEnumMember,
}

// botTriggers are the characters of authoring.md 3.2.
func botTriggers() []string { return []string{":", " ", ".", "{", `"`, "[", ",", "-", ">", "$", "/"} }

// typed is the character that made the client ask, empty where the user did.
func typed(p *protocol.CompletionParams) string {
	if p.Context.TriggerKind != protocol.CompletionTriggerKindTriggerCharacter || p.Context.TriggerCharacter == nil {
		return ""
	}
	return *p.Context.TriggerCharacter
}

// completeBot answers for bots, and for prompt files.
func (v *view) completeBot(ctx context.Context, p *protocol.CompletionParams) (any, error) {
	list := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	file, t, ok := v.botText(p.TextDocument.URI)
	char := typed(p)
	if !ok || char != "" && !slices.Contains(botTriggers(), char) {
		return list, nil
	}
	if workspace.Kind(file) == workspace.Config {
		return v.completeConfig(t, v.offset(t, p.Position)), nil
	}
	r := botcomplete.Complete(v.snap, file, v.offset(t, p.Position), botcomplete.Options{
		Snippets: v.client.completing.snippets, Adjusts: v.client.completing.adjusts,
		Codes: func(off int) (covered, others []botcomplete.Rule) {
			c, o := analysis.Silencing(v.snap, file, off, v.open(file))
			return rulesOf(c), rulesOf(o)
		},
	})
	// A space answers in K5 to K18 only.
	if char == " " && (r.Context < 5 || r.Context > 18) {
		return list, nil
	}
	list.IsIncomplete = r.Incomplete
	for i := range r.Items {
		item, err := v.botItem(t, &r.Items[i])
		if err != nil {
			return nil, err
		}
		list.Items = append(list.Items, item)
	}
	return list, ctx.Err()
}

func rulesOf(list []rule.Entry) []botcomplete.Rule {
	out := make([]botcomplete.Rule, len(list))
	for i, e := range list {
		out[i] = botcomplete.Rule{Code: e.Code, Name: e.Name}
	}
	return out
}

func (v *view) botItem(t *text.Text, it *botcomplete.Item) (protocol.CompletionItem, error) {
	can := &v.client.completing
	out := protocol.CompletionItem{Label: it.Label, Kind: botKinds[it.Kind], SortText: protocol.NewOptional(it.Sort)}
	if it.Filter != it.Label || it.New != it.Label {
		out.FilterText = protocol.NewOptional(it.Filter)
	}
	switch {
	case can.labelDetails && (it.Detail != "" || it.Description != ""):
		out.LabelDetails = &protocol.CompletionItemLabelDetails{}
		if it.Detail != "" {
			detail := " " + it.Detail
			out.LabelDetails.Detail = &detail
		}
		if it.Description != "" {
			out.LabelDetails.Description = &it.Description
		}
	case it.Detail != "":
		out.Detail = protocol.NewOptional(it.Detail)
	}
	replace := v.rang(t, it.Replace)
	if can.insertReplace {
		out.TextEdit = &protocol.InsertReplaceEdit{NewText: it.New, Insert: v.rang(t, it.Insert), Replace: replace}
	} else {
		out.TextEdit = &protocol.TextEdit{NewText: it.New, Range: replace}
	}
	if it.Snippet {
		out.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
	if strings.Contains(it.New, "\n") {
		switch {
		case it.Relative && can.adjusts:
			out.InsertTextMode = protocol.InsertTextModeAdjustIndentation
		case !it.Relative && can.asIs:
			out.InsertTextMode = protocol.InsertTextModeAsIs
		}
	}
	if can.commits {
		out.CommitCharacters = it.Commit
	}
	if it.Deprecated && can.deprecated {
		out.Tags = []protocol.CompletionItemTag{protocol.CompletionItemTagDeprecated}
	}
	if it.Retrigger && can.suggest {
		out.Command = protocol.Command{Title: "Suggest", Command: suggestCommand}
	}
	for _, e := range it.Also {
		out.AdditionalTextEdits = append(out.AdditionalTextEdits, protocol.TextEdit{Range: v.rang(t, e.Span), NewText: e.New})
	}
	if it.Doc != (botcomplete.Doc{}) {
		raw, err := json.Marshal(itemData{Bot: &it.Doc})
		if err != nil {
			return out, err
		}
		out.Data = raw
	}
	return out, nil
}

// completeConfig answers for .boundary.toml.
func (v *view) completeConfig(t *text.Text, off int) protocol.CompletionList {
	list := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	for i, c := range config.Complete(t, off) {
		item := protocol.CompletionItem{
			Label: c.Label, Kind: protocol.CompletionItemKindEnumMember, SortText: protocol.NewOptional(fmt.Sprintf("%05d", i)),
			FilterText: protocol.NewOptional(c.Label), TextEdit: &protocol.TextEdit{Range: v.rang(t, c.Span), NewText: c.New},
		}
		if c.Key {
			item.Kind = protocol.CompletionItemKindProperty
		}
		if c.Detail != "" {
			item.Detail = protocol.NewOptional(c.Detail)
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// describeBot is the documentation of an item of a bot.
func (v *view) describeBot(d botcomplete.Doc) string {
	return botcomplete.Describe(v.snap, d, func(path string, off int) (string, bool) {
		md, _, ok := analysis.Hover(v.snap, path, off, v.open(path))
		return md, ok
	})
}
