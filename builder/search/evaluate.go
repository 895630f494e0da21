package search

import "slices"

// evaluate finds the documents that satisfy all units, with their points, into s.found.
//
// It goes through the documents a chunk at a time and through the units from the rarest, 64 documents in each step.
// Chunks in which the rarest unit has nothing are passed over.
func (s *scratch) evaluate(docs int) {
	slices.SortFunc(s.units, func(a, b unit) int { return a.documents - b.documents })
	words := 0
	for _, u := range s.units {
		if !u.filter {
			words++
		}
	}
	s.found.reset(words)
	for base := uint32(0); base < uint32(docs); base += chunkDocs {
		next := s.next(&s.units[0], base)
		if next >= uint32(docs) {
			return
		}
		base = next &^ (chunkDocs - 1)
		s.chunk(base, min(base+chunkDocs, uint32(docs)))
	}
}

// next returns the first document from base on that the unit may accept.
func (s *scratch) next(u *unit, base uint32) uint32 {
	first := uint32(noDoc)
	look := func(at span) {
		for i := at.lo; i < at.hi && first > base; i++ {
			first = min(first, s.leaves[i].next(base))
		}
	}
	look(u.all)
	for _, p := range u.parts {
		look(p.whole)
		look(p.begun)
	}
	return first
}

func (s *scratch) chunk(base, end uint32) {
	words := int(end-base+63) / 64
	live := s.live[:words]
	for i := range live {
		live[i] = ^uint64(0)
	}
	if n := (end - base) % 64; n > 0 {
		live[words-1] = 1<<n - 1
	}
	scored := 0
	for i := range s.units {
		u := &s.units[i]
		if u.filter {
			l := &s.ladders[exact]
			s.climb(l, u.leaves[exact], base, end)
			if !keep(live, l) {
				return
			}
			continue
		}
		s.climbWord(u, base, end)
		scored++
		if !s.addPoints(u, words, scored) {
			return
		}
	}
	s.found.add(base, live, &s.points)
}

// keep leaves the documents that the ladder holds, and reports whether there are any.
func keep(live []uint64, l *ladder) bool {
	left := uint64(0)
	for i := range live {
		live[i] &= l[0][i]
		left |= live[i]
	}
	return left != 0
}

// climb makes a ladder of some lists.
func (s *scratch) climb(to *ladder, lists span, base, end uint32) {
	clear(to[:])
	for i := lists.lo; i < lists.hi; i++ {
		s.leaves[i].join(to, base, end)
	}
}

// climbWord makes the ladders of all kinds in which the word may be found.
func (s *scratch) climbWord(u *unit, base, end uint32) {
	for k := range kinds {
		if at := u.leaves[k]; k <= variant || at.lo < at.hi || k == begun && len(u.parts) > 0 {
			s.climb(&s.ladders[k], at, base, end)
		}
	}
	if len(u.parts) == 0 {
		return
	}
	// All parts of a hyphenated word, wherever they stand, count as a variant of it.
	words := int(end-base+63) / 64
	for n := range u.parts {
		p := &u.parts[n]
		s.climb(&s.part, p.whole, base, end)
		if p.begun.lo < p.begun.hi { // only the last part may be unfinished
			s.wider = s.part
			for i := p.begun.lo; i < p.begun.hi; i++ {
				s.leaves[i].join(&s.wider, base, end)
			}
			merge(&s.ladders[begun], &s.both, &s.wider, words)
		}
		if n == 0 {
			s.both = s.part
			continue
		}
		for c := range s.both {
			for i := range words {
				s.both[c][i] &= s.part[c][i]
			}
		}
	}
	merge(&s.ladders[variant], &s.both, &s.both, words)
}

// merge adds to a ladder what two others have in common.
func merge(to, a, b *ladder, words int) {
	for c := range to {
		for i := range words {
			to[c][i] |= a[c][i] & b[c][i]
		}
	}
}
