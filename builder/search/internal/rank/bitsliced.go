package rank

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
)

// bitSliced scores 64 documents in each step. The idea is that of bit-sliced arithmetic (O'Neil and
// Quass, 1997): the scores of 64 documents are not 64 numbers, but as many words as a score has
// bits. Bit n of word p, a plane, is bit p of the score of document n. Then one logical operation
// on a plane does its work for 64 documents at once.
//
// Take four documents, of which 0 has both words of a query in its name (15 points each), 1 has
// both in its description (11 each), 2 the first in the name and the second in the description. The
// planes of their points, document 0 rightmost:
//
//	            first word   second word            sum: 30, 22, 26
//	plane 0     111          111            →  0    000
//	plane 1     111          111               1    111
//	plane 2     101          001               2    011
//	plane 3     111          111               3    101
//	                                           4    111
//
// Which documents get 15, 14, 13 … points follows from bitsets, too: of the documents that hold an
// exact form in a name, of those that hold an alias there and are not among them, and so on
// (addPoints). Planes are added as one adds by hand, with a carry. The page is found from the
// highest plane down: documents with that bit go before those without (divide). So the cost depends
// on the size of the index and on the number of lists, not on how many documents match.
//
// Tie-breakers are only looked at between documents that the scores leave equal.
type bitSliced struct {
	words int // of a bitset over the index
	rows  scoredRows
	ties  tieSorter
	rest  sparse // sorts what is left when few are

	// For a chunk of documents at a time.
	found  [match.Kinds]fieldSets // of one clause
	part   fieldSets              // one part of a hyphenated word
	wider  fieldSets              // the last part, as a prefix too
	all    fieldSets              // all parts so far
	scores [chunkWords][scorePlanes]uint64
	at     []int // of each sparse list, the next posting of the chunk
}

const (
	// chunkDocs is how many documents are scored at a time: few enough that all bits of a query
	// stay in the first cache, enough that setting out does not show.
	chunkDocs  = 4096
	chunkWords = chunkDocs / 64
)

// fieldSets says in which field the documents of a chunk are found: set f-1 has those found in
// field f or a greater one. So two are joined by or, and what both have is and.
type fieldSets [format.InName][chunkWords]uint64

func (b *bitSliced) page(m *match.Matches, ties []tieBreaker, dst []uint32, offset,
	limit int) []uint32 {
	b.score(m)
	return b.pageOfRows(ties, dst, offset, limit)
}

// score puts the documents in m.Live with their scores into b.rows. Chunks without any are passed
// over.
func (b *bitSliced) score(m *match.Matches) {
	b.words = len(m.Live)
	b.rows.reset(len(m.Tokens))
	b.at = match.Resized(b.at, len(m.Lists))
	clear(b.at)
	for base := 0; base < m.Docs; base += chunkDocs {
		end := min(base+chunkDocs, m.Docs)
		live := m.Live[base/64 : format.WordsFor(end)]
		if !isEmpty(live) {
			b.scoreChunk(m, live, uint32(base), uint32(end))
		}
	}
}

func isEmpty(set []uint64) bool {
	for _, w := range set {
		if w != 0 {
			return false
		}
	}
	return true
}

func (b *bitSliced) scoreChunk(m *match.Matches, live []uint64, base, end uint32) {
	scored := 0
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			b.find(m, c, base, end)
			scored++
			b.addPoints(c, live, scored)
		}
	}
	b.rows.add(base, live, &b.scores)
}

// find fills b.found for a clause: all kinds in which it has lists, Exact and Alias always.
func (b *bitSliced) find(m *match.Matches, c *match.Clause, base, end uint32) {
	for k := range match.Kinds {
		if lists := c.Lists[k]; k <= match.Alias || !lists.Empty() ||
			k == match.Prefix && len(c.Parts) > 0 {
			clear(b.found[k][:])
			b.join(m, &b.found[k], lists, base, end)
		}
	}
	if len(c.Parts) == 0 {
		return
	}
	// All parts of a hyphenated word, wherever they stand, count as an alias of it.
	words := int(end-base+63) / 64
	for n := range c.Parts {
		p := &c.Parts[n]
		clear(b.part[:])
		b.join(m, &b.part, p.Whole, base, end)
		if !p.Prefix.Empty() { // only the last part may be unfinished
			b.wider = b.part
			b.join(m, &b.wider, p.Prefix, base, end)
			addCommon(&b.found[match.Prefix], &b.all, &b.wider, words)
		}
		if n == 0 {
			b.all = b.part
			continue
		}
		for f := range b.all {
			for i := range words {
				b.all[f][i] &= b.part[f][i]
			}
		}
	}
	addCommon(&b.found[match.Alias], &b.all, &b.all, words)
}

// addCommon adds what two sets have in common to another.
func addCommon(to, a, b *fieldSets, words int) {
	for f := range to {
		for i := range words {
			to[f][i] |= a[f][i] & b[f][i]
		}
	}
}

// join adds the documents base..end-1 of some lists.
func (b *bitSliced) join(m *match.Matches, to *fieldSets, lists match.Span, base, end uint32) {
	words := int(end-base+63) / 64
	for i := lists.Lo; i < lists.Hi; i++ {
		switch l := &m.Lists[i]; {
		case l.Joined():
			for i := range words {
				sets := l.FieldSets(int(base)/64 + i)
				to[0][i] |= sets[0]
				to[1][i] |= sets[1]
				to[2][i] |= sets[2]
			}
		case l.Dense:
			for i := range words {
				low, high := l.Bits(int(base)/64 + i)
				to[0][i] |= low | high
				to[1][i] |= high
				to[2][i] |= low & high
			}
		default:
			b.at[i] = joinSparse(to, l, b.at[i], base, end)
		}
	}
}

// joinSparse is join for a sparse list from posting at on. It returns the first posting behind the
// chunk.
func joinSparse(to *fieldSets, l *match.List, at int, base, end uint32) int {
	for at = l.Seek(at, base); at < l.Count; at++ {
		p := l.At(at)
		doc := p >> format.DocShift
		if doc >= end {
			return at
		}
		if doc < base { // lists that are out of order are damaged
			continue
		}
		low, high := uint64(p&1), uint64(p>>1&1)
		i, bit := (doc-base)/64%chunkWords, doc%64
		to[0][i] |= (low | high) << bit
		to[1][i] |= high << bit
		to[2][i] |= (low & high) << bit
	}
	return at
}

// planesFor is the number of planes that the sum of n tokens needs.
func planesFor(n int) int { return bits.Len(uint(n * (1<<pointPlanes - 1))) }

// addPoints adds the points of a clause to the scores of the live documents. scored counts the
// clauses up to this one. It goes through the cells of Points from the best on, as points.go makes
// sure: a document gets the points of the first set that it is in.
func (b *bitSliced) addPoints(c *match.Clause, live []uint64, scored int) {
	hasPrefix := !c.Lists[match.Prefix].Empty() || len(c.Parts) > 0
	hasEdit1 := !c.Lists[match.Edit1].Empty()
	hasEdit2 := !c.Lists[match.Edit2].Empty()
	width := planesFor(scored)
	const name, place, description = format.InName - 1, format.InPlace - 1, format.InDescription - 1
	e, a := &b.found[match.Exact], &b.found[match.Alias]
	for i := range live {
		if live[i] == 0 {
			continue
		}
		var p0, p1, p2, p3 uint64
		seen := uint64(0)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, e[name][i], exactInName)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, a[name][i], aliasInName)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, e[place][i], exactInPlace)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, a[place][i], aliasInPlace)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, e[description][i], exactInDescription)
		p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, a[description][i], aliasInDescription)
		if hasPrefix {
			f := &b.found[match.Prefix]
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[name][i], prefixInName)
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[place][i], prefixInPlace)
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[description][i],
				prefixInDescription)
		}
		if hasEdit1 {
			f := &b.found[match.Edit1]
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[name][i], edit1InName)
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[place][i], edit1InPlace)
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[description][i],
				edit1InDescription)
		}
		if hasEdit2 {
			f := &b.found[match.Edit2]
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[name][i], edit2InName)
			p0, p1, p2, p3, seen = credit(p0, p1, p2, p3, seen, f[place][i], edit2InPlace)
			p0, p1, p2, p3, _ = credit(p0, p1, p2, p3, seen, f[description][i], edit2InDescription)
		}
		sum := &b.scores[i]
		if scored == 1 {
			*sum = [scorePlanes]uint64{p0, p1, p2, p3}
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

// credit gives the documents of a set that were not seen before so many points, in the planes p0 to
// p3. Compiled with constant points, it is one or for each of their bits.
func credit(p0, p1, p2, p3, seen, set uint64, points uint) (uint64, uint64, uint64, uint64,
	uint64) {
	fresh := set &^ seen
	if points&1 != 0 {
		p0 |= fresh
	}
	if points&2 != 0 {
		p1 |= fresh
	}
	if points&4 != 0 {
		p2 |= fresh
	}
	if points&8 != 0 {
		p3 |= fresh
	}
	return p0, p1, p2, p3, seen | set
}
