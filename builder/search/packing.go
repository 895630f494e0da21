package search

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"slices"
	"sync"

	"cartaz/builder/search/pack"
)

// What the codings are trained on: so many pages of results, each a stretch of the list, spread over it, since
// neighbours in the list have their dates in common and those far apart do not.
const (
	samplePages = 16
	sampleDocs  = 20
	// sampleBytes is the most of one form and page that is looked at, and of one document: it bounds the time of training.
	sampleBytes = 64 << 10
)

// share is what one processor packs at a time.
type share struct {
	first, end   int    // documents
	spooled, out []byte // their blobs without and with the packed forms
}

const (
	shareDocs = 64
	// maxPackers bounds the memory for shares, of which each has two: one is packed while the other is written.
	maxPackers = 8
)

// fragmentBytes writes the blobs of all documents and makes the fragment table what it will be on disk. Documents are packed apart
// from each other: while as many processors as there are pack their shares, the shares before are written. The bytes do not depend
// on how many there are.
func (a *assembly) fragmentBytes() error {
	if err := a.spool.finish(); err != nil {
		return err
	}
	codings, err := a.train()
	if err != nil {
		return err
	}
	workers := min(runtime.GOMAXPROCS(0), maxPackers)
	packers := make([][formCount]*pack.Packer, workers)
	for i := range packers {
		for f, c := range codings {
			packers[i][f] = pack.NewPacker(c)
		}
	}
	r := spoolReader{spool: &a.spool, base: a.base}
	if r.base != nil {
		r.packed = bytes.Equal(a.codings, a.base.x.sections[codingBytes])
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
			if err := r.fill(s, &a.entries); err != nil {
				return err
			}
			next = s.end
		}
		var group sync.WaitGroup
		for i := range packing {
			group.Go(func() { packing[i].pack(&a.entries, packers[i], r.packed) })
		}
		for i := range busy {
			at = a.writeShare(&busy[i], at)
		}
		group.Wait()
		busy = packing
		sets[0], sets[1] = sets[1], sets[0]
	}
	if r.sum != a.blobSum {
		return fmt.Errorf("read the spool: %w", ErrCorrupt)
	}
	return nil
}

// spoolReader reads the blobs from the spool, document after document, and passes over what lies between; those of kept
// documents it reads from the base.
type spoolReader struct {
	*spool
	base   *base
	packed bool // kept documents keep their packed forms too, because the codings are the same
	in     *bufio.Reader
	at     uint64
	sum    uint32
}

func (r *spoolReader) begin() error {
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("rewind the spool: %w", err)
	}
	r.in = bufio.NewReaderSize(r.file, 1<<18)
	return nil
}

// fill reads the documents of a share.
func (r *spoolReader) fill(s *share, entries *fragmentEntries) error {
	s.spooled = s.spooled[:0]
	for id := s.first; id < s.end; id++ {
		entry := entries.of(id)
		if old, ok := kept(entry); ok {
			if err := r.keep(s, entry, old); err != nil {
				return err
			}
			continue
		}
		size := 0
		for p := range blobs {
			if p < packed || p == description {
				size += int(p.size(entry))
			}
		}
		start := le.Uint64(entry)
		if _, err := r.in.Discard(int(start - r.at)); err != nil {
			return fmt.Errorf("read the spool: %w", err)
		}
		from := len(s.spooled)
		s.spooled = slices.Grow(s.spooled, size)[:from+size]
		if _, err := io.ReadFull(r.in, s.spooled[from:]); err != nil {
			return fmt.Errorf("read the spool: %w", err)
		}
		r.at = start + uint64(size)
		r.sum = crc32.Update(r.sum, castagnoli, s.spooled[from:])
	}
	return nil
}

// keep reads a document of the base.
func (r *spoolReader) keep(s *share, entry []byte, old uint32) error {
	for p := range blobs {
		if packedForm := p >= packed && p < description; packedForm && !r.packed {
			continue
		}
		b, err := r.base.x.blob(old, p)
		if err != nil {
			return fmt.Errorf("base: %w", err)
		}
		p.copy(entry, r.base.x.entry(old))
		s.spooled = append(s.spooled, b...)
	}
	return nil
}

// pack makes the packed forms, but those that kept documents have, and notes all blobs in the table but not where they
// begin.
func (s *share) pack(entries *fragmentEntries, packers [formCount]*pack.Packer, keepPacked bool) {
	s.out = s.out[:0]
	rest := s.spooled
	for id := s.first; id < s.end; id++ {
		entry := entries.of(id)
		next := func(p blob) []byte {
			b := rest[:p.size(entry)]
			rest = rest[len(b):]
			s.out = append(s.out, b...)
			return b
		}
		if _, ok := kept(entry); ok && keepPacked {
			for p := range blobs {
				next(p)
			}
			continue
		}
		var fragments [formCount][]byte
		for f := range packed {
			fragments[f] = next(f)
		}
		for f, fragment := range fragments {
			from := len(s.out)
			s.out = packers[f].Append(s.out, fragment)
			(packed + blob(f)).put(entry, s.out[from:])
		}
		next(description)
	}
}

// writeShare writes a packed share that begins at that place among the fragments, and returns where it ends.
func (a *assembly) writeShare(s *share, at uint64) uint64 {
	a.out.write(s.out)
	for id := s.first; id < s.end; id++ {
		entry := a.entries.of(id)
		le.PutUint64(entry, at)
		for p := range blobs {
			at += uint64(p.size(entry))
		}
	}
	return at
}

// train makes the codings of all forms. They are those of the base when the sample is the same.
func (a *assembly) train() (codings [formCount]*pack.Coding, err error) {
	stretches := stretches(a.docs, a.entries.of)
	if a.base != nil && a.base.sampled(stretches, a.docs, &a.entries) {
		for f := range formCount {
			if codings[f], err = a.base.x.Coding(f); err != nil {
				return codings, fmt.Errorf("base: %w", err)
			}
		}
		a.codings = a.base.x.sections[codingBytes]
		return codings, nil
	}
	var samples [formCount][][][]byte
	for _, first := range stretches {
		page, err := a.page(first, min(first+sampleDocs, a.docs))
		if err != nil {
			return codings, err
		}
		for f := range formCount {
			samples[f] = append(samples[f], page[f])
		}
	}
	a.codings = make([]byte, codingHead)
	for f := range formCount {
		c := pack.Train(samples[f])
		codings[f] = c
		start := len(a.codings)
		a.codings = c.Append(a.codings)
		le.PutUint32(a.codings[4*f:], uint32(len(a.codings)-start))
	}
	return codings, nil
}

// stretches is where those begin that the codings of so many documents are trained on: at documents picked by what they say, so that a document
// that comes or goes somewhere else in the list leaves the codings, and with them all packed forms, as they are. Few
// documents are taken as a whole.
func stretches(docs int, entry func(id int) []byte) (first []int) {
	if docs <= samplePages*sampleDocs {
		for at := 0; at < docs; at += sampleDocs {
			first = append(first, at)
		}
		return first
	}
	type pick struct {
		sum uint32
		id  int
	}
	var picks []pick // the least sums so far, in order
	for id := range docs {
		// The sum is mixed, because those of texts that differ in a few bits are near each other.
		p := pick{sum: blob(JSONForm).sum(entry(id)) * 0x9e3779b1, id: id}
		if len(picks) == samplePages && p.sum >= picks[samplePages-1].sum {
			continue
		}
		at, _ := slices.BinarySearchFunc(picks, p, func(x, y pick) int { return cmp.Compare(x.sum, y.sum) })
		if picks = slices.Insert(picks, at, p); len(picks) > samplePages {
			picks = picks[:samplePages]
		}
	}
	for _, p := range picks {
		first = append(first, p.id)
	}
	slices.Sort(first)
	return first
}

// page reads the fragments of a stretch of documents, by form.
func (a *assembly) page(first, end int) (page [formCount][][]byte, err error) {
	var bytes [formCount]int
	for id := first; id < end; id++ {
		entry := a.entries.of(id)
		size := 0
		for f := range packed {
			size += min(int(f.size(entry)), sampleBytes+1)
		}
		if size > sampleBytes {
			continue
		}
		b := make([]byte, 0, size)
		if old, ok := kept(entry); ok {
			for f := range formCount {
				fragment, err := a.base.x.Fragment(f, old)
				if err != nil {
					return page, fmt.Errorf("base: %w", err)
				}
				b = append(b, fragment...)
			}
		} else if err := a.spool.read(b[:size], le.Uint64(entry)); err != nil {
			return page, err
		}
		b = b[:size]
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
