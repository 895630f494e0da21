package search

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"

	"cartaz/builder/search/pack"
)

// Verify reads the whole index and reports the first damage as ErrCorrupt: a section that does not match its checksum, a
// fragment that does not match its own, or contents that break a rule of the format. An index that passes answers
// exactly; every change of a single byte is found here, if Open did not refuse it already.
func (x *Index) Verify() error {
	if err := x.verify(); err != nil {
		return fmt.Errorf("verify search index: %w", err)
	}
	return nil
}

func (x *Index) verify() error {
	at := headerSize
	for s := range x.stored {
		b := x.sections[s]
		if checksum(b) != x.sums[s] {
			return corrupt("%s do not match their checksum", s)
		}
		end := at + len(b)
		if !isZero(x.data[end:align(end)]) {
			return corrupt("padding after %s", s)
		}
		at = align(end)
	}
	if err := x.verifyFragments(); err != nil {
		return err
	}
	for s := termDict; s <= organizationDict; s++ {
		if err := x.verifyDict(s); err != nil {
			return err
		}
	}
	if err := x.verifyCorrections(); err != nil {
		return err
	}
	return x.verifyHalves()
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

func (x *Index) verifyFragments() error {
	unpackers, err := x.unpackers()
	if err != nil {
		return err
	}
	next := uint64(0)
	var all [blobs][]byte
	var text []byte
	for id := range uint32(x.docs) {
		entry := x.entry(id)
		if le.Uint64(entry) != next {
			return corrupt("fragments of document %d are not behind those before", id)
		}
		for p := range blobs {
			next += uint64(p.size(entry))
			if all[p], err = x.blob(id, p); err != nil {
				return err
			}
		}
		for f := range packed {
			text, err = unpackers[f].Append(text[:0], all[packed+f], len(all[f]))
			if err != nil || !bytes.Equal(text, all[f]) {
				return corrupt("%s of document %d is not what is packed", Form(f), id)
			}
		}
	}
	if size := len(x.sections[fragmentBytes]); next != uint64(size) {
		return corrupt("%d bytes of fragments instead of %d", size, next)
	}
	return nil
}

func (x *Index) unpackers() (all [formCount]*pack.Unpacker, err error) {
	section := x.sections[codingBytes]
	size := uint64(codingHead)
	for f := range formCount {
		c, err := x.Coding(f)
		if err != nil {
			return all, err
		}
		all[f] = pack.NewUnpacker(c)
		size += uint64(le.Uint32(section[4*f:]))
	}
	if size != uint64(len(section)) {
		return all, corrupt("%d bytes of codings instead of %d", len(section), size)
	}
	return all, nil
}

func (x *Index) verifyDict(s section) error {
	d := x.dict(s)
	var last []byte
	for i := range d.n {
		r, key := d.record(i), d.key(i)
		switch {
		case len(key) == 0:
			return corrupt("%s: entry %d has no text", s, i)
		case i > 0 && bytes.Compare(last, key) >= 0:
			return corrupt("%s: entry %d is out of order", s, i)
		case le.Uint64(d.keys[i*keySize:]) != textKey(key):
			return corrupt("%s: entry %d has another key than its text", s, i)
		case len(d.label(i)) != r.labelLen:
			return corrupt("%s: label of entry %d out of bounds", s, i)
		}
		l, ok := d.list(i)
		if !ok {
			return corrupt("%s: list of entry %d out of bounds", s, i)
		}
		if !l.valid(x.docs) {
			return corrupt("%s: list of entry %d", s, i)
		}
		last = key
	}
	return nil
}

// valid reports whether the list holds as many documents as it says, all of them of the index, each in one class, in
// order.
func (l *leaf) valid(docs int) bool {
	if !l.dense {
		last := -1
		for i := range l.count {
			p := l.posting(i)
			doc := int(p >> docShift)
			if doc <= last || doc >= docs || p&(1<<docShift-1) == 0 {
				return false
			}
			last = doc
		}
		return isZero(l.data[l.count*4:])
	}
	count := 0
	words := wordsFor(docs)
	for i := range words {
		here := le.Uint64(l.data[i*16:]) | le.Uint64(l.data[i*16+8:])
		count += bits.OnesCount64(here)
		if i == words-1 && docs%64 > 0 && here>>(docs%64) != 0 {
			return false
		}
	}
	return count == l.count
}

func (x *Index) verifyCorrections() error {
	table, terms := x.sections[corrections], x.dict(termDict)
	size := (len(table) - lengths*4) / 8
	ranks, masks := table[lengths*4:lengths*4+size*4], table[lengths*4+size*4:]
	end := 0
	for n := range lengths {
		start := end
		if n+1 < lengths {
			end = int(le.Uint32(table[n*4+4:]))
		} else {
			end = size
		}
		if int(le.Uint32(table[n*4:])) != start || end < start || end > size {
			return corrupt("corrections: words of %d letters out of bounds", n)
		}
		for i := start; i < end; i++ {
			rank := int(le.Uint32(ranks[i*4:]))
			if rank >= terms.n {
				return corrupt("corrections: word %d out of bounds", i)
			}
			mask, letters := letterMask(terms.key(rank))
			if mask != le.Uint32(masks[i*4:]) || letters != n {
				return corrupt("corrections: word %d is another one", i)
			}
			if i > start {
				before := le.Uint32(masks[i*4-4:])
				if before > mask || before == mask && rank <= int(le.Uint32(ranks[i*4-4:])) {
					return corrupt("corrections: word %d is out of order", i)
				}
			}
		}
	}
	return nil
}

// verifyHalves looks at every entry and counts those that there must be, so that nothing is made that grows with the
// words: an edge verifies each release that goes live.
func (x *Index) verifyHalves() error {
	if x.stored <= halves {
		return nil
	}
	terms := x.dict(termDict)
	var buf [maxWord]rune
	want := 0
	for rank := x.firstWord; rank < terms.n; rank++ {
		if w := decode(&buf, terms.key(rank)); len(w) >= minHalved {
			all := halfHashes(w)
			slices.Sort(all[:])
			want += len(slices.Compact(all[:]))
		}
	}
	t := x.halfLists()
	if t.n != want || t.lists != halfListsFor(want) || le.Uint32(t.starts) != 0 {
		return corrupt("halves: %d in %d lists instead of %d in %d", t.n, t.lists, want, halfListsFor(want))
	}
	seen := 0
	for at := range t.lists {
		list := t.at(at)
		seen += len(list) / 8
		last := uint64(0) // hash and number + 1, which grow
		for ; len(list) > 0; list = list[8:] {
			rank := int(le.Uint32(list[4:]))
			if rank < x.firstWord || rank >= terms.n {
				return corrupt("halves: word %d out of bounds", rank)
			}
			w := decode(&buf, terms.key(rank))
			mask, _ := letterMask(terms.key(rank))
			if len(w) < minHalved || mask != le.Uint32(list) {
				return corrupt("halves: word %d is another one", rank)
			}
			next := uint64(0)
			for _, h := range halfHashes(w) {
				if key := uint64(h)<<32 + uint64(rank) + 1; h.list(t.lists) == at && key > last && (next == 0 || key < next) {
					next = key
				}
			}
			if next == 0 {
				return corrupt("halves: word %d in the wrong place", rank)
			}
			last = next
		}
	}
	if seen != t.n {
		return corrupt("halves: lists out of bounds")
	}
	return nil
}
