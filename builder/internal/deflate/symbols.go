package deflate

import "math/bits"

// The alphabets of DEFLATE (RFC 1951, section 3.2.5).
const (
	endBlock  = 256
	literals  = 286 // literals, the end of the block, lengths
	distances = 30
	minMatch  = 3
	maxMatch  = 258
	window    = 1 << 15 // the farthest distance

	maxCode       = 15 // bits of a code
	maxLengthCode = 7  // bits of a code of a code length
)

// A step is some literals and then a match: the count of literals in the lowest 16 bits, above them
// the length less minMatch (8 bits), the symbol of the distance (8 bits), the distance less one.
type step uint64

const (
	stepLength   = 16
	stepSymbol   = 24
	stepDistance = 32
)

func newStep(literals, length, distance int, symbol uint32) step {
	return step(literals) | step(length-minMatch)<<stepLength | step(symbol)<<stepSymbol |
		step(distance-1)<<stepDistance
}

// lengthCodes are the first length less minMatch of each length symbol, and how many extra bits
// follow it; distanceCodes the same of distances less one.
var lengthCodes, distanceCodes = func() (l, d [32]struct {
	first uint16
	extra uint8
}) {
	for i := range 28 {
		k := max(i/4-1, 0)
		l[i].extra = uint8(k)
		if i > 0 {
			l[i].first = l[i-1].first + 1<<l[i-1].extra
		}
	}
	l[28].first = maxMatch - minMatch // has a symbol without extra bits
	for i := range distances {
		k := max(i/2-1, 0)
		d[i].extra = uint8(k)
		if i > 0 {
			d[i].first = d[i-1].first + 1<<d[i-1].extra
		}
	}
	return l, d
}()

// lengthSymbols is the symbol of each length less minMatch, counted from the first length symbol.
var lengthSymbols = func() (t [256]uint8) {
	for v := range t {
		for i := range 28 {
			if int(lengthCodes[i].first) <= v {
				t[v] = uint8(i)
			}
		}
	}
	t[maxMatch-minMatch] = 28
	return t
}()

// distanceSymbol is the symbol of a distance less one: two for each power of two from 2 on, which
// the second highest bit tells apart.
func distanceSymbol(d uint32) uint32 {
	top := uint32(bits.Len32(d | 1))
	return 2*(top-1) + d>>(max(top, 2)-2)&1
}
