package bucket

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path"

	"github.com/klauspost/compress/zstd"

	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// Files of leastZstd bytes and more are compressed in the store, with zstdSuffix after their key.
// Smaller files, all of a small brand, have bodies that are compressed already.
const (
	leastZstd  = 1 << 20
	zstdSuffix = ".zst"
)

// maxWindow bounds the memory that a frame may ask for (RFC 8878, section 3.1.1.1.2).
const maxWindow = 8 << 20

// isLarge reports whether an object is compressed in the store. A manifest never does.
func (o *object) isLarge() bool {
	return o.size >= leastZstd && path.Base(o.key) != release.ManifestFile
}

// stored returns the key of an object in the store.
func (o *object) stored() string {
	if o.isLarge() {
		return o.key + zstdSuffix
	}
	return o.key
}

// sendCompressed sends a large object as a frame of zstd. Its bytes are compared with their digest
// while they are read.
func (s *sender) sendCompressed(ctx context.Context, o object) error {
	frame, err := durable.Unnamed(s.root.Name())
	if err != nil {
		return err
	}
	defer frame.Close()
	enc, err := zstd.NewWriter(frame, zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(maxWindow))
	if err != nil {
		return err
	}
	if err := errors.Join(s.read(o, enc), enc.Close()); err != nil {
		return err
	}
	size, err := frame.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	return s.create(ctx, o, store.Content{Size: size,
		Open: func() (io.ReadSeekCloser, error) {
			_, err := frame.Seek(0, io.SeekStart)
			return frame, err
		}})
}

// load reads an object into to, compressed or as it is, and compares it with its digest. reset
// throws away what was written.
func (p *puller) load(ctx context.Context, o object, to io.Writer, reset func() error) error {
	if !o.isLarge() {
		return p.fetch(ctx, o, to, reset, nil)
	}
	dir := ""
	if p.root != nil {
		dir = p.root.Name()
	}
	file, err := durable.Unnamed(dir)
	if err != nil {
		return err
	}
	defer file.Close()
	// A frame is never longer than its content by more than a 64th.
	frame := object{key: o.stored(), size: -1, most: o.size + o.size/64}
	return p.fetch(ctx, frame, file, func() error {
		_, err := file.Seek(0, io.SeekStart)
		return errors.Join(err, file.Truncate(0), reset())
	}, func() error { return decompress(file, o, to) })
}

// decompress writes what the frame of an object holds, and compares it with the object's digest.
func decompress(frame *os.File, o object, to io.Writer) error {
	if _, err := frame.Seek(0, io.SeekStart); err != nil {
		return &writeError{err}
	}
	dec, err := zstd.NewReader(frame, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return &writeError{err} // impossible options
	}
	defer dec.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(local(to), h), io.LimitReader(dec, o.size+1))
	var here *writeError
	if errors.As(err, &here) || err == nil && n == o.size && matches(h, o.sum) {
		return err
	}
	return store.ErrDamaged
}

// local marks errors of a writer as errors of the disk here.
func local(to io.Writer) io.Writer {
	return writer(func(b []byte) (int, error) {
		n, err := to.Write(b)
		if err != nil {
			err = &writeError{err}
		}
		return n, err
	})
}
