package build

import (
	"io"
	"runtime/debug"

	"cartaz/builder/release"
)

const (
	// manyEvents is from how many events on memory is worth more than time.
	manyEvents = 100_000
	// thriftyGC is then the percentage by which the heap may grow between two
	// collections. Of 99,999 events without it and 100,000 with it, the latter took
	// some 175 MB instead of 300, and up to 8 % more processor time.
	thriftyGC = 25
)

// thrift makes the collector keep the heap of a large build close to what is in
// use, until the function that it returns is called. It only ever asks for more
// collections than an operator's GOGC does.
func thrift(events int) (restore func()) {
	if events < manyEvents {
		return func() {}
	}
	before := debug.SetGCPercent(thriftyGC)
	if before >= 0 && before < thriftyGC {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// How many events are taken over, and how many bytes of the next search index are
// written, before what was read for them of the one before may leave memory.
const (
	forgetEvents = 1 << 15
	forgetBytes  = 64 << 20
)

// forgetful writes a search index and forgets, now and then, what was read for it
// of the one before: at a million events that is gigabytes, once each.
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
