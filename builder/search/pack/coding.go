package pack

import "fmt"

const (
	// maxPhrases is the most phrases of a coding; noPhrase is the number above.
	maxPhrases = 255
	noPhrase   = maxPhrases
	// minPhrase is the fewest bytes of a phrase. Shorter phrases save nothing, because a distance
	// of the size of a text takes about two bytes. The longest phrase is as long as the longest
	// match.
	minPhrase = 5
)

// Coding defines how texts of one kind are packed. It never changes and is safe for concurrent use.
type Coding struct {
	lengths []uint8                 // of the codes of symbols, then of distances
	lit     []bitString             // codes of symbols
	dist    []bitString             // codes of distances
	match   [maxMatch + 1]bitString // length codes with their extra bits, by length
	head    []byte                  // the gzip header and the head of the block: whole bytes …
	rest    bitString               // … and what does not fill one
	phrases []phrase                // by length, so that each refers only to those before it
}

// phrase is a text that an answer has in full at most once per window; everywhere else only its
// distance is sent.
type phrase struct {
	text string
	full []byte // packed
}

// gzipHeader says deflate, no flags, no time, no hint, unknown system (RFC 1952, section 2.3).
const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// Open reads a coding. It takes a copy of what it needs of b.
func Open(b []byte) (*Coding, error) {
	const fixed = symbols + distances + 2
	if len(b) < fixed {
		return nil, fmt.Errorf("%w: coding of %d bytes", ErrCorrupt, len(b))
	}
	lengths := append([]uint8(nil), b[:symbols+distances]...)
	for i, n := range lengths {
		if n == 0 {
			return nil, fmt.Errorf("%w: symbol %d has no code", ErrCorrupt, i)
		}
	}
	for _, part := range [][]uint8{lengths[:symbols], lengths[symbols:]} {
		if _, ok := codes(part, maxCode); !ok {
			return nil, fmt.Errorf("%w: code is not complete", ErrCorrupt)
		}
	}
	count := int(le.Uint16(b[fixed-2:]))
	b = b[fixed:]
	if count > maxPhrases {
		return nil, fmt.Errorf("%w: %d phrases", ErrCorrupt, count)
	}
	phrases := make([]string, 0, count)
	least := minPhrase
	for i := range count {
		n := 0
		if len(b) >= 2 {
			n = int(le.Uint16(b))
		}
		if n < least || n > maxMatch || n > len(b)-2 {
			return nil, fmt.Errorf("%w: length of phrase %d", ErrCorrupt, i)
		}
		phrases = append(phrases, string(b[2:2+n]))
		least, b = n, b[2+n:]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("%w: %d bytes behind the phrases", ErrCorrupt, len(b))
	}
	c := newCoding(lengths, phrases)
	c.packPhrases()
	return c, nil
}

// Append appends what Open reads.
func (c *Coding) Append(dst []byte) []byte {
	dst = append(dst, c.lengths...)
	dst = le.AppendUint16(dst, uint16(len(c.phrases)))
	for i := range c.phrases {
		dst = le.AppendUint16(dst, uint16(len(c.phrases[i].text)))
		dst = append(dst, c.phrases[i].text...)
	}
	return dst
}

// newCoding makes a coding from the lengths of complete codes and from phrases sorted by length.
// The full forms of the phrases are still missing; see packPhrases.
func newCoding(lengths []uint8, phrases []string) *Coding {
	c := &Coding{lengths: lengths, phrases: make([]phrase, len(phrases))}
	c.lit, _ = codes(lengths[:symbols], maxCode)
	c.dist, _ = codes(lengths[symbols:], maxCode)
	for n := minMatch; n <= maxMatch; n++ {
		symbol, extra := lengthSymbol(n)
		c.match[n] = c.lit[symbol].then(extra)
	}
	w := bitWriter{out: []byte(gzipHeader)}
	writeHead(&w, lengths)
	for ; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
	}
	c.head, c.rest = w.out, bitString{w.acc, w.n}
	for i, text := range phrases {
		c.phrases[i].text = text
	}
	return c
}

// packPhrases packs each phrase with the phrases before it.
func (c *Coding) packPhrases() {
	p := NewPacker(c)
	for i := range c.phrases {
		ph := &c.phrases[i]
		ph.full = p.append(nil, []byte(ph.text), i)
	}
}

// matchCode is the code of a match of n bytes at a distance.
func (c *Coding) matchCode(n, distance int) bitString {
	symbol, extra := distanceSymbol(distance)
	return c.match[n].then(c.dist[symbol]).then(extra)
}
