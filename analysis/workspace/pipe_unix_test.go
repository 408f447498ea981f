//go:build unix

package workspace

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestFileNeverOpensAPipe(t *testing.T) {
	dir := temp(t, map[string]string{"piped.bot": "-> pipe.bot"})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.bot"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := NewSession(Options{Dir: dir}).Snapshot()
	for _, name := range []string{"pipe.bot", "piped.bot"} {
		if err := s.File(dir + "/" + name).Err; err != ErrIrregular {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWalkPassesOverPipes(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "", "link.bot": "-> pipe.bot"})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.bot"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := NewSession(Options{Dir: dir}).Snapshot()
	files, errs, seen := walk(t, s, dir, []string{"."}, WalkOptions{})
	if !same(files, []string{"a.bot"}) || errs != nil || seen != 1 {
		t.Errorf("got %v, errors %v, %d seen", files, errs, seen)
	}
}

func TestWriteFileDoesNotTouchAPipe(t *testing.T) {
	dir := temp(t, nil)
	pipe := filepath.Join(dir, "pipe.bot")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(pipe, nil, []string{dir}); err != ErrIrregular {
		t.Errorf("got %v", err)
	}
}
