package pack

import (
	"fmt"
	"hash/crc32"
	"slices"
)

// Joiner joins packed texts of one coding, and literal texts, into a gzip file. The zero value is
// ready for Start. One Joiner can make many files and allocates nothing when the destination is
// large enough. Use it from one goroutine.
type Joiner struct {
	out  []byte // all of its capacity
	used int    // bytes of out that are written
	acc  uint64 // bits that do not fill a byte yet
	n    uint   // how many
	c    *Coding
	size int             // bytes of text so far
	crc  uint32          // their checksum
	last [maxPhrases]int // by phrase: its last place, plus 1
}

// slack is how many bytes must be free in out before a store of eight bytes, of which only some
// count.
const slack = 16

// Start begins a file, which is appended to dst.
func (j *Joiner) Start(dst []byte, c *Coding) {
	dst = slices.Grow(append(dst, c.head...), slack)
	j.out, j.used, j.acc, j.n = dst[:cap(dst)], len(dst), 0, 0
	j.c, j.size, j.crc = c, 0, 0
	clear(j.last[:])
	j.put(c.rest)
}

// grow makes space for n more bytes.
func grow(out []byte, used, n int) []byte {
	out = slices.Grow(out[:used], n)
	return out[:cap(out)]
}

// put appends at most 56 bits; the caller has made space.
func (j *Joiner) put(b bitString) {
	j.acc |= b.bits << j.n
	j.n += b.n
	le.PutUint64(j.out[j.used:], j.acc)
	j.used += int(j.n / 8)
	j.acc >>= j.n &^ 7
	j.n %= 8
}

// Literal adds a text that was not packed. Only the codes of its bytes compress it, so it should be
// short.
func (j *Joiner) Literal(text []byte) {
	j.size += len(text)
	j.crc = crc32.Update(j.crc, crc32.IEEETable, text)
	if most := len(text)*2 + slack; len(j.out)-j.used < most { // a code is less than two bytes
		j.out = grow(j.out, j.used, most)
	}
	lit := j.c.lit
	for ; len(text) >= 4; text = text[4:] {
		j.put(lit[text[0]].then(lit[text[1]]).then(lit[text[2]]).then(lit[text[3]]))
	}
	for _, b := range text {
		j.put(lit[b])
	}
}

// Text adds a packed text. The error ErrCorrupt means that the text was packed for another coding
// or is damaged; the file must not be used then.
func (j *Joiner) Text(t Text) error {
	end, ok := j.segments(t.Packed, j.size)
	if !ok || end-j.size != int(t.Size) {
		return fmt.Errorf("%w: text of %d bytes", ErrCorrupt, t.Size)
	}
	j.size = end
	j.crc = combineCRC(j.crc, t.CRC, t.Size)
	return nil
}

// segments writes a packed text at offset at of the answer, and returns the offset of its end.
func (j *Joiner) segments(p []byte, at int) (end int, ok bool) {
	out, used, acc, n := j.out, j.used, j.acc, j.n
	for len(p) >= segmentHead {
		left := uint(le.Uint16(p))
		at += int(le.Uint16(p[2:]))
		phrase := p[4]
		p = p[segmentHead:]
		size := int(left+7) / 8
		if len(p) < size {
			return 0, false
		}
		if len(out)-used < size+2*slack {
			out = grow(out, used, size+2*slack)
		}
		from := p
		p = p[size:]
		for ; left >= 56; left -= 56 {
			word := loadBits(from) & (1<<56 - 1)
			from = from[7:]
			le.PutUint64(out[used:], acc|word<<n)
			used += 7
			acc = word >> (56 - n)
		}
		acc |= loadBits(from) & (1<<left - 1) << n
		n += left
		le.PutUint64(out[used:], acc)
		used += int(n / 8)
		acc >>= n &^ 7
		n %= 8
		if phrase == noPhrase {
			continue
		}
		if int(phrase) >= len(j.c.phrases) {
			return 0, false
		}
		ph := &j.c.phrases[phrase]
		before := j.last[phrase]
		j.last[phrase] = at + 1
		if distance := at + 1 - before; before > 0 && distance <= window {
			ref := j.c.matchCode(len(ph.text), distance)
			acc |= ref.bits << n
			n += ref.n
			le.PutUint64(out[used:], acc)
			used += int(n / 8)
			acc >>= n &^ 7
			n %= 8
		} else {
			j.out, j.used, j.acc, j.n = out, used, acc, n
			if _, ok := j.segments(ph.full, at); !ok {
				return 0, false
			}
			out, used, acc, n = j.out, j.used, j.acc, j.n
		}
		at += len(ph.text)
	}
	j.out, j.used, j.acc, j.n = out, used, acc, n
	return at, len(p) == 0
}

// loadBits reads the next eight bytes as a number, zeros after the end.
func loadBits(b []byte) uint64 {
	if len(b) >= 8 {
		return le.Uint64(b)
	}
	return loadTail(b)
}

func loadTail(b []byte) (word uint64) {
	for i, c := range b {
		word |= uint64(c) << (8 * i)
	}
	return word
}

// Len is the number of bytes of text so far: of the answer before compression.
func (j *Joiner) Len() int { return j.size }

// Finish ends the file and returns dst with it. The next file needs another Start.
func (j *Joiner) Finish() []byte {
	j.out = grow(j.out, j.used, 2*slack)
	j.put(j.c.lit[endBlock])
	if j.n > 0 {
		j.put(bitString{0, 8 - j.n})
	}
	out := le.AppendUint32(j.out[:j.used], j.crc)
	out = le.AppendUint32(out, uint32(j.size))
	j.out, j.c = nil, nil
	return out
}
