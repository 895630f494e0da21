package release

import "sync/atomic"

// bitmap is a set of numbers that many goroutines read and add to. The nil bitmap stays empty.
type bitmap []atomic.Uint64

func newBitmap(n uint32) bitmap { return make(bitmap, (uint64(n)+63)/64) }

func (b bitmap) has(i uint32) bool {
	return b != nil && b[i/64].Load()>>(i%64)&1 != 0
}

func (b bitmap) add(i uint32) {
	if b != nil {
		b[i/64].Or(1 << (i % 64))
	}
}

func (b bitmap) clear() {
	for i := range b {
		b[i].Store(0)
	}
}

// RememberChecks makes Lookup and Body compare each row and each body with its checksum once and
// remember that it matched, until [Release.CheckAgain]. It takes a bit for each row and each
// variant. Call it before other goroutines use the release. Without it they compare on every call.
//
// Who serves calls it: a checksum of a body takes as long as everything else that Lookup and Body
// do. In between, somebody who overwrites a sealed file in place is not noticed, so a server calls
// CheckAgain every few seconds.
func (r *Release) RememberChecks() {
	r.checkedRows, r.checkedBodies = newBitmap(r.info.resources), newBitmap(r.info.variants)
}

// CheckAgain forgets what has matched its checksum.
func (r *Release) CheckAgain() {
	r.checkedRows.clear()
	r.checkedBodies.clear()
}
