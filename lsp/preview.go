package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// rendered is the result of boundary.renderPlaybook.
type rendered struct {
	// Text is all prompts, one below the other, each under a line that names
	// it. It is empty where the run refused.
	Text    string           `json:"text"`
	Name    string           `json:"name"`
	Prompts []renderedPrompt `json:"prompts"`
	Printed []string         `json:"printed"`
	// Error is why there is no text; its place is a diagnostic.
	Error *renderedError `json:"error,omitempty"`
}

// renderedPrompt is one prompt of Text; ranges are in Text.
type renderedPrompt struct {
	Step     string           `json:"step"`
	Kind     string           `json:"kind"`
	Agent    string           `json:"agent,omitempty"`
	Range    protocol.Range   `json:"range"`
	External []renderedRegion `json:"external"`
}

// renderedRegion is an external region with its markers.
type renderedRegion struct {
	Range  protocol.Range `json:"range"`
	Params []string       `json:"params"`
}

type renderedError struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

// renderPlaybook runs boundary.renderPlaybook: the compiler with the sample
// values. It opens nothing and writes nothing.
func (v *view) renderPlaybook(ctx context.Context, args []protocol.LSPAny) (any, error) {
	file, err := v.file(args)
	if err != nil {
		return nil, err
	}
	return v.preview(ctx, file)
}

func (v *view) preview(ctx context.Context, file string) (*rendered, error) {
	b, ok := v.booksAt(ctx, file)
	if !ok || !b.Entry(b.id) {
		return nil, rpc.RequestFailed("the document is no entry playbook, so there is nothing to render")
	}
	run, turn, end := v.previews.begin(ctx, file)
	defer end()
	sample := b.Path(playbook.SampleID(b.id))
	values, launch := v.sampleValues(sample)
	var plan *playbook.Plan
	failure := launch
	if launch == nil {
		plan, failure = analysis.Launch(run, v.snap, file, values)
	}
	if run.Err() != nil {
		if errors.Is(context.Cause(run), errNewerPreview) {
			return nil, rpc.RequestFailed(errNewerPreview.Error())
		}
		return nil, run.Err()
	}
	now := preview{docs: map[string]*document{file: v.docs[file], sample: v.docs[sample]}, findings: map[string][]finding.Finding{}}
	for _, r := range b.Results(b.id) {
		for _, id := range r.Deps {
			now.docs[b.Path(id)] = v.docs[b.Path(id)]
		}
	}
	out := &rendered{Prompts: []renderedPrompt{}, Printed: []string{}}
	if failure != nil {
		f := b.runFinding(failure, sample)
		now.findings[f.Path] = append(now.findings[f.Path], f)
		out.Error = &renderedError{f.Code, f.Message}
	} else {
		v.write(out, plan)
	}
	v.worker.others(v.previews.keep(file, turn, now))
	return out, nil
}

// sampleValues reads the sample file; without one there are no values.
func (v *view) sampleValues(sample string) (map[string]any, error) {
	h := v.snap.File(sample)
	if h.Text == nil {
		if v.snap.Exists(sample) {
			return nil, errors.New("the sample values cannot be read")
		}
		return map[string]any{}, nil
	}
	return playbook.DecodeLaunch([]byte(h.Text.String()))
}

// write lays the prompts out.
func (v *view) write(out *rendered, plan *playbook.Plan) {
	var b strings.Builder
	type place struct{ start, end int }
	places := make([]place, len(plan.Prompts))
	for i, p := range plan.Prompts {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "── %s %s", p.Kind, p.Step)
		if p.Agent != "" {
			fmt.Fprintf(&b, " · agent %s", p.Agent)
		}
		b.WriteString(" ──\n")
		places[i].start = b.Len()
		b.WriteString(p.Text)
		places[i].end = b.Len()
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	out.Text, out.Name = b.String(), plan.Name
	out.Printed = append(out.Printed, plan.Printed...)
	t := text.New(out.Text)
	for i, p := range plan.Prompts {
		r := renderedPrompt{
			Step: p.Step, Kind: p.Kind, Agent: p.Agent, External: []renderedRegion{},
			Range: v.rang(t, text.Span{Start: places[i].start, End: places[i].end}),
		}
		for _, g := range p.Regions {
			r.External = append(r.External, renderedRegion{
				v.rang(t, text.Span{Start: places[i].start + g.Start, End: places[i].start + g.End}), g.Params,
			})
		}
		out.Prompts = append(out.Prompts, r)
	}
}

// previewSaved runs the preview of a playbook that has been saved, where the
// settings say so (playbook.md 13.9).
func (s *server) previewSaved(file string) {
	if !s.settings.Load().PreviewOnSave || workspace.Kind(file) != workspace.Playbook {
		return
	}
	v := s.now.Load()
	s.spawn("preview", func(ctx context.Context) {
		if v.snap.PlaybookRole(file) != playbook.Entry {
			return
		}
		if _, err := v.preview(ctx, file); err != nil && ctx.Err() == nil {
			s.log.Debug("no preview", zap.Error(err))
		}
	})
}

// writeSampleValues runs boundary.writeSampleValues: the client creates the
// sample file, with one entry for each parameter.
func (v *view) writeSampleValues(ctx context.Context, args []protocol.LSPAny) error {
	file, err := v.file(args)
	if err != nil {
		return err
	}
	b, ok := v.booksAt(ctx, file)
	if !ok || !b.Entry(b.id) {
		return rpc.RequestFailed("the document is no entry playbook, so it has no sample values")
	}
	if strings.HasPrefix(file, untitledRoot) {
		return rpc.RequestFailed("the playbook was never saved, so there is no place for its sample values")
	}
	sample := b.Path(playbook.SampleID(b.id))
	if v.snap.Exists(sample) {
		return rpc.RequestFailed("there are sample values already, in " + finding.Quote(b.idOf(sample)))
	}
	src, err := playbookedit.Sample(b, b.id)
	if err != nil {
		return err
	}
	return v.apply(ctx, "Write sample values", v.workspaceEdit([]finding.Edit{{Path: sample, New: src}}))
}

// entryArgument is the argument of the commands that the lenses of a playbook
// run.
func (v *view) entryArgument(file string) (protocol.LSPAny, error) {
	raw, err := json.Marshal(map[string]string{"uri": string(v.uri(file))})
	return raw, err
}
