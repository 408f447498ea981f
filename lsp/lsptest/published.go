package lsptest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Diagnostic is a diagnostic of the server's.
type Diagnostic struct {
	Range              Range  `json:"range"`
	Severity           int    `json:"severity"`
	Code               string `json:"code"`
	CodeDescription    *struct{ Href string }
	Source             string          `json:"source"`
	Message            string          `json:"message"`
	Tags               []int           `json:"tags"`
	RelatedInformation json.RawMessage `json:"relatedInformation"`
	Data               json.RawMessage `json:"data"`
}

// Published is one textDocument/publishDiagnostics.
type Published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Codes are the codes of the diagnostics.
func (p Published) Codes() string {
	var list []string
	for _, d := range p.Diagnostics {
		list = append(list, d.Code)
	}
	return strings.Join(list, " ")
}

// Published gives everything that was published for a URI, in order.
func (c *Client) Published(uri string) []Published {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published(uri)
}

func (c *Client) published(uri string) []Published {
	var list []Published
	for _, m := range c.messages {
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var p Published
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Errorf("publishDiagnostics: %v in %s", err, m.Params)
		}
		if p.URI == uri {
			list = append(list, p)
		}
	}
	return list
}

// Diagnostics waits for the diagnostics of the document's present version.
func (d *Doc) Diagnostics() Published {
	d.c.t.Helper()
	var p Published
	d.c.Until(fmt.Sprintf("the diagnostics of %s, version %d", d.Path, d.Version), func() bool {
		list := d.c.published(d.URI())
		if len(list) == 0 {
			return false
		}
		p = list[len(list)-1]
		return p.Version != nil && *p.Version == d.Version
	})
	return p
}

// Codes waits until the last diagnostics of a URI have these codes, in order.
func (c *Client) Codes(uri, want string) Published {
	c.t.Helper()
	var p Published
	got := "nothing"
	defer func() {
		if got != want {
			c.t.Errorf("%s: last published: %s", uri, got)
		}
	}()
	c.Until(fmt.Sprintf("the diagnostics %q of %s", want, uri), func() bool {
		list := c.published(uri)
		if len(list) == 0 {
			return false
		}
		p = list[len(list)-1]
		got = p.Codes()
		return got == want
	})
	return p
}

// WaitMore waits until more than n diagnostics have been published; false when
// its patience ends.
func (c *Client) WaitMore(n int) bool {
	timeout := time.After(Patience)
	for {
		c.mu.Lock()
		more, changed := len(c.seen("textDocument/publishDiagnostics")) > n, c.changed
		c.mu.Unlock()
		if more {
			return true
		}
		select {
		case <-changed:
		case <-timeout:
			return false
		}
	}
}
