package match

import (
	"bytes"
	"math/bits"
	"slices"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
)

// measure finds how far other words are from one.
type measure struct {
	text  []byte
	key   uint64 // its first bytes, as dictionaries have them
	ascii bool
	runes []rune
	buf   [text.MaxToken]rune
}

func (m *measure) begin(w []byte) {
	m.text, m.key, m.ascii, m.runes = w, format.TextKey(w), isASCII(w), text.Runes(&m.buf, w)
}

// plausible reports whether a word that begins with the bytes of the key can be so near. Keys lie
// close together and words do not: this spares most candidates two waits for memory.
func (m *measure) plausible(key uint64, most int) bool {
	const high = 0x8080808080808080
	return !m.ascii || key&high != 0 || isNear(m.key, key, format.KeySize, most)
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
	var buf [text.MaxToken]rune
	return distance(m.runes, text.Runes(&buf, w), most)
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
// most when it is greater than most, which is at most maxEdits.
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
	var rows [3][text.MaxToken + 1]uint8
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

// sound is one spelling of a sound, and another of the same.
type sound struct{ from, to string }

// soundsOf are the pairs of names.Sounds, both ways, by their first byte.
var soundsOf = func() (all [256][]sound) {
	for _, pair := range names.Sounds() {
		for i, from := range pair {
			all[from[0]] = append(all[from[0]], sound{from, pair[1-i]})
		}
	}
	return all
}()

// addSounds adds the words that differ from a mistyped one in how one sound is spelled, as words of
// one edit. What stands before it must begin a word, and no more than begun bytes do.
func addSounds(p *Plan, word []byte, begun int) {
	for at := 0; at < len(word) && at <= begun; at++ {
		for _, s := range soundsOf[word[at]] {
			if at+len(s.from) > len(word) || string(word[at:at+len(s.from)]) != s.from {
				continue
			}
			p.key = append(append(p.key[:0], word[:at]...), s.to...)
			p.key = append(p.key, word[at+len(s.from):]...)
			addNear(p)
		}
	}
}

// addDoubled adds the words that differ from a mistyped one in two letters that are doubled or not,
// as words of one edit: chapel for Chappell. Longer words may have two edits anyway. What a change
// leaves before it must begin some word, as begun bytes of the mistyped one do: so a few lookups
// are left of some hundred.
//
//	chapel   chap begins chapter, chape nothing: the first change is in chap
//	chappel  chappel begins Chappell: the second is in appel
func addDoubled(p *Plan, word []byte, begun int) {
	var once [2 * text.MaxToken]byte
	for i := range 2 * min(begun, len(word)) {
		first, ok := appendDoubled(once[:0], word, i)
		if !ok || i%2 == 0 && !isBegun(p, first[:i/2+2]) {
			continue
		}
		left, _ := begunBy(p, first)
		for j := i &^ 1; j < 2*min(left, len(first)); j++ {
			if p.key, ok = appendDoubled(p.key[:0], first, j); ok && string(p.key) != string(word) {
				addNear(p)
			}
		}
	}
}

// isBegun reports whether some word of a document begins with letters.
func isBegun(p *Plan, letters []byte) bool {
	i := p.Terms.LowerBound(p.index.file.FirstWord(), p.Terms.Len(), letters)
	if i == p.Terms.Len() {
		return false
	}
	if n := len(letters); n < format.KeySize {
		rest := 64 - 8*n
		return p.Terms.KeyStart(i)>>rest == format.TextKey(letters)>>rest
	}
	return bytes.HasPrefix(p.Terms.Key(i), letters)
}

// appendDoubled appends a word with the letter number n/2 doubled, or of an odd n without the next
// one if that is the same; false where it is not. Only letters of one byte are looked at.
func appendDoubled(dst, word []byte, n int) ([]byte, bool) {
	at := n / 2
	switch {
	case word[at] >= utf8.RuneSelf:
		return dst, false
	case n%2 == 0:
		return append(append(append(dst, word[:at+1]...), word[at]), word[at+1:]...), true
	case at+1 == len(word) || word[at+1] != word[at]:
		return dst, false
	}
	return append(append(dst, word[:at]...), word[at+1:]...), true
}

// addNear adds the word in p.key, if some document has it, as one that is one edit away.
func addNear(p *Plan) {
	term, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), p.key)
	if !ok || slices.Contains(p.near[0], term) {
		return
	}
	p.near[0] = append(p.near[0], term)
	p.near[1] = slices.DeleteFunc(p.near[1], func(t int) bool { return t == term })
}
