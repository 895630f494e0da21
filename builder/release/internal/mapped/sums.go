package mapped

import (
	"crypto/sha256"
	"encoding/hex"

	"cartaz/builder/release/internal/sealed"
)

// residentWindow is a multiple of the page size. Files that fit into one window stay resident,
// because they will be used soon.
const residentWindow = 32 << 20

// Sums reads a mapped file once and returns its CRC-32C and, if asked for, its SHA-256 in hex.
// Pages that were read leave the resident memory on the way, so that hashing gigabytes does not
// show as gigabytes of resident memory.
func Sums(data []byte, withSHA bool) (crc uint32, sha string) {
	h := sha256.New()
	whole := len(data) <= residentWindow
	for len(data) > 0 {
		window := data[:min(len(data), residentWindow)]
		crc = sealed.Update(crc, window)
		if withSHA {
			h.Write(window)
		}
		if !whole {
			Forget(window)
		}
		data = data[len(window):]
	}
	if withSHA {
		sha = hex.EncodeToString(h.Sum(nil))
	}
	return crc, sha
}
