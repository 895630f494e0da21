package upstream

import (
	"errors"
	"fmt"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
)

// The reasons why a pull fails. Every error of Pull that is not the caller's own (its context, its
// emit) wraps exactly one of them.
var (
	// ErrUnavailable: the source could not be read at all, or not in time.
	ErrUnavailable = fetch.ErrUnavailable
	// ErrIncomplete: documents were read, but not all that the source named.
	ErrIncomplete = jsondoc.Reason("pull incomplete")
	// ErrMoved is an [ErrIncomplete] that another pull may not have: the catalogue changed while
	// its pages were read.
	ErrMoved = fmt.Errorf("%w", ErrIncomplete)
	// ErrMalformed: a document is not the expected JSON.
	ErrMalformed = jsondoc.ErrMalformed
	// ErrTooLarge: a limit on bytes was reached.
	ErrTooLarge = jsondoc.ErrTooLarge
	// ErrEmpty: the whole source was read, and it has no record.
	ErrEmpty = jsondoc.Reason("nothing found")
	// ErrMap: a jq program or filter is wrong, or failed on an item.
	ErrMap = jsondoc.Reason("jq")
	// ErrItem: an item of a document that is not JSON cannot be read.
	ErrItem = jsondoc.Reason("item cannot be read")
)

// settledError is an error to which nothing is added: its text names the item, or it is the error
// of a function of the caller, which is returned as it is.
type settledError struct {
	error
	ofCaller bool
}

func (e *settledError) Unwrap() error { return e.error }

// settled reports whether an error needs no further text.
func settled(err error) bool {
	_, ok := errors.AsType[*settledError](err)
	return ok
}
