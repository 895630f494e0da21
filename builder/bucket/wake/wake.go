// Package wake tells edges at once that something in a bucket has become live, through a channel
// of Valkey or Redis. Edges ask the bucket every few seconds anyway: a message that is lost costs
// these seconds and nothing else, and a false one costs one conditional request.
//
// It has the client of such stores, [Store] and [Conn], which package sharedlimit uses too. A store
// is not trusted: nothing that it answers takes more than the bounds of a reply, or ends a program.
package wake

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// channel is the name of the channel, one for all buckets: which one has changed is found out by
// asking.
const channel = "cartaz:live"

const (
	patience = 2 * time.Second // of one call of Tell, which a builder waits for
	again    = time.Second     // between two tries to listen
)

// Tell wakes all edges that listen. It gives up after two seconds to connect and two to tell.
func Tell(ctx context.Context, address string) error {
	client, err := connect(ctx, address)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err = client.Do("PUBLISH", channel, "")
	return err
}

// Listen returns a channel that gets a value after every message, several in a row as one, and is
// closed after ctx has ended. It connects again when the connection is lost, and wakes then too,
// since messages may have been lost with it.
func Listen(ctx context.Context, address string, log *slog.Logger) <-chan struct{} {
	awake := make(chan struct{}, 1)
	go func() {
		defer close(awake)
		var said atomic.Bool
		for ctx.Err() == nil {
			err := listen(ctx, address, awake, func() { said.Store(false) })
			if ctx.Err() == nil && !said.Swap(true) {
				log.Warn("the store of --wake does not answer: the bucket is asked as --poll says",
					"err", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(again):
			}
		}
	}()
	return awake
}

// listen takes messages over one connection until it ends. up is called when it stands.
func listen(ctx context.Context, address string, awake chan<- struct{}, up func()) error {
	client, err := connect(ctx, address)
	if err != nil {
		return err
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { _ = client.SetDeadline(time.Unix(1, 0)) })()
	// The reply to the subscription comes before all messages.
	for _, err = client.Do("SUBSCRIBE", channel); err == nil; _, err = client.Receive() {
		up()
		select {
		case awake <- struct{}{}:
		default:
		}
	}
	return err
}

func connect(ctx context.Context, address string) (*Conn, error) {
	store, err := Parse(address)
	if err != nil {
		return nil, err
	}
	return store.Dial(ctx, patience)
}
