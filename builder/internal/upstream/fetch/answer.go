package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"cartaz/builder/internal/durable"
)

// Answer is one response, read to its end, or one remembered from an earlier pull.
type Answer struct {
	Meta
	spool
	gzip  bool // by its content coding or its first bytes, or because it was remembered so
	Known bool // it was remembered
}

// Open returns the decompressed body from its start.
func (a *Answer) Open() (io.Reader, error) { return Unpack(a.sent(), a.gzip) }

// Text returns the beginning of the decompressed body.
func (a *Answer) Text(limit int64) ([]byte, error) {
	body, err := a.Open()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(body, limit))
}

// Size returns the number of bytes of the decompressed body, counted as far as spoolMemory.
func (a *Answer) Size() int64 {
	if a == nil {
		return 0
	}
	return max(a.size, SizeOf(a.sent()))
}

// SizeOf counts the decompressed bytes of a body as far as spoolMemory.
func SizeOf(sent io.Reader) (n int64) {
	if body, err := Unpack(sent, false); err == nil { // which shows when it is read
		n, _ = io.Copy(io.Discard, io.LimitReader(body, spoolMemory))
	}
	return n
}

// spoolMemory is how much of an answer stays in memory; a larger one goes to disk.
const spoolMemory = 4 << 20

// spool keeps a whole body until it is decoded, so that a slow reader holds no connection open.
type spool struct {
	memory []byte
	file   *os.File // nil while memory is enough
	size   int64
}

// Write implements [io.Writer].
func (s *spool) Write(b []byte) (int, error) {
	s.size += int64(len(b))
	if s.file == nil && s.size <= spoolMemory {
		s.memory = append(s.memory, b...)
		return len(b), nil
	}
	if s.file == nil {
		f, err := durable.Unnamed("")
		if err != nil {
			return 0, err
		}
		s.file = f
		if _, err = f.Write(s.memory); err != nil {
			return 0, err
		}
		s.memory = nil
	}
	return s.file.Write(b)
}

// sent returns the body from its start, as it was sent.
func (s *spool) sent() io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.memory)
	}
	return io.NewSectionReader(s.file, 0, s.size)
}

// Close gives memory and disk back.
func (s *spool) Close() {
	s.memory = nil
	if s.file != nil {
		s.file.Close() // read to its end or given up: there is nothing to lose
	}
}

const (
	gzipMagic = "\x1f\x8b"
	bufBytes  = 64 << 10 // of one read of a file or an answer
)

// Unpack decompresses a stream of gzip: always, or if it starts like one. It removes only one
// layer, so the work is bounded by the bytes read.
func Unpack(r io.Reader, always bool) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, bufBytes)
	if magic, _ := buffered.Peek(2); !always && string(magic) != gzipMagic {
		return unpacked{buffered}, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, unsound(err)
	}
	return unpacked{z}, nil
}

// unpacked marks faults of a gzip stream, so that they differ from faults of the disk.
type unpacked struct{ r io.Reader }

// Read implements [io.Reader].
func (u unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if err != nil && err != io.EOF {
		err = unsound(err)
	}
	return n, err
}

func unsound(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return ErrMalformed.Errorf("the gzip stream is cut off: read or write it again")
	}
	if _, corrupt := errors.AsType[flate.CorruptInputError](err); corrupt ||
		err == gzip.ErrHeader || err == gzip.ErrChecksum {
		return ErrMalformed.Errorf("not a sound gzip stream (%v): read or write it again", err)
	}
	return ErrUnavailable.Errorf("%w", Plain(err))
}

// Plain takes the path off a file error: messages name files their own way.
func Plain(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// LinesName reports whether a name promises one JSON value a line.
func LinesName(name string) bool {
	ext := path.Ext(strings.TrimSuffix(strings.ToLower(filepath.ToSlash(name)), ".gz"))
	return ext == ".ndjson" || ext == ".jsonl"
}
