package search

// fragmentEntries is the fragment table while it is made: in blocks, so that it grows without being copied.
type fragmentEntries struct{ blocks [][]byte }

// entriesPerBlock makes blocks of 256 KiB.
const entriesPerBlock = 4096

// add appends an entry of zeros and returns it.
func (e *fragmentEntries) add() []byte {
	last := len(e.blocks) - 1
	if last < 0 || len(e.blocks[last]) == cap(e.blocks[last]) {
		e.blocks = append(e.blocks, make([]byte, 0, entriesPerBlock*fragmentSize))
		last++
	}
	n := len(e.blocks[last])
	e.blocks[last] = e.blocks[last][:n+fragmentSize]
	return e.blocks[last][n:]
}

// of returns the entry of a document.
func (e *fragmentEntries) of(id int) []byte {
	return e.blocks[id/entriesPerBlock][id%entriesPerBlock*fragmentSize:][:fragmentSize]
}
