package search

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// A short prefix begins thousands of words. Where joining their lists would cost a query more than one posting for
// every sixteen documents, the joined list is stored; where it costs less, the query joins them.
const (
	unionBase  = 64 // what joining may cost in the smallest index, in postings
	unionRatio = 16
	// listCost is what a list costs to a query before its first posting.
	listCost = 4
	// minPrefix is the shortest prefix that finds anything, in letters.
	minPrefix = 2
)

// joinCost is what a list of count documents adds to joining, in postings.
func joinCost(count, docs int) int { return min(count, docs/denseRatio) + listCost }

func joinLimit(docs int) int { return unionBase + docs/unionRatio }

// prefix is a beginning that the terms lo..hi-1, and no others, share.
type prefix struct {
	lo, hi int
	len    int // bytes
	text   int // in the texts, once term lo is there
}

// expensivePrefixes returns those whose union is stored, outer before inner.
func (a *assembly) expensivePrefixes() []prefix {
	var found, open []prefix
	costs := make([]int, len(a.order)+1) // sums
	limit := joinLimit(a.docs)
	closeTo := func(n, hi int) {
		for len(open) > 0 && open[len(open)-1].len > n {
			p := open[len(open)-1]
			open = open[:len(open)-1]
			if p.hi = hi; hi-p.lo > 1 && costs[hi]-costs[p.lo] > limit {
				found = append(found, p)
			}
		}
	}
	var last []byte
	for rank, t := range a.order {
		text := a.terms.text(t)
		costs[rank+1] = costs[rank] + joinCost(int(a.terms.counts[t]), a.docs)
		if text[0] < firstWord {
			continue // marks, which come before all words; nobody asks for their beginnings
		}
		shared := sharedPrefix(last, text)
		closeTo(shared, rank)
		letters := 0
		for n := 0; n < len(text); {
			_, size := utf8.DecodeRune(text[n:])
			n += size
			if letters++; letters >= minPrefix && n > shared {
				open = append(open, prefix{lo: rank, len: n})
			}
		}
		last = text
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

// unions joins the lists of expensive prefixes while the lists of the terms pass by.
type unions struct {
	*assembly
	waiting []prefix
	active  []activeUnion // outer before inner
	idle    [][]class     // all zero
	joined  []uint32      // the list that is being written
}

// activeUnion is one or more prefixes of the same terms.
type activeUnion struct {
	prefixes []prefix
	classes  []class // by document; the greatest seen
}

func newUnions(a *assembly) *unions { return &unions{assembly: a, waiting: a.expensivePrefixes()} }

// open begins the unions whose first term has that rank and its text at that place.
func (u *unions) open(rank, text int) {
	for len(u.waiting) > 0 && u.waiting[0].lo == rank {
		p := u.waiting[0]
		p.text = text
		u.waiting = u.waiting[1:]
		if n := len(u.active); n > 0 && u.active[n-1].prefixes[0].lo == p.lo && u.active[n-1].prefixes[0].hi == p.hi {
			u.active[n-1].prefixes = append(u.active[n-1].prefixes, p)
			continue
		}
		var classes []class
		if n := len(u.idle); n > 0 {
			classes, u.idle = u.idle[n-1], u.idle[:n-1]
		} else {
			classes = make([]class, u.docs)
		}
		u.active = append(u.active, activeUnion{prefixes: []prefix{p}, classes: classes})
	}
}

// add joins the list of the term with that rank and writes the unions that end with it.
func (u *unions) add(rank int, list []uint32) error {
	for _, a := range u.active {
		for _, p := range list {
			doc := p >> docShift
			a.classes[doc] = max(a.classes[doc], class(p&(1<<docShift-1)))
		}
	}
	for n := len(u.active); n > 0 && u.active[n-1].prefixes[0].hi == rank+1; n = len(u.active) {
		if err := u.close(u.active[n-1]); err != nil {
			return err
		}
		u.active = u.active[:n-1]
	}
	return nil
}

func (u *unions) close(a activeUnion) error {
	postings := u.joined[:0]
	for doc, c := range a.classes {
		if c != 0 {
			postings = append(postings, uint32(doc)<<docShift|uint32(c))
		}
	}
	u.joined = postings
	clear(a.classes)
	u.idle = append(u.idle, a.classes)
	at, err := u.encode(postings)
	if err != nil {
		return err
	}
	for _, p := range a.prefixes {
		u.stored = append(u.stored, record{text: p.text, keyLen: p.len, count: len(postings), list: at})
	}
	return nil
}

// sortPrefixes fills the dictionary of prefixes.
func (a *assembly) sortPrefixes() {
	key := func(r record) []byte { return a.texts[r.text : r.text+r.keyLen] }
	slices.SortFunc(a.stored, func(x, y record) int { return bytes.Compare(key(x), key(y)) })
	for _, r := range a.stored {
		a.dicts[prefixDict].add(a.texts, r)
	}
}
