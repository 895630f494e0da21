package ratelimit

import (
	"slices"
	"sync"
)

// The shape of the table. A set is two cache lines; more shards than any machine
// has cores keep them from waiting for one another.
const (
	setSize   = 8
	shardBits = 8
	shards    = 1 << shardBits
)

// Sizes of a table, in cells of 16 bytes: Large is enough for 170,000 clients a minute before a
// cell is evicted early.
const (
	Small = 1 << 12
	Large = 1 << 19
)

// slot stores one cell. A slot is free when its TAT has passed, as in the zero value.
type slot struct {
	key uint64
	tat int64 // theoretical arrival time, Unix nanoseconds
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
	// One block, whose pages the system hands out as they are first touched.
	slots := make([]slot, entries)
	per := entries / shards
	t := table{shards: make([]shard, shards), mask: uint64(per/setSize - 1)}
	for i := range t.shards {
		t.shards[i].slots = slots[i*per : (i+1)*per : (i+1)*per]
	}
	return t
}

// take charges n units to all cells or none; with n 0 it asks for one and charges
// nothing.
func (t *table) take(c *charge, n int, now int64) Decision {
	if c.n == 0 {
		return Decision{OK: true}
	}
	cells := c.cells[:c.n]
	var room [maxCells]uint8
	defer t.unlock(t.lock(cells, room[:0]))

	units := int64(max(n, 1))
	var best Decision
	for i := range cells {
		cell := &cells[i]
		wait := cell.spend(units, t.tat(cell.key), now)
		d := cell.decision(units, wait, now)
		if i == 0 || d.binds(&best) {
			best = d
		}
	}
	if !best.OK || n == 0 {
		return best
	}
	for i := range cells {
		t.put(cells[i].key, cells[i].tat, now)
	}
	return best
}

// set returns the slots that may hold a key.
func (t *table) set(key uint64) []slot {
	at := key & t.mask * setSize
	return t.shards[key>>(64-shardBits)].slots[at : at+setSize]
}

// tat returns the time in the slot of key, or 0 when it has none. The lock of its shard must be
// held.
func (t *table) tat(key uint64) int64 {
	for _, s := range t.set(key) {
		if s.key == key {
			return s.tat
		}
	}
	return 0
}

// put writes the slot of key. A key without a slot evicts the slot with the earliest TAT,
// which is a free slot where the set has one. The lock of the shard must be held.
func (t *table) put(key uint64, tat, now int64) {
	set := t.set(key)
	victim, least := 0, int64(1<<63-1)
	for i := range set {
		s := &set[i]
		if s.key == key {
			s.tat = tat
			return
		}
		left := s.tat
		// A clock that has stepped back leaves a TAT this far ahead. The bound is two windows,
		// because now is read before the lock is taken: a spent cell may be a little more than one
		// window ahead of a request that had to wait.
		if left > now+2*int64(Window) {
			left = 0
		}
		if left < least {
			victim, least = i, left
		}
	}
	set[victim] = slot{key, tat}
}

// lock locks the shards of the cells, always in rising order, so that two requests never wait for
// each other. It appends their numbers to locked.
func (t *table) lock(cells []cell, locked []uint8) []uint8 {
	for i := range cells {
		locked = append(locked, uint8(cells[i].key>>(64-shardBits)))
	}
	slices.Sort(locked)
	locked = slices.Compact(locked)
	for _, s := range locked {
		t.shards[s].mu.Lock()
	}
	return locked
}

func (t *table) unlock(locked []uint8) {
	for _, s := range locked {
		t.shards[s].mu.Unlock()
	}
}
