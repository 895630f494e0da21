package keep

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"cartaz/builder/release"
)

const (
	// minCoded is the size below which a content coding saves no packet.
	minCoded = 1 << 10
	// minZstd is the size from which zstd is tried beside gzip. Of 55,000 smaller bodies of the
	// sample brands and a generated catalogue, zstd was 3 % shorter than gzip for 66, and larger on
	// average; for larger bodies it saves 15 %. Compressing all of them took 28 % of a cold build.
	minZstd = 64 << 10
	// maxWindow is the largest window that browsers accept in the zstd content coding (RFC 9659,
	// section 3).
	maxWindow = 8 << 20
	// gzipLevel is the knee of the curve: level 9 takes more than twice as long for 1 % fewer
	// bytes. For 59 MB of HTML pages, relative to level 6:
	//
	//	level   3     4     5
	//	time    0.68  0.82  0.90
	//	bytes   1.048 1.033 1.004
	gzipLevel = 5
	// assetLevel is the level for the few files that every first visit loads. A style sheet of 20
	// KB is 5.9 KB, 6.1 with gzipLevel.
	assetLevel = 9
	// zstdLevel is the same for bodies of minZstd: the next level takes two to three times as long
	// for 6 % fewer bytes (13 MB of events as NDJSON: 105 and 220 ms, 2.26 and 2.11 MB), and one
	// such file is compressed again whenever any event changes.
	zstdLevel = zstd.SpeedDefault
)

// Codec compresses bodies. It is not safe for concurrent use: each worker has its own.
type Codec struct {
	gz  *gzip.Writer
	zs  *zstd.Encoder
	buf bytes.Buffer
}

// NewCodec returns a codec.
func NewCodec() (*Codec, error) { return newCodec(gzipLevel) }

// newCodec returns a codec with a level of gzip.
func newCodec(level int) (*Codec, error) {
	gz, err := gzip.NewWriterLevel(nil, level)
	if err != nil {
		return nil, err
	}
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel),
		zstd.WithWindowSize(maxWindow), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	return &Codec{gz: gz, zs: zs}, err
}

// Coded is a body in each coding, nil where the coding does not pay.
type Coded [release.Codings][]byte

// Encode fills in the codings of bodies.
func (c *Codec) Encode(bodies []*Coded) error {
	for _, b := range bodies {
		raw := b[release.Identity]
		if len(raw) < minCoded {
			continue
		}
		gz, err := c.gzip(raw)
		if err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		if pays(len(raw), len(gz)) {
			b[release.Gzip] = bytes.Clone(gz)
		}
		if len(raw) < minZstd {
			continue
		}
		z := c.zs.EncodeAll(raw, nil)
		if g := b[release.Gzip]; pays(len(raw), len(z)) && (g == nil || beats(len(z), len(g))) {
			b[release.Zstd] = z
		}
	}
	return nil
}

// gzip compresses a body into the buffer of c.
func (c *Codec) gzip(raw []byte) ([]byte, error) {
	c.buf.Reset()
	c.gz.Reset(&c.buf)
	if _, err := c.gz.Write(raw); err != nil {
		return nil, err
	}
	err := c.gz.Close()
	return c.buf.Bytes(), err
}

// pays reports whether a coding saves enough to be kept: a tenth.
func pays(raw, coded int) bool { return coded <= raw-raw/10 }

// beats reports whether zstd saves enough against gzip to be kept beside it: 3 %.
func beats(zstd, gzip int) bool { return zstd <= gzip-gzip*3/100 }

// digest returns the content digest that a variant carries.
func digest(body []byte) release.Digest {
	sum := sha256.Sum256(body)
	return release.Digest(sum[:])
}
