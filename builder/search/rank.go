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
// Points and scores of 64 documents at a time lie in bit planes: bit n of plane p belongs to the document n, and is bit
// p of its score. They are compared, added and sorted by logic on whole words, at a cost that does not depend on
// how many documents match.
const (
	pointPlanes = 4
	planes      = 8 // 15 × maxWords fits
)

// planesFor is the number of planes that the sum of n words needs.
func planesFor(n int) int { return bits.Len(uint(n * (1<<pointPlanes - 1))) }

// addPoints keeps the live documents that have the unit's word, adds its points to theirs, and reports whether any are
// left. scored counts the words up to this one.
func (s *scratch) addPoints(u *unit, words, scored int) bool {
	hasBegun := u.leaves[begun].lo < u.leaves[begun].hi || len(u.parts) > 0
	hasOne := u.leaves[oneEdit].lo < u.leaves[oneEdit].hi
	hasTwo := u.leaves[twoEdit].lo < u.leaves[twoEdit].hi
	width := planesFor(scored)
	left := uint64(0)
	e, v := &s.ladders[exact], &s.ladders[variant]
	for i := range words {
		live := s.live[i]
		if live == 0 {
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
			hit |= t[0][i]
		}
		live &= hit
		s.live[i] = live
		if live == 0 {
			continue
		}
		left |= live
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
	return left != 0
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

	sets   [planes + 1][]uint64 // documents still in question, by depth
	docs   []uint32
	scores []uint8
}

func (r *result) reset(words int) {
	r.rows, r.at, r.total, r.used = r.rows[:0], r.at[:0], 0, [planes]uint64{}
	r.planes = 0
	if words > 0 {
		r.planes = planesFor(words)
	}
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

// fewDocs is how many documents are sorted one by one; more are divided by the planes first.
const fewDocs = 512

// page appends to dst the documents offset..offset+limit-1 in the order of falling scores and rising numbers.
func (r *result) page(dst []uint32, offset, limit int) []uint32 {
	if offset >= r.total || limit <= 0 {
		return dst
	}
	all := r.set(0)
	for i := range r.at {
		all[i] = r.rows[i*r.stride]
	}
	return r.divide(dst, 0, r.planes-1, r.total, offset, min(limit, r.total-offset))
}

func (r *result) set(depth int) []uint64 {
	if cap(r.sets[depth]) < len(r.at) {
		r.sets[depth] = make([]uint64, len(r.at), cap(r.at))
	}
	r.sets[depth] = r.sets[depth][:len(r.at)]
	return r.sets[depth]
}

// divide appends the page of one set of documents, count in all, which are alike in the planes above plane.
func (r *result) divide(dst []uint32, depth, plane, count, offset, limit int) []uint32 {
	for plane >= 0 && r.used[plane] == 0 {
		plane--
	}
	if plane < 0 {
		return r.take(dst, r.sets[depth], offset, limit)
	}
	if count <= fewDocs {
		return r.sort(dst, r.sets[depth], plane, offset, limit)
	}
	from, to := r.sets[depth], r.set(depth+1)
	high := 0
	for i := range to {
		to[i] = from[i] & r.rows[i*r.stride+1+plane]
		high += bits.OnesCount64(to[i])
	}
	if offset < high {
		n := min(limit, high-offset)
		dst = r.divide(dst, depth+1, plane-1, high, offset, n)
		offset, limit = high, limit-n
	}
	if limit == 0 {
		return dst
	}
	for i := range to {
		to[i] = from[i] &^ r.rows[i*r.stride+1+plane]
	}
	return r.divide(dst, depth+1, plane-1, count-high, offset-high, limit)
}

// take appends documents of equal score.
func (r *result) take(dst []uint32, set []uint64, offset, limit int) []uint32 {
	for i, w := range set {
		if n := bits.OnesCount64(w); offset >= n {
			offset -= n
			continue
		}
		for ; w != 0; w &= w - 1 {
			if offset > 0 {
				offset--
				continue
			}
			dst = append(dst, r.at[i]*64+uint32(bits.TrailingZeros64(w)))
			if limit--; limit == 0 {
				return dst
			}
		}
	}
	return dst
}

// sort appends a page of few documents, sorted by the planes from plane down, by counting.
func (r *result) sort(dst []uint32, set []uint64, plane, offset, limit int) []uint32 {
	r.docs, r.scores = r.docs[:0], r.scores[:0]
	var place [1 << planes]uint16
	for i, w := range set {
		row := r.rows[i*r.stride+1:]
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			score := uint8(0)
			for n := plane; n >= 0; n-- {
				score = score<<1 | uint8(row[n]>>bit&1)
			}
			r.docs = append(r.docs, r.at[i]*64+uint32(bit))
			r.scores = append(r.scores, score)
			place[score]++
		}
	}
	sum := uint16(0)
	for score := 1<<(plane+1) - 1; score >= 0; score-- {
		sum, place[score] = sum+place[score], sum
	}
	start := len(dst)
	for range limit {
		dst = append(dst, 0)
	}
	for i, doc := range r.docs {
		at := int(place[r.scores[i]]) - offset
		place[r.scores[i]]++
		if 0 <= at && at < limit {
			dst[start+at] = doc
		}
	}
	return dst
}
