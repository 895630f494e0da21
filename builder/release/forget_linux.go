package release

import "syscall"

// forget takes read pages of a mapping out of the process's resident memory.
// They stay in the page cache. It is advice: an error changes nothing.
func forget(b []byte) { _ = syscall.Madvise(b, syscall.MADV_DONTNEED) }
