package release

import (
	"encoding/binary"
	"errors"
	"fmt"

	"cartaz/builder/internal/durable"
)

// A segment begins with this header: magic, version uint32, 8 zero bytes.
const (
	segmentMagic   = "CTZS"
	segmentVersion = 1 // 1: first
	segmentHeader  = 16
	// maxSegmentSize is where a writer begins a new segment.
	maxSegmentSize = 1 << 30
)

// segment is a segment file, sealed or being written. Locations point to it, so
// that one can be used in a writer before the file has its name.
type segment struct {
	info SegmentInfo // zero until the segment is sealed
}

// Location is where the stored bytes of a body lie. It comes from
// [Writer.AppendBody], for the release being written, or from
// [VariantRef.Location], to use the bytes of an earlier release again.
type Location struct {
	segment *segment
	offset  uint64
	length  uint32
	crc     uint32
}

// segmentWriter appends to one segment file.
type segmentWriter struct {
	*sealedFile
	seg *segment
}

func newSegmentWriter(fs durable.FS, number int) (*segmentWriter, error) {
	file, err := createSealed(fs, tempSegmentPath(number))
	if err != nil {
		return nil, err
	}
	start := make([]byte, segmentHeader)
	copy(start, segmentMagic)
	binary.LittleEndian.PutUint32(start[4:], segmentVersion)
	if _, err := file.Write(start); err != nil {
		return nil, errors.Join(err, file.file.Abort())
	}
	return &segmentWriter{sealedFile: file, seg: new(segment)}, nil
}

// checkSegmentStart judges the first bytes of a segment.
func checkSegmentStart(b []byte) error {
	if len(b) < segmentHeader || string(b[:4]) != segmentMagic {
		return fmt.Errorf("%w: no magic", ErrCorrupt)
	}
	if v := binary.LittleEndian.Uint32(b[4:]); v != segmentVersion {
		return fmt.Errorf("%w %d, this program reads %d", ErrVersion, v, segmentVersion)
	}
	if binary.LittleEndian.Uint64(b[8:]) != 0 {
		return fmt.Errorf("%w: reserved bytes are not zero", ErrCorrupt)
	}
	return nil
}

// body appends b and says where it lies.
func (s *segmentWriter) body(b []byte) (Location, error) {
	loc := Location{segment: s.seg, offset: uint64(s.size), length: uint32(len(b)), crc: checksum(b)}
	_, err := s.Write(b)
	return loc, err
}

// seal makes the content durable and gives the file its name; the name is
// durable after a sync of the directory. A file of that name can only hold the
// same bytes, or bytes that rotted: replacing it is right in both cases, and
// safe for those who have it mapped.
func (s *segmentWriter) seal() error {
	if err := s.buf.Flush(); err != nil {
		return err
	}
	s.seg.info = SegmentInfo{Name: s.sumHex()[:segmentNameLen], Size: s.size, CRC32C: s.crc}
	return s.file.Rename(segmentPath(s.seg.info.Name))
}
