// Package parts cuts files into pieces where their content says, so that most pieces of a file are
// those of the file before it, and lists where the pieces lie.
//
// A boundary follows from the 64 bytes before it alone: bytes that are inserted or changed change
// the pieces that they lie in, and the pieces behind them are as before. Pieces that are new are
// compressed and lie one after the other in a pack. A list names the pieces of one file in their
// order, and the packs that they lie in, its own or those of earlier files.
//
// An example: of a file of 100 pieces, pieces 7 and 50 change. The pack of the next file has two
// pieces, and its list names 98 in the first pack and 2 in the second.
//
// # A list
//
// All numbers are little-endian.
//
//	 0  magic "CTZP"
//	 4  uint32 version, 1
//	 8  uint64 size of the file
//	16  uint32 count of packs, at most 32
//	20  uint32 count of pieces
//	24  packs, 24 bytes each: first 16 bytes of the SHA-256 of the pack, which
//	    are its name, and uint64 size
//	    pieces, 40 bytes each: first 16 bytes of the SHA-256 of the piece, uint32
//	    size, uint32 size as it is stored, uint64 offset in the pack, uint16
//	    number of the pack, 6 zero bytes
//	    uint32 CRC-32C of all bytes before
//
// A piece that is stored with as many bytes as it has is stored as it is, any other one as a frame
// of zstd (RFC 8878).
//
// Nothing certifies a list: the pieces say what they are, and who puts a file together compares the
// whole with a digest that somebody certifies. A list that lies costs no more memory than an honest
// one.
package parts

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
)

// Version is the version of lists.
//
//	1: first
const Version = 1

// MaxPacks is the most packs that one list names. Each is one request more for who has no piece.
const MaxPacks = 32

const (
	magic     = "CTZP"
	headSize  = 24
	packSize  = 24
	pieceSize = 40
)

// Errors that callers test for.
var (
	// ErrVersion means that a list has a version that this program does not read.
	ErrVersion = errors.New("unknown version of a list of pieces")
	// ErrDamaged means that bytes are not what they must be.
	ErrDamaged = errors.New("damaged")
)

// Sum names a piece or a pack: the first half of its SHA-256.
type Sum [16]byte

// SumOf is the sum of bytes.
func SumOf(b []byte) (s Sum) {
	whole := sha256.Sum256(b)
	copy(s[:], whole[:])
	return s
}

// String is the sum in hex.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// Pack is a row of stored pieces.
type Pack struct {
	Name Sum
	Size int64
}

// Piece is where a piece lies.
type Piece struct {
	Sum    Sum
	Size   int // in the file
	Stored int // in the pack
	Pack   int // its number in the list
	Offset int64
}

// List is a file in pieces.
type List struct {
	Size   int64 // of the file
	Packs  []Pack
	Pieces []Piece
}

// MaxList is how many bytes the list of a file of size bytes takes at most.
func MaxList(size int64) int64 {
	return headSize + MaxPacks*packSize + (size/minPiece+1)*pieceSize + 4
}

// Encode is the form that Decode reads.
func (l *List) Encode() []byte {
	le := binary.LittleEndian
	b := append(make([]byte, 0, headSize+len(l.Packs)*packSize+len(l.Pieces)*pieceSize+4), magic...)
	b = le.AppendUint32(b, Version)
	b = le.AppendUint64(b, uint64(l.Size))
	b = le.AppendUint32(b, uint32(len(l.Packs)))
	b = le.AppendUint32(b, uint32(len(l.Pieces)))
	for i := range l.Packs {
		b = append(b, l.Packs[i].Name[:]...)
		b = le.AppendUint64(b, uint64(l.Packs[i].Size))
	}
	for i := range l.Pieces {
		p := &l.Pieces[i]
		b = append(b, p.Sum[:]...)
		b = le.AppendUint32(b, uint32(p.Size))
		b = le.AppendUint32(b, uint32(p.Stored))
		b = le.AppendUint64(b, uint64(p.Offset))
		b = le.AppendUint16(b, uint16(p.Pack))
		b = append(b, 0, 0, 0, 0, 0, 0)
	}
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func damaged(format string, args ...any) error {
	return fmt.Errorf("list of pieces: %w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// Decode reads a list. It checks everything but whether the pieces are what the list says: their
// order, that they fill the file, that they lie within their packs.
func Decode(b []byte) (*List, error) {
	le := binary.LittleEndian
	if len(b) < 8 || string(b[:4]) != magic {
		return nil, damaged("no magic")
	}
	if v := le.Uint32(b[4:]); v != Version {
		return nil, fmt.Errorf("%w %d, this program reads %d: update it", ErrVersion, v, Version)
	}
	if len(b) < headSize+4 {
		return nil, damaged("%d bytes", len(b))
	}
	packs, pieces := uint64(le.Uint32(b[16:])), uint64(le.Uint32(b[20:]))
	if packs > MaxPacks || uint64(len(b)) != headSize+packs*packSize+pieces*pieceSize+4 {
		return nil, damaged("%d bytes for %d packs and %d pieces", len(b), packs, pieces)
	}
	end := len(b) - 4
	if crc32.Checksum(b[:end], castagnoli) != le.Uint32(b[end:]) {
		return nil, damaged("checksum")
	}
	l := &List{Size: int64(le.Uint64(b[8:])), Packs: make([]Pack, packs),
		Pieces: make([]Piece, pieces)}
	b = b[headSize:]
	for i := range l.Packs {
		l.Packs[i] = Pack{Sum(b[:16]), int64(le.Uint64(b[16:]))}
		b = b[packSize:]
	}
	var sum int64
	for i := range l.Pieces {
		p := Piece{Sum: Sum(b[:16]), Size: int(le.Uint32(b[16:])), Stored: int(le.Uint32(b[20:])),
			Offset: int64(le.Uint64(b[24:])), Pack: int(le.Uint16(b[32:]))}
		if p.Size == 0 || p.Size > maxPiece || p.Stored == 0 || p.Stored > p.Size ||
			p.Pack >= len(l.Packs) || p.Offset < 0 || [6]byte(b[34:40]) != [6]byte{} ||
			p.Offset > l.Packs[p.Pack].Size-int64(p.Stored) {
			return nil, damaged("piece %d", i)
		}
		sum += int64(p.Size)
		l.Pieces[i] = p
		b = b[pieceSize:]
	}
	if sum != l.Size {
		return nil, damaged("pieces of %d bytes for a file of %d", sum, l.Size)
	}
	return l, nil
}
