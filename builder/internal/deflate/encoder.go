package deflate

import (
	"hash/crc32"
	"math/bits"
)

// MaxBody is the most bytes of a body that [Encoder.Append] takes. Larger bodies gain from several
// blocks, each with codes of its own, as the library makes them.
const MaxBody = 1<<16 - 1

const (
	hashBits = 13
	// margin is how many bytes at the end are not searched, so that eight can always be read.
	margin = 9
	// lazyBelow is the length from which on no longer match is looked for at the next byte.
	lazyBelow = 16
	// knownEvery is the distance of the places within a match that later matches can begin at.
	knownEvery = 4
	// skipShift: after 1<<skipShift bytes without a match every second place is searched, after
	// twice as many every third, and so on.
	skipShift = 6
)

// header is that of a gzip file without name and time (RFC 1952, section 2.3.1); 255 stands for an
// unknown system.
const header = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// Encoder compresses bodies. What it makes of a body does not depend on the bodies before. The zero
// value is ready. It is not safe for concurrent use.
type Encoder struct {
	block
	// places is where four bytes with a hash were last seen, 0 also for nowhere. It fits into the
	// first cache of a processor.
	places [1 << hashBits]uint16
}

// Append appends a body of at most MaxBody bytes as a gzip file of one member (RFC 1952).
func (e *Encoder) Append(dst, body []byte) []byte {
	e.tokenize(body)
	out := e.write(append(dst, header...), body)
	out = le.AppendUint32(out, crc32.ChecksumIEEE(body))
	return le.AppendUint32(out, uint32(len(body)))
}

// begin forgets the body before.
func (e *Encoder) begin() {
	e.steps = e.steps[:0]
	clear(e.literalCounts[:])
	clear(e.distanceCounts[:])
	clear(e.places[:])
}

// tokenize splits a body into steps and counts their symbols.
func (e *Encoder) tokenize(body []byte) {
	e.begin()
	done := 0 // end of the steps
	places := &e.places
	limit := len(body) - margin
	// Places that are not known are 0, where a match can begin too: what is there is compared.
	for s := 1; s <= limit; {
		v := le.Uint32(body[s:])
		h := hash(v)
		at := int(places[h])
		places[h] = uint16(s)
		if le.Uint32(body[at:]) != v || s-at > window {
			s += 1 + (s-done)>>skipShift
			continue
		}
		n := matchLength(body, at, s)
		if n < lazyBelow && s < limit {
			if next, longer := e.find(body, s+1); longer > n {
				at, n, s = next, longer, s+1
			}
		}
		for at > 0 && s > done && n < maxMatch && body[at-1] == body[s-1] {
			at, s, n = at-1, s-1, n+1
		}
		e.countLiterals(body[done:s])
		e.addMatch(s-done, n, s-at)
		done = s + n
		for p := s + 1 + knownEvery/2; p < min(done-2, limit); p += knownEvery {
			e.known(body, p)
		}
		if done <= limit {
			e.known(body, done-2)
			e.known(body, done-1)
		}
		s = done
	}
	e.countLiterals(body[done:])
}

// hash is that of four bytes.
func hash(v uint32) uint32 { return v * 0x9E3779B1 >> (32 - hashBits) }

// known makes a place one that matches can refer to.
func (e *Encoder) known(body []byte, s int) {
	e.places[hash(le.Uint32(body[s:]))] = uint16(s)
}

// find finds a match of four bytes or more for s, and makes s known; n is 0 for none.
func (e *Encoder) find(body []byte, s int) (at, n int) {
	v := le.Uint32(body[s:])
	h := hash(v)
	at = int(e.places[h])
	e.places[h] = uint16(s)
	if le.Uint32(body[at:]) != v || s-at > window {
		return 0, 0
	}
	return at, matchLength(body, at, s)
}

// matchLength is how many bytes at a and at b, which is behind a, are the same, at most maxMatch.
// There must be eight bytes at b.
func matchLength(body []byte, a, b int) int {
	if diff := le.Uint64(body[a:]) ^ le.Uint64(body[b:]); diff != 0 { // most matches are short
		return bits.TrailingZeros64(diff) >> 3
	}
	y := body[b:min(len(body), b+maxMatch)]
	x := body[a:][:len(y)]
	n := 8
	for ; len(y)-n >= 8; n += 8 {
		if diff := le.Uint64(x[n:]) ^ le.Uint64(y[n:]); diff != 0 {
			return n + bits.TrailingZeros64(diff)>>3
		}
	}
	for n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// countLiterals counts bytes that stand as they are.
func (e *Encoder) countLiterals(b []byte) {
	counts := &e.literalCounts
	for _, c := range b {
		counts[c]++
	}
}

// addMatch adds a match after so many literals.
func (e *Encoder) addMatch(literals, length, distance int) {
	symbol := distanceSymbol(uint32(distance - 1))
	e.steps = append(e.steps, newStep(literals, length, distance, symbol))
	e.literalCounts[endBlock+1+int(lengthSymbols[uint8(length-minMatch)])]++
	e.distanceCounts[symbol&31]++
}
