package search

import "math/bits"

// fewDocs is how many documents are scored one by one; more are scored 64 at a time.
const fewDocs = 2048

// few scores documents one by one.
type few struct {
	docs   []uint32 // in list order
	before []uint16 // by 64 documents: how many of docs come before them
	scores []uint8
	ties   []uint8
	points []uint8 // of one unit
	least  []uint8 // classes in which all parts of a hyphenated word are found
	class  []uint8 // of one part
	order  [2][]uint16
}

// pageOfFew appends to dst a page of the documents, which are at most fewDocs.
func (s *scratch) pageOfFew(dst []uint32, offset, limit int) []uint32 {
	f := &s.few
	live := s.live
	if s.listed {
		live = nil
	} else {
		f.take(s.live, s.total)
	}
	f.begin()
	for i := range s.units {
		if u := &s.units[i]; !u.filter() {
			s.scoreFew(u, live)
		}
	}
	for i := range s.ties {
		s.tieFew(&s.ties[i], live)
	}
	return f.page(dst, offset, limit)
}

// take lists the documents of a set.
func (f *few) take(set []uint64, total int) {
	f.docs, f.before = sized(f.docs, total), sized(f.before, len(set))
	n := 0
	for i, w := range set {
		f.before[i] = uint16(n)
		for ; w != 0; w &= w - 1 {
			f.docs[n] = uint32(i*64 + bits.TrailingZeros64(w))
			n++
		}
	}
}

// begin makes room for the scores of the documents.
func (f *few) begin() {
	n := len(f.docs)
	f.scores, f.ties = sized(f.scores, n), sized(f.ties, n)
	f.points, f.least, f.class = sized(f.points, n), sized(f.least, n), sized(f.class, n)
	clear(f.scores)
	clear(f.ties)
}

// pointsOf is the table in rank.go.
var pointsOf = [kinds][inName + 1]uint8{
	exact: {0, 11, 13, 15}, variant: {0, 10, 12, 14}, begun: {0, 7, 8, 9}, oneEdit: {0, 4, 5, 6}, twoEdit: {0, 1, 2, 3},
}

// scoreFew adds the points of one word.
func (s *scratch) scoreFew(u *unit, live []uint64) {
	f := &s.few
	clear(f.points)
	for k, at := range u.leaves {
		for i := at.lo; i < at.hi; i++ {
			s.leaves[i].score(f, live, f.points, &pointsOf[k])
		}
	}
	if len(u.parts) > 0 {
		s.scoreParts(u.parts, live)
	}
	for i, p := range f.points {
		f.scores[i] += p
	}
}

var ownClass = [inName + 1]uint8{0, 1, 2, 3}

// scoreParts adds what the parts of a hyphenated word give where all of them are: a variant, or a beginning when only as
// one the last is found.
func (s *scratch) scoreParts(parts []part, live []uint64) {
	f := &s.few
	const most = uint8(inName)
	for i := range f.least {
		f.least[i] = most
	}
	for n := range parts {
		p := &parts[n]
		clear(f.class)
		s.classes(p.whole, live)
		if !p.begun.empty() { // only the last part may be unfinished
			for i, c := range f.class {
				f.points[i] = max(f.points[i], pointsOf[variant][min(c, f.least[i])])
			}
			s.classes(p.begun, live)
			for i, c := range f.class {
				f.points[i] = max(f.points[i], pointsOf[begun][min(c, f.least[i])])
			}
			return
		}
		for i, c := range f.class {
			f.least[i] = min(f.least[i], c)
		}
	}
	for i, c := range f.least {
		f.points[i] = max(f.points[i], pointsOf[variant][c])
	}
}

func (s *scratch) classes(at span, live []uint64) {
	for i := at.lo; i < at.hi; i++ {
		s.leaves[i].score(&s.few, live, s.few.class, &ownClass)
	}
}

// tieFew adds the weight of a list of ties to the documents in it.
func (s *scratch) tieFew(t *tie, live []uint64) {
	f := &s.few
	clear(f.class)
	t.leaf.score(f, live, f.class, &ownClass)
	for i, c := range f.class {
		if c > 0 {
			f.ties[i] += uint8(t.weight)
		}
	}
}

// score raises points to what the class of each listed document is worth. live holds the documents of f as a set, which
// f.before belongs to; it may be nil.
func (l *leaf) score(f *few, live []uint64, points []uint8, worth *[inName + 1]uint8) {
	switch {
	case l.union != nil:
		for n, doc := range f.docs {
			rungs, bit := l.rungs(int(doc/64)), doc%64
			c := rungs[0]>>bit&1 + rungs[1]>>bit&1 + rungs[2]>>bit&1
			points[n] = max(points[n], worth[c])
		}
	case l.dense:
		for n, doc := range f.docs {
			low, high := l.bits(int(doc / 64))
			bit := doc % 64
			c := low>>bit&1 | high>>bit&1<<1
			points[n] = max(points[n], worth[c])
		}
	case live == nil || l.count > len(f.docs)*gallopRatio:
		at := 0
		for n, doc := range f.docs {
			if at = l.seek(at, doc); at == l.count {
				return
			}
			if p := l.posting(at); p>>docShift == doc {
				points[n] = max(points[n], worth[p&(1<<docShift-1)])
			}
		}
	default:
		for i := range l.count {
			p := l.posting(i)
			doc := p >> docShift
			w, bit := doc/64, doc%64
			if w >= uint32(len(live)) || live[w]>>bit&1 == 0 {
				continue
			}
			n := int(f.before[w]) + bits.OnesCount64(live[w]&(1<<bit-1))
			points[n] = max(points[n], worth[p&(1<<docShift-1)])
		}
	}
}

// gallopRatio: a list so many times longer than the documents is searched for each of them instead of gone through.
const gallopRatio = 8

// page appends the documents offset..offset+limit-1 in the order of falling scores, then falling ties, then rising
// numbers. limit is positive and offset below their number.
func (f *few) page(dst []uint32, offset, limit int) []uint32 {
	end := min(offset+min(limit, len(f.docs)), len(f.docs))
	// Only documents whose score may reach the page are sorted.
	var counts [1 << planes]uint16
	for _, score := range f.scores {
		counts[score]++
	}
	lowest, sum := len(counts), 0
	for sum < end {
		lowest--
		sum += int(counts[lowest])
	}
	order := f.order[0][:0]
	for n, score := range f.scores {
		if int(score) >= lowest {
			order = append(order, uint16(n))
		}
	}
	f.order[0] = order
	f.order[1] = sized(f.order[1], len(order))
	// Sorted by counting, from the last key to the first: each pass keeps the order of the one before.
	sorted := f.order[1]
	if f.sort(sorted, order, f.ties) {
		sorted, order = order, sorted
	}
	if f.sort(sorted, order, f.scores) {
		sorted, order = order, sorted
	}
	for _, n := range order[offset:end] {
		dst = append(dst, f.docs[n])
	}
	return dst
}

// sort sorts by falling keys into to. It returns false, having done nothing, when all keys are equal.
func (f *few) sort(to, from []uint16, keys []uint8) bool {
	var place [1 << planes]uint16
	for _, n := range from {
		place[keys[n]]++
	}
	if int(place[keys[from[0]]]) == len(from) {
		return false
	}
	sum := uint16(0)
	for key := len(place) - 1; key >= 0; key-- {
		sum, place[key] = sum+place[key], sum
	}
	for _, n := range from {
		key := keys[n]
		to[place[key]] = n
		place[key]++
	}
	return true
}
