package pack

import "fmt"

const (
	// maxPhrases is the most phrases of a coding; noPhrase is the number above.
	maxPhrases = 255
	noPhrase   = maxPhrases
	// minPhrase is the fewest bytes of a phrase; the most are those of one match. Shorter ones save nothing, since a
	// distance of the size of a text takes about two bytes.
	minPhrase = 5
)

// Coding is how texts of one kind are packed. It never changes and is safe for concurrent use.
type Coding struct {
	lengths []uint8                 // of the codes of symbols, then of distances
	lit     []bitstring             // codes of symbols
	dist    []bitstring             // codes of distances
	match   [maxMatch + 1]bitstring // length codes with their extra bits, by length
	head    []byte                  // the gzip header and the head of the block: whole bytes …
	rest    bitstring               // … and what does not fill one
	phrases []phrase                // by length, so that each refers only to those before it
}

// phrase is a text that an answer holds once in full; everywhere else only its distance is sent.
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
	c.fill()
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

// newCoding makes a coding of the lengths of complete codes and of phrases sorted by length, whose full forms are still
// missing.
func newCoding(lengths []uint8, phrases []string) *Coding {
	c := &Coding{lengths: lengths, phrases: make([]phrase, len(phrases))}
	c.lit, _ = codes(lengths[:symbols], maxCode)
	c.dist, _ = codes(lengths[symbols:], maxCode)
	for n := minMatch; n <= maxMatch; n++ {
		symbol, extra := lengthSymbol(n)
		c.match[n] = c.lit[symbol].then(extra)
	}
	w := writer{out: []byte(gzipHeader)}
	writeHead(&w, lengths)
	for ; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
	}
	c.head, c.rest = w.out, bitstring{w.acc, w.n}
	for i, text := range phrases {
		c.phrases[i].text = text
	}
	return c
}

// fill packs the phrases by those before them.
func (c *Coding) fill() {
	p := NewPacker(c)
	for i := range c.phrases {
		ph := &c.phrases[i]
		ph.full = p.append(nil, []byte(ph.text), i)
	}
}

// reference is a match of n bytes at a distance.
func (c *Coding) reference(n, distance int) bitstring {
	symbol, extra := distanceSymbol(distance)
	return c.match[n].then(c.dist[symbol]).then(extra)
}
