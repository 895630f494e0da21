package worker

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
)

// limit is the number of bytes below which the collector tries to keep this process: GOMEMLIMIT, by
// default five eighths of the memory of its control group, or of the machine.
var limit = sync.OnceValue(func() (bytes int64) {
	if bytes = debug.SetMemoryLimit(-1); bytes < math.MaxInt64 {
		return bytes
	}
	own, _ := os.ReadFile("/proc/self/cgroup")
	_, group, _ := strings.Cut(strings.TrimSpace(string(own)), "::")
	text, _ := os.ReadFile("/sys/fs/cgroup" + group + "/memory.max")
	if _, err := fmt.Sscan(string(text), &bytes); err != nil { // no limit, or "max"
		text, _ = os.ReadFile("/proc/meminfo")
		bytes = 4 << 20 // if nothing is known
		_, _ = fmt.Sscanf(string(text), "MemTotal: %d kB", &bytes)
		bytes <<= 10
	}
	bytes = bytes / 8 * 5
	debug.SetMemoryLimit(bytes)
	return bytes
})

// Room returns an error if this process, which is not a worker, holds an eighth more than its
// limit: then the memory is not garbage, and the caller must end. All builds of a process share the
// limit. If memory runs out between two calls, or because of other processes, the kernel ends a
// process.
func Room() error {
	if most := limit(); held()/9*8 > uint64(most) {
		return fmt.Errorf("out of memory: the builder holds more than %d MiB: build fewer brands "+
			"at once (--shard), or raise GOMEMLIMIT", most>>20)
	}
	return nil
}

// held returns how many bytes this process holds from the system.
func held() uint64 {
	return bytesOf("/memory/classes/total:bytes") - bytesOf("/memory/classes/heap/released:bytes")
}

// bytesOf returns a metric of the runtime.
func bytesOf(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// leastGarbage is the number of bytes of garbage that are not worth a collection. Go begins to
// collect at 4 MiB: a build of 10,000 events with 1 % changed had 19 collections, an eighth of its
// processor time, and an item cost a worker a tenth more.
const leastGarbage = 64 << 20

func init() { tuneHeap(new([16]byte)) }

// tuneHeap makes the collector wait for leastGarbage less a quarter of the live memory, or for half
// as much garbage as live memory if that is more, so that a large document or catalogue does not
// double the heap: a builder that holds a document of 64 MiB stays below 200 MB. It sets GOGC, 400
// at most, for the next collection, which calls it again, since nothing else refers to the marker.
func tuneHeap(marker *[16]byte) {
	live := max(bytesOf("/gc/heap/live:bytes"), leastGarbage/4)
	debug.SetGCPercent(int(100 * max(leastGarbage-min(leastGarbage, live/4), live/2) / live))
	runtime.SetFinalizer(marker, tuneHeap)
}
