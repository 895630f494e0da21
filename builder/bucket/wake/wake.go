// Package wake tells edges at once that something in a bucket has become live, through a channel
// of Valkey or Redis. Edges ask the bucket every few seconds anyway: a message that is lost costs
// these seconds and nothing else, and a false one costs one conditional request.
package wake

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/valkey-io/valkey-go"
)

// channel is the name of the channel, one for all buckets: which one has changed is found out by
// asking.
const channel = "cartaz:live"

const (
	patience = 2 * time.Second // of one call of Tell, which a builder waits for
	again    = time.Second     // between two tries to listen
)

// Parse reads the address of a store: valkey://[user:password@]host[:port][/database], with valkeys
// for TLS and unix for a socket. Its error does not hold the address, which may hold a password.
func Parse(address string) (valkey.ClientOption, error) {
	options, err := valkey.ParseURL(address)
	if err == nil {
		return options, nil
	}
	if wrong, ok := errors.AsType[*url.Error](err); ok {
		err = wrong.Err
	}
	return options, fmt.Errorf("%w; write valkey://host:6379", err)
}

// Tell wakes all edges that listen. It gives up after two seconds.
func Tell(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	client, err := connect(address)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.Do(ctx, client.B().Publish().Channel(channel).Message("").Build()).Error()
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
	client, err := connect(address)
	if err != nil {
		return err
	}
	defer client.Close()
	ring := func() {
		select {
		case awake <- struct{}{}:
		default:
		}
	}
	// The answer to the subscription comes before all messages.
	ctx = valkey.WithOnSubscriptionHook(ctx, func(valkey.PubSubSubscription) {
		up()
		ring()
	})
	return client.Receive(ctx, client.B().Subscribe().Channel(channel).Build(),
		func(valkey.PubSubMessage) { ring() })
}

func connect(address string) (valkey.Client, error) {
	options, err := Parse(address)
	if err != nil {
		return nil, err
	}
	options.DisableCache = true
	options.ForceSingleClient = true
	options.DisableRetry = true // a lost connection is heard of
	options.Dialer.Timeout = patience
	return valkey.NewClient(options)
}
