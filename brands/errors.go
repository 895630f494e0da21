package brands

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// BrandError reports why one brand could not be loaded. Err joins one [KeyError] per fault, so that
// a person can repair the whole file at once.
type BrandError struct {
	Key  string // the folder's name
	File string // its brand.yaml, relative to the same directory as the argument of Load
	Line int    // line of the first fault, from 1
	Err  error  // every fault of the file, joined
}

// Error returns one line per fault: file:line: key: what is wrong: what to do.
func (e *BrandError) Error() string {
	var lines []string
	for _, err := range joinedErrors(e.Err) {
		var k *KeyError
		if errors.As(err, &k) {
			file := e.File
			if k.File != "" {
				file = filepath.Join(filepath.Dir(e.File), filepath.FromSlash(k.File))
			}
			lines = append(lines, fmt.Sprintf("%s:%d: %s", file, k.Line, k.Error()))
		} else {
			lines = append(lines, fmt.Sprintf("%s:%d: %v", e.File, e.Line, err))
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the joined faults.
func (e *BrandError) Unwrap() error { return e.Err }

// KeyError is one fault of a brand.yaml, or of another file of the brand. It never holds a value
// from the environment.
type KeyError struct {
	File string // relative to the brand's folder; "" for brand.yaml
	Line int    // from 1
	Key  string // dotted, as in source.pages.style; "" for the file as a whole
	Text string // what is wrong and what to do
}

// Error returns the message without file and line.
func (e *KeyError) Error() string {
	if e.Key == "" {
		return e.Text
	}
	return e.Key + ": " + e.Text
}

// Errors returns the parts of an error of [Load], one per faulty brand, in the same order.
func Errors(err error) []*BrandError {
	var out []*BrandError
	for _, e := range joinedErrors(err) {
		var b *BrandError
		if errors.As(e, &b) {
			out = append(out, b)
		}
	}
	return out
}

// joinedErrors returns the errors that errors.Join joined into err, or err alone.
func joinedErrors(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}
