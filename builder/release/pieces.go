package release

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Pieces is a page of search results as the builder seals it: fixed text with
// slots, in which every piece says under which conditions it is shown. The edge
// joins the pieces, fills the slots with escaped values and computes nothing
// else.
//
// Encoded form, little endian: magic "CTZP", version byte (the first version
// that knows all conditions and slots in it), escape byte ('h' or 'm'), 2 zero bytes, count uint32; then per piece need uint32, never uint32,
// slot uint8, 3 zero bytes, length uint32, text. Integrity is the business of
// the resource that holds it.
type Pieces struct {
	Escape Escape
	List   []Piece
}

// Piece is one stretch of text, followed by the value of its slot.
type Piece struct {
	Need  Flags // conditions that must all hold
	Never Flags // conditions none of which may hold
	Slot  Slot  // value to append after Text; NoSlot for none
	Text  string
}

// Escape is how slot values are made safe.
type Escape byte

// The two escapes: HTML text and quoted attributes; Markdown inline text.
const (
	EscapeHTML     Escape = 'h'
	EscapeMarkdown Escape = 'm'
)

// ErrPieces is wrapped by errors about pieces that do not decode or compile.
var ErrPieces = errors.New("bad pieces")

// The marks of a template: ⟦name⟧ is a slot, ⟦if word word⟧ … ⟦end⟧ a stretch
// shown when all conditions hold, !word negates. Stretches nest.
const openMark, closeMark = "⟦", "⟧"

// CompilePieces turns a drawn template with marks into pieces.
func CompilePieces(text string, escape Escape) (Pieces, error) {
	p := Pieces{Escape: escape}
	type scope struct{ need, never Flags }
	stack := []scope{{}}
	for {
		top := stack[len(stack)-1]
		before, rest, found := strings.Cut(text, openMark)
		if !found {
			if len(stack) != 1 {
				return Pieces{}, fmt.Errorf("%w: %d ⟦if⟧ without ⟦end⟧", ErrPieces, len(stack)-1)
			}
			p.add(Piece{Need: top.need, Never: top.never, Text: text})
			return p, nil
		}
		mark, after, found := strings.Cut(rest, closeMark)
		if !found {
			return Pieces{}, fmt.Errorf("%w: mark %.20q is not closed", ErrPieces, rest)
		}
		text = after
		piece := Piece{Need: top.need, Never: top.never, Text: before}
		words := strings.Fields(mark)
		switch {
		case len(words) == 1 && words[0] == "end":
			if len(stack) == 1 {
				return Pieces{}, fmt.Errorf("%w: ⟦end⟧ without ⟦if⟧", ErrPieces)
			}
			stack = stack[:len(stack)-1]
		case len(words) > 1 && words[0] == "if":
			need, never, err := parseConditions(words[1:])
			if err != nil {
				return Pieces{}, err
			}
			stack = append(stack, scope{top.need | need, top.never | never})
		default:
			slot := slotByName(mark)
			if slot == NoSlot {
				return Pieces{}, fmt.Errorf("%w: unknown mark ⟦%s⟧", ErrPieces, mark)
			}
			piece.Slot = slot
		}
		p.add(piece)
	}
}

func (p *Pieces) add(piece Piece) {
	if piece.Text == "" && piece.Slot == NoSlot {
		return
	}
	p.List = append(p.List, piece)
}

func parseConditions(words []string) (need, never Flags, err error) {
	for _, word := range words {
		name, negated := strings.CutPrefix(word, "!")
		var flag Flags
		for i, n := range flagNames {
			if n == name {
				flag = 1 << i
			}
		}
		switch {
		case flag == 0:
			return 0, 0, fmt.Errorf("%w: unknown condition %q", ErrPieces, word)
		case negated:
			never |= flag
		default:
			need |= flag
		}
	}
	return need, never, nil
}

func slotByName(name string) Slot {
	for i, n := range slotNames {
		if i > 0 && n == name {
			return Slot(i)
		}
	}
	return NoSlot
}

const (
	piecesMagic   = "CTZP"
	piecesVersion = 2 // 1: first; 2: conditions and slots of corrected and empty answers
	piecesHeader  = 12
	pieceHeader   = 16
)

// version is the first version that knows all conditions and slots of p.
func (p *Pieces) version() byte {
	for i := range p.List {
		piece := &p.List[i]
		if (piece.Need|piece.Never)>>numFlags1 != 0 || piece.Slot >= numSlots1 {
			return piecesVersion
		}
	}
	return 1
}

// Encode is the sealed form of p.
func (p Pieces) Encode() []byte {
	b := append([]byte(piecesMagic), p.version(), byte(p.Escape), 0, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.List)))
	for _, piece := range p.List {
		b = binary.LittleEndian.AppendUint32(b, uint32(piece.Need))
		b = binary.LittleEndian.AppendUint32(b, uint32(piece.Never))
		b = append(b, byte(piece.Slot), 0, 0, 0)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(piece.Text)))
		b = append(b, piece.Text...)
	}
	return b
}

// DecodePieces reads what Encode wrote. It copies the text, so the result does
// not depend on b afterwards. Every length is checked; an unknown version,
// slot, condition or escape is refused.
func DecodePieces(b []byte) (Pieces, error) {
	if len(b) < piecesHeader || string(b[:4]) != piecesMagic {
		return Pieces{}, fmt.Errorf("%w: no magic", ErrPieces)
	}
	version := b[4]
	if version < 1 || version > piecesVersion {
		return Pieces{}, fmt.Errorf("%w: version %d is not known", ErrPieces, version)
	}
	p := Pieces{Escape: Escape(b[5])}
	if p.Escape != EscapeHTML && p.Escape != EscapeMarkdown {
		return Pieces{}, fmt.Errorf("%w: escape %d is not known", ErrPieces, b[5])
	}
	if b[6]|b[7] != 0 {
		return Pieces{}, fmt.Errorf("%w: reserved bytes are not zero", ErrPieces)
	}
	count := int(binary.LittleEndian.Uint32(b[8:]))
	b = b[piecesHeader:]
	if count > len(b)/pieceHeader {
		return Pieces{}, fmt.Errorf("%w: count %d is over the size", ErrPieces, count)
	}
	p.List = make([]Piece, 0, count)
	for range count {
		if len(b) < pieceHeader {
			return Pieces{}, fmt.Errorf("%w: cut short", ErrPieces)
		}
		piece := Piece{
			Need:  Flags(binary.LittleEndian.Uint32(b)),
			Never: Flags(binary.LittleEndian.Uint32(b[4:])),
			Slot:  Slot(b[8]),
		}
		n := int(binary.LittleEndian.Uint32(b[12:]))
		reserved := b[9] | b[10] | b[11]
		b = b[pieceHeader:]
		if piece.Slot >= numSlots || (piece.Need|piece.Never)>>numFlags != 0 || n > len(b) || reserved != 0 {
			return Pieces{}, fmt.Errorf("%w: slot, condition or length out of range", ErrPieces)
		}
		piece.Text, b = string(b[:n]), b[n:]
		p.List = append(p.List, piece)
	}
	if len(b) != 0 {
		return Pieces{}, fmt.Errorf("%w: %d bytes too many", ErrPieces, len(b))
	}
	if p.version() != version {
		return Pieces{}, fmt.Errorf("%w: what they hold is of version %d, not %d", ErrPieces, p.version(), version)
	}
	return p, nil
}

// Append joins the pieces that hold under flags. fill appends the raw value of
// a slot; every slot but SlotItems is escaped here.
func (p *Pieces) Append(dst []byte, flags Flags, fill func(dst []byte, slot Slot) []byte) []byte {
	var scratch []byte
	for i := range p.List {
		piece := &p.List[i]
		if !piece.Holds(flags) {
			continue
		}
		dst = append(dst, piece.Text...)
		switch piece.Slot {
		case NoSlot:
		case SlotItems:
			dst = fill(dst, SlotItems)
		default:
			scratch = fill(scratch[:0], piece.Slot)
			dst = p.AppendValue(dst, piece.Slot, scratch)
		}
	}
	return dst
}

// Holds says whether the piece is shown under flags.
func (p *Piece) Holds(flags Flags) bool {
	return flags&p.Need == p.Need && flags&p.Never == 0
}

// AppendValue appends the raw value of a slot, escaped.
func (p *Pieces) AppendValue(dst []byte, slot Slot, value []byte) []byte {
	if p.Escape == EscapeMarkdown && slot.isAddress() {
		return append(dst, value...) // percent-encoded: nothing in it is Markdown
	}
	return p.Escape.Append(dst, value)
}

// Append appends value so that it cannot end the text or attribute that it
// stands in. In both forms control characters of ASCII become spaces, and what is
// unwritten vanishes.
func (e Escape) Append(dst, value []byte) []byte {
	for i := 0; i < len(value); i++ {
		c := value[i]
		if n := unwritten(value[i:]); n > 0 {
			i += n - 1
			continue
		}
		if c < 0x20 || c == 0x7F {
			c = ' '
		}
		switch {
		case e == EscapeHTML && (c == '<' || c == '>' || c == '&' || c == '"' || c == '\''):
			dst = append(dst, "&#"...)
			dst = strconv.AppendUint(dst, uint64(c), 10)
			dst = append(dst, ';')
		case e == EscapeMarkdown && (strings.IndexByte("\\[]*_<>|`", c) >= 0 || c == '&' && mayOpenReference(value[i+1:])):
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// unwritten is the length of the character that a text begins with when it must
// not be written, else 0. Those that turn the direction of writing would also turn
// what follows the value; the controls behind ASCII and what is no character are
// errors in HTML.
func unwritten(text []byte) int {
	if text[0] < utf8.RuneSelf {
		return 0
	}
	r, n := utf8.DecodeRune(text)
	switch {
	case 0x80 <= r && r < 0xA0,
		0x202A <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069,
		r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF:
		return n
	}
	return 0
}

// mayOpenReference says whether an ampersand before rest could begin a character
// reference, "&copy;" or "&#169;". One before a space stands for itself.
func mayOpenReference(rest []byte) bool {
	for len(rest) > 0 && unwritten(rest) > 0 {
		rest = rest[unwritten(rest):]
	}
	if len(rest) == 0 {
		return false
	}
	c := rest[0]
	return c == '#' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
