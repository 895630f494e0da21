// Package jsondoc reads the JSON documents of a backend: as a whole, or item by item, so that
// memory does not grow with the document.
//
// Package jsontext checks the bytes (RFC 7493): no value with a member twice or invalid UTF-8
// passes. Half of a surrogate pair is U+FFFD. Errors say where in the document, by byte and by
// path; in a path a member whose name is a number looks like an element. The text is UTF-8 without
// a mark. Integers that 64 bits hold are int, others *big.Int; all other numbers are float64.
//
//   - reader (reader.go) stands in the bytes of the stream, bounds the value that is being read,
//     and says where an error is.
//   - decoder (decode.go) makes Go values of checked bytes.
//   - [List] and [Lines] (list.go) find the list in the document, and hand its items on.
package jsondoc

import "errors"

// Errors about a document. All errors but those of the reader and of the function that gets the
// items wrap one of the two.
var (
	// ErrMalformed: the document is not the JSON that it should be.
	ErrMalformed = errors.New("malformed document")
	// ErrTooLarge: one value has more bytes than it may.
	ErrTooLarge = errors.New("too large")
)
