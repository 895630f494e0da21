package release

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest zstd window that browsers accept (RFC 9659).
const maxWindow = 8 << 20

// Verify compares the index files (resources, search and events) with their
// checksums: at memory speed, so that an edge can call it before it serves a
// release. With full it also checks every rule of the table, every
// segment's checksum and name, decodes every body and compares it with its
// digest, and computes the content digest anew. Errors wrap [ErrCorrupt] and
// name the file. A file cut while mapped is such an error too.
func (r *Release) Verify(full bool) error {
	return Guard(func() error {
		if err := r.verifyFiles(full); err != nil || !full {
			return err
		}
		if err := checkEvents(r.events.data); err != nil {
			return r.fault(r.events.name, err)
		}
		if err := r.verifyTable(); err != nil {
			return r.fault(r.table.name, err)
		}
		for i := range r.segments {
			if err := r.segments[i].verify(); err != nil {
				return r.fault(r.segments[i].name, err)
			}
		}
		return r.verifyBodies()
	})
}

// VerifySome compares stored bodies with their checksums, from a resource on that
// where chooses and around the end, until it has read limit bytes or all of them.
// Errors are those of [Release.Verify].
func (r *Release) VerifySome(where uint64, limit int64) error {
	return Guard(func() error {
		n := uint64(r.info.resources)
		for i := range n {
			ref := Ref{r, uint32((where%n + i) % n)}
			for v := range ref.NumVariants() {
				body, err := ref.Variant(v).Body()
				if err != nil {
					return err
				}
				limit -= int64(len(body))
			}
			if limit <= 0 {
				break
			}
		}
		return nil
	})
}

func (r *Release) verifyFiles(full bool) error {
	for name, m := range map[string]mapping{TableFile: r.table, EventsFile: r.events, SearchFile: r.search} {
		info := r.manifest.file(name)
		crc, sha := sums(m.data, full)
		if crc != info.CRC32C {
			return r.fault(m.name, r.blame(name))
		}
		if full && sha != info.SHA256 {
			return r.fault(m.name, fmt.Errorf("%w: SHA-256 of the file", ErrCorrupt))
		}
	}
	return nil
}

// blame finds out where in a file of a wrong checksum the damage lies.
func (r *Release) blame(name string) error {
	switch name {
	case TableFile:
		for i := range numSections {
			if err := r.info.checkSection(r.table.data, i); err != nil {
				return err
			}
		}
	case EventsFile:
		if err := checkEvents(r.events.data); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: checksum of the file", ErrCorrupt)
}

// verifyTable checks what the checksums cannot: that the writer kept the rules.
func (r *Release) verifyTable() error {
	h, err := newContentHash(&r.manifest.Brand, r.manifest.Events, r.manifest.OnSale)
	if err != nil {
		return err
	}
	h.text(r.info.section(r.table.data, sectionProfiles))
	var last []byte
	var next uint32
	for ref := range r.Resources() {
		path := ref.Path()
		if err := checkPath(string(path)); err != nil {
			return fmt.Errorf("%w: resource %d: %w", ErrCorrupt, ref.row, err)
		}
		if bytes.Compare(last, path) >= 0 {
			return fmt.Errorf("%w: path %s is out of order", ErrCorrupt, path)
		}
		last = path
		if found, ok := r.Lookup(string(path)); !ok || found != ref {
			return fmt.Errorf("%w: path %s is not found by its hash", ErrCorrupt, path)
		}
		n := ref.NumVariants()
		if n == 0 || n > MaxVariants || ref.Variant(0).row != next {
			return fmt.Errorf("%w: path %s: count of variants", ErrCorrupt, path)
		}
		next += uint32(n)
		h.resource(path, ref.Canonical(), ref.Alternate(), ref.Modified(), n)
		for i := range n {
			v := ref.Variant(i)
			if v.ProfileIndex() >= len(r.profiles) || v.Coding() >= numCodings {
				return fmt.Errorf("%w: path %s: profile or coding", ErrCorrupt, path)
			}
			h.variant(uint16(v.ProfileIndex()), v.Coding(), v.Tokens(), v.Digest())
		}
	}
	if next != r.info.variants {
		return fmt.Errorf("%w: %d variants belong to no resource", ErrCorrupt, r.info.variants-next)
	}
	if h.sum(r.manifest.file(SearchFile).SHA256) != r.manifest.Content {
		return fmt.Errorf("%w: the content is not that of the manifest", ErrCorrupt)
	}
	return nil
}

func (s *mappedSegment) verify() error {
	if crc, sha := sums(s.data, true); crc != s.segment.info.CRC32C || sha[:segmentNameLen] != s.segment.info.Name {
		return fmt.Errorf("%w: checksum of the segment", ErrCorrupt)
	}
	return nil
}

func (r *Release) verifyBodies() error {
	zr, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return err
	}
	defer zr.Close()
	gr := new(gzip.Reader)
	for ref := range r.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			body, err := v.Body()
			if err != nil {
				return err
			}
			if err := checkDigest(v, body, gr, zr); err != nil {
				return r.fault(r.table.name, fmt.Errorf("path %s, variant %d (%s): %w: %w", ref.Path(), i, v.Coding(), ErrCorrupt, err))
			}
		}
	}
	return nil
}

// checkDigest decodes a body and compares its digest. Memory is bounded by the
// window, whatever the body claims to hold.
func checkDigest(v VariantRef, body []byte, gr *gzip.Reader, zr *zstd.Decoder) error {
	var src io.Reader = bytes.NewReader(body)
	switch v.Coding() {
	case Gzip:
		if err := gr.Reset(src); err != nil {
			return err
		}
		src = gr
	case Zstd:
		if err := zr.Reset(src); err != nil {
			return err
		}
		src = zr
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
