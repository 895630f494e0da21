// Package dcz has the header of the content coding "dcz" (RFC 9842, section 5): a body that was
// compressed with Zstandard against a dictionary which the client has. The header is a skippable
// frame of 8 + 32 bytes with the SHA-256 of the dictionary. One frame of Zstandard follows, for
// which the dictionary is raw content.
package dcz

import "crypto/sha256"

// UseAs is the name of the field of the header that says of a body that it is a dictionary, and of
// what (RFC 9842, section 2.1).
const UseAs = "Use-As-Dictionary"

// Sum is the SHA-256 of a dictionary. It is how clients and servers name one.
type Sum [sha256.Size]byte

// HeaderSize is the number of bytes before the frame.
const HeaderSize = len(magic) + sha256.Size

// magic begins a skippable frame of 32 bytes (RFC 8878, section 3.1.2).
const magic = "\x5e\x2a\x4d\x18\x20\x00\x00\x00"

// SumOf is the sum of a dictionary.
func SumOf(dictionary []byte) Sum { return sha256.Sum256(dictionary) }

// AppendHeader appends the header of a body that was compressed with a dictionary.
func AppendHeader(dst []byte, dictionary Sum) []byte {
	return append(append(dst, magic...), dictionary[:]...)
}

// Dictionary returns the sum of the dictionary that a body was compressed with, and the frame
// behind the header; false for a body without the header.
func Dictionary(body []byte) (sum Sum, frame []byte, ok bool) {
	if len(body) < HeaderSize || string(body[:len(magic)]) != magic {
		return Sum{}, nil, false
	}
	return Sum(body[len(magic):HeaderSize]), body[HeaderSize:], true
}
