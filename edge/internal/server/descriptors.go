package server

import (
	"math"
	"syscall"
)

// descriptorLimit is how many files and connections the process may have open, 0 when
// that is not known. Go has raised the soft limit to the hard one at the start.
func descriptorLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
