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

// raw is the outermost reader: it ends with the pull, and keeps what the disk says so that it is
// not taken for a fault of the document.
type raw struct {
	ctx context.Context
	r   io.Reader
	err error // but the end
}

func (r *raw) Read(b []byte) (n int, err error) {
	if r.err = context.Cause(r.ctx); r.err != nil {
		return 0, r.err
	}
	if n, err = r.r.Read(b); err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", ErrUnavailable, Plain(err))
		r.err = err
	}
	return n, err
}

// Unpack decompresses gzip: when told that the stream is, else when it starts like it. One layer
// only, so that bytes read bound the work. Reading ends with ctx.
func Unpack(ctx context.Context, r io.Reader, always bool) (io.Reader, error) {
	u := &unpacked{raw: &raw{ctx: ctx, r: r}}
	buffered := bufio.NewReaderSize(u.raw, bufBytes)
	magic, _ := buffered.Peek(2) // what goes wrong is kept
	if u.raw.err != nil {
		return nil, u.raw.err
	}
	if !always && string(magic) != gzipMagic {
		return buffered, nil
	}
	z, err := gzip.NewReader(buffered)
	u.z = z
	return u, u.named(err)
}

const gzipMagic = "\x1f\x8b"

// unpacked says what is wrong with a gzip stream.
type unpacked struct {
	raw *raw
	z   *gzip.Reader
}

func (u *unpacked) Read(b []byte) (int, error) {
	n, err := u.z.Read(b)
	if err == io.EOF {
		return n, err
	}
	return n, u.named(err)
}

func (u *unpacked) named(err error) error {
	switch {
	case err == nil, u.raw.err != nil:
		return u.raw.err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the gzip stream is cut off: read or write it again", ErrMalformed)
	}
	return fmt.Errorf("%w: not a sound gzip stream (%v): read or write it again", ErrMalformed, err)
}
