package rpc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"go.uber.org/zap"
)

// DefaultMaxMessage is the size in bytes above which a message is skipped.
const DefaultMaxMessage = 64 << 20

const (
	readBuffer = 64 << 10
	// junkTail is how much of a line without an end is kept, to find the header
	// that may follow it on the same line.
	junkTail = 128
	// keepBody is the largest body whose buffer is kept for the next message.
	keepBody = 1 << 20
	// firstRead bounds what a header can make us allocate before its body comes.
	firstRead = 1 << 20
)

// contentLength is the name of the one header field that matters; field names
// are compared without regard to case.
var contentLength = []byte("content-length")

// tooLarge says that a message was skipped for its size in bytes.
type tooLarge struct{ size, limit int64 }

func (e *tooLarge) Error() string {
	return fmt.Sprintf("a message of %d bytes was skipped: the limit is %d bytes", e.size, e.limit)
}

// frameReader splits the input into bodies (LSP 3.17, Base Protocol). What is
// no header is skipped up to the next one, so a wrong length or a stray line
// costs a message and not the connection.
type frameReader struct {
	in    *bufio.Reader
	limit int64
	log   *zap.Logger
	body  []byte
	junk  int64 // bytes skipped since the last good header
}

func newFrameReader(in io.Reader, limit int64, log *zap.Logger) *frameReader {
	return &frameReader{in: bufio.NewReaderSize(in, readBuffer), limit: limit, log: log}
}

// next returns the next body, which stays valid until the call after. An empty
// body is returned as such. A *tooLarge error leaves the reader usable; io.EOF
// is the end between two messages, io.ErrUnexpectedEOF the end within one.
func (r *frameReader) next() ([]byte, error) {
	size, err := r.header()
	if err != nil {
		return nil, err
	}
	if size > r.limit {
		if _, err := io.CopyN(io.Discard, r.in, size); err != nil {
			return nil, unexpected(err)
		}
		return nil, &tooLarge{size, r.limit}
	}
	if cap(r.body) > keepBody {
		r.body = nil
	}
	if size <= firstRead {
		if int64(cap(r.body)) < size {
			r.body = make([]byte, size)
		}
		r.body = r.body[:size]
		if _, err := io.ReadFull(r.in, r.body); err != nil {
			return nil, unexpected(err)
		}
		return r.body, nil
	}
	var b bytes.Buffer
	b.Grow(firstRead)
	if _, err := io.CopyN(&b, r.in, size); err != nil {
		return nil, unexpected(err)
	}
	r.body = b.Bytes()
	return r.body, nil
}

// header reads up to the end of a header block that has a usable length.
func (r *frameReader) header() (size int64, err error) {
	size = -1
	started := false
	for {
		line, n, err := r.line()
		if err != nil {
			if err == io.EOF && (started || n > 0) {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
		if len(line) == 0 {
			if size >= 0 {
				if r.junk > 0 {
					r.log.Warn("found the next message", zap.Int64("skipped_bytes", r.junk))
					r.junk = 0
				}
				return size, nil
			}
			if started {
				r.skip(n, "a message header has no usable Content-Length")
			}
			started = false
			continue
		}
		name, value, ok := headerField(line)
		if !ok {
			// The rest of a body whose length was too small is followed by the
			// next header on the same line.
			rest := lastContentLength(line)
			r.skip(n, "there is text where a message header should be")
			size, started = -1, false
			if rest == nil {
				continue
			}
			name, value, _ = headerField(rest)
		}
		started = true
		if !bytes.EqualFold(name, contentLength) {
			continue
		}
		size, err = strconv.ParseInt(string(value), 10, 64)
		if err != nil || size < 0 {
			size = -1
		}
	}
}

func (r *frameReader) skip(n int64, why string) {
	if r.junk == 0 {
		r.log.Warn("skipping to the next message: " + why)
	}
	r.junk += n
}

// line returns the next line without its end and how many bytes it took. Of a
// line longer than the buffer only the tail is returned.
func (r *frameReader) line() ([]byte, int64, error) {
	line, err := r.in.ReadSlice('\n')
	n := int64(len(line))
	for err == bufio.ErrBufferFull {
		tail := bytes.Clone(line[max(0, len(line)-junkTail):])
		line, err = r.in.ReadSlice('\n')
		n += int64(len(line))
		line = append(tail, line...)
	}
	if err != nil {
		return nil, n, err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), n, nil
}

// headerField splits "Name: value". A name is made of letters, digits and
// hyphens, which no JSON text starts with up to a colon.
func headerField(line []byte) (name, value []byte, ok bool) {
	name, value, ok = bytes.Cut(line, []byte(":"))
	name = bytes.TrimSpace(name)
	if !ok || len(name) == 0 {
		return nil, nil, false
	}
	// The end of a body may run into the header behind it.
	if i := len(name) - len(contentLength); i > 0 && name[i-1] != '-' && bytes.EqualFold(name[i:], contentLength) {
		return nil, nil, false
	}
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' {
			return nil, nil, false
		}
	}
	return name, bytes.TrimSpace(value), true
}

// lastContentLength returns the last header field of that name within a line
// of something else, or nil.
func lastContentLength(line []byte) []byte {
	for end := len(line); ; {
		colon := bytes.LastIndexByte(line[:end], ':')
		if colon < 0 {
			return nil
		}
		if i := colon - len(contentLength); i >= 0 && bytes.EqualFold(line[i:colon], contentLength) {
			return line[i:]
		}
		end = colon
	}
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// frameWriter sends one message at a time, each with a single Write.
type frameWriter struct {
	out    io.Writer
	turn   chan struct{} // holds one value while a message is being written
	closed chan struct{} // closed when nothing may be written any more
	broken chan error    // the first failed write
	buf    []byte
}

func newFrameWriter(out io.Writer) *frameWriter {
	return &frameWriter{
		out:    out,
		turn:   make(chan struct{}, 1),
		closed: make(chan struct{}),
		broken: make(chan error, 1),
	}
}

// write sends the body and returns its size with the header. The wait for
// other writers, not the write itself, ends with stop or the connection.
func (w *frameWriter) write(stop <-chan struct{}, body []byte) (int, error) {
	select {
	case <-w.closed:
		return 0, ErrClosed
	default:
	}
	select {
	case w.turn <- struct{}{}:
	case <-w.closed:
		return 0, ErrClosed
	case <-stop:
		return 0, errStopped
	}
	defer func() { <-w.turn }()
	select {
	case <-w.closed: // both were ready
		return 0, ErrClosed
	default:
	}
	if cap(w.buf) > keepBody {
		w.buf = nil
	}
	w.buf = append(w.buf[:0], "Content-Length: "...)
	w.buf = strconv.AppendInt(w.buf, int64(len(body)), 10)
	w.buf = append(w.buf, "\r\n\r\n"...)
	w.buf = append(w.buf, body...)
	n, err := w.out.Write(w.buf)
	if err != nil {
		select {
		case w.broken <- err:
		default:
		}
	}
	return n, err
}
