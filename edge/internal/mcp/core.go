package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"cartaz/edge/internal/answer"
)

// requestCatalogue gives tools, which run in goroutines of the SDK, the catalogue of one request.
// It is closed when the request ends: a late tool gets errEnded.
type requestCatalogue struct {
	mu        sync.Mutex
	catalogue *answer.Catalogue // nil once the request has ended
	at        time.Time
	arguments json.RawMessage // of the tool that is called; nil for none
	err       error           // why the core failed, for the log
	panicked  any             // what a read has panicked with
}

// catalogueKey is the context key of the requestCatalogue.
type catalogueKey struct{}

var errEnded = errors.New("the request has ended")

// toolArguments returns the arguments of the request's tool call, nil for none. The SDK does not
// get them: it would decode them several times before the tool does.
func toolArguments(ctx context.Context) json.RawMessage {
	if k, ok := ctx.Value(catalogueKey{}).(*requestCatalogue); ok {
		return k.arguments // never written after the core was made
	}
	return nil
}

// readPath reads an address of the brand with [readCatalogue].
func readPath(ctx context.Context, path, accept string) (*answer.Answer, error) {
	return readCatalogue(ctx, func(c *answer.Catalogue, a *answer.Answer, at time.Time) {
		c.Read(a, path, "", accept, at)
	})
}

// readCatalogue reads the catalogue of the request, at the time of the request. The body of the
// answer is a copy.
func readCatalogue(ctx context.Context,
	read func(*answer.Catalogue, *answer.Answer, time.Time)) (*answer.Answer, error) {
	k, ok := ctx.Value(catalogueKey{}).(*requestCatalogue)
	if !ok {
		return nil, errEnded
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.catalogue == nil {
		return nil, errEnded
	}
	a := new(answer.Answer)
	if err := k.read(a, read); err != nil {
		return nil, err
	}
	return a, nil
}

// read turns a fault of the mapping (a sealed file that somebody cut short) into an error: a panic
// in a goroutine of the SDK would end the process.
func (k *requestCatalogue) read(a *answer.Answer,
	read func(*answer.Catalogue, *answer.Answer, time.Time)) (err error) {
	debug.SetPanicOnFault(true)
	defer func() {
		if p := recover(); p != nil {
			k.panicked, err = p, errors.New("the release could not be read")
		}
	}()
	read(k.catalogue, a, k.at)
	a.Body = bytes.Clone(a.Body)
	if a.Err != nil {
		k.err = a.Err
	}
	return nil
}

// close waits for a read that runs and then removes the catalogue. It passes on what went wrong: an
// error goes into the answer, a panic to the caller, who handles a broken release.
func (k *requestCatalogue) close(a *answer.Answer) {
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
