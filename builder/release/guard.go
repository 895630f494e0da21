package release

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Guard runs f and turns a memory fault in it into an error that wraps
// [ErrCorrupt]. Reading a mapping behind the end of its file faults (SIGBUS),
// and kills the process unless the reading goroutine asked for a panic. Sealed
// files are never cut by this program; Guard is for the day that somebody else
// does. It covers the calling goroutine only, and no other panic.
func Guard(f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		// Only a fault at an address that is no nil pointer has Addr.
		fault, ok := p.(interface {
			runtime.Error
			Addr() uintptr
		})
		if !ok {
			panic(p)
		}
		err = fmt.Errorf("%w: a mapped file was cut: fault at address %#x", ErrCorrupt, fault.Addr())
	}()
	return f()
}
