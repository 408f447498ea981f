package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// MaxFile is the size in bytes up to which a file is analysed (CFG401).
const MaxFile = 8 << 20

// sniffed is how many bytes at the start of a file are looked at for a NUL,
// which no text holds. It is git's number.
const sniffed = 8000

// Why a file has no text. Errors of the system (fs.ErrNotExist,
// fs.ErrPermission, …) occur besides. Test with errors.Is.
var (
	// ErrTooLarge: the file is larger than MaxFile.
	ErrTooLarge = errors.New("the file is larger than 8 MiB; it is not analysed")
	// ErrNotText: there is a NUL byte near the start, and what is around it
	// does not look like the file's language. Bytes that are no
	// UTF-8 alone do not make a file binary: the rules of its language have
	// findings for them.
	ErrNotText = errors.New("the file is no text")
	// ErrIrregular: a pipe, a device or a socket; it is never opened.
	ErrIrregular = errors.New("not a regular file; it is not opened")
	// ErrFolder: there is a folder of that name.
	ErrFolder = errors.New("it is a folder, not a file")
	// ErrOutside: a symbolic link leads out of every workspace folder. Only
	// sessions with folders say so when reading; writing always does.
	ErrOutside = errors.New("a symbolic link leads out of the workspace; it is not followed")
	// ErrLink: an import is a symbolic link (E046). Only units say so.
	ErrLink = errors.New("it is a symbolic link; an import must be a file of its own")
)

// Handle is a file as one snapshot sees it. It is immutable and safe for
// concurrent use. Two handles with the same content count as the same file:
// compare texts, not pointers.
type Handle struct {
	Path string
	// Real is where the file lies once all symbolic links of Path are
	// followed; Path itself where there is none, or no file.
	Real string
	// Text is nil where Err is set, but for an open document that is too
	// large or no text.
	Text *text.Text
	// Err says why the file cannot be analysed; its text is made for the
	// reader and does not hold the path.
	Err error
	// Size is the file's size in bytes, also where it was not read.
	Size int64
	// Open says that an editor (or stdin) gave the text. Version and
	// LanguageID are the editor's.
	Open       bool
	Version    int32
	LanguageID string

	store *store
	hash  func() version
	// modified and read are the file's time and when that was looked up.
	modified, read time.Time
	parse          sync.Once
	file           *bot.File
	weight         atomic.Int64
	// drop makes the disk forget the handle; nil for an open document.
	drop func()
}

// version is a hash of something that a computation read.
type version struct{ a, b uint64 }

// hasher makes versions; its seeds are random and last as long as a session.
type hasher struct{ a, b maphash.Seed }

func newHasher() hasher { return hasher{maphash.MakeSeed(), maphash.MakeSeed()} }

func (h hasher) of(s string) version {
	return version{maphash.String(h.a, s), maphash.String(h.b, s)}
}

func (h hasher) names(list []string) version { return h.of(strings.Join(list, "\x00")) }

func newHandle(st *store, path string) *Handle {
	h := &Handle{Path: path, Real: path, store: st}
	h.hash = sync.OnceValue(func() version {
		if h.Err != nil {
			return st.hasher.of("error\x00" + h.Err.Error())
		}
		return st.hasher.of(h.Text.String())
	})
	return h
}

// overlay is a document whose text does not come from the disk.
func (st *store) overlay(path string, t *text.Text) *Handle {
	h := newHandle(st, path)
	h.Text, h.Size = t, int64(t.Len())
	h.Err = unfit(path, t.String())
	return h
}

func unfit(path, src string) error {
	if len(src) > MaxFile {
		return ErrTooLarge
	}
	if strings.IndexByte(src[:min(len(src), sniffed)], 0) < 0 {
		return nil
	}
	switch Kind(path) {
	case Config:
		return nil // no TOML: CFG101 says so
	case Bot:
		// The engine reads past a NUL, so one must not hide a bot.
		if declares(src) {
			return nil
		}
	case Markdown:
		if utf8.ValidString(src) {
			return nil
		}
	}
	return ErrNotText
}

// declares reports whether a declaration can be seen in the text of a bot.
func declares(src string) bool {
	return slices.ContainsFunc(bot.Parse(text.New(src)).Decls, func(d *bot.Decl) bool { return d.Kind != bot.KindBad })
}

// bot parses the file once.
func (h *Handle) bot() (*bot.File, error) {
	if h.Err != nil {
		return nil, h.Err
	}
	h.parse.Do(func() {
		h.file = h.store.parsed(h.hash(), h.Text)
		h.weight.Store(int64(treeWeight(h.file)))
		h.touch()
	})
	return h.file, nil
}

// touch keeps the handle in memory, as long as there is room.
func (h *Handle) touch() {
	if h.drop != nil {
		h.store.handles.touch(h, int(h.weight.Load()))
	}
}

func (h *Handle) dropped() { h.drop() }

// load reads a file from disk. real follows the links of its path, allowed
// judges where they lead.
func (st *store) load(path string, real func() (string, error), allowed func(p, real string) bool) *Handle {
	h := newHandle(st, path)
	h.Err = h.readFrom(real, allowed)
	h.weight.Store(512)
	if h.Text != nil {
		h.weight.Add(int64(h.Text.Len()))
	}
	return h
}

func (h *Handle) readFrom(real func() (string, error), allowed func(p, real string) bool) error {
	r, err := real()
	if err != nil {
		return reader(err)
	}
	h.Real = r
	h.read = time.Now()
	name := filepath.FromSlash(r)
	info, err := os.Lstat(name)
	if err != nil {
		return reader(err)
	}
	h.Size, h.modified = info.Size(), info.ModTime()
	if err := regular(info.Mode()); err != nil {
		return err
	}
	if r != h.Path && !allowed(h.Path, r) {
		return ErrOutside
	}
	if info.Size() > MaxFile {
		return ErrTooLarge
	}
	// Between the look and the opening the file may have become a pipe:
	// do not wait for it.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return reader(err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return reader(err)
	}
	if err := regular(info.Mode()); err != nil {
		return err
	}
	h.Size, h.modified = info.Size(), info.ModTime()
	src, err := h.store.contents(f, info.Size())
	if err != nil {
		return reader(err)
	}
	if err := unfit(h.Path, src); err != nil {
		return err
	}
	h.Text = text.New(src)
	return nil
}

// contents reads a file of about that size, up to a byte more than MaxFile.
func (st *store) contents(f *os.File, size int64) (string, error) {
	b, _ := st.buffers.Get().(*bytes.Buffer)
	if b == nil {
		b = &bytes.Buffer{}
	}
	defer st.buffers.Put(b)
	b.Reset()
	b.Grow(int(min(size, MaxFile)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(f, MaxFile+1))
	return b.String(), err
}

func regular(m fs.FileMode) error {
	switch {
	case m.IsRegular():
		return nil
	case m.IsDir():
		return ErrFolder
	}
	return ErrIrregular
}

// reader turns an error of the system into one without the path, which is
// text from strangers and is shown beside the message anyway.
func reader(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no such file: %w", fs.ErrNotExist)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the file cannot be read: %w", fs.ErrPermission)
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if err.Error() == "EvalSymlinks: too many links" {
		err = errors.New("its symbolic links lead to each other") // filepath's words, which has no value for it
	}
	return fmt.Errorf("the file cannot be read: %w", err)
}
