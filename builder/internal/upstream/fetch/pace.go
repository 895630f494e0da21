package fetch

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// hosts has a semaphore for each host, which bounds the concurrent requests of all pulls to it. A
// request to a source that allows n at a time takes 1/n of hostWeight.
var hosts sync.Map // of *semaphore.Weighted

const (
	leastPlaces = 4    // what every source allows; source.detail.concurrency may be more
	hostWeight  = 5040 // divisible by every number up to 10
)

// pace spaces the requests of a pull, all of which go to one host. They may run ahead by one
// second's worth. It is safe for concurrent use.
type pace struct {
	*rate.Limiter

	mu    sync.Mutex
	pause time.Time // until when the host wants to hear nothing
}

// newPace allows perSecond requests a second; 0 means no limit.
func newPace(perSecond float64) *pace {
	if perSecond <= 0 {
		return &pace{Limiter: rate.NewLimiter(rate.Inf, 0)}
	}
	return &pace{Limiter: rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond)))}
}

// slow spaces requests by an interval at least.
func (c *pace) slow(interval time.Duration) {
	if limit := rate.Every(interval); limit < c.Limit() {
		c.SetLimit(limit)
		c.SetBurst(max(1, int(limit)))
	}
}

// wait takes the next place and waits for it.
func (c *pace) wait(ctx context.Context, opts Options) error {
	now := opts.Now()
	at := now.Add(c.ReserveN(now, 1).DelayFrom(now))
	for {
		c.mu.Lock()
		if at.Before(c.pause) {
			at = c.pause
		}
		c.mu.Unlock()
		left := at.Sub(opts.Now())
		if left <= 0 {
			return nil
		}
		if err := opts.Sleep(ctx, left); err != nil {
			return err
		}
	}
}

// hold lets no request start before a time: Retry-After of one answer holds for all.
func (c *pace) hold(until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pause.Before(until) {
		c.pause = until
	}
}
