package release

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// resources.tbl, see the package comment for the bytes.
const (
	tableMagic = "CTZR"
	// tableVersion: 1: first; 2: a checksum in each row.
	tableVersion = 2
	tableHeader  = 128

	slotSize    = 8
	rowSize     = 36
	rowSum      = 32 // where its checksum is
	variantSize = 44
	// where a variant has the numbers of its segment and, behind it, of its profile
	variantSegment = 36
)

// The sections, in the order of the file.
const (
	sectionSlots = iota
	sectionRows
	sectionVariants
	sectionProfiles
	sectionStrings
	numSections
)

var sectionNames = [numSections]string{"slots", "resources", "variants", "profiles", "strings"}

// extent is an offset and a length in a file.
type extent struct{ off, len uint64 }

// tableInfo is the header of a resource table.
type tableInfo struct {
	resources, variants, profiles, segments uint32
	slots                                   uint64
	maxProbe                                uint32 // slots that a lookup has to look at, at most
	sections                                [numSections]extent
}

// slotsFor returns the number of slots: at least one, with a load of at most one half.
func slotsFor(resources uint32) uint64 { return 2*uint64(resources) + 1 }

// layOut computes the offsets of the sections: one after the other, each followed by its checksum
// and zero bytes up to a multiple of 8. It returns the file's size.
func (t *tableInfo) layOut(profileBytes, stringBytes uint64) (size uint64) {
	lengths := [numSections]uint64{
		t.slots * slotSize, uint64(t.resources) * rowSize, uint64(t.variants) * variantSize,
		profileBytes, stringBytes,
	}
	at := uint64(tableHeader)
	for i, n := range lengths {
		t.sections[i] = extent{at, n}
		at += n + 4
		at += -at % 8
	}
	return at
}

func (t *tableInfo) encode() []byte {
	b := append(make([]byte, 0, tableHeader), tableMagic...)
	for _, v := range []uint32{tableVersion, t.resources, t.variants, t.profiles, t.segments} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = binary.LittleEndian.AppendUint64(b, t.slots)
	b = binary.LittleEndian.AppendUint32(b, t.maxProbe)
	b = binary.LittleEndian.AppendUint32(b, 0)
	for _, s := range t.sections {
		b = binary.LittleEndian.AppendUint64(b, s.off)
		b = binary.LittleEndian.AppendUint64(b, s.len)
	}
	b = binary.LittleEndian.AppendUint32(b, 0)
	return binary.LittleEndian.AppendUint32(b, mask(checksum(b)))
}

// decodeTable checks the header of a table of len(b) bytes. When it succeeds, every section can be
// sliced.
func decodeTable(b []byte) (tableInfo, error) {
	var t tableInfo
	if len(b) < 8 || string(b[:4]) != tableMagic {
		return t, fmt.Errorf("%w: no magic", ErrCorrupt)
	}
	if v := binary.LittleEndian.Uint32(b[4:]); v != tableVersion {
		return t, fmt.Errorf("%w %d, this program reads %d", ErrVersion, v, tableVersion)
	}
	if len(b) < tableHeader {
		return t, fmt.Errorf("%w: shorter than its header", ErrCorrupt)
	}
	u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(b[i:]) }
	u64 := func(i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }
	if mask(checksum(b[:tableHeader-4])) != u32(tableHeader-4) {
		return t, fmt.Errorf("%w: checksum of the header", ErrCorrupt)
	}
	t.resources, t.variants, t.profiles, t.segments = u32(8), u32(12), u32(16), u32(20)
	t.slots, t.maxProbe = u64(24), u32(32)
	if u32(36) != 0 || u32(120) != 0 {
		return t, fmt.Errorf("%w: reserved bytes are not zero", ErrCorrupt)
	}
	if t.slots != slotsFor(t.resources) || uint64(t.maxProbe) > t.slots ||
		t.profiles > MaxProfiles || t.segments > maxSegments {
		return t, fmt.Errorf("%w: counts in the header", ErrCorrupt)
	}
	var stated [numSections]extent
	for i := range stated {
		stated[i] = extent{u64(40 + 16*i), u64(48 + 16*i)}
	}
	profileBytes, stringBytes := stated[sectionProfiles].len, stated[sectionStrings].len
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

// checkSection compares a section with its checksum, and the padding after it with zero.
func (t *tableInfo) checkSection(b []byte, i int) error {
	s := t.sections[i]
	end := s.off + s.len
	if mask(checksum(t.section(b, i))) != binary.LittleEndian.Uint32(b[end:]) {
		return fmt.Errorf("%w: checksum of section %s", ErrCorrupt, sectionNames[i])
	}
	for end += 4; end%8 != 0; end++ {
		if b[end] != 0 {
			return fmt.Errorf("%w: bytes behind section %s are not zero", ErrCorrupt,
				sectionNames[i])
		}
	}
	return nil
}

// hashPath is the hash function of the slots: it reads the path eight bytes at a time and mixes
// each word in by a 128-bit product. It is part of the format, and need not resist an attacker.
func hashPath[T string | []byte](s T) uint64 {
	const k0, k1 = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
	h := k0 ^ uint64(len(s))
	for len(s) >= 8 {
		h = mixWord(h^readWord(s), k1)
		s = s[8:]
	}
	var last uint64
	for i := range len(s) {
		last |= uint64(s[i]) << (8 * i)
	}
	return mixWord(mixWord(h^last, k1), k0)
}

func readWord[T string | []byte](s T) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func mixWord(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// firstSlot spreads a hash over n slots by its high bits; the low 32 bits are the tag.
func firstSlot(h, n uint64) uint64 {
	hi, _ := bits.Mul64(h, n)
	return hi
}
