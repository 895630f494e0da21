package deflate

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

// A token is a literal byte, or a match: matchFlag, the length less minMatch above 15 bits of the
// distance less one.
type token uint32

const (
	matchFlag     token = 1 << 31
	distanceBits        = 15
	distanceField       = 1<<distanceBits - 1
)

// match is the token of a match.
func match(length, distance int) token {
	return matchFlag | token(length-minMatch)<<distanceBits | token(distance-1)
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

// distanceSymbols is the symbol of each distance less one below 256, and above them by its upper
// eight bits: symbols from there on have at least seven extra bits.
var distanceSymbols = func() (t [512]uint8) {
	for v := range t {
		d := v
		if v >= 256 {
			d = (v - 256) << 7
		}
		for i := range distances {
			if int(distanceCodes[i].first) <= d {
				t[v] = uint8(i)
			}
		}
	}
	return t
}()

// distanceSymbol is the symbol of a distance less one.
func distanceSymbol(d uint32) uint8 {
	if d < 256 {
		return distanceSymbols[d]
	}
	return distanceSymbols[256+d>>7&0xFF]
}
