package negotiate

import (
	"crypto/sha256"
	"encoding/base64"
)

// Dictionary reads an Available-Dictionary field (RFC 9842, section 2.2): the SHA-256 of the one
// dictionary that the client would decode with, as a byte sequence of structured fields (RFC 9651,
// section 3.3.5). ok is false for any other value, several of them included; the answer then needs
// no dictionary, which every client can read. So the reader can be strict: it knows only the form
// that RFC 9651 writes, padded and without parameters.
func Dictionary(availableDictionary string) (sum [sha256.Size]byte, ok bool) {
	const size = (sha256.Size + 2) / 3 * 4 // of base64
	if len(availableDictionary) != size+2 || availableDictionary[0] != ':' ||
		availableDictionary[size+1] != ':' {
		return sum, false
	}
	var text [size]byte
	var decoded [size / 4 * 3]byte
	copy(text[:], availableDictionary[1:])
	n, err := strictBase64.Decode(decoded[:], text[:])
	if err != nil || n != len(sum) {
		return sum, false
	}
	return [sha256.Size]byte(decoded[:]), true
}

// strictBase64 refuses bits that no byte has, so that a sum has one form.
var strictBase64 = base64.StdEncoding.Strict()
