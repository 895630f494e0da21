package index

import "sync/atomic"

const (
	// BlockSize is how many bytes of the file one checksum of the last section covers: a page of
	// memory, which is read from disk as a whole anyway. The checksums add 1/1024 to the file.
	BlockSize  = 1 << blockShift
	blockShift = 12
)

// blocks compares each block of the file with its checksum before the first answer that depends on
// it. One bit for each block remembers that it matched, so that a warm search pays one load from
// memory for each place that it reads. A search after CheckAgain finds a block that changes after
// it matched.
type blocks struct {
	data    []byte          // the file before its checksums
	sums    []byte          // u32 for each block
	matched []atomic.Uint64 // one bit for each block
	damaged atomic.Pointer[error]
	sound   atomic.Bool // all blocks match
	shift   uint        // blockShift; tests make blocks smaller
}

// blocksOf returns the number of blocks of n bytes.
func blocksOf(n int) int { return (n + BlockSize - 1) / BlockSize }

func (b *blocks) open(data, sums []byte) {
	b.data, b.sums, b.shift = data, sums, blockShift
	b.matched = make([]atomic.Uint64, blocksOf(len(data))/64+1)
}

// touch must be called before n bytes at a place of the file are used. It is small enough to be
// inlined: a search of a verified index pays one load for each place.
func (b *blocks) touch(at, n int) {
	if !b.sound.Load() {
		b.check(at, n)
	}
}

// check compares the blocks of n bytes at a place of the file that have not matched yet.
func (b *blocks) check(at, n int) {
	if n <= 0 {
		return
	}
	i, end := uint(at)>>b.shift, uint(at+n-1)>>b.shift+1
	for i < end {
		next := min(end, (i|63)+1)
		// Blocks i to next-1 share 64 bits.
		here := ^uint64(0) >> (64 - (next - i)) << (i % 64)
		if b.matched[i/64].Load()&here != here {
			for ; i < next; i++ {
				b.compare(i)
			}
		}
		i = next
	}
}

// compare records that block i matches its checksum, or records the damage.
func (b *blocks) compare(i uint) {
	start := int(i << b.shift)
	end := min(start+1<<b.shift, len(b.data))
	if BlockSum(int(i), Checksum(b.data[start:end])) == LE.Uint32(b.sums[4*i:]) {
		b.matched[i/64].Or(1 << (i % 64))
		return
	}
	b.fail(corrupt("bytes %d to %d do not match their checksum", start, end-1))
}

// fail records damage.
func (b *blocks) fail(err error) { b.damaged.CompareAndSwap(nil, &err) }

// CheckAgain forgets which blocks matched.
func (f *File) CheckAgain() {
	f.blocks.sound.Store(false)
	for i := range f.blocks.matched {
		f.blocks.matched[i].Store(0)
	}
}

// MarkVerified records that the whole file was compared with a checksum.
func (f *File) MarkVerified() { f.blocks.sound.Store(true) }

// Err returns the first damage that an earlier call found among the bytes that its answer depends
// on.
func (f *File) Err() error {
	if err := f.blocks.damaged.Load(); err != nil {
		return *err
	}
	return nil
}

// SumFinely replaces the checksums of blocks by one for every eight bytes of the undamaged file.
// With it, tests find answers that depend on bytes that were not touched before.
func (f *File) SumFinely(good []byte) {
	const shift = 3
	var sums []byte
	good = good[:f.starts[BlockSums]]
	for at := 0; at < len(good); at += 1 << shift {
		sums = LE.AppendUint32(sums, BlockSum(at>>shift, Checksum(good[at:at+1<<shift])))
	}
	matched := make([]atomic.Uint64, len(good)>>shift/64+1)
	f.blocks = blocks{data: f.data[:len(good)], sums: sums, matched: matched, shift: shift}
}
