package build

import (
	"context"
	"testing"
	"time"
)

// LosePatience makes builds be abandoned immediately until the test ends.
func LosePatience(t testing.TB) {
	before := patience
	t.Cleanup(func() { patience = before })
	patience = 100 * time.Millisecond
}

// Order returns in which order waits that begin one after the other, while the only place is taken,
// get it; those that end before ask for less than 0.
func Order(t testing.TB, asks ...int64) (order []int64) {
	p := &places{free: 1}
	leave, _ := p.take(t.Context(), 0)
	got := make(chan int64)
	for i, n := range asks {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			if end, err := p.take(ctx, n); err == nil {
				got <- n
				end()
			}
		}()
		for waiting := 0; waiting <= i-len(order); time.Sleep(time.Millisecond) {
			p.Lock()
			waiting = len(p.waiting)
			p.Unlock()
		}
		if n < 0 {
			cancel()
			for p.least() < 0 {
				time.Sleep(time.Millisecond)
			}
			order = append(order, n)
		}
	}
	leave()
	for len(order) < len(asks) {
		order = append(order, <-got)
	}
	return order
}
