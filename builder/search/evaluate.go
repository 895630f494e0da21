package search

// scoreMany puts the documents in s.live with their scores into s.found: a chunk of documents at a time, and of these 64 in
// each step. Chunks without any are passed over.
func (s *scratch) scoreMany(docs int) {
	words := 0
	for i := range s.units {
		if !s.units[i].filter() {
			words++
		}
	}
	s.found.reset(words)
	for i := range s.leaves {
		s.leaves[i].pos = 0
	}
	for base := 0; base < docs; base += chunkDocs {
		end := min(base+chunkDocs, docs)
		live := s.live[base/64 : wordsFor(end)]
		if !isEmpty(live) {
			s.scoreChunk(live, uint32(base), uint32(end))
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

func (s *scratch) scoreChunk(live []uint64, base, end uint32) {
	scored := 0
	for i := range s.units {
		if u := &s.units[i]; !u.filter() {
			s.climbWord(u, base, end)
			scored++
			s.addPoints(u, live, scored)
		}
	}
	s.found.add(base, live, &s.points)
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
		if at := u.leaves[k]; k <= variant || !at.empty() || k == begun && len(u.parts) > 0 {
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
		if !p.begun.empty() { // only the last part may be unfinished
			s.wider = s.part
			for i := p.begun.lo; i < p.begun.hi; i++ {
				s.leaves[i].join(&s.wider, base, end)
			}
			merge(&s.ladders[begun], &s.joint, &s.wider, words)
		}
		if n == 0 {
			s.joint = s.part
			continue
		}
		for c := range s.joint {
			for i := range words {
				s.joint[c][i] &= s.part[c][i]
			}
		}
	}
	merge(&s.ladders[variant], &s.joint, &s.joint, words)
}

// merge adds to a ladder what two others have in common.
func merge(to, a, b *ladder, words int) {
	for c := range to {
		for i := range words {
			to[c][i] |= a[c][i] & b[c][i]
		}
	}
}
