package fetch

import (
	"errors"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/jsondoc"
)

// Errors of a request wrap one of these, or the end of the context.
var (
	// ErrUnavailable: the source could not be read at all, or not in time.
	ErrUnavailable = jsondoc.Reason("source unavailable")
	// ErrMalformed: the answer is not what its header says.
	ErrMalformed = jsondoc.ErrMalformed
	// ErrTooLarge: a limit on bytes was reached.
	ErrTooLarge = jsondoc.ErrTooLarge
)

var errStalled = errors.New("the source sent nothing for too long")

// worded is an error with a text of its own.
type worded struct {
	error
	text string
}

func (e *worded) Error() string { return e.text }
func (e *worded) Unwrap() error { return e.error }

// Word returns an error with another text, whose kind can still be asked for.
func Word(err error, text string) error { return &worded{err, text} }

// Redact keeps secrets out of the text of an error, which may be nil.
func Redact(s brands.Source, err error) error {
	if err == nil {
		return nil
	}
	return Word(err, s.Redact(err.Error()))
}
