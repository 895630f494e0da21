package release

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"runtime"
	"runtime/debug"
	"slices"
)

// Guard runs f and turns a memory fault in it into an error that wraps [ErrCorrupt].
//
// Reading a mapping past the end of its file faults (SIGBUS). The fault kills the process unless
// the reading goroutine asked for a panic. This program never cuts a sealed file; Guard protects
// against other programs that do. It covers the calling goroutine only, and no other kind of panic.
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

const (
	pieceSize = 1 << 20 // a multiple of the page size
	// maxResident is the size up to which files stay resident, because they will be used soon.
	maxResident = 32 << 20
)

// sums reads a mapped file once and returns its CRC-32C and, if withSHA is set, its SHA-256 in hex.
// After each piece it calls pace, unless that is nil; an error of pace ends the reading. Pages of a
// large file, and of a file that is read with pace, leave resident memory on the way, so hashing
// gigabytes takes no gigabytes of resident memory.
func sums(data []byte, withSHA bool, pace func(n int) error) (crc uint32, sha string, err error) {
	h := sha256.New()
	forgets := pace != nil || len(data) > maxResident
	for piece := range slices.Chunk(data, pieceSize) {
		crc = crc32.Update(crc, castagnoli, piece)
		if withSHA {
			h.Write(piece)
		}
		if forgets {
			forget(piece)
		}
		if pace != nil {
			if err := pace(len(piece)); err != nil {
				return 0, "", err
			}
		}
	}
	return crc, hex.EncodeToString(h.Sum(nil)), nil
}
