package ratelimit

import (
	"hash/maphash"
	"time"
)

// quota is one limit.
type quota struct {
	policy   string
	limit    int64 // units per window; 0 is off
	interval int64 // nanoseconds of the window for one unit (emission interval)
}

func newQuota(policy string, rate int) quota {
	rate = min(rate, maxRate)
	if rate <= 0 {
		return quota{}
	}
	return quota{policy: policy, limit: int64(rate), interval: int64(Window) / int64(rate)}
}

// maxCells is the maximum number of cells that one request is charged to.
const maxCells = 3

// charge lists the cells that one request is charged to.
type charge struct {
	cells [maxCells]cell
	n     int
}

type cell struct {
	quota
	name [18]byte
	key  uint64 // hash of the name
	// tat is the theoretical arrival time if the request is served, in Unix nanoseconds.
	tat int64
}

// need returns how many units of the cell a request for n units costs: at most its whole quota, or
// a request for more could never be served.
func (c *cell) need(n int64) int64 { return min(n, c.limit) }

// add adds a cell unless its quota is off.
func (c *charge) add(q quota, seed maphash.Seed, name [18]byte) {
	if q.limit == 0 {
		return
	}
	c.cells[c.n] = cell{quota: q, name: name, key: maphash.Bytes(seed, name[:])}
	c.n++
}

// spend moves the cell forward by n units. prior is the time that the table holds for the cell.
// wait is how much too early the request comes, or 0 when it may be served.
func (c *cell) spend(n, prior, now int64) (wait int64) {
	burst := c.limit * c.interval
	// A TAT more than a window ahead was stored before the clock stepped back.
	start := min(max(prior, now), now+burst)
	c.tat = start + c.need(n)*c.interval
	return max(0, c.tat-now-burst)
}

// decision describes the cell after a request for n units. A request that came too early
// has changed nothing.
func (c *cell) decision(n, wait, now int64) Decision {
	d := Decision{OK: wait == 0, Policy: c.policy, Limit: int(c.limit),
		RetryAfter: ceilSecond(wait)}
	free := c.limit*c.interval - (c.tat - now)
	if !d.OK {
		free += c.need(n) * c.interval
	}
	d.Remaining = int(free / c.interval)
	d.Reset = ceilSecond(c.interval - free%c.interval)
	return d
}

// shared describes the cell as the store has it.
func (c *cell) shared(r reply) *Decision {
	return &Decision{OK: r.wait == 0, Policy: c.policy, Limit: int(c.limit),
		Remaining: int(r.remaining), Reset: ceilSecond(c.interval),
		RetryAfter: ceilSecond(int64(r.wait))}
}

// ceilSecond rounds up, because a client that comes back a moment too early
// is refused again.
func ceilSecond(ns int64) time.Duration {
	return (time.Duration(ns) + time.Second - 1).Truncate(time.Second)
}
