package pack

import "encoding/binary"

var le = binary.LittleEndian

// bitWriter appends bits to bytes, the first one lowest.
type bitWriter struct {
	out []byte
	acc uint64 // bits that do not fill a word yet; those above n are zero
	n   uint   // how many, below 64
}

// write appends bits.
func (w *bitWriter) write(b bitString) {
	w.acc |= b.bits << w.n
	w.n += b.n
	if w.n >= 64 {
		w.out = le.AppendUint64(w.out, w.acc)
		w.n -= 64
		w.acc = b.bits >> (b.n - w.n)
	}
}

// size is the number of bits written.
func (w *bitWriter) size() int { return len(w.out)*8 + int(w.n) }

// close fills the last byte with zeros and returns everything; the writer begins a new byte then.
func (w *bitWriter) close() []byte {
	for n := int(w.n); n > 0; n -= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
	}
	w.acc, w.n = 0, 0
	return w.out
}
