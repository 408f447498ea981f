package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func exitGoroutine() { runtime.Goexit() }

// A document that is edited by many small changes while it is asked about, and
// while the questions are cancelled. An edit out of order, or an answer about
// another version than that at its place among the edits, shows.
func TestEditsKeepTheirOrder(t *testing.T) {
	const runs, edits, burst = 4, 400, 100
	for run := range runs {
		t.Run(fmt.Sprintf("run %d", run+1), func(t *testing.T) {
			var (
				text     strings.Builder // touched on the dispatcher only
				versions []int
			)
			h := &testHandler{
				notifications: map[string]notifyFunc{
					"textDocument/didChange": func(ctx context.Context, raw []byte) error {
						change, err := DidChange(raw)
						if err != nil {
							return err
						}
						// What a context is derived from must not be recycled.
						sub, cancel := context.WithCancel(ctx)
						context.AfterFunc(sub, func() {})
						defer cancel()
						versions = append(versions, int(change.Version))
						text.WriteString(change.Edits[0].Text)
						return nil
					},
				},
				calls: map[string]callFunc{
					"textDocument/hover": func(ctx context.Context, raw []byte) (runFunc, error) {
						seen := len(versions)
						return func(ctx context.Context) (any, error) {
							sub, cancel := context.WithCancel(ctx)
							defer cancel()
							runtime.Gosched()
							if sub.Err() != nil {
								return nil, sub.Err()
							}
							return seen, nil
						}, nil
					},
					"test/text": func(context.Context, []byte) (runFunc, error) { return answer(text.String()), nil },
					"test/fail": func(context.Context, []byte) (runFunc, error) { return nil, MethodNotFound("test/fail") },
				},
			}
			c := start(t, h, Options{}).initialize()

			answers := map[string]received{}
			var collected sync.WaitGroup
			want := 0
			var batch strings.Builder
			wantSeen := map[string]int{}
			for i := 1; i <= edits; i++ {
				batch.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":%d},"end":{"line":0,"character":%d}},"text":"%d,"}]}}`, i, i, i, i)))
				batch.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover"}`, i)))
				wantSeen[fmt.Sprint(i)] = i
				want++
				if i%3 == 0 {
					batch.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, i)))
				}
				if i%5 == 0 {
					batch.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","id":"f%d","method":"test/fail"}`, i)))
					want++
				}
				if i%burst == 0 {
					c.raw(batch.String())
					batch.Reset()
				}
			}
			collected.Go(func() {
				for range want {
					m := <-c.msgs
					if _, twice := answers[string(m.ID)]; twice {
						t.Errorf("%s was answered twice", m.ID)
					}
					answers[string(m.ID)] = m
				}
			})
			collected.Wait()

			for id, seen := range wantSeen {
				m := answers[id]
				var got int
				if m.Error != nil {
					if m.code() != -32800 {
						t.Errorf("call %s: %v", id, m.Error)
					}
				} else if err := json.Unmarshal(m.Result, &got); err != nil || got != seen {
					t.Errorf("call %s was about version %s, want %d", id, m.Result, seen)
				}
			}
			var b strings.Builder
			for i := 1; i <= edits; i++ {
				fmt.Fprintf(&b, "%d,", i)
			}
			var got string
			if err := json.Unmarshal(c.call("test/text", "{}").Result, &got); err != nil || got != b.String() {
				t.Errorf("the text is %q", got)
			}
		})
	}
}
