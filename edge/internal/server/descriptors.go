package server

import (
	"math"
	"syscall"
)

// descriptorLimit returns how many files and connections the process may have open, or 0 when
// unknown. Go has raised the soft limit to the hard limit at the start.
func descriptorLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
