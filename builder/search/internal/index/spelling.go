package index

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// minSpelled is the length in letters of the shortest word of the spelling table, and of the
// shortest query word that is corrected.
const minSpelled = 4

// LetterMask returns one bit for each letter that a word holds an odd number of times; rare letters
// share bits. An edit changes at most two bits, so a search skips most of a dictionary by counting
// bits:
//
//	festival  a e f i l s t v
//	festvial  a e f i l s t v   no bit differs: one edit is possible
//	festivxl  e f i l s t v x   two bits differ: one edit is possible
//	carnaval  a c l n r v       eight bits differ: at least four edits
func LetterMask(word []byte) (mask uint32, letters int) {
	for i := 0; i < len(word); letters++ {
		c := word[i]
		if c < utf8.RuneSelf {
			mask ^= maskBits[c]
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		mask ^= otherBit(r)
		i += n
	}
	return mask, letters
}

func otherBit(r rune) uint32 { return 1 << (r % 6) }

// maskLetters holds the letters from the highest bit down, by their frequency in Portuguese and
// English words.
const maskLetters = "aeosirntdmulcpgbvfhqjxzkyw"

var maskBits = func() (of [utf8.RuneSelf]uint32) {
	for r := range rune(utf8.RuneSelf) {
		of[r] = otherBit(r)
	}
	for i, r := range maskLetters {
		of[r] = 1 << (31 - i)
	}
	return of
}()

// AppendSpelling appends the spelling table of the words, numbered from first to n-1.
func AppendSpelling(dst []byte, first, n int, word func(i int) []byte) []byte {
	type entry struct{ letters, number, mask uint32 }
	var entries []entry
	for i := first; i < n; i++ {
		if mask, letters := LetterMask(word(i)); letters >= minSpelled {
			entries = append(entries, entry{uint32(letters), uint32(i), mask})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.letters, y.letters), cmp.Compare(x.mask, y.mask),
			cmp.Compare(x.number, y.number))
	})
	dst = slices.Grow(dst, spellingLengths*4+len(entries)*8)
	for n := range uint32(spellingLengths) {
		i, _ := slices.BinarySearchFunc(entries, n,
			func(e entry, n uint32) int { return cmp.Compare(e.letters, n) })
		dst = LE.AppendUint32(dst, uint32(i))
	}
	for _, e := range entries {
		dst = LE.AppendUint32(dst, e.number)
	}
	for _, e := range entries {
		dst = LE.AppendUint32(dst, e.mask)
	}
	return dst
}

// MaxLetters is the largest number of letters of a word in the spelling table.
const MaxLetters = spellingLengths - 2

// SpellingTable holds the words of the dictionary of terms by their number of letters, then by
// their letter masks.
type SpellingTable struct {
	lengths, numbers, masks []byte
	blocks                  *blocks
	start                   int // of the table in the file
}

// SpellingTable returns the table of the file.
func (f *File) SpellingTable() SpellingTable {
	b := f.sections[Spelling]
	size := (len(b) - spellingLengths*4) / 8
	return SpellingTable{
		lengths: b[:spellingLengths*4], numbers: b[spellingLengths*4:][:size*4],
		masks:  b[spellingLengths*4+size*4:],
		blocks: &f.blocks, start: f.starts[Spelling],
	}
}

func (t *SpellingTable) mask(row int) uint32 { return LE.Uint32((*[4]byte)(t.masks[row*4:])[:]) }

// AppendNear appends the words with the given number of letters, at most MaxLetters, whose masks
// differ from mask in at most most bits. Words are numbers in the dictionary of terms; in a damaged
// file the numbers may be out of range. AppendNear reads no more rows than the budget, and
// subtracts the rows read from it.
func (t *SpellingTable) AppendNear(dst []uint32, letters int, mask uint32, most int,
	budget *int) []uint32 {
	t.blocks.touch(t.start, len(t.lengths))
	size := len(t.masks) / 4
	lo := min(int(LE.Uint32(t.lengths[letters*4:])), size)
	hi := max(lo, min(int(LE.Uint32(t.lengths[letters*4+4:])), size, lo+*budget))
	*budget -= hi - lo
	t.blocks.touch(t.start+len(t.lengths)+lo*4, 4*(hi-lo))
	t.blocks.touch(t.start+len(t.lengths)+len(t.numbers)+lo*4, 4*(hi-lo))
	for row := lo; row < hi; row++ {
		if bits.OnesCount32(t.mask(row)^mask) <= most {
			dst = append(dst, t.word(row))
		}
	}
	return dst
}

func (t *SpellingTable) word(row int) uint32 {
	return LE.Uint32((*[4]byte)(t.numbers[row*4:])[:])
}
