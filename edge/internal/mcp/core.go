package mcp

import (
	"bytes"
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"cartaz/edge/internal/answer"
)

// core is the catalogue of one request, for tools that run in goroutines of the
// SDK. It is closed with the request: a tool that is late finds nothing.
type core struct {
	mu        sync.Mutex
	catalogue *answer.Catalogue // nil once the request has ended
	at        time.Time
	err       error // why the core failed, for the log
	panicked  any   // what a read has panicked with
}

// coreKey is the key of the core in a context.
type coreKey struct{}

var errEnded = errors.New("the request has ended")

// ask reads an address of the brand from the catalogue of the request. The body
// of the answer is a copy.
func ask(ctx context.Context, path, query, accept string) (*answer.Answer, error) {
	k, ok := ctx.Value(coreKey{}).(*core)
	if !ok {
		return nil, errEnded
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.catalogue == nil {
		return nil, errEnded
	}
	a := new(answer.Answer)
	if err := k.read(a, path, query, accept); err != nil {
		return nil, err
	}
	return a, nil
}

// read reads under the guard against faults of the mapping (a sealed file that
// somebody cut short): in a goroutine of the SDK, a panic would end the process.
func (k *core) read(a *answer.Answer, path, query, accept string) (err error) {
	debug.SetPanicOnFault(true)
	defer func() {
		if p := recover(); p != nil {
			k.panicked, err = p, errors.New("the release could not be read")
		}
	}()
	k.catalogue.Read(a, path, query, accept, k.at)
	a.Body = bytes.Clone(a.Body)
	if a.Err != nil {
		k.err = a.Err
	}
	return nil
}

// end takes the catalogue away, waiting for a read that runs, and passes on what
// went wrong: an error to the answer, a panic to the caller, who knows what to do
// about a broken release.
func (k *core) end(a *answer.Answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.catalogue = nil
	if k.panicked != nil {
		panic(k.panicked)
	}
	if k.err != nil {
		a.Err = k.err
	}
}
