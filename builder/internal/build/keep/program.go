package keep

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"sync"
)

// Program identifies this very program, since a new builder draws all pages anew, or is "" if the
// program cannot read itself.
//
// The linker of Go writes into a program digests of its inputs and of its own bytes (go tool
// buildid). A program without them is read whole: 50 MB, a fifth of the processor time of a build
// that changes nothing.
var Program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if id := buildID(f); id != nil {
		h.Write(id)
	} else if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
})

// buildID returns the build ID of an ELF program, or nil.
func buildID(f io.ReaderAt) []byte {
	program, err := elf.NewFile(f)
	if err != nil {
		return nil
	}
	section := program.Section(".note.go.buildid")
	if section == nil {
		return nil
	}
	id, err := section.Data()
	if err != nil || bytes.Count(id, []byte("/")) != 3 { // action, main package, its content, own
		return nil
	}
	return id
}
