package indexer

import (
	"fmt"
	"hash/crc32"
	"slices"

	"cartaz/builder/search/internal/index"
)

// fragmentBytes writes the fragments of all documents, from the spool or, for carried documents,
// from the base, and brings the fragment table into its form on disk.
func (a *indexAssembler) fragmentBytes() error {
	if err := a.spool.finish(); err != nil {
		return err
	}
	var buf []byte
	at, sum := uint64(0), uint32(0)
	for id := range a.docs {
		entry := a.fragments[id*index.FragmentEntrySize:][:index.FragmentEntrySize]
		from, size := index.LE.Uint64(entry), 0
		for form := range index.Forms {
			size += int(form.Size(entry))
		}
		index.LE.PutUint64(entry, at)
		at += uint64(size)
		if from&carriedBit != 0 {
			for form := range index.Forms {
				b, err := a.base.file.Fragment(uint32(from&^carriedBit), form)
				if err != nil {
					return fmt.Errorf("base: %w", err)
				}
				a.out.write(b)
			}
			continue
		}
		buf = slices.Grow(buf[:0], size)[:size]
		if err := a.spool.read(buf, from); err != nil {
			return err
		}
		sum = crc32.Update(sum, index.Castagnoli, buf)
		a.out.write(buf)
	}
	if sum != a.blobSum {
		return fmt.Errorf("read the spool: %w", index.ErrCorrupt)
	}
	return nil
}
