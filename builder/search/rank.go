package search

import (
	"math/bits"
	"slices"
)

// A document's score is the sum of what each word of the query gives, by how and where the word is found:
//
//	            name  place  description
//	exact        15    13        11
//	variant      14    12        10
//	begun         9     8         7
//	one edit      6     5         4
//	two edits     3     2         1
//
// place being organiser, venue, city or state. Only the best find of a word counts. So the highest score of a query is
// 15 × maxWords, and there are few different scores.
//
// Of documents with one score go first those with more ties to the query: 4 for each two words of the query that follow
// each other in the document's name or in a place too (stop words aside), also where the second is only begun by a stop word
// at the end of the query, which is skipped else (mário de an); 2 for a name that begins like the query, 1 for one
// that ends so: what stands first in a name is what the event is, what stands last often a guest, a place or a subtitle. A
// mistyped word has the ties of what it may stand for, so that its answer stands in the order of the right one. Then comes the
// list order.
//
// All of this was measured on the judged queries in testdata/relevance, and so was what is not here:
//
//   - Ties are worth 0.007 of nDCG@10 and 0.015 of first hits. Added to the scores instead of deciding between equal ones they
//     gain nothing more, and a word found twice as badly could then go before one found well. A tie for a last word that
//     is only begun gains nothing.
//   - A weight for rare words (as in BM25) gains nothing: every word must be found, so it only tells apart documents that
//     have the same words in different fields, and there it is as often wrong as right.
//   - Nor does the length of a field: that a short name says more is what the ties for its two ends say already.
//   - That a name which begins like the query goes before one that ends so gains 0.002 of first hits; the weights of the table
//     themselves could be any in the same order. A beginning in a name before a whole word in a description gains as much,
//     but a whole word goes before a beginning.
//   - Trying two edits only when one finds nothing gains 0.002 of precision and loses as much of nDCG@10.
//
// Points and scores of 64 documents at a time lie in bit planes: bit n of plane p belongs to the document n, and is bit
// p of its score. They are compared, added and sorted by logic on whole words, at a cost that does not depend on
// how many documents match. Ties are only looked at between documents that the scores leave equal (ties.go).
const (
	pointPlanes = 4
	planes      = 8 // 15 × maxWords fits
)

// planesFor is the number of planes that the sum of n words needs.
func planesFor(n int) int { return bits.Len(uint(n * (1<<pointPlanes - 1))) }

// addPoints adds the points of the unit's word to those of the live documents. scored counts the words up to this one.
func (s *scratch) addPoints(u *unit, live []uint64, scored int) {
	hasBegun := !u.leaves[begun].empty() || len(u.parts) > 0
	hasOne := !u.leaves[oneEdit].empty()
	hasTwo := !u.leaves[twoEdit].empty()
	width := planesFor(scored)
	e, v := &s.ladders[exact], &s.ladders[variant]
	for i := range live {
		if live[i] == 0 {
			continue
		}
		// Whole words: 10 + 2 for each rung climbed + 1 if the topmost rung is reached by the exact form.
		w0, w1, w2 := e[0][i]|v[0][i], e[1][i]|v[1][i], e[2][i]|v[2][i]
		hit := w0
		p0 := e[2][i] | e[1][i]&^w2 | e[0][i]&^w1
		p1 := w0&^w1 | w2
		p2 := w1
		p3 := w0
		if hasBegun { // 9, 8, 7
			b := &s.ladders[begun]
			name, place, text := b[2][i]&^hit, b[1][i]&^(b[2][i]|hit), b[0][i]&^(b[1][i]|hit)
			p0 |= name | text
			p1 |= text
			p2 |= text
			p3 |= name | place
			hit |= b[0][i]
		}
		if hasOne { // 6, 5, 4
			o := &s.ladders[oneEdit]
			p0 |= o[1][i] &^ (o[2][i] | hit)
			p1 |= o[2][i] &^ hit
			p2 |= o[0][i] &^ hit
			hit |= o[0][i]
		}
		if hasTwo { // 3, 2, 1
			t := &s.ladders[twoEdit]
			p0 |= (t[2][i] | t[0][i]&^t[1][i]) &^ hit
			p1 |= t[1][i] &^ hit
		}
		sum := &s.points[i]
		if scored == 1 {
			*sum = [planes]uint64{p0, p1, p2, p3}
			continue
		}
		carry := uint64(0)
		sum[0], carry = sum[0]^p0, sum[0]&p0
		sum[1], carry = sum[1]^p1^carry, sum[1]&p1|carry&(sum[1]^p1)
		sum[2], carry = sum[2]^p2^carry, sum[2]&p2|carry&(sum[2]^p2)
		sum[3], carry = sum[3]^p3^carry, sum[3]&p3|carry&(sum[3]^p3)
		for n := pointPlanes; n < width; n++ {
			sum[n], carry = sum[n]^carry, sum[n]&carry
		}
	}
}

// result holds the documents found, 64 in a row: first the row's documents, then the planes of their scores. Rows
// without documents are left out.
type result struct {
	rows   []uint64
	at     []uint32 // of each row: its first document / 64
	planes int
	stride int
	total  int
	used   [planes]uint64 // all words of each plane joined: planes without a bit need no look

	sets [planes + 1][]uint64 // documents still in question, by depth
}

func (r *result) reset(words int) {
	r.rows, r.at, r.total, r.used = r.rows[:0], r.at[:0], 0, [planes]uint64{}
	r.planes = planesFor(words)
	r.stride = 1 + r.planes
}

func (r *result) add(base uint32, live []uint64, points *[chunkWords][planes]uint64) {
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
		for p, w := range points[i][:len(row)-1] {
			row[1+p] = w
			r.used[p] |= w & l
		}
	}
	r.rows = r.rows[:len(r.rows)+n]
}

// fewRows is how many documents are sorted one by one; more are divided by the planes first.
const fewRows = 512

// pageOfMany appends to dst the documents offset..offset+limit-1 of s.found. limit is positive and offset below their
// number.
func (s *scratch) pageOfMany(dst []uint32, offset, limit int) []uint32 {
	r := &s.found
	all := r.set(0)
	for i := range r.at {
		all[i] = r.rows[i*r.stride]
	}
	return s.divide(dst, 0, r.planes-1, r.total, offset, min(limit, r.total-offset))
}

func (r *result) set(depth int) []uint64 {
	r.sets[depth] = sized(r.sets[depth], len(r.at))
	return r.sets[depth]
}

// divide appends the page of one set of documents, count in all, which are alike in the planes above plane.
func (s *scratch) divide(dst []uint32, depth, plane, count, offset, limit int) []uint32 {
	r := &s.found
	for plane >= 0 && r.used[plane] == 0 {
		plane--
	}
	if count <= fewRows {
		s.few.fill(r, r.sets[depth], plane, count)
		for i := range s.ties {
			s.tieFew(&s.ties[i], nil)
		}
		return s.few.page(dst, offset, limit)
	}
	if plane < 0 {
		s.spread(r.sets[depth])
		return s.pageOfTied(dst, offset, limit)
	}
	from, to := r.sets[depth], r.set(depth+1)
	high := 0
	for i := range to {
		to[i] = from[i] & r.rows[i*r.stride+1+plane]
		high += bits.OnesCount64(to[i])
	}
	if offset < high {
		n := min(limit, high-offset)
		dst = s.divide(dst, depth+1, plane-1, high, offset, n)
		offset, limit = high, limit-n
	}
	if limit == 0 {
		return dst
	}
	for i := range to {
		to[i] = from[i] &^ r.rows[i*r.stride+1+plane]
	}
	return s.divide(dst, depth+1, plane-1, count-high, offset-high, limit)
}

// fill takes the documents of a set of rows with what the planes from plane down say of their scores.
func (f *few) fill(r *result, set []uint64, plane, count int) {
	f.docs = sized(f.docs, count)
	f.begin()
	at := 0
	for i, w := range set {
		row := r.rows[i*r.stride+1:]
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			score := uint8(0)
			for n := plane; n >= 0; n-- {
				score = score<<1 | uint8(row[n]>>bit&1)
			}
			f.docs[at], f.scores[at] = r.at[i]*64+uint32(bit), score
			at++
		}
	}
}
