package deflate

import "encoding/binary"

var le = binary.LittleEndian

// bitWriter appends bits to bytes, the first one lowest.
type bitWriter struct {
	out []byte
	acc uint64 // bits that are not in out yet; those above n are zero
	n   uint   // how many, below 8 after flush
}

// write appends n bits. At most 56 bits fit between two calls of flush.
func (w *bitWriter) write(bits uint64, n uint) {
	w.acc |= bits << (w.n & 63)
	w.n += n
}

// flush moves whole bytes to out.
func (w *bitWriter) flush() {
	w.out = le.AppendUint64(w.out, w.acc)
	whole := w.n >> 3
	w.out = w.out[:len(w.out)-8+int(whole)]
	w.acc >>= whole << 3
	w.n &= 7
}

// close fills the last byte with zeros and returns everything.
func (w *bitWriter) close() []byte {
	w.flush()
	if w.n > 0 {
		w.out = append(w.out, byte(w.acc))
	}
	w.acc, w.n = 0, 0
	return w.out
}

// lengthOrder is the order in which a block lists the lengths of its code length codes (RFC 1951,
// section 3.2.7).
var lengthOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// block writes one last block with dynamic codes.
type block struct {
	bitWriter
	literalCounts  [literals + 2]uint32
	distanceCounts [distances + 2]uint32

	literal, distance, length code
	lengths                   []uint8  // of both codes, one after the other
	items                     []uint16 // of the list of lengths: symbol, and its extra bits above 8
}

// lengthExtra is how many extra bits the symbols of the list of lengths have, from 16 on.
var lengthExtra = [...]uint{2, 3, 7}

// complete counts the end of the block, and makes sure that there are two distances.
func (b *block) complete() {
	b.literalCounts[endBlock]++
	used := 0
	for _, n := range b.distanceCounts[:distances] {
		if n > 0 {
			used++
		}
	}
	for i := 0; used < 2; i++ { // some decoders want a complete code
		if b.distanceCounts[i] == 0 {
			b.distanceCounts[i] = 1
			used++
		}
	}
}

// write writes a block of tokens whose symbols have been counted, with the best codes for it.
func (b *block) write(tokens []token) {
	b.complete()
	b.literal.build(b.literalCounts[:literals], maxCode)
	b.distance.build(b.distanceCounts[:distances], maxCode)
	b.head()
	b.body(tokens)
	b.bitWriter.write(uint64(b.literal.bits[endBlock]), uint(b.literal.lengths[endBlock]))
}

// head writes the codes (RFC 1951, section 3.2.7).
func (b *block) head() {
	nl, nd := literals, distances
	for b.literal.lengths[nl-1] == 0 {
		nl--
	}
	for b.distance.lengths[nd-1] == 0 {
		nd--
	}
	b.lengths = append(append(b.lengths[:0], b.literal.lengths[:nl]...), b.distance.lengths[:nd]...)
	var counts [len(lengthOrder)]uint32
	b.runs()
	for _, it := range b.items {
		counts[it&0xFF]++
	}
	b.length.build(counts[:], maxLengthCode)
	used := len(lengthOrder)
	for b.length.lengths[lengthOrder[used-1]] == 0 {
		used--
	}
	const last, dynamic = 1, 2
	b.bitWriter.write(last|dynamic<<1, 3)
	b.bitWriter.write(uint64(nl-257), 5)
	b.bitWriter.write(uint64(nd-1), 5)
	b.bitWriter.write(uint64(used-4), 4)
	for _, s := range lengthOrder[:used] {
		b.flush()
		b.bitWriter.write(uint64(b.length.lengths[s]), 3)
	}
	for _, it := range b.items {
		s := it & 0xFF
		b.flush()
		b.bitWriter.write(uint64(b.length.bits[s]), uint(b.length.lengths[s]))
		if s >= 16 {
			b.bitWriter.write(uint64(it>>8), lengthExtra[s-16])
		}
	}
}

// runs makes the items of the list of lengths: a length, one of the lengths before repeated 3 to 6
// times (16), zeros 3 to 10 times (17) or 11 to 138 times (18).
func (b *block) runs() {
	b.items = b.items[:0]
	for i := 0; i < len(b.lengths); {
		v, run := b.lengths[i], 1
		for i+run < len(b.lengths) && b.lengths[i+run] == v {
			run++
		}
		i += run
		if v != 0 {
			b.items = append(b.items, uint16(v))
			run--
		}
		for run > 0 {
			n := min(run, 138)
			switch {
			case run < 3:
				b.items = append(b.items, uint16(v))
				n = 1
			case v != 0:
				n = min(run, 6)
				b.items = append(b.items, uint16(n-3)<<8|16)
			case n < 11:
				b.items = append(b.items, uint16(n-3)<<8|17)
			default:
				b.items = append(b.items, uint16(n-11)<<8|18)
			}
			run -= n
		}
	}
}

// body writes literals and matches.
func (b *block) body(tokens []token) {
	literal, distance := &b.literal, &b.distance
	out, acc, n := b.out, b.acc, b.n
	for _, t := range tokens {
		// At most 7 bits are left from before; a match has at most 48.
		if t&matchFlag == 0 {
			s := t & 0xFF
			acc |= uint64(literal.bits[s]) << (n & 63)
			n += uint(literal.lengths[s])
		} else {
			v := uint32(t>>distanceBits) & 0xFF
			i := lengthSymbols[v] & 31
			s := endBlock + 1 + int(i)
			acc |= uint64(literal.bits[s]) << (n & 63)
			n += uint(literal.lengths[s])
			acc |= uint64(v-uint32(lengthCodes[i].first)) << (n & 63)
			n += uint(lengthCodes[i].extra)
			d := uint32(t & distanceField)
			i = distanceSymbol(d) & 31
			acc |= uint64(distance.bits[i]) << (n & 63)
			n += uint(distance.lengths[i])
			acc |= uint64(d-uint32(distanceCodes[i].first)) << (n & 63)
			n += uint(distanceCodes[i].extra)
		}
		if n >= 16 {
			out = le.AppendUint64(out, acc)
			out = out[:len(out)-8+int(n>>3)]
			acc >>= n &^ 7
			n &= 7
		}
	}
	b.out, b.acc, b.n = out, acc, n
	b.flush()
}
