package buildinfo

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInfoComesFromTheBuild(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123abcd"}
	tests := []struct {
		name  string
		build *debug.BuildInfo
		want  Info
	}{
		{"a release", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{revision}},
			Info{Version: "1.2.3", Commit: "0123abcd"}},
		{"a working copy", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, Info{Version: "devel"}},
		{"a changed working copy", &debug.BuildInfo{Settings: []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}}},
			Info{Version: "devel", Commit: "0123abcd-modified"}},
		{"no information", nil, Info{Version: "devel"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.Name, tt.want.Go = "boundary-lsp", runtime.Version()
			if diff := cmp.Diff(tt.want, from(tt.build)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
