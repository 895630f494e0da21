package rank

import (
	"math/bits"
	"slices"

	"cartaz/builder/search/internal/match"
)

// scoredRows holds the documents found, 64 in a row: first the row's documents, then the planes of
// their scores. Rows without documents are left out.
type scoredRows struct {
	rows   []uint64
	at     []uint32 // of each row: its first document / 64
	planes int
	stride int
	total  int
	used   [scorePlanes]uint64 // all words of each plane joined: planes without a bit need no look

	sets [scorePlanes + 1][]uint64 // documents still in question, by depth
}

func (r *scoredRows) reset(tokens int) {
	r.rows, r.at, r.total, r.used = r.rows[:0], r.at[:0], 0, [scorePlanes]uint64{}
	r.planes = planesFor(tokens)
	r.stride = 1 + r.planes
}

func (r *scoredRows) add(base uint32, live []uint64, scores *[chunkWords][scorePlanes]uint64) {
	r.at = slices.Grow(r.at, len(live))
	r.rows = slices.Grow(r.rows, len(live)*r.stride)
	rows := r.rows[len(r.rows):cap(r.rows)]
	n := 0
	for i, l := range live {
		if l == 0 {
			continue
		}
		r.total += bits.OnesCount64(l)
		r.at = append(r.at, base/64+uint32(i))
		row := rows[n : n+r.stride]
		n += r.stride
		row[0] = l
		for p, w := range scores[i][:len(row)-1] {
			row[1+p] = w
			r.used[p] |= w & l
		}
	}
	r.rows = r.rows[:len(r.rows)+n]
}

func (r *scoredRows) set(depth int) []uint64 {
	r.sets[depth] = match.Resized(r.sets[depth], len(r.at))
	return r.sets[depth]
}

// fewDocs is how many documents are sorted one by one; more are divided by the planes first.
const fewDocs = 512

// pageOfRows appends to dst the documents offset..offset+limit-1 of b.rows. limit is positive and
// offset below their number.
func (b *bitSliced) pageOfRows(ties []tieBreaker, dst []uint32, offset, limit int) []uint32 {
	r := &b.rows
	all := r.set(0)
	for i := range r.at {
		all[i] = r.rows[i*r.stride]
	}
	return b.divide(ties, dst, 0, r.planes-1, r.total, offset, min(limit, r.total-offset))
}

// divide appends the page of one set of documents, count in all, which are alike in the planes
// above plane.
func (b *bitSliced) divide(ties []tieBreaker, dst []uint32, depth, plane, count, offset,
	limit int) []uint32 {
	r := &b.rows
	for plane >= 0 && r.used[plane] == 0 {
		plane--
	}
	if count <= fewDocs {
		b.rest.fill(r, r.sets[depth], plane, count)
		for i := range ties {
			b.rest.addTie(&ties[i], nil)
		}
		return b.rest.sorted(dst, offset, limit)
	}
	if plane < 0 {
		b.spread(r.sets[depth])
		return b.ties.page(ties, dst, offset, limit)
	}
	from, to := r.sets[depth], r.set(depth+1)
	high := 0
	for i := range to {
		to[i] = from[i] & r.rows[i*r.stride+1+plane]
		high += bits.OnesCount64(to[i])
	}
	if offset < high {
		n := min(limit, high-offset)
		dst = b.divide(ties, dst, depth+1, plane-1, high, offset, n)
		offset, limit = high, limit-n
	}
	if limit == 0 {
		return dst
	}
	for i := range to {
		to[i] = from[i] &^ r.rows[i*r.stride+1+plane]
	}
	return b.divide(ties, dst, depth+1, plane-1, count-high, offset-high, limit)
}

// spread puts the documents of a set of rows into the set of b.ties.
func (b *bitSliced) spread(rows []uint64) {
	set := b.ties.empty(b.words)
	for i, w := range rows {
		set[b.rows.at[i]] = w
	}
}

// fill takes the documents of a set of rows with what the planes from plane down say of their
// scores.
func (s *sparse) fill(r *scoredRows, set []uint64, plane, count int) {
	s.docs = match.Resized(s.docs, count)
	s.begin()
	at := 0
	for i, w := range set {
		row := r.rows[i*r.stride+1:]
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			score := uint8(0)
			for n := plane; n >= 0; n-- {
				score = score<<1 | uint8(row[n]>>bit&1)
			}
			s.docs[at], s.scores[at] = r.at[i]*64+uint32(bit), score
			at++
		}
	}
}
