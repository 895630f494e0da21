package write

import (
	"bufio"
	"hash/crc32"
	"io"
	"slices"

	"cartaz/builder/search/internal/format"
)

// fileWriter counts what is written and sums it, section by section and block by block. It holds
// the first error.
type fileWriter struct {
	w    *bufio.Writer
	size int64
	sum  uint32 // of the section
	err  error

	block  uint32 // sum of the block that is not full yet
	blocks []byte // sums of the full ones
}

func newFileWriter(out io.Writer) *fileWriter {
	return &fileWriter{w: bufio.NewWriterSize(out, 1<<16)}
}

// write writes b, unless something failed before. flush tells.
func (f *fileWriter) write(b []byte) {
	if f.err != nil {
		return
	}
	n, err := f.w.Write(b)
	f.sum = crc32.Update(f.sum, format.Castagnoli, b[:n])
	f.addBlocks(b[:n])
	f.err = err
}

// addBlocks adds what goes out to the sums of the blocks that it lies in.
func (f *fileWriter) addBlocks(b []byte) {
	for len(b) > 0 {
		n := min(len(b), format.BlockSize-int(f.size%format.BlockSize))
		f.block = crc32.Update(f.block, format.Castagnoli, b[:n])
		if f.size, b = f.size+int64(n), b[n:]; f.size%format.BlockSize == 0 {
			f.blocks, f.block = format.LE.AppendUint32(f.blocks, f.block), 0
		}
	}
}

// blockSums returns the sums of all blocks up to here, the last one included.
func (f *fileWriter) blockSums() []byte {
	all := slices.Clone(f.blocks)
	if f.size%format.BlockSize > 0 {
		all = format.LE.AppendUint32(all, f.block)
	}
	return all
}

func (f *fileWriter) pad() {
	var zero [format.Alignment]byte
	f.write(zero[:format.Align(int(f.size))-int(f.size)])
}

func (f *fileWriter) flush() error {
	if f.err != nil {
		return f.err
	}
	return f.w.Flush()
}
