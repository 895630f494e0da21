package fetch

import (
	"context"
	"sync"
	"time"
)

// pace spaces the requests of a pull, all of which go to one host. It is safe for concurrent use.
type pace struct {
	mu       sync.Mutex
	interval time.Duration // between two requests; 0 for none
	burst    time.Duration // how far requests may run ahead of it: one second's worth

	due   time.Time // when the next request would come if all kept the interval
	pause time.Time // until when the host wants to hear nothing
}

// newPace spaces rate requests a second; 0 for any number.
func newPace(rate float64) *pace {
	if rate <= 0 {
		return &pace{}
	}
	interval := time.Duration(float64(time.Second) / rate)
	return &pace{interval: interval, burst: max(time.Second-interval, 0)}
}

// slow spaces requests by an interval at least.
func (c *pace) slow(interval time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.interval < interval {
		c.interval, c.burst = interval, max(time.Second-interval, 0)
	}
}

// wait takes the next place and waits for it.
func (c *pace) wait(ctx context.Context, opts Options) error {
	c.mu.Lock()
	now := opts.Now()
	if c.due.Before(now) {
		c.due = now
	}
	at := c.due.Add(-c.burst)
	c.due = c.due.Add(c.interval)
	c.mu.Unlock()
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

// hold lets no request start before a time: what one of them was told counts for all.
func (c *pace) hold(until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pause.Before(until) {
		c.pause = until
	}
}
