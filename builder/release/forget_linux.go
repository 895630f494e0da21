package release

import "syscall"

// forget removes the pages of a mapping from the process's resident memory. They stay in the
// page cache. It is advice to the kernel: an error changes nothing.
func forget(b []byte) { _ = syscall.Madvise(b, syscall.MADV_DONTNEED) }
