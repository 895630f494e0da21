package indexer

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"cartaz/builder/search/internal/index"
)

// prefix is a beginning that exactly the terms lo..hi-1 share.
type prefix struct {
	lo, hi int
	len    int // bytes
	text   int // in the texts, once term lo is there
}

// expensivePrefixes returns the prefixes whose joined list is stored, outer before inner.
func (a *indexAssembler) expensivePrefixes() []prefix {
	var found, open []prefix
	costs := make([]int, len(a.order)+1) // sums
	limit := index.JoinLimit(a.docs)
	closeTo := func(n, hi int) {
		for len(open) > 0 && open[len(open)-1].len > n {
			p := open[len(open)-1]
			open = open[:len(open)-1]
			p.hi = hi
			if hi-p.lo > 1 && costs[hi]-costs[p.lo] > limit {
				found = append(found, p)
			}
		}
	}
	var last []byte
	for rank, t := range a.order {
		term := a.terms.text(t)
		costs[rank+1] = costs[rank] + index.JoinCost(int(a.terms.counts[t]), a.docs)
		if term[0] < index.FirstWordByte {
			continue // derived terms, which come before all words; no query asks for their prefixes
		}
		shared := sharedPrefix(last, term)
		closeTo(shared, rank)
		letters := 0
		for n := 0; n < len(term); {
			_, size := utf8.DecodeRune(term[n:])
			n += size
			if letters++; letters >= index.MinPrefix && n > shared {
				open = append(open, prefix{lo: rank, len: n})
			}
		}
		last = term
	}
	closeTo(0, len(a.order))
	slices.SortFunc(found, func(x, y prefix) int {
		return cmp.Or(cmp.Compare(x.lo, y.lo), cmp.Compare(y.hi, x.hi), cmp.Compare(x.len, y.len))
	})
	return found
}

func sharedPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// prefixJoiner joins the lists of expensive prefixes while the lists of their terms pass by.
type prefixJoiner struct {
	*indexAssembler
	waiting  []prefix
	active   []joinedList    // outer before inner
	idle     [][]index.Field // all zero
	postings []uint32        // the list that is being written
}

// joinedList is the list of one or more prefixes of the same terms.
type joinedList struct {
	prefixes []prefix
	fields   []index.Field // by document; the greatest seen
}

func newPrefixJoiner(a *indexAssembler) *prefixJoiner {
	return &prefixJoiner{indexAssembler: a, waiting: a.expensivePrefixes()}
}

// open begins the lists of the prefixes whose first term has this rank. text is where the text of
// that term is.
func (j *prefixJoiner) open(rank, text int) {
	for len(j.waiting) > 0 && j.waiting[0].lo == rank {
		p := j.waiting[0]
		p.text = text
		j.waiting = j.waiting[1:]
		if n := len(j.active); n > 0 && j.active[n-1].prefixes[0].lo == p.lo &&
			j.active[n-1].prefixes[0].hi == p.hi {
			j.active[n-1].prefixes = append(j.active[n-1].prefixes, p)
			continue
		}
		var fields []index.Field
		if n := len(j.idle); n > 0 {
			fields, j.idle = j.idle[n-1], j.idle[:n-1]
		} else {
			fields = make([]index.Field, j.docs)
		}
		j.active = append(j.active, joinedList{prefixes: []prefix{p}, fields: fields})
	}
}

// add joins the list of the term of a rank and writes the joined lists that end with it.
func (j *prefixJoiner) add(rank int, postings []uint32) {
	for _, a := range j.active {
		for _, p := range postings {
			doc := p >> index.DocShift
			a.fields[doc] = max(a.fields[doc], index.Field(p&index.FieldMask))
		}
	}
	for n := len(j.active); n > 0 && j.active[n-1].prefixes[0].hi == rank+1; n = len(j.active) {
		j.close(j.active[n-1])
		j.active = j.active[:n-1]
	}
}

// close writes the joined list of the documents in a, for its prefixes, and keeps its memory for
// the next one.
func (j *prefixJoiner) close(a joinedList) {
	postings := j.postings[:0]
	for doc, field := range a.fields {
		if field != 0 {
			postings = append(postings, uint32(doc)<<index.DocShift|uint32(field))
		}
	}
	j.postings = postings
	clear(a.fields)
	j.idle = append(j.idle, a.fields)
	j.addJoined(postings, a.prefixes...)
}

// addJoined writes a joined list for the dictionary of prefixes.
func (a *indexAssembler) addJoined(postings []uint32, of ...prefix) {
	at := a.encode(postings)
	for _, p := range of {
		a.prefixes = append(a.prefixes,
			index.Entry{Text: p.text, KeyLen: p.len, Count: len(postings), List: at})
	}
}

// sortPrefixes fills the dictionary of prefixes.
func (a *indexAssembler) sortPrefixes() {
	key := func(e index.Entry) []byte { return a.texts[e.Text : e.Text+e.KeyLen] }
	slices.SortFunc(a.prefixes,
		func(x, y index.Entry) int { return bytes.Compare(key(x), key(y)) })
	for _, e := range a.prefixes {
		a.dicts[index.Prefixes].add(key(e), e)
	}
}
