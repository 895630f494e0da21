package parts

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The sizes of pieces. Smaller ones repeat more of the file before, and compress worse: of the
// search index of 10,000 events, pieces of 4, 16 and 64 KiB came to 48, 35 and 29 % of its bytes.
const (
	minPiece = 8 << 10
	maxPiece = 128 << 10
	// meanBits: behind minPiece, one place in 2^meanBits is a boundary.
	meanBits = 15
	// maxRestore bounds the memory for a frame that gives more than it should.
	maxRestore = 1 << 20
	// reach is how many bytes a boundary follows from.
	reach = 64
)

// gear is a random number for each byte. Which ones says where files are cut, and no more: a reader
// need not know them.
var gear = func() (t [256]uint64) {
	x := uint64(0x9E3779B97F4A7C15)
	for i := range t { // xorshift64*
		x ^= x >> 12
		x ^= x << 25
		x ^= x >> 27
		t[i] = x * 0x2545F4914F6CDD1D
	}
	return t
}()

// Cut calls f with each piece of a file, in their order. The bytes are only good during the call.
func Cut(r io.Reader, f func(piece []byte) error) error {
	in := bufio.NewReaderSize(r, 8*maxPiece)
	for {
		b, err := in.Peek(maxPiece)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(b) == 0 {
			return nil
		}
		n := boundary(b)
		if err := f(b[:n]); err != nil {
			return err
		}
		if _, err := in.Discard(n); err != nil {
			return err
		}
	}
}

// boundary is the size of the piece that b begins with.
func boundary(b []byte) int {
	if len(b) <= minPiece {
		return len(b)
	}
	h := uint64(0)
	for _, c := range b[minPiece-reach : minPiece] {
		h = h<<1 + gear[c]
	}
	for i, c := range b[minPiece:] {
		if h>>(64-meanBits) == 0 {
			return minPiece + i
		}
		h = h<<1 + gear[c]
	}
	return len(b)
}

// coders compress and restore pieces, from any number of goroutines.
var coders = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	// No option is out of its range, so there is no error.
	e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(maxPiece), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	d, _ := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxRestore),
		zstd.WithDecoderConcurrency(0))
	return e, d
})

// Store appends a piece to dst as it is stored.
func Store(dst, piece []byte) []byte {
	encoder, _ := coders()
	from := len(dst)
	if dst = encoder.EncodeAll(piece, dst); len(dst)-from < len(piece) {
		return dst
	}
	return append(dst[:from], piece...)
}

// Restore appends a piece to dst that is stored as b, and compares it with its sum.
func Restore(dst, b []byte, p *Piece) ([]byte, error) {
	from := len(dst)
	if p.Stored == p.Size {
		dst = append(dst, b...)
	} else {
		_, decoder := coders()
		var err error
		if dst, err = decoder.DecodeAll(b, dst); err != nil {
			return nil, fmt.Errorf("piece %s: %w: %w", p.Sum, ErrDamaged, err)
		}
	}
	if len(dst)-from != p.Size || SumOf(dst[from:]) != p.Sum {
		return nil, fmt.Errorf("piece %s: %w: other bytes", p.Sum, ErrDamaged)
	}
	return dst, nil
}
