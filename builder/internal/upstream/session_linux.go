package upstream

import (
	"os"
	"syscall"
)

// adoptOrphans makes this process the parent of what its descendants leave behind (prctl(2)).
func adoptOrphans() error {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		return os.NewSyscallError("prctl", errno)
	}
	return nil
}
