package indexer

import (
	"bufio"
	"hash/crc32"

	"cartaz/builder/search/internal/index"
)

// fileWriter counts the bytes that it writes and sums them, section by section and block by block.
// It keeps the first error.
type fileWriter struct {
	w    *bufio.Writer
	size int64
	sum  uint32 // of the section
	err  error

	block  uint32 // sum of the block that is not full yet
	blocks []byte // sums of the full blocks
}

// write writes b, unless an earlier write failed. flush returns the error.
func (f *fileWriter) write(b []byte) {
	if f.err != nil {
		return
	}
	n, err := f.w.Write(b)
	f.sum = crc32.Update(f.sum, index.Castagnoli, b[:n])
	f.addBlocks(b[:n])
	f.err = err
}

// addBlocks adds bytes to the sums of the blocks that contain them.
func (f *fileWriter) addBlocks(b []byte) {
	for len(b) > 0 {
		n := min(len(b), index.BlockSize-int(f.size%index.BlockSize))
		f.block = crc32.Update(f.block, index.Castagnoli, b[:n])
		if f.size, b = f.size+int64(n), b[n:]; f.size%index.BlockSize == 0 {
			f.endBlock()
		}
	}
}

// blockSums returns the sums of all blocks up to here, the last one included.
func (f *fileWriter) blockSums() []byte {
	if f.size%index.BlockSize > 0 {
		f.endBlock()
	}
	return f.blocks
}

// endBlock records the sum of the block that is being written.
func (f *fileWriter) endBlock() {
	f.blocks = index.LE.AppendUint32(f.blocks, index.BlockSum(len(f.blocks)/4, f.block))
	f.block = 0
}

func (f *fileWriter) pad() {
	var zero [index.Alignment]byte
	f.write(zero[:index.Align(int(f.size))-int(f.size)])
}

func (f *fileWriter) flush() error {
	if f.err != nil {
		return f.err
	}
	return f.w.Flush()
}
