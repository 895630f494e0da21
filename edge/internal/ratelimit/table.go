package ratelimit

import (
	"math/bits"
	"sync"
)

// The shape of the table. A set is two cache lines; more shards than any machine
// has cores keep them from waiting for one another.
const (
	setSize        = 8
	shardBits      = 8
	shards         = 1 << shardBits
	defaultEntries = 1 << 19
	minEntries     = 1 << 12
	maxEntries     = 1 << 22
)

// slot is one cell at rest. The zero value is a free one, as is every slot
// whose time has passed.
type slot struct {
	key  uint64
	full int64 // when the cell is whole again, Unix nanoseconds
}

// table finds slots by key. The upper bits of a key choose the shard, the lower
// ones the set in it.
type table struct {
	shards []shard
	mask   uint64 // number of sets in a shard, less one
}

type shard struct {
	mu    sync.Mutex
	slots []slot   // guarded by mu
	_     [32]byte // keeps two locks off one cache line
}

func newTable(entries int) table {
	if entries <= 0 {
		entries = defaultEntries
	}
	entries = min(max(entries, minEntries), maxEntries)
	entries = 1 << bits.Len(uint(entries-1))
	// One block, whose pages the system hands out as they are first touched.
	slots := make([]slot, entries)
	per := entries / shards
	t := table{shards: make([]shard, shards), mask: uint64(per/setSize - 1)}
	for i := range t.shards {
		t.shards[i].slots = slots[i*per : (i+1)*per : (i+1)*per]
	}
	return t
}

// take charges all cells or none.
func (t *table) take(c *charge, now int64) Decision {
	if c.n == 0 {
		return Decision{OK: true}
	}
	cells := c.cells[:c.n]
	held := t.lock(cells)
	defer t.unlock(held)

	refused := false
	var best Decision
	for i := range cells {
		cell := &cells[i]
		wait := cell.spend(t.full(cell.key), now)
		d := cell.decision(wait, now)
		switch {
		case i == 0,
			best.OK && !d.OK,
			best.OK && d.OK && d.Remaining < best.Remaining,
			!best.OK && !d.OK && d.RetryAfter > best.RetryAfter:
			best = d
		}
		refused = refused || !d.OK
	}
	if refused {
		return best
	}
	for i := range cells {
		t.put(cells[i].key, cells[i].full, now)
	}
	return best
}

// set is the slots in which a key may lie.
func (t *table) set(key uint64) []slot {
	at := key & t.mask * setSize
	return t.shards[key>>(64-shardBits)].slots[at : at+setSize]
}

// full is the time in the slot of key, or 0 when it has none. The lock of its
// shard must be held.
func (t *table) full(key uint64) int64 {
	for _, s := range t.set(key) {
		if s.key == key {
			return s.full
		}
	}
	return 0
}

// put writes the slot of key, or takes the one that is nearest to being whole,
// which any free slot is. The lock of its shard must be held.
func (t *table) put(key uint64, full, now int64) {
	set := t.set(key)
	victim, least := 0, int64(1<<63-1)
	for i := range set {
		s := &set[i]
		if s.key == key {
			s.full = full
			return
		}
		left := s.full
		// A time this far ahead was left by a clock that has stepped back. Twice
		// the window, because now is taken before the lock: a spent cell may be
		// a little more than one window ahead of a request that had to wait.
		if left > now+2*int64(Window) {
			left = 0
		}
		if left < least {
			victim, least = i, left
		}
	}
	set[victim] = slot{key, full}
}

// held is the shards that one request has locked, in rising order, each once.
type held struct {
	list [maxCells]uint8
	n    int
}

// lock locks the shards of the cells, always in rising order, so that two
// requests never wait for each other.
func (t *table) lock(cells []cell) held {
	var h held
	for i := range cells {
		s := uint8(cells[i].key >> (64 - shardBits))
		at := 0
		for at < h.n && h.list[at] < s {
			at++
		}
		if at < h.n && h.list[at] == s {
			continue
		}
		copy(h.list[at+1:], h.list[at:h.n])
		h.list[at] = s
		h.n++
	}
	for _, s := range h.list[:h.n] {
		t.shards[s].mu.Lock()
	}
	return h
}

func (t *table) unlock(h held) {
	for _, s := range h.list[:h.n] {
		t.shards[s].mu.Unlock()
	}
}
