// Package mapped reads files that are mapped into memory: it maps and unmaps them, hashes them
// without keeping them resident, and survives that somebody cuts one.
package mapped

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// Guard runs f and turns a memory fault in it into an error that wraps corrupt.
//
// Reading a mapping past the end of its file faults (SIGBUS). The fault kills the process unless
// the reading goroutine asked for a panic. This program never cuts a sealed file; Guard protects
// against somebody else who does. It covers the calling goroutine only, and no other kind of panic.
func Guard(corrupt error, f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		// Only a fault at an address other than nil has Addr.
		fault, ok := p.(interface {
			runtime.Error
			Addr() uintptr
		})
		if !ok {
			panic(p)
		}
		err = fmt.Errorf("%w: a mapped file was cut: fault at address %#x", corrupt,
			fault.Addr())
	}()
	return f()
}

// Map maps a file of a size, which must not be 0, for reading. The file may be closed after it.
func Map(f *os.File, size int64) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}

// Unmap takes back what Map returned. Nobody may read it any more.
func Unmap(data []byte) error { return syscall.Munmap(data) }
