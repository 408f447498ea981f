package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
)

// bodies reads everything, naming the errors that the reader survives.
func bodies(in io.Reader, limit int64) (got []string, end error) {
	r := newFrameReader(in, limit, zap.NewNop())
	for {
		body, err := r.next()
		if large := (*tooLarge)(nil); errors.As(err, &large) {
			got = append(got, fmt.Sprintf("too large: %d", large.size))
			continue
		}
		if err != nil {
			return got, err
		}
		got = append(got, string(body))
	}
}

func TestFraming(t *testing.T) {
	long := strings.Repeat("x", 3*readBuffer)
	tests := []struct {
		name, in string
		want     []string
		end      error
	}{
		{"nothing", "", nil, io.EOF},
		{"one message", framed("{}"), []string{"{}"}, io.EOF},
		{"two messages", framed("{}") + framed("[1]"), []string{"{}", "[1]"}, io.EOF},
		{"an empty body", "Content-Length: 0\r\n\r\n" + framed("{}"), []string{"", "{}"}, io.EOF},
		{"a long body", framed(long), []string{long}, io.EOF},
		{"blank lines before a header", "\r\n\r\n" + framed("{}"), []string{"{}"}, io.EOF},
		{"a header without a length", "Content-Type: x\r\n\r\n" + framed("{}"), []string{"{}"}, io.EOF},
		{"a length that is no number", "Content-Length: abc\r\n\r\n{\"a\":1}" + framed("{}"), []string{"{}"}, io.EOF},
		{"a negative length", "Content-Length: -5\r\n\r\n{\"a\":1}" + framed("{}"), []string{"{}"}, io.EOF},
		{"a length beyond 64 bits", "Content-Length: 99999999999999999999\r\n\r\n{\"a\":1}" + framed("{}"), []string{"{}"}, io.EOF},
		{"a body without a header", `{"jsonrpc":"2.0"}` + framed("{}"), []string{"{}"}, io.EOF},
		{"a length that is too small", "Content-Length: 3\r\n\r\n{\"a\":1}" + framed("{}"), []string{`{"a`, "{}"}, io.EOF},
		{"lines of something else", "Starting up...\nready\n" + framed("{}"), []string{"{}"}, io.EOF},
		{"a long line of something else", long + framed("{}"), []string{"{}"}, io.EOF},
		{"the last of two lengths counts", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", []string{"{}"}, io.EOF},
		{"blanks around the length", "Content-Length \t:\t 2 \r\n\r\n{}", []string{"{}"}, io.EOF},
		{"too large", framed(long[:1001]) + framed("{}"), []string{"too large: 1001", "{}"}, io.EOF},
		{"the end within a header", "Content-Len", nil, io.ErrUnexpectedEOF},
		{"the end between header lines", "Content-Length: 2\r\n", nil, io.ErrUnexpectedEOF},
		{"the end within a body", "Content-Length: 20\r\n\r\n{}", nil, io.ErrUnexpectedEOF},
		{"the end before a body", "Content-Length: 20\r\n\r\n", nil, io.ErrUnexpectedEOF},
		{"the end within what is too large", "Content-Length: 99999999\r\n\r\n{}", nil, io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		limit := int64(DefaultMaxMessage)
		if strings.Contains(tt.name, "too large") {
			limit = 1000
		}
		for reader, wrap := range map[string]func(io.Reader) io.Reader{
			"at once": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "with the end": iotest.DataErrReader,
		} {
			t.Run(tt.name+" "+reader, func(t *testing.T) {
				got, end := bodies(wrap(strings.NewReader(tt.in)), limit)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Error(diff)
				}
				if end != tt.end {
					t.Errorf("ended with %v, want %v", end, tt.end)
				}
			})
		}
	}
}

func TestAMessageSplitAnywhere(t *testing.T) {
	whole := framed(`{"jsonrpc":"2.0","method":"é"}`) + framed("[]")
	for i := range whole {
		in := io.MultiReader(strings.NewReader(whole[:i]), strings.NewReader(whole[i:]))
		got, _ := bodies(in, DefaultMaxMessage)
		if diff := cmp.Diff([]string{`{"jsonrpc":"2.0","method":"é"}`, "[]"}, got); diff != "" {
			t.Fatalf("split at %d: %s", i, diff)
		}
	}
}

func TestAHeaderDoesNotAllocateItsLength(t *testing.T) {
	in := "Content-Length: 60000000\r\n\r\n{}"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := bodies(strings.NewReader(in), DefaultMaxMessage); err != io.ErrUnexpectedEOF {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	if allocated > 4<<20 {
		t.Errorf("%d bytes were allocated for a body of two", allocated)
	}
}

type failingWriter struct{ after int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.after--; w.after < 0 {
		return 0, errors.New("no space")
	}
	return len(p), nil
}

func TestWritingFramesEachMessageWithOneWrite(t *testing.T) {
	var out bytes.Buffer
	w := newFrameWriter(&out)
	for _, body := range []string{"{}", "", `"é"`} {
		if _, err := w.write(nil, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	want := "Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\nContent-Length: 4\r\n\r\n\"é\""
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
	one := newFrameWriter(&failingWriter{after: 1})
	if _, err := one.write(nil, []byte("{}")); err != nil {
		t.Errorf("a message takes more than one Write: %v", err)
	}
	if _, err := one.write(nil, []byte("{}")); err == nil || len(one.broken) != 1 {
		t.Error("a failed write is not reported")
	}
	close(w.closed)
	if _, err := w.write(nil, nil); err != ErrClosed {
		t.Errorf("a write after the end: %v", err)
	}
}

func FuzzFrames(f *testing.F) {
	for _, s := range []string{framed("{}"), "Content-Length: 3\r\n\r\n{\"a\":1}" + framed("{}"), "\r\n", "a:b\nContent-Length:1\n\nx", strings.Repeat("y", 70000) + "content-length: 1\n\n5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, end := bodies(strings.NewReader(in), 1000)
		if end != io.EOF && end != io.ErrUnexpectedEOF {
			t.Errorf("ended with %v", end)
		}
		again, _ := bodies(iotest.OneByteReader(strings.NewReader(in)), 1000)
		if len(in) < readBuffer {
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("reading byte by byte differs: %s", diff)
			}
		}
		for _, body := range got {
			decodeMessage([]byte(body))
		}
		// A good message after a line break is always found.
		if end == io.EOF {
			after, _ := bodies(strings.NewReader(in+"\r\n\r\n"+framed(`"last"`)), 1000)
			if len(after) == 0 || after[len(after)-1] != `"last"` {
				t.Errorf("a message after %q is lost: %q", in, after)
			}
		}
	})
}
