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

// redacted is an error whose text went through Source.Redact. The cause can be asked for its kind
// but not be reached, because its text holds a secret.
type redacted struct {
	text  string
	cause error
}

func (e *redacted) Error() string        { return e.text }
func (e *redacted) Is(target error) bool { return errors.Is(e.cause, target) }

// Redact keeps secrets out of the text of an error.
func Redact(s brands.Source, err error) error {
	if err == nil {
		return nil
	}
	if text := s.Redact(err.Error()); text != err.Error() {
		return &redacted{text, err}
	}
	return err
}
