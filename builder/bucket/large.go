package bucket

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
)

// Files from leastZstd on lie in the store compressed, with zstdSuffix behind their key. Smaller
// ones, all of a small brand, have bodies that are compressed already.
const (
	leastZstd  = 1 << 20
	zstdSuffix = ".zst"
)

// maxWindow bounds the memory that a frame may ask for (RFC 8878, section 3.1.1.1.2).
const maxWindow = 8 << 20

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
	err = s.b.store.Create(ctx, o.key+zstdSuffix, store.Content{Size: size,
		Open: func(offset, length int64) (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(frame, offset, length)), nil
		},
		Sent: func(n int64) { s.sent.Add(n) }})
	if err == nil || errors.Is(err, store.ErrExists) { // another builder was faster
		s.advance(o.size)
		return nil
	}
	return err
}

// pause waits before a try that is not the first, and tells when the one before got wrong bytes.
func (p *puller) pause(ctx context.Context, try int, err error) error {
	if try == 0 {
		return nil
	}
	if p.o.Refused != nil && errors.Is(err, store.ErrDamaged) {
		p.o.Refused(err)
	}
	return sleep(ctx, time.Duration(try)*200*time.Millisecond)
}

// load reads an object into to, compressed or as it is, and compares it with its digest. reset
// throws away what was written.
func (p *puller) load(ctx context.Context, o object, to io.Writer, reset func()) error {
	if o.size < leastZstd {
		return p.fetch(ctx, o, to, reset)
	}
	var err error
	for try := range retries {
		if e := p.pause(ctx, try, err); e != nil {
			return e
		}
		err = p.decompress(ctx, o, to)
		var here *writeError
		switch {
		case errors.As(err, &here):
			return here.err
		case errors.Is(err, store.ErrNotFound):
			return p.fetch(ctx, o, to, reset) // a builder of before has sent it
		case !errors.Is(err, store.ErrDamaged):
			return err
		}
		reset()
	}
	return err
}

// decompress fetches the frame of an object and writes what it holds.
func (p *puller) decompress(ctx context.Context, o object, to io.Writer) error {
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
	frame := object{key: o.key + zstdSuffix, size: -1, most: o.size + o.size/64}
	if err := p.fetch(ctx, frame, file, func() {}); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	dec, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return err
	}
	defer dec.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(local(to), h), io.LimitReader(dec, o.size+1))
	var here *writeError
	if errors.As(err, &here) || err == nil && n == o.size && matches(h, o.sum) {
		return err
	}
	return fmt.Errorf("%s: %s: %w: other bytes than those that were published", p.b.Address(),
		frame.key, store.ErrDamaged)
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

// receive copies at most limit bytes of an answer and counts them.
func (p *puller) receive(body io.Reader, limit int64, to io.Writer) (int64, error) {
	n, err := io.Copy(local(to), io.LimitReader(body, limit))
	p.bytes.Add(n)
	if p.o.Fetched != nil {
		p.o.Fetched(n)
	}
	return n, err
}
