package build

import (
	"runtime/debug"
	"sync"
)

const (
	// manyEvents is how many events make memory worth more than time.
	manyEvents = 100_000
	// heapGrowth is the GOGC of a large build, in percent. At 25, a collection for each 40 MB, an
	// eleventh of a cold build of 100,000 events went to them.
	heapGrowth = 50
)

// leastHeap is how many bytes of garbage are not worth a collection. Go begins with collections at
// 4 MiB, and a build of 10,000 events with 1 % changed had 19 of them, an eighth of its processor
// time.
const leastHeap = 64 << 20

// raiseHeap makes the collector of the process wait for leastHeap. There is no setting for that;
// but it counts the bytes of an allocation that nobody writes to, which takes no memory. The
// function keeps it.
var raiseHeap = sync.OnceValue(func() []byte { return make([]byte, leastHeap) })

// limitHeap makes the garbage collector of the process run more often once a large build is drawn.
func limitHeap(events int) {
	if events < manyEvents {
		return
	}
	debug.SetGCPercent(heapGrowth)
}
