package deflate

import (
	"encoding/binary"
	"slices"
)

var le = binary.LittleEndian

// bitWriter writes bits into bytes, the first one lowest. There must be room for eight bytes more
// than are written.
type bitWriter struct {
	out []byte
	at  int    // how many bytes of out are written
	acc uint64 // bits that are not in out yet; those above n are zero
	n   uint   // how many, below 8 after flush
}

// write adds n bits. At most 56 bits fit between two calls of flush.
func (w *bitWriter) write(bits uint64, n uint) {
	w.acc |= bits << (w.n & 63)
	w.n += n
}

// flush moves whole bytes to out.
func (w *bitWriter) flush() {
	le.PutUint64(w.out[w.at:], w.acc)
	w.at += int(w.n >> 3)
	w.acc >>= w.n & 0x38
	w.n &= 7
}

// close fills the last byte with zeros and returns everything.
func (w *bitWriter) close() []byte {
	w.n += 7
	w.flush()
	out := w.out[:w.at]
	*w = bitWriter{}
	return out
}

// lengthOrder is the order in which a block lists the lengths of its code length codes (RFC 1951,
// section 3.2.7).
var lengthOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// block writes one last block with dynamic codes.
type block struct {
	bitWriter
	steps          []step
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

// maxHead is more bytes than the codes of a block take: up to 316 lengths of 14 bits.
const maxHead = 640

// write appends a block of a body whose symbols have been counted, with the best codes for it.
func (b *block) write(dst, body []byte) []byte {
	b.complete()
	b.literal.build(b.literalCounts[:literals], maxCode)
	b.distance.build(b.distanceCounts[:distances], maxCode)
	size := len(dst) + maxHead + b.bits()/8
	b.out, b.at = slices.Grow(dst, size-len(dst))[:size], len(dst)
	b.head()
	b.body(body)
	b.bitWriter.write(uint64(b.literal.bits[endBlock]), uint(b.literal.lengths[endBlock]))
	return b.close()
}

// bits is how many bits the symbols take, with those that follow them.
func (b *block) bits() int {
	n := uint32(0)
	for s, count := range b.literalCounts[:literals] {
		n += count * uint32(b.literal.lengths[s])
	}
	for i, count := range b.literalCounts[endBlock+1 : literals] {
		n += count * uint32(lengthCodes[i].extra)
	}
	for s, count := range b.distanceCounts[:distances] {
		n += count * uint32(b.distance.lengths[s]+distanceCodes[s].extra)
	}
	return int(n)
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
func (b *block) body(body []byte) {
	var lengths, distances [32]extended
	for i := range literals - endBlock - 1 {
		lengths[i] = b.literal.extend(endBlock+1+i, lengthCodes[i].first, lengthCodes[i].extra)
	}
	for i := range distances {
		distances[i] = b.distance.extend(i, distanceCodes[i].first, distanceCodes[i].extra)
	}
	for _, t := range b.steps {
		n := int(t & 0xFFFF)
		b.literals(body[:n])
		v := uint32(t >> stepLength & 0xFF)
		body = body[n+int(v)+minMatch:]
		// At most 7 bits are left from before; a match has at most 48.
		length := &lengths[lengthSymbols[v]&31]
		distance := &distances[t>>stepSymbol&31]
		acc := b.acc | length.with(v)<<(b.n&63)
		n0 := b.n + uint(length.n)
		b.acc = acc | distance.with(uint32(t>>stepDistance))<<(n0&63)
		b.n = n0 + uint(distance.n)
		b.flush()
	}
	b.literals(body)
}

// literals writes bytes as they are.
func (b *block) literals(body []byte) {
	codes := &b.literal.codes
	out, at, acc, n := b.out, b.at, b.acc, b.n
	for len(body) >= 3 {
		x, y, z := codes[body[0]], codes[body[1]], codes[body[2]]
		acc |= uint64(x&0xFFFF) << (n & 63)
		n += uint(x >> 16)
		acc |= uint64(y&0xFFFF) << (n & 63)
		n += uint(y >> 16)
		acc |= uint64(z&0xFFFF) << (n & 63)
		n += uint(z >> 16)
		le.PutUint64(out[at:], acc)
		at += int(n >> 3)
		acc >>= n & 0x38
		n &= 7
		body = body[3:]
	}
	for _, c := range body {
		x := codes[c]
		acc |= uint64(x&0xFFFF) << (n & 63)
		n += uint(x >> 16)
	}
	le.PutUint64(out[at:], acc)
	b.at, b.acc, b.n = at+int(n>>3), acc>>(n&0x38), n&7
}
