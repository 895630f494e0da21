package build

import "runtime/debug"

const (
	// manyEvents is from how many events on memory is worth more than time.
	manyEvents = 100_000
	// thriftyGC is then the percentage by which the heap may grow between two
	// collections: most of what stays is rows without many pointers, so that
	// collecting four times as often costs a few per cent of the build.
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
