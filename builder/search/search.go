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
	s, _ := x.pool.Get().(*scratch)
	if s == nil {
		s = new(scratch)
	}
	offset = max(offset, 0)
	s.parse(q.Text)
	ok := x.find(s, q)
	if ok {
		dst, total = s.found.page(dst, offset, limit), s.found.total
	} else {
		dst, total = x.listing(dst, offset, limit), x.docs
	}
	s.reset()
	x.pool.Put(s)
	return dst, total
}

// listing appends a page of all documents.
func (x *Index) listing(dst []uint32, offset, limit int) []uint32 {
	for id := offset; id < x.docs && limit > 0; id++ {
		dst = append(dst, uint32(id))
		limit--
	}
	return dst
}

// find fills s.found with the answer. It returns false when nothing is asked.
func (x *Index) find(s *scratch, q Query) bool {
	p := newPlanner(x, s, 0)
	filtered, possible := p.filters(q)
	if !filtered && len(s.wanted) == 0 {
		return false
	}
	s.found.reset(0)
	if !possible {
		return true
	}
	if p.all() {
		s.evaluate(x.docs)
		if s.found.total > 0 || len(s.wanted) == 0 {
			return true
		}
		if filtered && x.anywhere(s) {
			s.found.reset(0)
			return true
		}
	}
	p = newPlanner(x, s, correctionBudget)
	p.filters(q)
	if p.all() {
		s.evaluate(x.docs)
	} else {
		s.found.reset(0)
	}
	return true
}

// anywhere reports whether any document has the wanted words, whatever the filters.
func (x *Index) anywhere(s *scratch) bool {
	p := newPlanner(x, s, 0)
	if !p.all() {
		return false
	}
	s.evaluate(x.docs)
	return s.found.total > 0
}

// filters adds the filters of q. filtered says whether there are any, possible whether each has a document.
func (p *planner) filters(q Query) (filtered, possible bool) {
	possible = true
	for _, f := range [...]struct {
		section section
		value   string
	}{{cityDict, q.City}, {stateDict, q.State}, {organizationDict, q.Organization}} {
		if f.value == "" {
			continue
		}
		if f.section == stateDict {
			p.key = appendStateKey(p.key[:0], f.value)
		} else {
			p.key = appendFoldKey(p.key[:0], f.value)
		}
		if len(p.key) > 0 {
			filtered = true
			possible = p.filter(f.section, p.key) && possible
		}
	}
	return filtered, possible
}

// all adds all wanted words. It returns false when one of them cannot be satisfied.
func (p *planner) all() bool {
	for _, w := range p.wanted {
		if !p.word(w) {
			return false
		}
	}
	return true
}
