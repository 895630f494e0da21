package search

import "bytes"

// dict reads one dictionary: entries sorted by their keys.
type dict struct {
	section section
	n       int
	keys    []byte // the first eight bytes of each key
	records []byte
	texts   []byte
	lists   []byte
	docs    int
}

func (x *Index) dict(s section) dict {
	b := x.sections[s]
	n := len(b) / (keySize + recordSize)
	return dict{
		section: s, n: n, keys: b[:n*keySize], records: b[n*keySize:],
		texts: x.sections[textBytes], lists: x.sections[listBytes], docs: x.docs,
	}
}

func (d *dict) record(i int) record {
	b := d.records[i*recordSize:][:recordSize]
	return record{
		text:     int(le.Uint32(b)),
		keyLen:   int(le.Uint16(b[4:])),
		labelLen: int(le.Uint16(b[6:])),
		count:    int(le.Uint32(b[8:])),
		list:     int(le.Uint32(b[12:])),
	}
}

// key returns the key of entry i, or nil when it lies outside the texts.
func (d *dict) key(i int) []byte {
	r := d.record(i)
	b, _ := cut(d.texts, uint64(r.text), uint64(r.keyLen))
	return b
}

// label returns the label of entry i, or nil.
func (d *dict) label(i int) []byte {
	r := d.record(i)
	b, _ := cut(d.texts, uint64(r.text)+uint64(r.keyLen), uint64(r.labelLen))
	return b
}

// list returns the list of entry i, and false when it is empty or damaged.
func (d *dict) list(i int) (leaf, bool) {
	r := d.record(i)
	if r.count == 0 || r.count > d.docs {
		return leaf{}, false
	}
	b, ok := cut(d.lists, uint64(r.list)*alignment, uint64(listSize(r.count, d.docs)))
	return leaf{data: b, count: r.count, dense: isDense(r.count, d.docs)}, ok
}

// lowerIn returns the first entry of lo to hi-1 whose key is not less than w, or hi.
func (d *dict) lowerIn(lo, hi int, w []byte) int {
	want := textKey(w)
	for lo < hi {
		i := int(uint(lo+hi) / 2)
		k := le.Uint64(d.keys[i*keySize:])
		if k < want || k == want && bytes.Compare(d.key(i), w) < 0 {
			lo = i + 1
		} else {
			hi = i
		}
	}
	return lo
}

// find returns the entry with that key.
func (d *dict) find(w []byte) (int, bool) {
	i := d.lowerIn(0, d.n, w)
	return i, i < d.n && bytes.Equal(d.key(i), w)
}

// begins returns the entries from first on whose keys begin with p: lo to hi-1.
func (d *dict) begins(from int, p []byte) (lo, hi int) {
	lo = d.lowerIn(from, d.n, p)
	first, last := lo, d.n
	for first < last {
		i := int(uint(first+last) / 2)
		if bytes.HasPrefix(d.key(i), p) {
			first = i + 1
		} else {
			last = i
		}
	}
	return lo, first
}
