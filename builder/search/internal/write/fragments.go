package write

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"slices"
	"sync"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/pack"
)

const (
	shareDocs = 64
	// maxPackers bounds the memory for shares, of which each has two: one is packed while the other
	// is written.
	maxPackers = 8
)

// share is what one processor packs at a time.
type share struct {
	first, end   int    // documents
	spooled, out []byte // their blobs without and with the packed forms
}

// fragmentBytes writes the blobs of all documents and makes the fragment table what it will be on
// disk. Documents are packed apart from each other: while as many processors as there are pack
// their shares, the shares before are written. The bytes do not depend on how many there are.
func (a *indexAssembler) fragmentBytes() error {
	if err := a.spool.finish(); err != nil {
		return err
	}
	codings, err := a.train()
	if err != nil {
		return err
	}
	workers := min(runtime.GOMAXPROCS(0), maxPackers)
	packers := make([][format.FormCount]*pack.Packer, workers)
	for i := range packers {
		for form, c := range codings {
			packers[i][form] = pack.NewPacker(c)
		}
	}
	r := blobReader{spool: &a.spool, base: a.base}
	if r.base != nil {
		r.carryPacked = bytes.Equal(a.codings, a.base.file.Codings())
	}
	if err := r.begin(); err != nil {
		return err
	}
	at := uint64(0)
	var sets [2][]share
	for i := range sets {
		sets[i] = make([]share, workers)
	}
	for next, busy := 0, sets[0][:0]; next < a.docs || len(busy) > 0; {
		packing := sets[0][:0]
		for len(packing) < workers && next < a.docs {
			packing = packing[:len(packing)+1]
			s := &packing[len(packing)-1]
			s.first, s.end = next, min(next+shareDocs, a.docs)
			if err := r.fill(s, &a.fragments); err != nil {
				return err
			}
			next = s.end
		}
		var group sync.WaitGroup
		for i := range packing {
			group.Go(func() { packing[i].pack(&a.fragments, packers[i], r.carryPacked) })
		}
		for i := range busy {
			at = a.writeShare(&busy[i], at)
		}
		group.Wait()
		busy = packing
		sets[0], sets[1] = sets[1], sets[0]
	}
	if r.sum != a.blobSum {
		return fmt.Errorf("read the spool: %w", format.ErrCorrupt)
	}
	return nil
}

// blobReader reads the blobs from the spool, document after document, and passes over the term
// stream between them. Those of carried documents it reads from the base.
type blobReader struct {
	spool *spoolFile
	base  *base
	// carried documents have their packed forms too, because the codings are the same
	carryPacked bool
	in          *bufio.Reader
	at          uint64
	sum         uint32
}

func (r *blobReader) begin() error {
	if _, err := r.spool.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("rewind the spool: %w", err)
	}
	r.in = bufio.NewReaderSize(r.spool.file, 1<<18)
	return nil
}

// fill reads the documents of a share.
func (r *blobReader) fill(s *share, table *fragmentTable) error {
	s.spooled = s.spooled[:0]
	for id := s.first; id < s.end; id++ {
		entry := table.of(id)
		if old, ok := carried(entry); ok {
			if err := r.readCarried(s, entry, old); err != nil {
				return err
			}
			continue
		}
		size := 0
		for blob := range format.Blobs {
			if !blob.IsPacked() {
				size += int(blob.Size(entry))
			}
		}
		start := format.LE.Uint64(entry)
		if _, err := r.in.Discard(int(start - r.at)); err != nil {
			return fmt.Errorf("read the spool: %w", err)
		}
		from := len(s.spooled)
		s.spooled = slices.Grow(s.spooled, size)[:from+size]
		if _, err := io.ReadFull(r.in, s.spooled[from:]); err != nil {
			return fmt.Errorf("read the spool: %w", err)
		}
		r.at = start + uint64(size)
		r.sum = crc32.Update(r.sum, format.Castagnoli, s.spooled[from:])
	}
	return nil
}

// readCarried reads a document of the base.
func (r *blobReader) readCarried(s *share, entry []byte, old uint32) error {
	for blob := range format.Blobs {
		if blob.IsPacked() && !r.carryPacked {
			continue
		}
		b, err := r.base.file.Blob(old, blob)
		if err != nil {
			return fmt.Errorf("base: %w", err)
		}
		blob.Copy(entry, r.base.file.Entry(old))
		s.spooled = append(s.spooled, b...)
	}
	return nil
}

// pack makes the packed forms, except those that carried documents have, and notes all blobs in the
// table but not where they begin.
func (s *share) pack(table *fragmentTable, packers [format.FormCount]*pack.Packer,
	carryPacked bool) {
	s.out = s.out[:0]
	rest := s.spooled
	for id := s.first; id < s.end; id++ {
		entry := table.of(id)
		next := func(blob format.Blob) []byte {
			b := rest[:blob.Size(entry)]
			rest = rest[len(b):]
			s.out = append(s.out, b...)
			return b
		}
		if _, ok := carried(entry); ok && carryPacked {
			for blob := range format.Blobs {
				next(blob)
			}
			continue
		}
		var fragments [format.FormCount][]byte
		for form := range format.FormCount {
			fragments[form] = next(format.Blob(form))
		}
		for form, fragment := range fragments {
			from := len(s.out)
			s.out = packers[form].Append(s.out, fragment)
			(format.Packed + format.Blob(form)).Put(entry, s.out[from:])
		}
		next(format.Description)
	}
}

// writeShare writes a packed share that begins at that place among the fragments, and returns where
// it ends.
func (a *indexAssembler) writeShare(s *share, at uint64) uint64 {
	a.out.write(s.out)
	for id := s.first; id < s.end; id++ {
		entry := a.fragments.of(id)
		format.LE.PutUint64(entry, at)
		for blob := range format.Blobs {
			at += uint64(blob.Size(entry))
		}
	}
	return at
}
