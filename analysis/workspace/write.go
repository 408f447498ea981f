package workspace

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// WriteFile replaces the file at p, or makes it, at once: the data goes to a
// temporary file beside it, which then takes its name. Whoever reads sees the
// old file or the new one, other hard links keep the old one, and after an
// error nothing is left behind and the old file stands. Mode and, where the
// system lets us, owner are kept.
//
// A symbolic link is followed, and stays, where the file that it leads to lies
// in one of roots (files or folders), links resolved; else the error is
// ErrOutside. So it is where a folder below a root is such a link. A file that
// may not be written is not replaced, though its folder would allow it.
func WriteFile(p string, data []byte, roots []string) error {
	target, err := writable(Key(p), keys(roots))
	if err != nil {
		return err
	}
	name := filepath.FromSlash(target)
	mode := fs.FileMode(0o666) // for a new file, less the umask
	info, err := os.Lstat(name)
	switch {
	case err == nil:
		if err := regular(info.Mode()); err != nil {
			return err
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return writer(err)
		}
		f.Close()
		mode = 0o600
	case !errors.Is(err, fs.ErrNotExist):
		return writer(err)
	}
	return replace(name, data, mode, info)
}

// ErrChanged: the file on disk is not the one that was read.
var ErrChanged = errors.New("it was changed meanwhile and is left as it is; run the command again")

// Rewrite is WriteFile for a text that was made from what the file held: where
// it holds something else by now, the error is ErrChanged. old is nil for a
// file that was not there.
func Rewrite(p string, old *string, data []byte, roots []string) error {
	now, err := os.ReadFile(filepath.FromSlash(Key(p)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if old != nil {
			return ErrChanged
		}
	case err != nil:
		return writer(err)
	case old == nil || *old != string(now):
		return ErrChanged
	}
	return WriteFile(p, data, roots)
}

// replace writes data beside name and renames it; old is nil for a new file.
func replace(name string, data []byte, mode fs.FileMode, old fs.FileInfo) (err error) {
	temp := filepath.Join(filepath.Dir(name), ".boundary-"+rand.Text()+".tmp")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return writer(err)
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
			err = writer(err)
		}
	}()
	_, err = f.Write(data)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(temp, name)
	}
	return err
}

// MayWrite says why WriteFile and Rewrite would refuse the path p (ErrOutside,
// or what keeps it from being read), or nil. It writes nothing, and does not
// look at permissions.
func MayWrite(p string, roots []string) error {
	_, err := writable(p, roots)
	return err
}

// writable gives the real path that p stands for, or says why it must not be
// written.
func writable(p string, roots []string) (string, error) {
	dir, err := filepath.EvalSymlinks(filepath.FromSlash(path.Dir(p)))
	if err != nil {
		return "", writer(err)
	}
	real := path.Join(Key(dir), path.Base(p))
	info, err := os.Lstat(filepath.FromSlash(real))
	linked := err == nil && info.Mode()&fs.ModeSymlink != 0
	if linked {
		r, err := filepath.EvalSymlinks(filepath.FromSlash(real))
		if err != nil {
			return "", writer(err)
		}
		real = Key(r)
	}
	if real == p {
		return p, nil
	}
	inRoot := false
	for _, root := range roots {
		r, err := filepath.EvalSymlinks(filepath.FromSlash(root))
		if err == nil && Within(Key(r), real) && (Key(r) != real || !linked || p != root) {
			return real, nil
		}
		inRoot = inRoot || Within(root, p)
	}
	// Outside all roots a link above the file is the reader's own way of
	// spelling; below a root, or as the file itself, it leads out.
	if linked || inRoot {
		return "", ErrOutside
	}
	return real, nil
}

func writer(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("the file cannot be written: %w", fs.ErrPermission)
	}
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("the file cannot be written: %w", err)
}
