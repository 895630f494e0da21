package ratelimit

import "time"

// quota is one limit in the units of the table.
type quota struct {
	policy string
	limit  int64 // requests per window; 0 is off
	part   int64 // nanoseconds of the window that one request takes
}

func newQuota(policy string, rate int) quota {
	rate = min(rate, maxRate)
	if rate <= 0 {
		return quota{}
	}
	return quota{policy: policy, limit: int64(rate), part: int64(Window) / int64(rate)}
}

// maxCells is the most cells that one request is charged to.
const maxCells = 3

// charge is the cells that one request is to be charged to.
type charge struct {
	cells [maxCells]cell
	n     int
}

type cell struct {
	quota
	key uint64
	// full is when the cell will be whole again if the request is served, in
	// Unix nanoseconds.
	full int64
}

// add takes a cell in unless its quota is off.
func (c *charge) add(q quota, key uint64) {
	if q.limit == 0 {
		return
	}
	c.cells[c.n] = cell{quota: q, key: key}
	c.n++
}

// spend moves the cell on by one request. full is when it would have been whole
// without it. wait is how long the request comes too early, 0 when it may be
// served.
func (c *cell) spend(full, now int64) (wait int64) {
	burst := c.limit * c.part
	// A time more than a window ahead was left by a clock that has stepped back
	// since.
	full = min(max(full, now), now+burst)
	c.full = full + c.part
	return max(0, c.full-now-burst)
}

// decision describes the cell after the request.
func (c *cell) decision(wait, now int64) Decision {
	d := Decision{OK: wait == 0, Policy: c.policy, Limit: int(c.limit)}
	if !d.OK {
		d.RetryAfter = ceilSecond(wait)
		d.Reset = d.RetryAfter
		return d
	}
	free := c.limit*c.part - (c.full - now)
	d.Remaining = int(free / c.part)
	d.Reset = ceilSecond(c.part - free%c.part)
	return d
}

// ceilSecond rounds up, because a client that comes back a moment too early
// is refused again.
func ceilSecond(ns int64) time.Duration {
	return (time.Duration(ns) + time.Second - 1).Truncate(time.Second)
}
