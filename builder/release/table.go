package release

import (
	"encoding/binary"
	"fmt"
)

var le = binary.LittleEndian

// resources.tbl, see the package comment for the bytes.
const (
	tableMagic = "CTZR"
	// tableVersion: 1: first; 2: a checksum in each row; 3: without hash slots.
	tableVersion = 3
	tableHeader  = 96
)

// Offsets in the row of a resource, which begins with the offset of the path.
const (
	rowPathLen      = 4
	rowCanonicalLen = 6
	rowCanonical    = 8
	rowAlternate    = 12
	rowAlternateLen = 16
	rowNumVariants  = 18
	rowFirstVariant = 20
	rowModified     = 24
	rowSum          = 32
	rowSize         = 36
)

// Offsets in a variant, which begins with the offset of its body in the segment.
const (
	variantDigest  = 8
	variantLength  = 24
	variantCRC     = 28
	variantTokens  = 32
	variantSegment = 36
	variantProfile = 38
	variantCoding  = 40
	variantSize    = 44
)

// The sections, in the order of the file.
const (
	sectionRows = iota
	sectionVariants
	sectionProfiles
	sectionStrings
	numSections
)

// extent is an offset and a length in a file.
type extent struct{ off, len uint64 }

// tableInfo is the header of a resource table.
type tableInfo struct {
	resources, variants, profiles, segments uint32
	sections                                [numSections]extent
}

// layOut computes the offsets of the sections: one after the other, each followed by its checksum
// and zero bytes up to a multiple of 8. It returns the file's size.
func (t *tableInfo) layOut(profileBytes, stringBytes uint64) (size uint64) {
	lengths := [numSections]uint64{
		uint64(t.resources) * rowSize, uint64(t.variants) * variantSize, profileBytes, stringBytes,
	}
	at := uint64(tableHeader)
	for i, n := range lengths {
		t.sections[i] = extent{at, n}
		at += n + 4
		at += -at % 8
	}
	return at
}

// encode returns the header of the table.
func (t *tableInfo) encode() []byte {
	b := append(make([]byte, 0, tableHeader), tableMagic...)
	for _, v := range []uint32{tableVersion, t.resources, t.variants, t.profiles, t.segments} {
		b = le.AppendUint32(b, v)
	}
	for _, s := range t.sections {
		b = le.AppendUint64(b, s.off)
		b = le.AppendUint64(b, s.len)
	}
	b = le.AppendUint32(b, 0)
	return le.AppendUint32(b, mask(checksum(b)))
}

// checkHeader checks a header of size bytes: its magic, its version and, at its end, its checksum.
func checkHeader(b []byte, magic string, version uint32, size int) error {
	if err := checkStart(b, magic, version); err != nil {
		return err
	}
	if len(b) < size {
		return fmt.Errorf("%w: shorter than its header", ErrCorrupt)
	}
	if mask(checksum(b[:size-4])) != le.Uint32(b[size-4:]) {
		return fmt.Errorf("%w: checksum of the header", ErrCorrupt)
	}
	return nil
}

// checkStart checks with what a file begins: its magic and its version.
func checkStart(b []byte, magic string, version uint32) error {
	if len(b) < 8 || string(b[:4]) != magic {
		return fmt.Errorf("%w: no magic", ErrCorrupt)
	}
	if v := le.Uint32(b[4:]); v != version {
		return fmt.Errorf("%w %d, this program reads %d", ErrVersion, v, version)
	}
	return nil
}

// decodeTable checks the header of a table of len(b) bytes. If it succeeds, every section can be
// sliced.
func decodeTable(b []byte) (tableInfo, error) {
	var t tableInfo
	if err := checkHeader(b, tableMagic, tableVersion, tableHeader); err != nil {
		return t, err
	}
	u32 := func(i int) uint32 { return le.Uint32(b[i:]) }
	u64 := func(i int) uint64 { return le.Uint64(b[i:]) }
	t.resources, t.variants, t.profiles, t.segments = u32(8), u32(12), u32(16), u32(20)
	if u32(88) != 0 {
		return t, fmt.Errorf("%w: reserved bytes are not zero", ErrCorrupt)
	}
	if t.profiles > MaxProfiles || t.segments > maxSegments {
		return t, fmt.Errorf("%w: counts in the header", ErrCorrupt)
	}
	var stated [numSections]extent
	for i := range stated {
		stated[i] = extent{u64(24 + 16*i), u64(32 + 16*i)}
	}
	profileBytes := stated[sectionProfiles].len
	stringBytes := stated[sectionStrings].len
	if profileBytes > maxProfileBytes || stringBytes > uint64(len(b)) {
		return t, fmt.Errorf("%w: length of a section", ErrCorrupt)
	}
	// The counts are 32 bits, so no product overflows.
	if t.layOut(profileBytes, stringBytes) != uint64(len(b)) || t.sections != stated {
		return t, fmt.Errorf("%w: the sections do not fill the file", ErrCorrupt)
	}
	return t, nil
}

// section returns the bytes of a section whose extent was checked.
func (t *tableInfo) section(b []byte, i int) []byte {
	s := t.sections[i]
	return b[s.off : s.off+s.len : s.off+s.len]
}
