package search

// kind says how a word was found, the best first. Within a kind the class of the field decides.
type kind int

const (
	exact   kind = iota
	variant      // plural or singular, or the parts of a hyphenated word
	begun        // the last word is a beginning of the word found
	oneEdit
	twoEdit
	kinds
)

// span is a range of scratch.leaves.
type span struct{ lo, hi int }

// unit is one condition that a document must satisfy: a word of the query or a filter.
type unit struct {
	leaves    [kinds]span
	all       span // of the kinds together
	parts     []part
	documents int // an upper bound
	filter    bool
}

// part is one part of a hyphenated word, which may stand apart in the document.
type part struct {
	whole, begun span
	documents    int
}

// planner turns what a query asks for into lists.
type planner struct {
	*scratch
	x        *Index
	terms    dict
	prefixes dict
	budget   int // of dictionary words looked at for corrections; none are tried without
}

func newPlanner(x *Index, s *scratch, budget int) planner {
	s.reset()
	return planner{scratch: s, x: x, terms: x.dict(termDict), prefixes: x.dict(prefixDict), budget: budget}
}

// filter adds the documents of one facet value. It returns false when there are none.
func (p *planner) filter(s section, key []byte) bool {
	d := p.x.dict(s)
	i, ok := d.find(key)
	if !ok {
		return false
	}
	from := len(p.leaves)
	if !p.list(&d, i) {
		return false
	}
	u := unit{filter: true, documents: p.leaves[from].count, all: span{from, from + 1}}
	u.leaves[exact] = u.all
	p.units = append(p.units, u)
	return true
}

// word adds what one wanted word needs. It returns false when no document can satisfy it.
func (p *planner) word(w wanted) bool {
	u := unit{all: span{lo: len(p.leaves)}}
	text := p.text[w.start:w.end]
	u.leaves[exact], u.leaves[variant] = p.whole(text, w.gram)
	if w.last {
		u.leaves[begun] = p.beginning(text)
	}
	if p.budget > 0 && !w.gram {
		u.leaves[oneEdit], u.leaves[twoEdit] = p.corrected(text)
	}
	u.all.hi = len(p.leaves)
	u.documents = p.documents(u.all)
	if w.parts > 0 {
		u.parts = p.addParts(w)
		if len(u.parts) > 0 {
			least := u.parts[0].documents
			for _, part := range u.parts[1:] {
				least = min(least, part.documents)
			}
			u.documents += least
		}
	}
	p.units = append(p.units, u)
	return u.documents > 0
}

// addParts returns the parts of a hyphenated word, or nothing when one of them is nowhere.
func (p *planner) addParts(w wanted) []part {
	from := len(p.parts)
	for i, word := range p.words[w.firstPart : w.firstPart+w.parts] {
		text := p.text[word.start:word.end]
		e, v := p.whole(text, false)
		part := part{whole: span{e.lo, v.hi}}
		if w.last && i == w.parts-1 && letters(text) >= minPrefix {
			part.begun = p.beginning(text)
		}
		part.documents = p.documents(part.whole) + p.documents(part.begun)
		if part.documents == 0 {
			p.parts = p.parts[:from]
			return nil
		}
		p.parts = append(p.parts, part)
	}
	return p.parts[from:]
}

// whole adds the lists of a word and of its plurals and singulars.
func (p *planner) whole(text []byte, gram bool) (e, v span) {
	e = span{len(p.leaves), len(p.leaves)}
	if gram {
		p.form(text)
		e.hi = len(p.leaves)
		return e, span{e.hi, e.hi}
	}
	p.forms.expand(text)
	for i := range p.forms.len() {
		p.form(p.forms.at(i))
		if i == 0 {
			e.hi = len(p.leaves)
		}
	}
	return e, span{e.hi, len(p.leaves)}
}

func (p *planner) form(text []byte) {
	if i, ok := p.terms.find(text); ok {
		p.list(&p.terms, i)
	}
}

func (p *planner) list(d *dict, i int) bool {
	l, ok := d.list(i)
	if ok {
		p.leaves = append(p.leaves, l)
	}
	return ok
}

// beginning adds one list of the documents with a word that begins so: the stored one, or one joined here.
func (p *planner) beginning(text []byte) span {
	s := span{len(p.leaves), len(p.leaves)}
	if i, ok := p.prefixes.find(text); ok {
		p.list(&p.prefixes, i)
		s.hi = len(p.leaves)
		return s
	}
	lo, hi := p.terms.begins(text)
	if hi-lo == 1 {
		p.list(&p.terms, lo)
		s.hi = len(p.leaves)
		return s
	}
	// The writer stores what costs more; an index that asks for more here is damaged.
	budget, count := joinLimit(p.x.docs), 0
	var union []uint64
	for i := lo; i < hi && budget >= 0; i++ {
		l, ok := p.terms.list(i)
		if !ok {
			continue
		}
		if union == nil {
			union = p.newUnion(p.x.docs)
		}
		l.joinAll(union, p.x.docs)
		count += l.count
		budget -= joinCost(l.count, p.x.docs)
	}
	if union != nil {
		p.leaves = append(p.leaves, leaf{union: union, count: min(count, p.x.docs)})
		s.hi = len(p.leaves)
	}
	return s
}

// corrected adds the lists of the words that a mistyped word may stand for.
func (p *planner) corrected(text []byte) (one, two span) {
	p.near[0], p.near[1] = p.near[0][:0], p.near[1][:0]
	if most := correctable(text); most > 0 {
		p.x.correct(text, most, &p.budget, func(term, edits int) {
			p.near[edits-1] = append(p.near[edits-1], term)
		})
	}
	var spans [2]span
	for i := range spans {
		spans[i].lo = len(p.leaves)
		for _, term := range p.near[i] {
			p.list(&p.terms, term)
		}
		spans[i].hi = len(p.leaves)
	}
	return spans[0], spans[1]
}

func (p *planner) documents(s span) int {
	n := 0
	for _, l := range p.leaves[s.lo:s.hi] {
		n = min(n+l.count, p.x.docs)
	}
	return n
}
