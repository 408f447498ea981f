package playbook_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func vectors(tb testing.TB) []playbooktest.Vector {
	tb.Helper()
	all, err := playbooktest.Vectors("../../testdata/playbook")
	if err != nil {
		tb.Fatal(err)
	}
	if len(all) != 142 {
		tb.Fatalf("%d vectors, want 142", len(all))
	}
	own, err := playbooktest.Vectors("../../testdata/playbook/own")
	if err != nil || len(own) == 0 {
		tb.Fatalf("%d vectors of our own, %v", len(own), err)
	}
	return append(all, own...)
}

// samePositions lets cmp look into the position of a tree, which has an
// unexported file name.
var samePositions = cmp.Comparer(func(a, b syntax.Position) bool { return a.String() == b.String() })

func TestVectorsRunAsTheySayWithAndWithoutTheConversionLog(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			off, offErr := playbook.Compile(context.Background(), playbooktest.EntryID, v.Launch, playbook.Options{Loader: v.Files})
			on, onErr := playbook.Compile(context.Background(), playbooktest.EntryID, v.Launch, playbook.Options{Loader: v.Files, RecordConversions: true})
			if diff := v.Want.Dynamic.Differs(off, offErr); diff != "" {
				t.Errorf("log off: %s", diff)
			}
			if diff := v.Want.Dynamic.Differs(on, onErr); diff != "" {
				t.Errorf("log on: %s", diff)
			}
			opts := cmp.Options{
				samePositions,
				cmpopts.IgnoreFields(playbook.Error{}, "Related", "Conversions"),
				cmpopts.IgnoreFields(playbook.Plan{}, "Conversions"),
			}
			if diff := cmp.Diff(off, on, opts); diff != "" {
				t.Errorf("the log changes the plan (-off +on):\n%s", diff)
			}
			if diff := cmp.Diff(offErr, onErr, opts); diff != "" {
				t.Errorf("the log changes the error (-off +on):\n%s", diff)
			}
		})
	}
}

func TestFixesOfVectorsRunAsTheySay(t *testing.T) {
	for _, v := range vectors(t) {
		for _, fix := range v.Want.Fixes {
			if fix.DynamicAfter == nil {
				continue
			}
			t.Run(v.Name+"/"+fix.Title, func(t *testing.T) {
				files := playbooktest.Files{}
				for id, s := range v.Files {
					files[id] = s
				}
				files[fix.File] = fix.After
				plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, v.Launch, playbook.Options{Loader: files})
				if diff := fix.DynamicAfter.Differs(plan, err); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
