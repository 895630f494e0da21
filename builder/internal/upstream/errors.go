package upstream

import (
	"errors"
	"fmt"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
)

// What a pull can fail of. Every error of Pull that is not the caller's own (its context, its emit)
// wraps exactly one of them.
var (
	// ErrUnavailable: the source could not be read at all, or not in time.
	ErrUnavailable = fetch.ErrUnavailable
	// ErrIncomplete: documents were read, but not all that the source spoke of.
	ErrIncomplete = errors.New("pull incomplete")
	// ErrMoved is the [ErrIncomplete] that another pull may not meet: the catalogue changed while
	// its pages were read.
	ErrMoved = fmt.Errorf("%w", ErrIncomplete)
	// ErrMalformed: a document is not the JSON that it should be.
	ErrMalformed = jsondoc.ErrMalformed
	// ErrTooLarge: a limit on bytes was reached.
	ErrTooLarge = jsondoc.ErrTooLarge
	// ErrEmpty: all was read, and there was not one record.
	ErrEmpty = errors.New("nothing found")
	// ErrMap: a jq program or filter is wrong, or failed on an item.
	ErrMap = errors.New("jq")
	// ErrItem: an item of a document that is not JSON cannot be read.
	ErrItem = errors.New("item cannot be read")
)

// settledError has its whole text: it says of which item it is, or is the caller's own.
type settledError struct {
	error
	own bool // what the caller's function returned
}

func (e *settledError) Unwrap() error { return e.error }

// settled reports whether nothing is to be added to an error.
func settled(err error) bool {
	_, ok := errors.AsType[*settledError](err)
	return ok
}
