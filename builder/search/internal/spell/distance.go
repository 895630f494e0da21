package spell

import (
	"math/bits"
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
)

// measure finds how far other words are from one.
type measure struct {
	text  []byte
	key   uint64 // its first bytes, as dictionaries have them
	ascii bool
	runes []rune
	buf   [analysis.MaxToken]rune
}

func (m *measure) begin(w []byte) {
	m.text, m.key, m.ascii = w, index.TextKey(w), isASCII(w)
	m.runes = analysis.Runes(&m.buf, w)
}

// plausible reports whether a word that begins with the bytes of the key can be so near. Keys lie
// close together and words do not: this spares most candidates two waits for memory.
func (m *measure) plausible(key uint64, most int) bool {
	const high = 0x8080808080808080
	return !m.ascii || key&high != 0 || isNear(m.key, key, index.KeySize, most)
}

// isNear reports whether the first bytes of two words, of which so many are known, can be made
// equal by edits, one or more.
func isNear(a, b uint64, known, edits int) bool {
	same := bits.LeadingZeros64(a^b) / 8
	if same >= known {
		return true
	}
	a, b, known = a<<(8*same), b<<(8*same), known-same
	if edits == 1 {
		// One letter and one place, so that all that follows must be equal: most of all calls end
		// here.
		rest := ^uint64(0) << (64 - 8*(known-1)) // of what is known beyond the letter
		return (a^b)<<8&rest == 0 || (a<<8^b)&rest == 0 || (a^b<<8)&rest == 0 ||
			known > 1 && bits.RotateLeft16(uint16(a>>48), 8) == uint16(b>>48) &&
				(a^b)<<16&(rest<<8) == 0
	}
	return isNear(a<<8, b<<8, known-1, edits-1) || isNear(a<<8, b, known-1, edits-1) ||
		isNear(a, b<<8, known-1, edits-1) ||
		known > 1 && bits.RotateLeft16(uint16(a>>48), 8) == uint16(b>>48) &&
			isNear(a<<16, b<<16, known-2, edits-1)
}

// distance is the number of edits to another word, or a number above most when it is greater than
// most.
func (m *measure) distance(w []byte, most int) int {
	if m.ascii && isASCII(w) {
		return distance(m.text, w, most)
	}
	var buf [analysis.MaxToken]rune
	return distance(m.runes, analysis.Runes(&buf, w), most)
}

func isASCII(w []byte) bool {
	for _, c := range w {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// distance is the number of edits between two words (optimal string alignment), or a number above
// most when it is greater than most, which is at most MaxEdits.
func distance[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	longer, shorter := max(len(a), len(b)), min(len(a), len(b))
	switch {
	case longer-shorter > most:
		return most + 1
	case longer <= 1:
		return longer
	case longer == 2 && shorter == 2 && a[0] == b[1] && a[1] == b[0]:
		return 1
	case most == 1:
		return 2 // both ends differ, and it is no swap
	case longer == 2:
		return 2
	}
	// Three rows of the usual table, of which only the diagonal band of width 2·most+1 can matter.
	var rows [3][analysis.MaxToken + 1]uint8
	far := uint8(most + 1)
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(min(j, int(far)))
	}
	for i := range len(a) {
		lo, hi := max(i-most, 0), min(i+most+1, len(b))
		row[lo] = far
		if lo == 0 {
			row[0] = uint8(min(i+1, int(far)))
		}
		best := row[lo]
		for j := lo; j < hi; j++ {
			d := last[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = min(d, far)
			best = min(best, d)
		}
		if hi < len(b) {
			row[hi+1] = far // the next row looks one place further
		}
		if best > uint8(most) {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}
