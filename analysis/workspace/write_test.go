package workspace

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		path  string
		roots []string
		// at is where the new text must be; err, what WriteFile must say.
		at  string
		err error
	}{
		{"a file is replaced", map[string]string{"a.bot": "old"}, "a.bot", []string{"."}, "a.bot", nil},
		{"a file is made", map[string]string{"x/a.bot": ""}, "x/b.bot", []string{"."}, "x/b.bot", nil},
		{"a file outside the roots is replaced when no link leads there", map[string]string{"a.bot": "old", "ws/b.bot": ""}, "a.bot", []string{"ws"}, "a.bot", nil},
		{"a link inside the roots is followed", map[string]string{"ws/a.bot": "-> real/main.bot", "ws/real/main.bot": "old"}, "ws/a.bot", []string{"ws"}, "ws/real/main.bot", nil},
		{"a link into another root is followed", map[string]string{"a/a.bot": "-> ../b/main.bot", "b/main.bot": "old"}, "a/a.bot", []string{"a", "b"}, "b/main.bot", nil},
		{"a link into a root that is a file is followed", map[string]string{"a/a.bot": "-> ../b/main.bot", "b/main.bot": "old"}, "a/a.bot", []string{"a", "b/main.bot"}, "b/main.bot", nil},
		{"a link out of the roots is not", map[string]string{"ws/a.bot": "-> ../main.bot", "main.bot": "old"}, "ws/a.bot", []string{"ws"}, "", ErrOutside},
		{"a link that is a root itself is not", map[string]string{"ws/a.bot": "-> ../main.bot", "main.bot": "old"}, "ws/a.bot", []string{"ws/a.bot"}, "", ErrOutside},
		{"a link without roots is not", map[string]string{"a.bot": "-> main.bot", "main.bot": "old"}, "a.bot", nil, "", ErrOutside},
		{"a folder that leads out of the roots is not", map[string]string{"ws/lib": "-> ../lib", "lib/a.bot": "old"}, "ws/lib/a.bot", []string{"ws"}, "", ErrOutside},
		{"a chain of links that leaves and comes back is followed", map[string]string{"ws/a.bot": "-> ../hop", "hop": "-> ws/b.bot", "ws/b.bot": "old"}, "ws/a.bot", []string{"ws"}, "ws/b.bot", nil},
		{"a link that leads nowhere is an error", map[string]string{"a.bot": "-> nowhere"}, "a.bot", []string{"."}, "", os.ErrNotExist},
		{"a folder that is not there is an error", nil, "no/a.bot", []string{"."}, "", os.ErrNotExist},
		{"a folder is no file", map[string]string{"a.bot/x": ""}, "a.bot", []string{"."}, "", ErrFolder},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := temp(t, tt.files)
			before := contents(t, dir)
			var roots []string
			for _, r := range tt.roots {
				roots = append(roots, path.Join(dir, r))
			}
			err := WriteFile(path.Join(dir, tt.path), []byte("new"), roots)
			if !errors.Is(err, tt.err) || (err != nil) != (tt.err != nil) {
				t.Fatalf("got %v, want %v", err, tt.err)
			}
			want := before
			if tt.err == nil {
				want[tt.at] = "new"
			}
			after := contents(t, dir)
			for p := range after {
				if after[p] != want[p] {
					t.Errorf("%s holds %q, want %q", p, after[p], want[p])
				}
			}
			if len(after) != len(want) {
				t.Errorf("got %v, want %v", after, want)
			}
		})
	}
}

// contents gives all files and links below dir.
func contents(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := relative(dir, p)
		if e.Type()&os.ModeSymlink != 0 {
			to, err := os.Readlink(p)
			out[rel] = "-> " + to
			return err
		}
		data, err := os.ReadFile(p)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWriteFileKeepsModeAndOtherNames(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "old"})
	a, other := filepath.Join(dir, "a.bot"), filepath.Join(dir, "other")
	if err := os.Link(a, other); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(a, 0o751); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(a, []byte("new"), []string{dir}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o751 {
		t.Errorf("the mode is %o", info.Mode().Perm())
	}
	if got := contents(t, dir); got["a.bot"] != "new" || got["other"] != "old" || len(got) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestWriteFileGivesANewFileTheUsualMode(t *testing.T) {
	dir := temp(t, nil)
	if err := WriteFile(dir+"/a.txt", []byte("new"), []string{dir}); err != nil {
		t.Fatal(err)
	}
	usual := filepath.Join(dir, "usual")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := os.Stat(filepath.Join(dir, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := os.Stat(usual)
	if err != nil {
		t.Fatal(err)
	}
	if a.Mode() != u.Mode() {
		t.Errorf("got %v, want %v", a.Mode(), u.Mode())
	}
}

func TestWriteFileLeavesNothingBehindWhenItFails(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "old"})
	a := filepath.Join(dir, "a.bot")
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	// The folder has taken the file's place since it was looked at.
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"a.bot/keep": "kept"})
	if err := replace(a, []byte("new"), 0o600, info); err == nil {
		t.Error("a folder was replaced")
	}
	if got := contents(t, dir); len(got) != 1 || got["a.bot/keep"] != "kept" {
		t.Errorf("got %v", got)
	}
}

// What somebody saved meanwhile is not overwritten.
func TestRewriteLeavesWhatChangedMeanwhile(t *testing.T) {
	p := filepath.Join(t.TempDir(), "a.bot")
	old := "old\n"
	if err := Rewrite(p, &old, []byte("new\n"), []string{p}); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that vanished: %v", err)
	}
	if err := Rewrite(p, nil, []byte("old\n"), []string{filepath.Dir(p)}); err != nil {
		t.Errorf("a new file: %v", err)
	}
	if err := Rewrite(p, nil, []byte("new\n"), []string{p}); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that appeared: %v", err)
	}
	if err := os.WriteFile(p, []byte("saved\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Rewrite(p, &old, []byte("new\n"), []string{p}); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that was saved: %v", err)
	}
	if got, _ := os.ReadFile(p); string(got) != "saved\n" {
		t.Errorf("the file holds %q", got)
	}
}
