package pack

import "fmt"

// Unpacker restores texts from their packed form, to check it. Use it from one goroutine.
type Unpacker struct {
	c         *Coding
	lit, dist [1 << maxCode]uint16 // by the next bits: symbol × 16 + bits of its code
}

// NewUnpacker returns an Unpacker for a coding.
func NewUnpacker(c *Coding) *Unpacker {
	u := &Unpacker{c: c}
	table(&u.lit, c.lit)
	table(&u.dist, c.dist)
	return u
}

func table(t *[1 << maxCode]uint16, codes []bitString) {
	for symbol, code := range codes {
		for i := code.bits; i < 1<<maxCode; i += 1 << code.n {
			t[i] = uint16(symbol<<4) | uint16(code.n)
		}
	}
}

// Append appends the text of a packed form to dst. It fails with ErrCorrupt, at the latest when the
// text would exceed size bytes.
func (u *Unpacker) Append(dst, packed []byte, size int) ([]byte, error) {
	start := len(dst)
	for p := packed; len(p) > 0; {
		if len(p) < segmentHead {
			return nil, fmt.Errorf("%w: segment cut", ErrCorrupt)
		}
		n, text, phrase := int(le.Uint16(p)), int(le.Uint16(p[2:])), p[4]
		p = p[segmentHead:]
		end := len(dst) + text
		if (n+7)/8 > len(p) || end-start > size {
			return nil, fmt.Errorf("%w: segment out of bounds", ErrCorrupt)
		}
		r := bitReader{from: p[:(n+7)/8], left: n}
		for len(dst) < end {
			var ok bool
			if dst, ok = u.step(dst, start, &r); !ok {
				return nil, fmt.Errorf("%w: bits of a segment", ErrCorrupt)
			}
		}
		if len(dst) != end || r.left != 0 || r.acc != 0 {
			return nil, fmt.Errorf("%w: segment of another size", ErrCorrupt)
		}
		p = p[(n+7)/8:]
		if phrase == noPhrase {
			continue
		}
		if int(phrase) >= len(u.c.phrases) || len(dst)-start+len(u.c.phrases[phrase].text) > size {
			return nil, fmt.Errorf("%w: phrase %d", ErrCorrupt, phrase)
		}
		dst = append(dst, u.c.phrases[phrase].text...)
	}
	if len(dst)-start != size {
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrCorrupt, len(dst)-start, size)
	}
	return dst, nil
}

// step reads a literal or a match of a text that begins at start.
func (u *Unpacker) step(dst []byte, start int, r *bitReader) ([]byte, bool) {
	symbol := r.symbol(&u.lit)
	if symbol < endBlock {
		return append(dst, byte(symbol)), r.left >= 0
	}
	if symbol == endBlock {
		return dst, false
	}
	n, extra := lengthOf(symbol)
	n += r.take(extra)
	distance, extra := distanceOf(r.symbol(&u.dist))
	distance += r.take(extra)
	if r.left < 0 || distance > len(dst)-start || distance > window || n > maxMatch {
		return dst, false
	}
	for range n {
		dst = append(dst, dst[len(dst)-distance])
	}
	return dst, true
}

// bitReader reads bits, the lowest one first. A read past the end makes left negative.
type bitReader struct {
	from []byte
	acc  uint64
	n    uint // bits in acc
	left int  // bits
}

func (r *bitReader) fill() {
	for r.n <= 56 && len(r.from) > 0 {
		r.acc |= uint64(r.from[0]) << r.n
		r.from = r.from[1:]
		r.n += 8
	}
}

func (r *bitReader) take(n uint) int {
	r.fill()
	v := r.acc & (1<<n - 1)
	r.acc >>= n
	r.n -= min(n, r.n)
	r.left -= int(n)
	return int(v)
}

func (r *bitReader) symbol(t *[1 << maxCode]uint16) int {
	r.fill()
	entry := t[r.acc&(1<<maxCode-1)]
	r.take(uint(entry & 15))
	return int(entry >> 4)
}
