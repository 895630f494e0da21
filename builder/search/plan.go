package search

// kind says how a word was found, the best first. Within a kind the class of the field decides.
type kind int

const (
	exact   kind = iota
	variant      // another form: plural or singular, joined or parted, a synonym
	begun        // the last word is a beginning of the word found
	oneEdit
	twoEdit
	kinds
)

// unit is one condition that a document must satisfy: a word of the query or a filter.
type unit struct {
	leaves    [kinds]span // of scratch.leaves
	parts     []part
	documents int // an upper bound
	wanted    int // in scratch.wanted; of a filter -1
}

func (u *unit) filter() bool { return u.wanted < 0 }

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
	budget   int // of dictionary words looked at for corrections
}

func newPlanner(x *Index, s *scratch) planner {
	s.reset()
	return planner{scratch: s, x: x, terms: x.dict(termDict), prefixes: x.dict(prefixDict), budget: correctionBudget}
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
	u := unit{wanted: -1, documents: p.leaves[from].count}
	u.leaves[exact] = span{from, from + 1}
	p.units = append(p.units, u)
	return true
}

// word adds what the wanted word n needs, typed as it was meant. A unit without documents may still be corrected.
func (p *planner) word(n int) {
	w := &p.wanted[n]
	u := unit{wanted: n}
	text := p.text[w.text.lo:w.text.hi]
	u.leaves[exact], u.leaves[variant] = p.whole(text, w.kind == plainWord)
	if w.kind == plainWord {
		u.leaves[variant].hi = p.otherForms(n, text)
		u.leaves[begun] = p.beginnings(n, text)
	}
	for k := exact; k <= begun; k++ {
		u.documents += p.documents(u.leaves[k])
	}
	if w.parts > 0 {
		u.parts = p.hyphenParts(w)
	} else if w.kind == plainWord {
		u.parts = p.knownParts(text)
	}
	if len(u.parts) > 0 {
		least := u.parts[0].documents
		for _, part := range u.parts[1:] {
			least = min(least, part.documents)
		}
		u.documents += least
	}
	p.units = append(p.units, u)
}

// otherForms adds the lists of synonyms and of joined forms and returns where they end.
func (p *planner) otherForms(n int, text []byte) int {
	w := &p.wanted[n]
	if len(text) >= minJoined {
		p.mark(markNeighbours, text)
	}
	p.mark(markSynonym, text)
	for _, joined := range [...]span{w.before, w.after} {
		if !joined.empty() {
			p.form(p.text[joined.lo:joined.hi])
		}
	}
	if n > 0 && !p.wanted[n-1].next.empty() {
		p.mark(markSynonym, p.text[p.wanted[n-1].next.lo:p.wanted[n-1].next.hi])
	}
	if !w.next.empty() {
		p.mark(markSynonym, p.text[w.next.lo:w.next.hi])
	}
	if len(p.wanted) > 2 {
		p.phrases(n)
	}
	return len(p.leaves)
}

// beginnings adds the lists of what the last word begins, and of what it begins when it is joined with the word before;
// the latter also for the word before.
func (p *planner) beginnings(n int, text []byte) span {
	s := span{len(p.leaves), len(p.leaves)}
	w := &p.wanted[n]
	if w.last {
		p.beginning(text)
		if !w.before.empty() {
			p.beginning(p.text[w.before.lo:w.before.hi])
		}
	} else if n == len(p.wanted)-2 && p.wanted[n+1].last && !w.after.empty() && w.after == p.wanted[n+1].before {
		p.beginning(p.text[w.after.lo:w.after.hi])
	}
	s.hi = len(p.leaves)
	return s
}

// hyphenParts returns the parts of a hyphenated word, or nothing when one of them is nowhere.
func (p *planner) hyphenParts(w *wanted) []part {
	from := len(p.parts)
	for i, word := range p.words[w.firstPart : w.firstPart+w.parts] {
		if !p.addPart(p.text[word.start:word.end], w.last && i == w.parts-1) {
			p.parts = p.parts[:from]
			return nil
		}
	}
	return p.parts[from:]
}

// knownParts returns the parts of a word that somebody wrote with a hyphen.
func (p *planner) knownParts(text []byte) []part {
	if len(text) < 2*minPart {
		return nil
	}
	p.key = append(append(append(p.key[:0], markHyphen), text...), markHyphen)
	i := p.terms.lowerIn(0, p.x.firstWord, p.key)
	if i >= p.x.firstWord {
		return nil
	}
	key := p.terms.key(i)
	if len(key) != len(p.key)+1 || string(key[:len(p.key)]) != string(p.key) {
		return nil
	}
	cut := int(key[len(p.key)])
	if cut < minPart || cut > len(text)-minPart {
		return nil
	}
	from := len(p.parts)
	if !p.addPart(text[:cut], false) || !p.addPart(text[cut:], false) {
		p.parts = p.parts[:from]
		return nil
	}
	return p.parts[from:]
}

// addPart adds one part. It returns false when that is nowhere.
func (p *planner) addPart(text []byte, last bool) bool {
	e, v := p.whole(text, true)
	part := part{whole: span{e.lo, v.hi}}
	if last && letters(text) >= minPrefix {
		part.begun.lo = len(p.leaves)
		p.beginning(text)
		part.begun.hi = len(p.leaves)
	}
	part.documents = p.documents(part.whole) + p.documents(part.begun)
	p.parts = append(p.parts, part)
	return part.documents > 0
}

// whole adds the lists of a word and, if it may have some, of its plurals and singulars.
func (p *planner) whole(text []byte, forms bool) (e, v span) {
	e.lo = len(p.leaves)
	if !forms {
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
	i := p.terms.lowerIn(p.x.firstWord, p.terms.n, text)
	if i < p.terms.n && string(p.terms.key(i)) == string(text) {
		p.list(&p.terms, i)
	}
}

// mark adds the list of a mark.
func (p *planner) mark(mark byte, text []byte) bool {
	p.key = append(append(p.key[:0], mark), text...)
	i := p.terms.lowerIn(0, p.x.firstWord, p.key)
	return i < p.x.firstWord && string(p.terms.key(i)) == string(p.key) && p.list(&p.terms, i)
}

func (p *planner) list(d *dict, i int) bool {
	l, ok := d.list(i)
	if ok {
		p.trace.leaf(len(p.leaves), d, i)
		p.leaves = append(p.leaves, l)
	}
	return ok
}

// fewTerms is how many lists of a beginning a query keeps apart. Joining more costs a set over all documents, but that is
// gone through once.
const fewTerms = 8

// beginning adds the lists of the documents with a word that begins so: the stored one, a few, or many joined here.
func (p *planner) beginning(text []byte) {
	if i, ok := p.prefixes.find(text); ok {
		p.list(&p.prefixes, i)
		return
	}
	lo, hi := p.terms.begins(p.x.firstWord, text)
	if hi-lo <= fewTerms {
		for i := lo; i < hi; i++ {
			p.list(&p.terms, i)
		}
		return
	}
	// The writer stores what costs more; an index that asks for more here is damaged.
	budget, count := joinLimit(p.x.docs), 0
	union := p.newUnion(p.x.docs)
	for i := lo; i < hi && budget >= 0; i++ {
		l, ok := p.terms.list(i)
		if !ok {
			continue
		}
		l.joinAll(union, p.x.docs)
		count += l.count
		budget -= joinCost(l.count, p.x.docs)
	}
	p.trace.union(len(p.leaves), text, hi-lo, min(count, p.x.docs))
	p.leaves = append(p.leaves, leaf{union: union, count: min(count, p.x.docs)})
}

// correct adds the lists of the words that a mistyped word may stand for. One that is nowhere as it is typed stands for their
// synonyms, too: tetro municipal is meant for the Theatro Municipal, but samba, even where it has nothing to do with the words
// beside it, is no sampa, whose synonym is all of São Paulo.
func (p *planner) correct(u *unit) {
	w := &p.wanted[u.wanted]
	if w.kind != plainWord {
		return
	}
	text := p.text[w.text.lo:w.text.hi]
	p.near[0], p.near[1] = p.near[0][:0], p.near[1][:0]
	if most := correctable(text); most > 0 {
		p.x.correct(&p.measure, text, most, &p.budget, func(term, edits int) {
			p.near[edits-1] = append(p.near[edits-1], term)
		})
	}
	w.respelled = p.mostLikely()
	nowhere := u.documents == 0
	for i, k := range [...]kind{oneEdit, twoEdit} {
		u.leaves[k].lo = len(p.leaves)
		for _, term := range p.near[i] {
			p.list(&p.terms, term)
			if nowhere {
				p.mark(markSynonym, p.terms.key(term))
			}
		}
		u.leaves[k].hi = len(p.leaves)
		u.documents = min(u.documents+p.documents(u.leaves[k]), p.x.docs)
	}
}

func (p *planner) documents(s span) int {
	n := 0
	for _, l := range p.leaves[s.lo:s.hi] {
		n = min(n+l.count, p.x.docs)
	}
	return n
}
