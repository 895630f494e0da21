package release

import (
	"errors"
	"fmt"
	"io"

	"cartaz/builder/internal/durable"
)

// A segment begins with this header: magic, version uint32, 8 zero bytes.
const (
	segmentMagic   = "CTZS"
	segmentVersion = 1 // 1: first
	segmentHeader  = 16
	// maxSegmentSize is the size at which a writer begins a new segment.
	maxSegmentSize = 1 << 30
)

// Location is the place of the stored bytes of a body. It comes from [Writer.AppendBody], for the
// release being written, or from [VariantRef.Location], to reuse the bytes of an earlier release.
type Location struct {
	// segment is zero until the file is sealed, so locations can be used before it has its name.
	segment *SegmentInfo
	offset  uint64
	length  uint32
	crc     uint32
}

// segmentWriter appends to one segment file.
type segmentWriter struct {
	*sealedFile
	seg *SegmentInfo
}

// newSegmentWriter creates a segment file and writes its header.
func newSegmentWriter(fs durable.FS, number int) (*segmentWriter, error) {
	file, err := createSealed(fs, tempSegmentPath(number))
	if err != nil {
		return nil, err
	}
	start := make([]byte, segmentHeader)
	copy(start, segmentMagic)
	le.PutUint32(start[4:], segmentVersion)
	if _, err := file.Write(start); err != nil {
		return nil, errors.Join(err, file.file.Abort())
	}
	return &segmentWriter{sealedFile: file, seg: new(SegmentInfo)}, nil
}

// readSegmentStart reads and checks the header of a segment.
func readSegmentStart(f io.ReaderAt) error {
	b := make([]byte, segmentHeader)
	if _, err := f.ReadAt(b, 0); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if err := checkStart(b, segmentMagic, segmentVersion); err != nil {
		return err
	}
	if le.Uint64(b[8:]) != 0 {
		return fmt.Errorf("%w: reserved bytes are not zero", ErrCorrupt)
	}
	return nil
}

// appendBody appends b and returns its location.
func (s *segmentWriter) appendBody(b []byte) (Location, error) {
	loc := Location{segment: s.seg, offset: uint64(s.size), length: uint32(len(b)),
		crc: checksum(b)}
	_, err := s.Write(b)
	return loc, err
}

// prepare ends the content, whose digest is the name of the file. Its rename makes it durable; the
// name is durable after a sync of the directory. An existing file of that name holds the same bytes
// or damaged ones: replacing it is right in both cases, and safe for mappings of it.
func (s *segmentWriter) prepare() error {
	if err := s.buf.Flush(); err != nil {
		return err
	}
	*s.seg = SegmentInfo{Name: s.sumHex()[:segmentNameLen], Size: s.size, CRC32C: s.crc}
	return nil
}
