package main

import (
	"strings"
	"testing"
	"time"
)

func TestProgressIsSilentUntilARunIsLong(t *testing.T) {
	var b strings.Builder
	p := &progress{w: &b, next: time.Now().Add(time.Hour)}
	p.step(1, 2)
	p.done()
	if b.Len() > 0 {
		t.Errorf("a short run shows %q", b.String())
	}
	p.next = time.Now().Add(-time.Second)
	p.step(1, 2)
	p.step(2, 2)
	p.done()
	if got, want := b.String(), "\r1 / 2 files\r\x1b[K"; got != want {
		t.Errorf("a long run shows %q, want %q", got, want)
	}
}

func TestNoProgressWithoutATerminal(t *testing.T) {
	a := &app{invocation: invocation{err: &strings.Builder{}}}
	if p := a.progress(false); p != nil {
		t.Error("there is a progress")
	}
	var none *progress
	none.step(1, 2)
	none.done()
}
