package indexer

import "cartaz/builder/search/internal/index"

// fragmentTable is the fragment table while it is made: in blocks, so that it grows without being
// copied.
type fragmentTable struct{ blocks [][]byte }

// entriesPerBlock makes blocks of 256 KiB.
const entriesPerBlock = 4096

// add appends an entry of zeros and returns it.
func (t *fragmentTable) add() []byte {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last]) == cap(t.blocks[last]) {
		t.blocks = append(t.blocks, make([]byte, 0, entriesPerBlock*index.FragmentEntrySize))
		last++
	}
	n := len(t.blocks[last])
	t.blocks[last] = t.blocks[last][:n+index.FragmentEntrySize]
	return t.blocks[last][n:]
}

// of returns the entry of a document.
func (t *fragmentTable) of(id int) []byte {
	block, at := t.blocks[id/entriesPerBlock], id%entriesPerBlock*index.FragmentEntrySize
	return block[at:][:index.FragmentEntrySize]
}
