// Package jsondoc reads the JSON documents of a backend: as a whole, or item by item, so that
// memory does not grow with the document.
//
// It is stricter than encoding/json, which mends what must be refused, and its errors say where in
// the document, by byte and by path. A byte order mark is skipped. Integers that 64 bits hold are
// int, others *big.Int; all other numbers are float64.
//
// Three types read, each on top of the one before:
//
//   - cursor (cursor.go) stands in the bytes of the stream: the next byte, its place, the limit of
//     the value that is being read.
//   - decoder (decode.go, scalar.go) makes Go values of what follows.
//   - lister (list.go) finds the list in the document, and hands its items on.
package jsondoc

import "errors"

// What is wrong with a document. All errors but those of the reader and of the function that gets
// the items wrap one of the two.
var (
	// ErrMalformed: the document is not the JSON that it should be.
	ErrMalformed = errors.New("malformed document")
	// ErrTooLarge: one value has more bytes than it may.
	ErrTooLarge = errors.New("too large")
)
