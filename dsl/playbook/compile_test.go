package playbook_test

import (
	"context"
	"errors"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// compile runs one entry without modules.
func compile(tb testing.TB, src string, launch map[string]any) (*playbook.Plan, *playbook.Error) {
	tb.Helper()
	return compileFiles(tb, playbooktest.Files{playbooktest.EntryID: src}, launch, playbook.Options{})
}

func compileFiles(tb testing.TB, files playbooktest.Files, launch map[string]any, opt playbook.Options) (*playbook.Plan, *playbook.Error) {
	tb.Helper()
	if opt.Loader == nil {
		opt.Loader = files
	}
	plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, launch, opt)
	if err == nil {
		return plan, nil
	}
	var e *playbook.Error
	if !errors.As(err, &e) {
		tb.Fatalf("the run ends with %v, which is no *Error", err)
	}
	return nil, e
}
