package fetch

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// LinesName says whether a name promises one JSON value a line.
func LinesName(name string) bool {
	ext := path.Ext(strings.TrimSuffix(strings.ToLower(filepath.ToSlash(name)), ".gz"))
	return ext == ".ndjson" || ext == ".jsonl"
}

// Plain takes the path off a file error: messages name files their own way.
func Plain(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// bufBytes is how much one read of a file or an answer brings.
const bufBytes = 64 << 10

// raw is the outermost reader: it ends with the pull, and marks what the disk says so that it is
// not taken for a fault of the document.
type raw struct {
	ctx context.Context
	r   io.Reader
}

func (r *raw) Read(b []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, &readError{err}
	}
	n, err := r.r.Read(b)
	if err != nil && err != io.EOF {
		err = &readError{fmt.Errorf("%w: %w", ErrUnavailable, Plain(err))}
	}
	return n, err
}

// readError is a fault below the document.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// Unpack decompresses gzip: when told that the stream is, else when it starts like it. One layer
// only, so that bytes read bound the work. Reading ends with ctx.
func Unpack(ctx context.Context, r io.Reader, always bool) (io.Reader, error) {
	buffered := bufio.NewReaderSize(&raw{ctx, r}, bufBytes)
	magic, err := buffered.Peek(2)
	var below *readError
	if errors.As(err, &below) {
		return nil, err
	}
	if !always && string(magic) != "\x1f\x8b" {
		return buffered, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, unpackError(err)
	}
	return unpacked{z}, nil
}

type unpacked struct{ r io.Reader }

func (u unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if err != nil && err != io.EOF {
		err = unpackError(err)
	}
	return n, err
}

func unpackError(err error) error {
	var below *readError
	switch {
	case errors.As(err, &below):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the gzip stream is cut off: read or write it again", ErrMalformed)
	}
	return fmt.Errorf("%w: not a sound gzip stream (%v): read or write it again", ErrMalformed, err)
}
