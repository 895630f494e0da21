package theme

import "hash/fnv"

// Art chooses the poster of an event that has no image, by the FNV-1a hash (32
// bit) of its slug: palette a0 to a4 and pattern p0 to p4. The same slug gets
// the same poster for ever.
func Art(slug string) (palette, pattern int) {
	h := fnv.New32a()
	h.Write([]byte(slug)) // a hash.Hash never fails
	sum := h.Sum32()
	return int(sum % 5), int(sum / 5 % 5)
}
