package brands

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// BrandError reports why one brand could not be loaded, with every fault, so that a person can
// repair the whole file at once.
type BrandError struct {
	Key    string      // the folder's name
	File   string      // its brand.yaml, relative to the same directory as the argument of Load
	Faults []*KeyError // by file and line, one at least
}

// newBrandError makes the error of the brand in a folder, its faults sorted by file and line.
func newBrandError(folder string, faults []*KeyError) *BrandError {
	slices.SortStableFunc(faults, func(a, b *KeyError) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Key, b.Key), cmp.Compare(a.Text, b.Text))
	})
	return &BrandError{filepath.Base(folder), filepath.Join(folder, FileName), faults}
}

// Error returns one line per fault: file:line: key: what is wrong: what to do.
func (e *BrandError) Error() string {
	var lines []string
	for _, k := range e.Faults {
		file := e.File
		if k.File != "" {
			file = filepath.Join(filepath.Dir(e.File), filepath.FromSlash(k.File))
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %v", file, k.Line, k))
	}
	return strings.Join(lines, "\n")
}

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
func Errors(err error) (out []*BrandError) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			if b, ok := e.(*BrandError); ok {
				out = append(out, b)
			}
		}
	}
	return out
}
