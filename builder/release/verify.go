package release

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest zstd window that browsers accept (RFC 9659).
const maxWindow = 8 << 20

// Verify compares the index files (resources, search and events) with their checksums, at memory
// speed, so an edge can call it before it serves a release. If full is set, it also compares them
// with their SHA-256 and every segment with its checksum and name, and decodes every body and
// compares it with its digest. Errors wrap [ErrCorrupt] and name the file. A file that was cut
// while mapped gives such an error, too.
func (r *Release) Verify(full bool) error {
	return Guard(func() error {
		if err := r.verifyFiles(full, nil); err != nil || !full {
			return err
		}
		for i := range r.segments {
			if err := r.segments[i].verify(); err != nil {
				return r.fileError(r.segments[i].name, err)
			}
		}
		return r.verifyBodies()
	})
}

// VerifySlowly compares the index files with their checksums as Verify(false) does, in pieces.
// After each piece of at most 1 MiB it calls pace with the piece's size. pace may wait; its error
// ends the check. Pages that were read leave the process's resident memory and stay in the page
// cache for requests. Errors about the files are those of [Release.Verify].
func (r *Release) VerifySlowly(pace func(n int) error) error {
	return Guard(func() error { return r.verifyFiles(false, pace) })
}

// VerifySome compares stored bodies with their checksums. It begins at a resource that where
// chooses, wraps around at the end, and stops after limit bytes or all bodies. Its errors are those
// of [Release.Verify].
func (r *Release) VerifySome(where uint64, limit int64) error {
	return Guard(func() error {
		n := uint64(r.info.resources)
		for i := range n {
			ref := Ref{release: r, row: uint32((where%n + i) % n)}
			for v := range ref.NumVariants() {
				body, err := ref.Variant(v).checkedBody()
				if err != nil {
					return err
				}
				limit -= int64(len(body))
			}
			if limit <= 0 {
				break
			}
			if i%64 == 63 { // with a small body, the pages around it become resident
				r.ForgetPages()
			}
		}
		return nil
	})
}

// verifyFiles compares the index files with the manifest: their CRC-32C, and with full also their
// SHA-256.
func (r *Release) verifyFiles(full bool, pace func(n int) error) error {
	for _, m := range [...]mapping{r.table, r.search, r.events} {
		name := path.Base(m.name)
		info := r.manifest.file(name)
		crc, sha, err := sums(m.data, full, pace)
		switch {
		case err != nil:
			return err
		case crc != info.CRC32C:
			return r.fileError(m.name, fmt.Errorf("%w: checksum of the file", ErrCorrupt))
		case full && sha != info.SHA256:
			return r.fileError(m.name, fmt.Errorf("%w: SHA-256 of the file", ErrCorrupt))
		}
	}
	return nil
}

func (s *mappedSegment) verify() error {
	if crc, sha, _ := sums(s.data, true, nil); crc != s.info.CRC32C ||
		sha[:segmentNameLen] != s.info.Name {
		return fmt.Errorf("%w: checksum of the segment", ErrCorrupt)
	}
	return nil
}

// verifyBodies decodes every body and compares it with its digest.
func (r *Release) verifyBodies() error {
	zr, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return err
	}
	defer zr.Close()
	gr := new(gzip.Reader)
	for ref := range r.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			body, err := v.checkedBody()
			if err != nil {
				return err
			}
			if err := checkDigest(v, body, gr, zr); err != nil {
				return r.fileError(r.table.name, fmt.Errorf("path %s, variant %d (%s): %w: %w",
					ref.Path(), i, v.Coding(), ErrCorrupt, err))
			}
		}
	}
	return nil
}

// checkDigest decodes a body and compares its digest. The zstd window bounds memory, whatever size
// the body claims.
func checkDigest(v VariantRef, body []byte, gr *gzip.Reader, zr *zstd.Decoder) error {
	src, err := io.Reader(bytes.NewReader(body)), error(nil)
	switch v.Coding() {
	case Gzip:
		err = gr.Reset(src)
		src = gr
	case Zstd:
		err = zr.Reset(src)
		src = zr
	}
	if err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.Copy(h, src); err != nil {
		return err
	}
	if want := v.Digest(); !bytes.Equal(h.Sum(nil)[:len(want)], want[:]) {
		return errors.New("the body has another digest")
	}
	return nil
}
