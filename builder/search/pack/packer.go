package pack

import (
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
)

// Text is a packed text.
type Text struct {
	Packed []byte
	Size   uint32 // bytes of the text
	CRC    uint32 // its CRC-32 as gzip counts it (IEEE)
}

// Packer packs texts for one coding. It is for one goroutine.
type Packer struct {
	c *Coding
	// by the hash of its first bytes: the longest phrase, plus 1
	longestPhrase [1 << hashBits]uint16
	shorterPhrase []uint16 // by phrase: the next shorter one with that hash, plus 1
	// by hash: its last place in the text, plus 1, plus base; base and less stand for none
	head [1 << hashBits]int32
	base int32
	prev []int32 // by place: the one before it with that hash, plus 1; 0 and less stand for none
	w    bitWriter
}

const (
	hashBits  = 12
	hashBytes = 4
	// maxTries is how many earlier offsets are tried for a match. In texts of some kilobytes more
	// tries find next to nothing.
	maxTries = 12
	// lazy: after a match of so many bytes, no longer match is looked for one byte later.
	lazy = 32
	// chunkSize is how many bytes of text are packed at a time. A chunk does not refer to the chunk
	// before it. This bounds memory and costs next to nothing, because the window is not larger.
	chunkSize = window

	segmentHead = 5
)

// NewPacker returns a Packer for a coding.
func NewPacker(c *Coding) *Packer {
	p := &Packer{c: c, shorterPhrase: make([]uint16, len(c.phrases))}
	for i := range c.phrases {
		h := hash(le.Uint32([]byte(c.phrases[i].text[:hashBytes])))
		p.shorterPhrase[i] = p.longestPhrase[h]
		p.longestPhrase[h] = uint16(i + 1)
	}
	return p
}

// hash is that of the first hashBytes bytes, as a number.
func hash(first uint32) uint32 { return first * 2654435761 >> (32 - hashBits) }

// Text packs a text.
func (p *Packer) Text(text []byte) Text {
	return Text{Packed: p.Append(nil, text), Size: uint32(len(text)), CRC: crc32.ChecksumIEEE(text)}
}

// Append appends the packed form of text to dst.
func (p *Packer) Append(dst []byte, text []byte) []byte {
	for part := range slices.Chunk(text, chunkSize) {
		dst = p.append(dst, part, len(p.c.phrases))
	}
	return dst
}

// append packs with the phrases below limit only.
func (p *Packer) append(dst []byte, text []byte, limit int) []byte {
	start := 0
	segment := func(end, phrase int) {
		dst = le.AppendUint16(dst, uint16(p.w.size()))
		dst = le.AppendUint16(dst, uint16(end-start))
		dst = append(dst, uint8(phrase))
		dst = append(dst, p.w.close()...)
		p.w.out = p.w.out[:0]
	}
	p.tokenize(text, limit, func(at int, s token) {
		switch {
		case s.phrase != noPhrase:
			segment(at, s.phrase)
			start = at + s.n
			return
		case s.distance > 0:
			p.w.write(p.c.matchCode(s.n, s.distance))
		default:
			p.w.write(p.c.lit[text[at]])
		}
		if p.w.size() > 1<<15 {
			segment(at+s.n, noPhrase)
			start = at + s.n
		}
	})
	if start < len(text) {
		segment(len(text), noPhrase)
	}
	return dst
}

// token replaces the next bytes of a text: by a phrase, by a match, or, with neither, by a literal
// of one byte.
type token struct {
	phrase   int // or noPhrase
	n        int // bytes
	distance int
}

// tokenize calls each for the tokens of at most one chunk of text, with phrases below limit only.
func (p *Packer) tokenize(text []byte, limit int, each func(at int, s token)) {
	p.begin(len(text))
	var next token
	looked := false // next is the best step from here
	for i := 0; i < len(text); {
		s := next
		if !looked {
			s = p.longest(text, i, limit)
		}
		looked = false
		p.insert(text, i, i+1)
		if s.distance > 0 && s.n < lazy {
			if next = p.longest(text, i+1, limit); next.n > s.n+1 {
				s, looked = token{phrase: noPhrase, n: 1}, true
			}
		}
		each(i, s)
		p.insert(text, i+1, i+s.n)
		i += s.n
	}
}

// begin forgets the text before, of which head still has places: those of the next text are counted
// from where it ended.
func (p *Packer) begin(size int) {
	p.base += int32(len(p.prev))
	if p.base > math.MaxInt32-chunkSize {
		clear(p.head[:])
		p.base = 0
	}
	p.prev = slices.Grow(p.prev[:0], size)[:size]
}

// insert notes the places from first to before end.
func (p *Packer) insert(text []byte, first, end int) {
	head, prev, base := &p.head, p.prev[:len(text)], p.base
	for k := first; k < min(end, len(text)-hashBytes+1); k++ {
		h := hash(le.Uint32(text[k:]))
		prev[k] = head[h] - base
		head[h] = base + int32(k+1)
	}
}

// longest returns the token at i that replaces the most bytes; on a tie, a phrase wins over a
// match.
func (p *Packer) longest(text []byte, i, limit int) token {
	s := token{phrase: noPhrase, n: 1}
	if i+hashBytes > len(text) {
		return s
	}
	h := hash(le.Uint32(text[i:]))
	for n := int(p.longestPhrase[h]) - 1; n >= 0; n = int(p.shorterPhrase[n]) - 1 {
		if t := p.c.phrases[n].text; n < limit && len(text)-i >= len(t) &&
			string(text[i:i+len(t)]) == t {
			s = token{phrase: n, n: len(t)}
			break
		}
	}
	here := text[i:min(len(text), i+maxMatch)]
	for at, tries := int(p.head[h]-p.base)-1, maxTries; at >= 0 && tries > 0 &&
		s.n < len(here); at, tries = int(p.prev[at])-1, tries-1 {
		if text[at+s.n] != here[s.n] {
			continue // not longer than what there is
		}
		if n := common(text[at:], here); n >= hashBytes && n > s.n {
			s = token{phrase: noPhrase, n: n, distance: i - at}
		}
	}
	return s
}

// common is how many bytes b and a begin with alike; a is not shorter.
func common(a, b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		if x := le.Uint64(a[n:]) ^ le.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
