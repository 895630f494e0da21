package index

import (
	"bytes"

	"cartaz/builder/search/analysis"
)

// Dictionary reads one dictionary: entries sorted by their keys.
type Dictionary struct {
	Section Section // where it is in the file
	n       int
	keys    []byte // the first eight bytes of each key
	entries []byte
	texts   []byte
	lists   []byte
	docs    int
	blocks  *blocks
	at      [3]int // where keys, texts and lists begin in the file
}

// Entry is one entry of a dictionary.
type Entry struct {
	Text, KeyLen, LabelLen int // the key in the texts; a label follows it
	Count                  int // documents
	List                   int // where the documents are in the lists, divided by Alignment
}

// Dictionary returns the dictionary in a section, Terms to lastDictionary.
func (f *File) Dictionary(s Section) Dictionary {
	b := f.sections[s]
	n := len(b) / (KeySize + EntrySize)
	return Dictionary{
		Section: s, n: n, keys: b[:n*KeySize], entries: b[n*KeySize:],
		texts: f.sections[TextBytes], lists: f.sections[ListBytes], docs: f.docs,
		blocks: &f.blocks, at: [...]int{f.starts[s], f.starts[TextBytes], f.starts[ListBytes]},
	}
}

// Len returns the number of entries.
func (d *Dictionary) Len() int { return d.n }

func (d *Dictionary) entry(i int) Entry {
	b := d.entries[i*EntrySize:][:EntrySize]
	return Entry{
		Text:     int(LE.Uint32(b)),
		KeyLen:   int(LE.Uint16(b[4:])),
		LabelLen: int(LE.Uint16(b[6:])),
		Count:    int(LE.Uint32(b[8:])),
		List:     int(LE.Uint32(b[12:])),
	}
}

// touch must be called before the use of an entry that no other method has returned.
func (d *Dictionary) touch(i int) {
	d.blocks.touch(d.at[0]+len(d.keys)+i*EntrySize, EntrySize)
}

// Count returns the number of documents of entry i.
func (d *Dictionary) Count(i int) int {
	d.touch(i)
	return d.entry(i).Count
}

// start returns the first bytes of the key of entry i, as TextKey does.
func (d *Dictionary) start(i int) uint64 {
	return LE.Uint64((*[KeySize]byte)(d.keys[i*KeySize:])[:])
}

// unchecked is like Key, for callers that prove the result themselves.
func (d *Dictionary) unchecked(i int) []byte {
	e := d.entry(i)
	b, _ := cut(d.texts, uint64(e.Text), uint64(e.KeyLen))
	return b
}

// Key returns the key of entry i, or nil if it is outside the texts.
func (d *Dictionary) Key(i int) []byte {
	d.touch(i)
	b := d.unchecked(i)
	d.blocks.touch(d.at[1]+d.entry(i).Text, len(b))
	return b
}

// Label returns the label of entry i, or nil.
func (d *Dictionary) Label(i int) []byte {
	d.touch(i)
	e := d.entry(i)
	b, _ := cut(d.texts, uint64(e.Text)+uint64(e.KeyLen), uint64(e.LabelLen))
	d.blocks.touch(d.at[1]+e.Text+e.KeyLen, len(b))
	return b
}

// Postings returns the list of entry i, and an empty list and false if it is damaged.
func (d *Dictionary) Postings(i int) (Postings, bool) {
	d.touch(i)
	e := d.entry(i)
	b, ok := cut(d.lists, uint64(e.List)*Alignment, uint64(listSize(e.Count, d.docs)))
	if !ok || e.Count == 0 || e.Count > d.docs {
		d.blocks.fail(corrupt("%s: entry %d of %d documents", d.Section, i, e.Count))
		return Postings{}, false
	}
	d.blocks.touch(d.at[2]+e.List*Alignment, len(b))
	return Postings{data: b, Count: e.Count, Dense: isDense(e.Count, d.docs)}, true
}

// LowerBound returns the first entry of lo to hi-1 whose key is not less than key, or hi. Damage on
// the way may lead the search astray, so in a file that is not verified it proves its result: of
// two keys that match their checksums, one is less than key and the next is not.
func (d *Dictionary) LowerBound(lo, hi int, key []byte) int {
	first, end, want := lo, hi, TextKey(key)
	for lo < hi {
		i := int(uint(lo+hi) / 2)
		k := d.start(i)
		if k == 0 { // no key begins with zeros: the file was overwritten while it is mapped
			d.astray(i)
		}
		if k < want || k == want && bytes.Compare(d.unchecked(i), key) < 0 {
			lo = i + 1
		} else {
			hi = i
		}
	}
	if !d.blocks.sound.Load() && (lo > first && bytes.Compare(d.Key(lo-1), key) >= 0 ||
		lo < end && bytes.Compare(d.Key(lo), key) < 0) {
		d.astray(lo)
	}
	return lo
}

// astray records that the keys around an entry are not in order.
func (d *Dictionary) astray(i int) {
	d.blocks.fail(corrupt("%s: out of order at entry %d", d.Section, i))
}

// Find returns the entry with that key. If ok is false, entry has no meaning.
func (d *Dictionary) Find(key []byte) (entry int, ok bool) { return d.FindIn(0, d.n, key) }

// FindIn is like Find, among the entries lo to hi-1.
func (d *Dictionary) FindIn(lo, hi int, key []byte) (entry int, ok bool) {
	i := d.LowerBound(lo, hi, key)
	if i == hi || d.start(i) != TextKey(key) && d.blocks.sound.Load() {
		return 0, false // known without a look at the text
	}
	return i, bytes.Equal(d.unchecked(i), key)
}

// WithPrefix returns the entries from first on whose keys begin with prefix, which must not be
// empty: lo to hi-1.
func (d *Dictionary) WithPrefix(from int, prefix []byte) (lo, hi int) {
	var buf [analysis.MaxToken]byte
	after := append(buf[:0], prefix...)
	after[len(after)-1]++ // no byte of UTF-8 is the last one
	lo = d.LowerBound(from, d.n, prefix)
	return lo, d.LowerBound(lo, d.n, after)
}

// Append appends an entry as on disk, without the first bytes of its key.
func (e Entry) Append(dst []byte) []byte {
	dst = LE.AppendUint32(dst, uint32(e.Text))
	dst = LE.AppendUint16(dst, uint16(e.KeyLen))
	dst = LE.AppendUint16(dst, uint16(e.LabelLen))
	dst = LE.AppendUint32(dst, uint32(e.Count))
	return LE.AppendUint32(dst, uint32(e.List))
}
