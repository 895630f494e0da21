package format

// letters says where the terms of each beginning lie: of words their first two letters, of
// Neighbours the first two of the joined words. Both are most of a dictionary, and most searches
// are for them. A search that begins there compares about half as many keys.
//
// It is made of keys in memory, when they are proven first, and is no part of a file.
type letters [2 * letterRows * (letterColumns + 1)]uint32

const (
	// letterRows is how many first letters there are, a to z.
	letterRows = 26
	// letterColumns is how many second ones: what is below a, a to z, and what is above z.
	letterColumns = letterRows + 2
)

// fill looks up all beginnings in a dictionary of terms.
func (l *letters) fill(d *Dictionary) {
	from := 0
	for i := range l {
		row, column := i/(letterColumns+1), i%(letterColumns+1)
		key := []byte{Neighbours, 'a' + byte(row%letterRows)}
		switch {
		case column == letterColumns: // where the row ends
			key[1]++
		case column > 0:
			key = append(key, 'a'+byte(column-1))
		}
		if row >= letterRows {
			key = key[1:]
		}
		from = d.LowerBound(from, d.n, key)
		l[i] = uint32(from)
	}
}

// bounds returns between which entries a key lies that TextKey returned that of, of the entries lo
// to hi.
func (l *letters) bounds(key uint64, lo, hi int) (from, until int) {
	row := letterRows
	if byte(key>>56) == Neighbours {
		row, key = 0, key<<8
	}
	first := byte(key>>56) - 'a'
	if first >= letterRows {
		return lo, hi
	}
	column := 0
	if second := byte(key >> 48); second > 'z' {
		column = letterColumns - 1
	} else if second >= 'a' {
		column = int(second-'a') + 1
	}
	at := (row+int(first))*(letterColumns+1) + column
	from, until = int(l[at]), int(l[at+1])
	return min(max(lo, from), hi), min(max(lo, until), hi)
}
