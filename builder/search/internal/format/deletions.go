package format

import (
	"slices"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// The deletion index finds the words that two edits separate from a query word of nine letters or
// more, without looking at the whole dictionary. An edit is a letter added, left out, replaced, or
// swapped with its neighbour. It is the deletion neighbourhood of SymSpell, taken of the ends of
// words only, so that it stays small.
//
// A long word has a beginning of four letters, an end of four letters, and at least one letter
// between them, which no edit reaches over. Of two edits
//
//	at most one touches the beginning   the beginnings become equal when each loses one letter
//	both touch the beginning            the ends are equal
//
// So every word is listed under five keys: its beginning without each of its letters in turn, and
// its end. A query word has five keys too, and what two edits can reach stands in one of their five
// lists:
//
//	inesquecivel   nes- ies- ins- ine-  -ivel
//	inesqecivle    nes- ies- ins- ine-  -ivle   the beginnings are equal
//	nseiquecivel   sei- nei- nsi- nse-  -ivel   the ends are equal
//
// The lists are short, some eight entries. Different keys may share one, since a hash of the
// letters picks the list: every candidate is compared as a whole.
const (
	halfLetters = 4
	// deletionKeys is how many lists a word stands in.
	deletionKeys = halfLetters + 1
	// minDeletion is the shortest word that is listed, in letters: two less than the shortest query
	// word with two edits.
	minDeletion = 7

	deletionHead = 8 // u32 number of lists, a power of two; u32 number of entries
	listFill     = 8 // entries of a list, about
)

// deletionHash is the hash of a key.
type deletionHash uint32

// DeletionHashes returns the hashes of the keys of a word of minDeletion letters or more, that of
// its end last. Some may be equal.
func DeletionHashes(w []rune) (all [deletionKeys]deletionHash) {
	for without := range halfLetters {
		h := newDeletionHash(1)
		for i, r := range w[:halfLetters] {
			if i != without {
				h = h.add(r)
			}
		}
		all[without] = h.end()
	}
	h := newDeletionHash(2)
	for _, r := range w[len(w)-halfLetters:] {
		h = h.add(r)
	}
	all[halfLetters] = h.end()
	return all
}

func newDeletionHash(kind deletionHash) deletionHash { return 2166136261 ^ kind }

func (h deletionHash) add(r rune) deletionHash { return (h ^ deletionHash(r)) * 16777619 }

// end mixes the bits, since the highest ones pick the list.
func (h deletionHash) end() deletionHash {
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// list is the number of the list among so many, a power of two.
func (h deletionHash) list(lists int) int { return int(uint64(h) * uint64(lists) >> 32) }

// AppendDeletions appends the deletion index of the words, numbered from firstWord to n-1.
func AppendDeletions(dst []byte, firstWord, n int, wordAt func(i int) []byte) []byte {
	words := 0
	for rank := firstWord; rank < n; rank++ {
		if utf8.RuneCount(wordAt(rank)) >= minDeletion {
			words++
		}
	}
	// hash and number, so that they sort as the table does
	keys := make([]uint64, 0, words*deletionKeys)
	masks := make([]uint32, max(0, n-firstWord))
	var buf [text.MaxToken]rune
	for rank := firstWord; rank < n; rank++ {
		w := text.Runes(&buf, wordAt(rank))
		if len(w) < minDeletion {
			continue
		}
		masks[rank-firstWord], _ = LetterMask(wordAt(rank))
		for _, h := range DeletionHashes(w) {
			keys = append(keys, uint64(h)<<32|uint64(rank))
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	lists := deletionListsFor(len(keys))
	b := slices.Grow(dst, deletionHead+4*lists+8*len(keys))
	b = LE.AppendUint32(b, uint32(lists))
	b = LE.AppendUint32(b, uint32(len(keys)))
	next := 0
	for i, key := range keys {
		for list := deletionHash(key >> 32).list(lists); next <= list; next++ {
			b = LE.AppendUint32(b, uint32(i))
		}
	}
	for ; next < lists; next++ {
		b = LE.AppendUint32(b, uint32(len(keys)))
	}
	for _, key := range keys {
		rank := uint32(key)
		b = LE.AppendUint32(b, masks[int(rank)-firstWord])
		b = LE.AppendUint32(b, rank)
	}
	return b
}

// deletionListsFor is how many lists so many entries lie in.
func deletionListsFor(entries int) int {
	lists := 1
	for lists*listFill < entries {
		lists *= 2
	}
	return lists
}

// DeletionIndex is the index in a file.
type DeletionIndex struct {
	lists, n int
	starts   []byte
	entries  []byte
	blocks   *blocks
	start    int // of the table in the file
}

// DeletionIndex returns the deletion index of the file.
func (f *File) DeletionIndex() DeletionIndex {
	b := f.sections[Deletions]
	if len(b) < deletionHead {
		return DeletionIndex{}
	}
	f.blocks.touch(f.starts[Deletions], deletionHead)
	t := DeletionIndex{lists: int(LE.Uint32(b)), n: int(LE.Uint32(b[4:])), blocks: &f.blocks,
		start: f.starts[Deletions]}
	if len(b) != deletionHead+4*t.lists+8*t.n {
		return DeletionIndex{}
	}
	t.starts, t.entries = b[deletionHead:deletionHead+4*t.lists], b[deletionHead+4*t.lists:]
	return t
}

// DeletionEntry is the size of an entry: u32 letter mask and u32 number of the word in the
// dictionary of terms.
const DeletionEntry = 8

// List returns the entries of a hash.
func (t *DeletionIndex) List(h deletionHash) []byte {
	if t.lists == 0 {
		return nil // damaged
	}
	return t.at(h.list(t.lists))
}

// at returns the entries of a list.
func (t *DeletionIndex) at(at int) []byte {
	t.blocks.touch(t.start+deletionHead+4*at, min(8, len(t.starts)-4*at))
	lo, hi := int(LE.Uint32(t.starts[4*at:])), t.n
	if at+1 < t.lists {
		hi = int(LE.Uint32(t.starts[4*at+4:]))
	}
	if hi > t.n || lo > hi {
		return nil // damaged
	}
	t.blocks.touch(t.start+deletionHead+len(t.starts)+8*lo, 8*(hi-lo))
	return t.entries[8*lo : 8*hi]
}
