package format_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		if v.leftAlone {
			continue // for the caller to decide; see the tests of analysis
		}
		t.Run(v.name, func(t *testing.T) {
			got, err := formatted(t, v.in)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(v.want, got); d != "" {
				t.Errorf("formatted (-want +got):\n%s", d)
			}
			again, err := formatted(t, got)
			if d := cmp.Diff(got, again); d != "" || err != nil {
				t.Errorf("formatted again, %v (-once +twice):\n%s", err, d)
			}
		})
	}
}
