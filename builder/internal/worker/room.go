package worker

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
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

// Room returns an error if this process, which is no worker, holds an eighth more than its limit:
// then the memory is not garbage, and the caller must end. All builds of a process share the limit.
// If memory runs out between two calls, or because of other processes, the kernel ends a process.
func Room() error {
	if most := limit(); held()/9*8 > uint64(most) {
		return fmt.Errorf("out of memory: the builder holds more than %d MiB: build fewer brands "+
			"at once (--shard), or raise GOMEMLIMIT", most>>20)
	}
	return nil
}
