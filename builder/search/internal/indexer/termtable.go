package indexer

import (
	"encoding/binary"
	"hash/maphash"
)

// termTable numbers the different terms of an index in the order in which they appear. A catalogue
// of a million events has more than a million (most of them neighbours), so they lie in blocks
// without a pointer for each: some 40 bytes a term where a map of strings takes 110, and nothing
// for the garbage collector to walk through.
type termTable struct {
	seed maphash.Seed
	// number + 1 by hash, 0 where there is none; a power of two, at most two thirds full
	slots  []uint32
	blocks [][]byte // the texts, each behind its length
	starts []uint32 // of each text: block × termBlock + place
	counts []uint32 // documents of each
}

// termBlock is the size of a block; no text is longer, so each lies in one.
const termBlock = 1 << 17

func newTermTable() termTable {
	return termTable{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10)}
}

func (t *termTable) len() int { return len(t.starts) }

// text returns a term by its number, a slice of the table.
func (t *termTable) text(number uint32) []byte {
	at := t.starts[number]
	b := t.blocks[at/termBlock][at%termBlock:]
	n, head := binary.Uvarint(b)
	return b[head : head+int(n)]
}

// number returns the number of a term, and whether it is new. It fails with ErrTooMany.
func (t *termTable) number(term []byte) (number uint32, isNew bool, err error) {
	mask := uint64(len(t.slots) - 1)
	at := maphash.Bytes(t.seed, term) & mask
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		if number := t.slots[at] - 1; string(t.text(number)) == string(term) {
			return number, false, nil
		}
	}
	if err := t.store(term); err != nil {
		return 0, false, err
	}
	number = uint32(len(t.starts) - 1)
	t.slots[at] = number + 1
	if len(t.starts)*3 > len(t.slots)*2 {
		t.grow()
	}
	return number, true, nil
}

// close forgets how to find terms; texts and counts stay.
func (t *termTable) close() { t.slots = nil }

func (t *termTable) store(term []byte) error {
	last := len(t.blocks) - 1
	need := len(term) + binary.MaxVarintLen16
	if need > termBlock {
		return ErrTooMany
	}
	if last < 0 || termBlock-len(t.blocks[last]) < need {
		if len(t.blocks) == (1<<32)/termBlock {
			return ErrTooMany
		}
		t.blocks = append(t.blocks, make([]byte, 0, termBlock))
		last++
	}
	b := t.blocks[last]
	t.starts = append(t.starts, uint32(last*termBlock+len(b)))
	t.counts = append(t.counts, 0)
	t.blocks[last] = append(binary.AppendUvarint(b, uint64(len(term))), term...)
	return nil
}

// grow doubles the slots.
func (t *termTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for number := range t.starts {
		at := maphash.Bytes(t.seed, t.text(uint32(number))) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(number) + 1
	}
}
