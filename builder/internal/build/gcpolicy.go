package build

import (
	"io"
	"runtime/debug"
	"sync"

	"cartaz/builder/release"
)

const (
	// manyEvents is how many events make memory worth more than time.
	manyEvents = 100_000
	// heapGrowth is the GOGC of a large build, in percent. 100,000 events took 175 MB with it and
	// 300 MB without it, for up to 8 % more processor time.
	heapGrowth = 25
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
// An operator's lower GOGC stays.
func limitHeap(events int) {
	if events < manyEvents {
		return
	}
	if before := debug.SetGCPercent(heapGrowth); before >= 0 {
		debug.SetGCPercent(min(before, heapGrowth))
	}
}

// Drop the pages of the previous release from resident memory after this many reused events, and
// after this many written bytes of the new search index.
const (
	forgetEvents = 1 << 15
	forgetBytes  = 64 << 20
)

// forgetful writes a search index and drops the pages of the previous one from resident memory
// every forgetBytes. At a million events the previous index is gigabytes, each read once.
type forgetful struct {
	io.Writer
	rel     *release.Release // nil for none
	written int
}

func (f *forgetful) Write(b []byte) (int, error) {
	n, err := f.Writer.Write(b)
	if f.written += n; f.written >= forgetBytes && f.rel != nil {
		f.rel.ForgetPages()
		f.written = 0
	}
	return n, err
}
