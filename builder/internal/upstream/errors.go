package upstream

import (
	"context"
	"errors"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/jsondoc"
)

// What a pull can fail of. Every error of Pull that is not the caller's own (its context, its emit)
// wraps exactly one of them.
var (
	// ErrUnavailable: the source could not be read at all, or not in time.
	ErrUnavailable = errors.New("source unavailable")
	// ErrIncomplete: documents were read, but not all that the source spoke of.
	ErrIncomplete = errors.New("pull incomplete")
	// ErrMoved is the [ErrIncomplete] that another pull may not meet: the catalogue changed while
	// its pages were read.
	ErrMoved error = movedError{}
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

type movedError struct{}

func (movedError) Error() string        { return ErrIncomplete.Error() }
func (movedError) Is(target error) bool { return target == ErrIncomplete }

var (
	errDeadline = errors.New("the whole pull took longer than source.timeout")
	errStalled  = errors.New("the source sent nothing for too long")
)

// redacted is an error whose text went through Source.Redact. The cause can be asked for its kind
// but not be reached, because its text holds a secret.
type redacted struct {
	text  string
	cause error
}

func (e *redacted) Error() string        { return e.text }
func (e *redacted) Is(target error) bool { return errors.Is(e.cause, target) }

func redact(s brands.Source, err error) error {
	if err == nil {
		return nil
	}
	if text := s.Redact(err.Error()); text != err.Error() {
		return &redacted{text, err}
	}
	return err
}

// ended says why a context ended: our own deadline and stall, or the caller.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}
