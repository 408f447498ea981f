package playbook_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// stuck is a loader that gives nothing until its channel is closed: it stands
// for any operation that the interpreter cannot be stopped in.
type stuck chan struct{}

func (s stuck) Read(string) ([]byte, error) {
	<-s
	return nil, errors.New("closed")
}

func (s stuck) Real(id string) (string, error) { return id, nil }

func TestARunThatCannotBeStoppedIsLeft(t *testing.T) {
	loader := make(stuck)
	defer close(loader)
	opt := playbook.Options{Loader: loader, Limits: playbook.Limits{Wall: time.Millisecond}}

	_, err := playbook.Compile(context.Background(), "playbook.star", nil, opt)
	var failure *playbook.Error
	if !errors.As(err, &failure) || failure.Name != playbook.LimitExceeded {
		t.Errorf("past its time the run ends with %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := playbook.Compile(ctx, "playbook.star", nil, playbook.Options{Loader: loader}); !errors.As(err, &failure) || failure.Name != playbook.LimitExceeded {
		t.Errorf("past the deadline of its context the run ends with %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := playbook.Compile(ctx, "playbook.star", nil, playbook.Options{Loader: loader}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, the run ends with %v", err)
	}
}
