package build

import "sync"

const (
	// manyEvents is the number of events from which memory is worth more than time.
	manyEvents = 100_000
	// heapGrowth is the GOGC of a large build, in percent. At 25, with a collection for each 40 MB,
	// collections took an eleventh of a cold build of 100,000 events.
	heapGrowth = 50
)

// leastHeap is the number of bytes of garbage that are not worth a collection. Go begins to collect
// at 4 MiB, and a build of 10,000 events with 1 % changed had 19 collections, an eighth of its
// processor time.
const leastHeap = 64 << 20

// raiseHeap makes the collector of the process wait for leastHeap. Go has no setting for that, but
// the collector counts an allocation that is never written to, which takes no memory. The function
// keeps the allocation.
var raiseHeap = sync.OnceValue(func() []byte { return make([]byte, leastHeap) })
