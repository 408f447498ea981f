package lsp

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

func TestANewerPreviewEndsTheOlder(t *testing.T) {
	var p previews
	first, one, endFirst := p.begin(context.Background(), "/a")
	second, two, endSecond := p.begin(context.Background(), "/a")
	other, _, endOther := p.begin(context.Background(), "/b")
	defer endOther()
	if !errors.Is(context.Cause(first), errNewerPreview) || second.Err() != nil || other.Err() != nil {
		t.Errorf("first %v, second %v, other %v", context.Cause(first), second.Err(), other.Err())
	}
	found := preview{findings: map[string][]finding.Finding{"/a": {{Code: "PB051"}}}, docs: map[string]*document{"/a": nil}}
	if touched := p.keep("/a", one, found); touched != nil {
		t.Errorf("the older preview is kept: %v", touched)
	}
	endFirst()
	if touched := p.keep("/a", two, found); !slices.Equal(touched, []string{"/a"}) || !slices.Equal(p.found(), touched) {
		t.Errorf("the newer preview is not kept: %v", touched)
	}
	endSecond()
	if touched := p.outdate("/c"); len(touched) != 0 {
		t.Errorf("another file ends it: %v", touched)
	}
	if touched := p.outdate("/a"); !slices.Equal(touched, []string{"/a"}) || len(p.found()) != 0 {
		t.Errorf("an edit does not end it: %v", touched)
	}
}
