package text

// MaxDistant is the number of letters up to which [Distance] compares words, not counting an equal
// beginning or end.
const MaxDistant = 64

// Distance returns the number of edits between two words (optimal string alignment), or a number
// above most if it is greater than most or a word has more than MaxDistant letters. An edit
// inserts, deletes or replaces a letter, or swaps two neighbours.
func Distance[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if max(len(a)-len(b), len(b)-len(a)) > most || max(len(a), len(b)) > MaxDistant {
		return most + 1
	}
	// Three rows of the usual table, of which only the diagonal band of width 2·most+1 can matter.
	var rows [3][MaxDistant + 1]uint8
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
