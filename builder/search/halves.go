package search

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// A word of twoEdits letters or more has a beginning and an end of halfLetters letters and at least one letter between
// them. Of two edits either at most one touches the beginning: then the beginnings of both words are the same when each
// has lost one letter; or both do: then the ends are the same, since no edit reaches over the letter between. So the table
// of halves lists every word under its beginning without each of its letters in turn, and under its end, and what two edits
// can reach is found in five short lists.
const (
	halfLetters = 4
	halfKeys    = halfLetters + 1
	// minHalved is the shortest word that is two edits from one that two edits are looked for.
	minHalved = twoEdits - maxEdits

	halvesHead = 8 // u32 number of lists, a power of two; u32 number of entries
	halvesFill = 8 // entries of a list, about
)

// halfHash is what a list of the table is found by. Different halves may share it: every entry is looked at.
type halfHash uint32

// halfHashes returns the hashes of a word of minHalved letters or more, the end last. Some may be equal.
func halfHashes(w []rune) (all [halfKeys]halfHash) {
	for without := range halfLetters {
		h := newHalfHash(1)
		for i, r := range w[:halfLetters] {
			if i != without {
				h = h.add(r)
			}
		}
		all[without] = h.end()
	}
	h := newHalfHash(2)
	for _, r := range w[len(w)-halfLetters:] {
		h = h.add(r)
	}
	all[halfLetters] = h.end()
	return all
}

func newHalfHash(kind halfHash) halfHash { return 2166136261 ^ kind }

func (h halfHash) add(r rune) halfHash { return (h ^ halfHash(r)) * 16777619 }

// end mixes the bits, since the highest ones pick the list.
func (h halfHash) end() halfHash {
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// list is the number of the list among so many, a power of two.
func (h halfHash) list(lists int) int { return int(uint64(h) * uint64(lists) >> 32) }

// halvesTable is the table of halves of the words from firstWord to n of a dictionary.
func halvesTable(firstWord, n int, text func(rank int) []byte) []byte {
	words := 0
	for rank := firstWord; rank < n; rank++ {
		if utf8.RuneCount(text(rank)) >= minHalved {
			words++
		}
	}
	keys := make([]uint64, 0, words*halfKeys) // hash and number, so that they sort as the table does
	masks := make([]uint32, max(0, n-firstWord))
	var buf [maxWord]rune
	for rank := firstWord; rank < n; rank++ {
		w := decode(&buf, text(rank))
		if len(w) < minHalved {
			continue
		}
		masks[rank-firstWord], _ = letterMask(text(rank))
		for _, h := range halfHashes(w) {
			keys = append(keys, uint64(h)<<32|uint64(rank))
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	lists := halfListsFor(len(keys))
	b := make([]byte, 0, halvesHead+4*lists+8*len(keys))
	b = le.AppendUint32(b, uint32(lists))
	b = le.AppendUint32(b, uint32(len(keys)))
	next := 0
	for i, key := range keys {
		for list := halfHash(key >> 32).list(lists); next <= list; next++ {
			b = le.AppendUint32(b, uint32(i))
		}
	}
	for ; next < lists; next++ {
		b = le.AppendUint32(b, uint32(len(keys)))
	}
	for _, key := range keys {
		rank := uint32(key)
		b = le.AppendUint32(b, masks[int(rank)-firstWord])
		b = le.AppendUint32(b, rank)
	}
	return b
}

// halfListsFor is how many lists so many entries lie in.
func halfListsFor(entries int) int {
	lists := 1
	for lists*halvesFill < entries {
		lists *= 2
	}
	return lists
}

// halfLists is the table in an index. It has no lists in an index of version 1.
type halfLists struct {
	lists, n int
	starts   []byte
	entries  []byte
}

func (x *Index) halfLists() halfLists {
	b := x.sections[halves]
	if len(b) < halvesHead {
		return halfLists{}
	}
	t := halfLists{lists: int(le.Uint32(b)), n: int(le.Uint32(b[4:]))}
	if len(b) != halvesHead+4*t.lists+8*t.n {
		return halfLists{}
	}
	t.starts, t.entries = b[halvesHead:halvesHead+4*t.lists], b[halvesHead+4*t.lists:]
	return t
}

// list returns the entries of a hash.
func (t *halfLists) list(h halfHash) []byte { return t.at(h.list(t.lists)) }

// at returns the entries of a list.
func (t *halfLists) at(at int) []byte {
	lo, hi := int(le.Uint32(t.starts[4*at:])), t.n
	if at+1 < t.lists {
		hi = int(le.Uint32(t.starts[4*at+4:]))
	}
	if hi > t.n || lo > hi {
		return nil // damaged
	}
	return t.entries[8*lo : 8*hi]
}

// correctTwo is correct for two edits, of a word of twoEdits letters or more.
func (x *Index) correctTwo(t *halfLists, m *measure, budget *int, found func(term, edits int)) {
	mask, _ := letterMask(m.text)
	terms := x.dict(termDict)
	var seen [(maxEdits) * maxCorrections]uint32 // a word may stand in several lists
	var counts [maxEdits + 1]int
	n := 0
	hashes := halfHashes(m.runes)
	for _, h := range hashes {
		list := t.list(h)
		list = list[:min(len(list), 8**budget)]
		*budget -= len(list) / 8
		for ; len(list) >= 8; list = list[8:] {
			if bits.OnesCount32(mask^le.Uint32(list)) > 2*maxEdits {
				continue
			}
			rank := int(le.Uint32(list[4:]))
			if rank >= terms.n || !m.plausible(le.Uint64((*[keySize]byte)(terms.keys[rank*keySize:])[:]), maxEdits) {
				continue
			}
			d := m.distance(terms.key(rank), maxEdits)
			if d == 0 || d > maxEdits || counts[d] == maxCorrections || slices.Contains(seen[:n], uint32(rank)) {
				continue
			}
			seen[n] = uint32(rank)
			n++
			counts[d]++
			found(rank, d)
		}
	}
}
