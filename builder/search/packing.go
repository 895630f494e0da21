package search

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"cartaz/builder/search/pack"
)

// What the codings are trained on: so many pages of results, each a stretch of the list, evenly spread over it, since
// neighbours in the list have their dates in common and those far apart do not.
const (
	samplePages = 16
	sampleDocs  = 20
	// sampleBytes is the most of one form and page that is looked at, and of one document: training takes about 0.1 µs
	// for a byte.
	sampleBytes = 64 << 10
)

// fragmentBytes writes the blobs of all documents and makes the fragment table what it will be on disk.
func (a *assembly) fragmentBytes() error {
	if err := a.fragments.Flush(); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	packers, err := a.train()
	if err != nil {
		return err
	}
	if _, err := a.spool.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("rewind the spool: %w", err)
	}
	spool := bufio.NewReaderSize(a.spool, 1<<16)
	var buf []byte
	var all [blobs][]byte
	at, sum := uint64(0), uint32(0)
	for id := range a.docs {
		entry := a.Writer.table[id*fragmentSize:][:fragmentSize]
		size := 0
		for p := range blobs {
			if p < packed || p == description {
				size += int(p.size(entry))
			}
		}
		buf = slices.Grow(buf[:0], size)[:size]
		if _, err := io.ReadFull(spool, buf); err != nil {
			return fmt.Errorf("read the spool: %w", err)
		}
		sum = crc32.Update(sum, castagnoli, buf)
		rest := buf
		for f := range packed {
			all[f], rest = rest[:f.size(entry)], rest[f.size(entry):]
			all[packed+f] = packers[f].Append(all[packed+f][:0], all[f])
		}
		all[description] = rest
		le.PutUint64(entry, at)
		for p, b := range all {
			blob(p).put(entry, b)
			a.out.write(b)
			at += uint64(len(b))
		}
	}
	if sum != a.spoolSum {
		return fmt.Errorf("read the spool: %w", ErrCorrupt)
	}
	return nil
}

// train makes the codings of all forms, and packers for them.
func (a *assembly) train() (packers [formCount]*pack.Packer, err error) {
	pages := min(samplePages, a.docs/sampleDocs)
	if a.docs > 0 {
		pages = max(pages, 1)
	}
	var samples [formCount][][][]byte
	for n := range pages {
		first := n * (a.docs - min(a.docs, sampleDocs)) / max(pages-1, 1)
		page, err := a.page(first, min(first+sampleDocs, a.docs))
		if err != nil {
			return packers, err
		}
		for f := range formCount {
			samples[f] = append(samples[f], page[f])
		}
	}
	a.codings = make([]byte, codingHead)
	for f := range formCount {
		c := pack.Train(samples[f])
		packers[f] = pack.NewPacker(c)
		start := len(a.codings)
		a.codings = c.Append(a.codings)
		le.PutUint32(a.codings[4*f:], uint32(len(a.codings)-start))
	}
	return packers, nil
}

// page reads the fragments of a stretch of documents, by form.
func (a *assembly) page(first, end int) (page [formCount][][]byte, err error) {
	var bytes [formCount]int
	for id := first; id < end; id++ {
		entry := a.Writer.table[id*fragmentSize:][:fragmentSize]
		size := 0
		for f := range packed {
			size += min(int(f.size(entry)), sampleBytes+1)
		}
		if size > sampleBytes {
			continue
		}
		b := make([]byte, size)
		if _, err := a.spool.Seek(int64(le.Uint64(entry)), io.SeekStart); err != nil {
			return page, fmt.Errorf("seek in the spool: %w", err)
		}
		if _, err := io.ReadFull(a.spool, b); err != nil {
			return page, fmt.Errorf("read the spool: %w", err)
		}
		for f := range formCount {
			n := int(blob(f).size(entry))
			if bytes[f] += n; bytes[f] <= sampleBytes {
				page[f] = append(page[f], b[:n])
			}
			b = b[n:]
		}
	}
	return page, nil
}
