package brands

import (
	"errors"
	"fmt"
	"strings"
)

// BrandError says why one brand could not be loaded. Err joins one [KeyError]
// per fault, so that a person can repair the whole file in one go.
type BrandError struct {
	Key  string // the folder's name
	File string // its brand.yaml, as reached from the directory given to Load
	Line int    // line of the first fault, from 1
	Err  error  // every fault of the file, joined
}

// Error gives one line per fault: file:line: key: what is wrong: what to do.
func (e *BrandError) Error() string {
	var lines []string
	for _, err := range split(e.Err) {
		var k *KeyError
		if errors.As(err, &k) {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", e.File, k.Line, k.Error()))
		} else {
			lines = append(lines, fmt.Sprintf("%s:%d: %v", e.File, e.Line, err))
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the joined faults.
func (e *BrandError) Unwrap() error { return e.Err }

// KeyError is one fault of a brand.yaml. It never holds a value that came from
// the environment.
type KeyError struct {
	Line int    // from 1
	Key  string // dotted, as in source.pages.style; "" for the file as a whole
	Text string // what is wrong and what to do
}

// Error is the text behind file and line.
func (e *KeyError) Error() string {
	if e.Key == "" {
		return e.Text
	}
	return e.Key + ": " + e.Text
}

// Errors gives the brands that an error of [Load] is about, in its order.
func Errors(err error) []*BrandError {
	var out []*BrandError
	for _, e := range split(err) {
		var b *BrandError
		if errors.As(e, &b) {
			out = append(out, b)
		}
	}
	return out
}

// split takes apart what errors.Join put together.
func split(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}
