package resultpage

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
)

const (
	magic = "CTZP"
	// 1: first; 2: conditions and slots of corrected and empty answers; 3: lists, more conditions;
	// 4: one list of filters in use, one of other searches; 5: what is on later;
	// 6: lists for the fields of the form and for pages; 7: conditions and lists of all filters
	formatVersion   = 7
	headerSize      = 12
	pieceHeaderSize = 24
)

// filterSum stands for the filters and their order, which numbers of conditions and lists follow.
var filterSum = uint16(crc32.ChecksumIEEE([]byte(strings.Join(filterNames(""), " "))))

// Encode is the sealed form of t.
func (t Template) Encode() []byte {
	b := append([]byte(magic), formatVersion, byte(t.Escape))
	b = binary.LittleEndian.AppendUint16(b, filterSum)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(t.Pieces)))
	for _, piece := range t.Pieces {
		b = binary.LittleEndian.AppendUint64(b, uint64(piece.Need))
		b = binary.LittleEndian.AppendUint64(b, uint64(piece.Never))
		b = append(b, byte(piece.Slot), byte(piece.Each), 0, 0)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(piece.Text)))
		b = append(b, piece.Text...)
	}
	return b
}

// Decode reads what Encode wrote. It copies the text, so the result does not depend on b
// afterwards. Every length is checked; an unknown version, slot, condition or escape is refused.
// Its errors wrap [ErrTemplate].
func Decode(b []byte) (Template, error) {
	if len(b) < headerSize || string(b[:4]) != magic {
		return Template{}, fmt.Errorf("%w: no magic", ErrTemplate)
	}
	if version := b[4]; version != formatVersion {
		return Template{}, fmt.Errorf("%w: version %d is not known", ErrTemplate, version)
	}
	t := Template{Escape: Escape(b[5])}
	if t.Escape != EscapeHTML && t.Escape != EscapeMarkdown {
		return Template{}, fmt.Errorf("%w: escape %d is not known", ErrTemplate, b[5])
	}
	if binary.LittleEndian.Uint16(b[6:]) != filterSum {
		return Template{}, fmt.Errorf("%w: it is of other filters", ErrTemplate)
	}
	count := int(binary.LittleEndian.Uint32(b[8:]))
	b = b[headerSize:]
	if count > len(b)/pieceHeaderSize {
		return Template{}, fmt.Errorf("%w: count %d is over the size", ErrTemplate, count)
	}
	t.Pieces = make([]Piece, 0, count)
	for range count {
		if len(b) < pieceHeaderSize {
			return Template{}, fmt.Errorf("%w: cut short", ErrTemplate)
		}
		piece := Piece{
			Need:  Flags(binary.LittleEndian.Uint64(b)),
			Never: Flags(binary.LittleEndian.Uint64(b[8:])),
			Slot:  Slot(b[16]),
			Each:  List(b[17]),
		}
		n := int(binary.LittleEndian.Uint32(b[20:]))
		reserved := b[18] | b[19]
		b = b[pieceHeaderSize:]
		unknown := piece.Slot >= numSlots || (piece.Need|piece.Never)>>numFlags != 0 ||
			piece.Each >= numLists || piece.Slot.isOfItem() && piece.Each == NoList
		if unknown || n > len(b) || reserved != 0 {
			return Template{}, fmt.Errorf("%w: slot, condition or length out of range", ErrTemplate)
		}
		piece.Text, b = string(b[:n]), b[n:]
		t.Pieces = append(t.Pieces, piece)
	}
	if len(b) != 0 {
		return Template{}, fmt.Errorf("%w: %d bytes too many", ErrTemplate, len(b))
	}
	return t, nil
}
