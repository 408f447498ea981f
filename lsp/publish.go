package lsp

import (
	"context"
	"hash/maphash"
	"strconv"
	"sync"
	"weak"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// sent remembers what the client has been told about each file, so that it is
// told again only what has changed.
type sent struct {
	s    *server
	seed maphash.Seed

	// mu is held while diagnostics are sent: they go out in the order of the
	// views that they were computed in.
	mu    sync.Mutex
	files map[string]told
}

// told is what was said of a file last.
type told struct {
	uri    uri.URI
	seq    uint64 // the view
	doc    *document
	hash   uint64
	any    bool // there are diagnostics
	result weak.Pointer[analysis.FileResult]
	// scanned is the scan that it rests on, 0 where it rests on none.
	scanned uint64
	// previewed is the preview run that it rests on, 0 where it rests on none.
	previewed uint64
}

func (t *sent) init(s *server) {
	t.s, t.seed, t.files = s, maphash.MakeSeed(), map[string]told{}
}

// report is what there is to say about a file in a view.
type report struct {
	told
	path string
	raw  jsontext.Value // the list of diagnostics
}

// id names the contents of a report to clients that ask.
func (r *report) id() string { return resultID(r.hash) }

func resultID(hash uint64) string { return strconv.FormatUint(hash, 36) }

// report makes the report of a file.
func (v *view) report(path string) (*report, error) {
	r := &report{path: path, told: told{uri: v.uri(path), seq: v.seq, doc: v.docs[path]}}
	r.scanned = v.rests(path)
	_, r.previewed = v.previewed(path)
	r.result = weak.Make(v.result(path))
	diagnostics := v.diagnostics(v.findings(path))
	raw, err := rpc.Marshal(diagnostics)
	if err != nil {
		return nil, err
	}
	r.raw, r.any = raw, len(diagnostics) > 0
	r.hash = maphash.Bytes(v.sent.seed, raw)
	return r, nil
}

// rests gives the scan that a file's report rests on, 0 for none.
func (v *view) rests(path string) uint64 {
	if scan := v.scanner.last.Load(); scan != nil && len(scan.only[path]) > 0 {
		return scan.seq
	}
	return 0
}

// unchanged reports, without making one, whether the report of a file would be
// the last one again, and gives that one's hash.
func (v *view) unchanged(path string) (hash uint64, ok bool) {
	v.sent.mu.Lock()
	last, ok := v.sent.files[path]
	v.sent.mu.Unlock()
	_, previewed := v.previewed(path)
	return last.hash, ok && last.doc == v.docs[path] && last.previewed == previewed &&
		last.scanned == v.rests(path) && last.result.Value() == v.result(path)
}

// publish tells the client about a file, unless it knows already or the file
// has changed since v. With fresh, an open document is reported also where
// only its version is new. changed says that the list is another one than
// before; a client that asks for diagnostics itself is not told, and has to
// be asked to ask again.
func (v *view) publish(ctx context.Context, path string, fresh bool) (changed bool) {
	r, err := v.report(path)
	if err != nil {
		v.log.Error("diagnostics cannot be encoded", zap.Error(err))
		return false
	}
	return v.sent.send(ctx, v, r, fresh)
}

func (t *sent) send(ctx context.Context, v *view, r *report, fresh bool) (changed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, known := t.files[r.path]
	if !v.current(r.path) || known && last.seq > r.seq || ctx.Err() != nil {
		return false
	}
	if !known && r.doc == nil && !r.any {
		return false
	}
	same := known && last.hash == r.hash && last.uri == r.uri
	t.files[r.path] = r.told
	if !r.any && r.doc == nil {
		delete(t.files, r.path)
	}
	if same && !(fresh && r.doc != nil && last.doc != r.doc) {
		return false
	}
	if t.s.client.pull {
		// A document that it has not asked about it will ask about, except one
		// that only a preview has made the server speak of.
		return !same && (known || r.doc == nil || r.previewed > 0)
	}
	if known && last.uri != r.uri && last.any {
		t.push(last.uri, nil, nil)
	}
	t.push(r.uri, r.doc, r.raw)
	return !same
}

// clear takes back what was said of a file that is there no more.
func (t *sent) clear(path string) (changed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, known := t.files[path]
	delete(t.files, path)
	if !known || !last.any {
		return false
	}
	if !t.s.client.pull {
		t.push(last.uri, nil, nil)
	}
	return true
}

// shown reports whether there are diagnostics of a file at the client.
func (t *sent) shown(path string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.files[path].any
}

// reported lists the files about which something was said.
func (t *sent) reported() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]string, 0, len(t.files))
	for path := range t.files {
		list = append(list, path)
	}
	return list
}

func (t *sent) push(u uri.URI, doc *document, raw jsontext.Value) {
	if raw == nil {
		raw = jsontext.Value("[]")
	}
	params := struct {
		URI         uri.URI        `json:"uri"`
		Version     *int32         `json:"version,omitzero"`
		Diagnostics jsontext.Value `json:"diagnostics"`
	}{u, nil, raw}
	if n, ok := doc.published().Get(); ok {
		params.Version = &n
	}
	t.s.notify(protocol.MethodTextDocumentPublishDiagnostics, params)
}
