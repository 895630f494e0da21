package build

import (
	"bytes"
	"fmt"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"cartaz/builder/release"
)

const (
	// minCoded is the size under which a content coding saves no packet.
	minCoded = 1 << 10
	// maxWindow is the largest window that browsers accept in the zstd content coding (RFC 9659,
	// section 3).
	maxWindow = 8 << 20
	// gzipLevel is the knee of the curve on event pages: level 9 takes more than twice as long for
	// 1 % fewer bytes.
	gzipLevel = 6
)

// codec compresses bodies. It is not safe for concurrent use: each worker has its own.
type codec struct {
	gz  *gzip.Writer
	zs  *zstd.Encoder
	buf bytes.Buffer
}

func newCodec() (*codec, error) {
	gz, err := gzip.NewWriterLevel(nil, gzipLevel)
	if err != nil {
		return nil, err
	}
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithWindowSize(maxWindow), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	return &codec{gz: gz, zs: zs}, nil
}

// coded is a body with its codings; nil where a coding does not pay.
type coded [3][]byte

// encode fills in the codings of many bodies, one codec after the other.
func (c *codec) encode(bodies []*coded) error {
	for _, b := range bodies {
		raw := b[release.Identity]
		if len(raw) < minCoded {
			continue
		}
		c.buf.Reset()
		c.gz.Reset(&c.buf)
		if _, err := c.gz.Write(raw); err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		if err := c.gz.Close(); err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		if pays(len(raw), c.buf.Len()) {
			b[release.Gzip] = bytes.Clone(c.buf.Bytes())
		}
	}
	for _, b := range bodies {
		raw := b[release.Identity]
		if len(raw) < minCoded {
			continue
		}
		if z := c.zs.EncodeAll(raw, nil); pays(len(raw), len(z)) {
			b[release.Zstd] = z
		}
	}
	return nil
}

// pays says whether a coding saves enough to be kept: a tenth.
func pays(raw, coded int) bool { return coded <= raw-raw/10 }
