package release

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Guard runs f and turns a memory fault in it into an error that wraps [ErrCorrupt].
//
// Reading a mapping past the end of its file faults (SIGBUS). The fault kills the process unless
// the reading goroutine asked for a panic. This program never cuts a sealed file; Guard protects
// against somebody else who does. It covers the calling goroutine only, and no other kind of panic.
func Guard(f func() error) (err error) {
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
		err = fmt.Errorf("%w: a mapped file was cut: fault at address %#x", ErrCorrupt,
			fault.Addr())
	}()
	return f()
}
