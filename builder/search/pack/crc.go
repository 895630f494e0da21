package pack

import "hash/crc32"

// The CRC-32 of gzip is the remainder of a polynomial division. So the CRC of two texts in a row
// follows from their CRCs: multiply the first by x to the number of bits of the second text, and
// add the second. Polynomials have their highest power in the lowest bit, as in package hash/crc32.

const one = 1 << 31 // x^0

// shifts[i][n] is x^(8·m) with m = n·256^i: the factor that appends m zero bytes.
var shifts = func() (t [4][256]uint32) {
	step := uint32(one >> 8) // x^8
	for i := range t {
		t[i][0] = one
		for n := 1; n < 256; n++ {
			t[i][n] = multiply(t[i][n-1], step)
		}
		step = multiply(t[i][255], step)
	}
	return t
}()

// combineCRC returns the checksum of two texts in a row; size is the length of the second text in
// bytes.
func combineCRC(first, second, size uint32) uint32 {
	for i := 0; size > 0; i++ {
		if n := size & 0xFF; n > 0 {
			first = multiply(shifts[i][n], first)
		}
		size >>= 8
	}
	return first ^ second
}

// multiply multiplies two remainders and returns the remainder of the product.
func multiply(a, b uint32) uint32 {
	product := carryless(a, b)
	// Bit 62 is x^0, so the upper half is in place. The lower 31 bits are x^32 times another
	// polynomial; four zero bytes of input make the same product.
	low := uint32(product) << 1
	for range 4 {
		low = crc32.IEEETable[byte(low)] ^ low>>8
	}
	return uint32(product>>31) ^ low
}

// carryless multiplies two numbers without carries. Each multiplication uses only every fourth bit
// of its factors, so that the at most eight ones that are added in one bit do not carry into the
// next bit that is used.
func carryless(a, b uint32) uint64 {
	const m = 0x1111111111111111
	a0, a1, a2, a3 := uint64(a)&m, uint64(a)&(m<<1), uint64(a)&(m<<2), uint64(a)&(m<<3)
	b0, b1, b2, b3 := uint64(b)&m, uint64(b)&(m<<1), uint64(b)&(m<<2), uint64(b)&(m<<3)
	p0 := a0*b0 ^ a1*b3 ^ a2*b2 ^ a3*b1
	p1 := a0*b1 ^ a1*b0 ^ a2*b3 ^ a3*b2
	p2 := a0*b2 ^ a1*b1 ^ a2*b0 ^ a3*b3
	p3 := a0*b3 ^ a1*b2 ^ a2*b1 ^ a3*b0
	return p0&m | p1&(m<<1) | p2&(m<<2) | p3&(m<<3)
}
