// Package jsondoc reads the JSON documents of a backend: as a whole, or item by item, so that
// memory does not grow with the document.
//
// Package jsontext checks the bytes (RFC 7493): it refuses invalid UTF-8 and, except in [Value], an
// object with a member twice. Errors give the place in the document, as a byte offset and as a JSON
// Pointer (RFC 6901). The text is UTF-8 without a byte order mark. Integers that 64 bits hold are
// int, others *big.Int; all other numbers are float64.
//
//   - [Read] reads a whole document, [Value] (value.go) makes Go values of one in memory.
//   - [List] and [Lines] (list.go) find the list in a stream, and hand its items on.
package jsondoc

import "fmt"

// Errors about a document. All other errors come from the reader, or from the function that takes
// the items.
var (
	// ErrMalformed: the document is not the JSON that it should be.
	ErrMalformed = Reason("malformed document")
	// ErrTooLarge: one value has more bytes than it may.
	ErrTooLarge = Reason("too large")
)

// Reason is a reason why a source cannot be read. The errors of that reason wrap it.
type Reason string

func (r Reason) Error() string { return string(r) }

// Errorf returns an error of that reason, whose text begins with the reason.
func (r Reason) Errorf(format string, args ...any) error {
	return fmt.Errorf("%w: %w", r, fmt.Errorf(format, args...))
}
