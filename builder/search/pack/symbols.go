package pack

import "math/bits"

// The alphabets of DEFLATE (RFC 1951, section 3.2.5).
const (
	endBlock  = 256
	symbols   = 286 // literals, the end of the block, lengths
	distances = 30
	minMatch  = 3
	maxMatch  = 258
	window    = 1 << 15 // the farthest distance

	// maxCode is the longest code, in bits. The format allows 15. With 12, the sample brands take
	// less than 1 % more bytes, a byte that training has not seen gets cheaper, and the decoding
	// tables stay small.
	maxCode = 12
	// maxLengthCode is the most bits of a code of a code length.
	maxLengthCode = 7
)

// bitString is up to 64 bits, the first one lowest.
type bitString struct {
	bits uint64
	n    uint
}

// then returns b followed by c.
func (b bitString) then(c bitString) bitString {
	return bitString{b.bits | c.bits<<b.n, b.n + c.n}
}

// lengthSymbol is the symbol of a match of n bytes, and its extra bits.
func lengthSymbol(n int) (symbol int, extra bitString) {
	if n == maxMatch {
		return symbols - 1, bitString{}
	}
	v := uint(n - minMatch)
	if v < 8 {
		return endBlock + 1 + int(v), bitString{}
	}
	k := uint(bits.Len(v)) - 3
	return endBlock + 1 + int(4*k+v>>k), bitString{uint64(v & (1<<k - 1)), k}
}

// lengthOf returns the shortest match of a length symbol, and the number of its extra bits.
func lengthOf(symbol int) (n int, extra uint) {
	v := uint(symbol - endBlock - 1)
	switch {
	case symbol == symbols-1:
		return maxMatch, 0
	case v < 8:
		return minMatch + int(v), 0
	}
	k := v/4 - 1
	return minMatch + int((4+v%4)<<k), k
}

// distanceSymbol is the symbol of a distance of n bytes, and its extra bits.
func distanceSymbol(n int) (symbol int, extra bitString) {
	v := uint(n - 1)
	if v < 4 {
		return int(v), bitString{}
	}
	k := uint(bits.Len(v)) - 2
	return int(2*k + v>>k), bitString{uint64(v & (1<<k - 1)), k}
}

// distanceOf returns the shortest distance of a distance symbol, and the number of its extra bits.
func distanceOf(symbol int) (n int, extra uint) {
	v := uint(symbol)
	if v < 4 {
		return 1 + symbol, 0
	}
	k := v/2 - 1
	return 1 + int((2+v%2)<<k), k
}
