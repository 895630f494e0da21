package search

// Search appends to dst the documents offset..offset+limit-1 of the answer to q, and returns how many documents answer
// q in all.
//
// Without text the order is the list order. With text it is that of the scores, then list order. A negative offset
// counts as 0; without a positive limit only the total is computed. Once warm, Search allocates nothing unless dst
// must grow.
//
// Words are corrected only when the text, apart from all filters, finds nothing in the whole index: when there is
// rock, but not in that city, the answer is that there is none.
func (x *Index) Search(q Query, offset, limit int, dst []uint32) (ids []uint32, total int) {
	ids, outcome := x.Answer(q, offset, limit, dst)
	return ids, outcome.Total
}

// Outcome is what a search says of its whole answer.
type Outcome struct {
	Total     int  // documents that answer the query
	Corrected bool // nothing has the words as typed, so the answer is for words a few edits away; also when that is empty
}

// Answer is Search that says more of the answer than its size. Respell says how a corrected query was understood.
func (x *Index) Answer(q Query, offset, limit int, dst []uint32) (ids []uint32, o Outcome) {
	s, _ := x.pool.Get().(*scratch)
	if s == nil {
		s = new(scratch)
	}
	dst = x.answer(s, q, offset, limit, dst)
	o = Outcome{Total: s.total, Corrected: s.corrected}
	s.reset()
	x.pool.Put(s)
	return dst, o
}

// answer is Answer in a given scratch, which keeps the plan.
func (x *Index) answer(s *scratch, q Query, offset, limit int, dst []uint32) []uint32 {
	offset = max(offset, 0)
	s.parse(q.Text)
	if !x.find(s, q) {
		s.total = x.docs
		return x.listing(dst, offset, limit)
	}
	if offset < s.total && limit > 0 {
		dst = x.page(s, dst, offset, limit)
	}
	return dst
}

// listing appends a page of all documents.
func (x *Index) listing(dst []uint32, offset, limit int) []uint32 {
	for id := offset; id < x.docs && limit > 0; id++ {
		dst = append(dst, uint32(id))
		limit--
	}
	return dst
}

// find leaves the answer in s. It returns false when nothing is asked.
func (x *Index) find(s *scratch, q Query) bool {
	p := newPlanner(x, s)
	filtered, possible := p.filters(q)
	s.total, s.corrected = 0, false
	switch {
	case len(s.wanted) == 0:
		if !filtered {
			return false
		}
		if possible {
			s.narrow(x.docs)
		}
		return true
	case !possible:
		return true
	}
	for n := range s.wanted {
		p.word(n)
	}
	if !s.narrow(x.docs) && !(filtered && s.anywhere(x.docs)) {
		s.corrected = true
		p.narrowCorrected()
	}
	return true
}

// page appends a page of the documents that were left; there are some beyond the offset.
func (x *Index) page(s *scratch, dst []uint32, offset, limit int) []uint32 {
	if len(s.wanted) == 0 {
		if s.listed {
			return append(dst, s.few.docs[offset:offset+min(limit, s.total-offset)]...)
		}
		return takeSet(dst, s.live, offset, limit)
	}
	p := planner{scratch: s, x: x, terms: x.dict(termDict)}
	p.addTies()
	if !s.listed {
		if u, ok := s.levels.fits(s); ok {
			return s.pageOfLevels(dst, u, offset, limit)
		}
	}
	if s.total <= fewDocs {
		return s.pageOfFew(dst, offset, limit)
	}
	s.scoreMany(x.docs)
	return s.pageOfMany(dst, offset, limit)
}

// filters adds the filters of q. filtered says whether there are any, possible whether each has a document.
func (p *planner) filters(q Query) (filtered, possible bool) {
	possible = true
	for _, f := range q.filters() {
		if f.value == "" {
			continue
		}
		if p.key = f.appendKey(p.key[:0]); len(p.key) > 0 {
			filtered = true
			possible = p.filter(f.section, p.key) && possible
		}
	}
	return filtered, possible
}

// filter is one filter of a query.
type filter struct {
	section section
	value   string // "" for none
}

func (q *Query) filters() [3]filter {
	return [...]filter{{cityDict, q.City}, {stateDict, q.State}, {organizationDict, q.Organization}}
}

// appendKey appends the form in which the value is looked up, nothing for no filter.
func (f *filter) appendKey(dst []byte) []byte {
	if f.section == stateDict {
		return appendStateKey(dst, f.value)
	}
	return appendFoldKey(dst, f.value)
}
