package keep

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"sort"

	"cartaz/builder/release"
)

// PathSums is the private resource of a release with the sums of the inputs of its drawn pages.
const PathSums = ":sums"

// Sum is a digest of everything besides the renderer that the resources of a group of events depend
// on.
type Sum [16]byte

// Sums are the sums of a release. A group whose sum the base release has is carried over: neither
// drawn, nor compressed.
//
// A sum covers the address of its page, so a set of sums is enough. On disk they follow one
// another, in order.
type Sums struct {
	base []byte // of the base release
	made []Sum
}

// openSums reads the sums of a release; base may be nil.
func openSums(base *release.Release) (*Sums, error) {
	s := &Sums{}
	if base == nil {
		return s, nil
	}
	var err error
	s.base, err = Body(base, PathSums)
	return s, err
}

// Add adds a sum to this release.
func (s *Sums) Add(sum Sum) { s.made = append(s.made, sum) }

// Known adds a sum to this release and reports whether the base release has it.
func (s *Sums) Known(sum Sum) bool {
	s.Add(sum)
	return s.Had(sum)
}

// Had reports whether the base release has a sum.
func (s *Sums) Had(sum Sum) bool {
	_, found := sort.Find(len(s.base)/len(sum), func(i int) int {
		return bytes.Compare(sum[:], s.base[i*len(sum):][:len(sum)])
	})
	return found
}

// encode returns the form on disk.
func (s *Sums) encode() []byte {
	slices.SortFunc(s.made, func(a, b Sum) int { return bytes.Compare(a[:], b[:]) })
	var b []byte
	for i := range s.made {
		b = append(b, s.made[i][:]...)
	}
	return b
}

// Summer makes sums, one after the other. A [Sum] depends on the order of its values and on the
// lengths of its texts, so two lists of values never run into each other.
type Summer struct {
	h   hash.Hash
	buf []byte
}

// Begin begins the sum of an address.
func (s *Summer) Begin(path string) {
	if s.h == nil {
		s.h = sha256.New()
	}
	s.h.Reset()
	s.Text(path)
}

// Text adds texts.
func (s *Summer) Text(list ...string) {
	for _, text := range list {
		s.buf = append(binary.AppendUvarint(s.buf, uint64(len(text))), text...)
	}
	s.flush()
}

// Int adds numbers.
func (s *Summer) Int(list ...int64) {
	for _, n := range list {
		s.buf = binary.AppendVarint(s.buf, n)
	}
	s.flush()
}

// Hash adds a digest.
func (s *Summer) Hash(digest [16]byte) {
	s.buf = append(s.buf, digest[:]...)
	s.flush()
}

func (s *Summer) flush() {
	if len(s.buf) > 512 {
		s.h.Write(s.buf)
		s.buf = s.buf[:0]
	}
}

// Sum returns the sum of everything added so far.
func (s *Summer) Sum() (sum Sum) {
	s.h.Write(s.buf)
	s.buf = s.buf[:0]
	copy(sum[:], s.h.Sum(s.buf))
	return sum
}

// Body returns the uncoded body that a release has at a path, or nil.
func Body(rel *release.Release, path string) ([]byte, error) {
	v, ok := identity(rel, path)
	if !ok {
		return nil, nil
	}
	b, err := v.Body()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// Has reports whether a release has a body at a path.
func Has(rel *release.Release, path string) bool {
	_, ok := identity(rel, path)
	return ok
}

// identity finds the uncoded body that a release has at a path.
func identity(rel *release.Release, path string) (v release.VariantRef, ok bool) {
	if rel == nil {
		return v, false
	}
	ref, ok := rel.Lookup(path)
	if !ok {
		return v, false
	}
	return ref.Plain()
}
