package match

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/families"
)

// otherForms is what a plan knows of other forms of the words of a query, beside the lists of them.
type otherForms struct {
	found   []int            // entries of Terms: other forms of the last word looked up, rows aside
	first   []int            // those of the first token
	others  text.Inflections // of another kind: attributes, or of one verb
	family  *text.Family     // nil until a query needs it
	terms   []int            // entries of Terms: those of the last family
	german  *text.GermanFamily
	spans   []Span // of a dictionary, where words of the family may stand
	related bool   // words stand for all of their family
}

// BentFirst returns the entries of Terms that are other forms of the first token, if it is a single
// word of a language that derives: карты for карта. Words of the same row, fotografía for foto, are
// not among them.
func (m *Matches) BentFirst() []int { return m.forms.first }

// noteFirst notes the forms that were found of the first token.
func noteFirst(p *Plan, t *Token) {
	if t.Kind == PlainWord && t.Parts == 0 && p.rules.Derives() {
		p.forms.first = append(p.forms.first[:0], p.forms.found...)
	}
}

// addAttribute adds the lists of the adjectives that a noun behind another word stands for.
func addAttribute(p *Plan, n int, word []byte) {
	if n == 0 || !p.rules.HasAttributes() {
		return
	}
	adjectives := &p.forms.others
	adjectives.ExpandAttribute(p.rules, word)
	for i := range adjectives.Len() {
		p.addTerm(adjectives.At(i))
	}
}

// maxFamily is how many terms that begin as a family does are looked at; of more none are.
// maxNamed is that of words that documents have.
const (
	maxFamily = 1024
	maxNamed  = 256
)

// relate lets words stand for all of their family (see text.Family and text.EachStem), and reports
// whether there may be such. It does so once for a text.
func relate(p *Plan) bool {
	if p.forms.related {
		return false
	}
	p.forms.related = text.HasFamilies(p.rules) &&
		(p.rules.HasAttributes() || p.rules.HasCompounds()) || hasKin(p)
	return p.forms.related
}

// addKin adds the lists of the families to the clauses as they are, which saves looking up all the
// rest again. It reports whether it could: Russian and German families change other lists, too,
// and so does a word that counts as a beginning only while nobody has it.
func addKin(p *Plan) bool {
	if p.rules.HasAttributes() || p.rules.HasCompounds() || p.clipped {
		return false
	}
	slices.SortStableFunc(p.Clauses, func(a, b Clause) int { return a.Token - b.Token })
	for i := range p.Clauses {
		addKinOf(p, &p.Clauses[i])
	}
	return true
}

// addKinOf adds the lists of the family of a token to its clause.
func addKinOf(p *Plan, c *Clause) {
	if c.IsFilter() || c.bound || p.Tokens[c.Token].Kind != PlainWord {
		return
	}
	from := len(p.Lists)
	for at := c.Lists[Alias].Lo; at < c.Lists[Alias].Hi; at++ {
		p.Trace.again(len(p.Lists), at)
		p.Lists = append(p.Lists, p.Lists[at])
	}
	known := len(p.Lists)
	if addFamily(p, &p.Tokens[c.Token], false); len(p.Lists) == known {
		p.Lists = p.Lists[:from]
		return
	}
	c.Lists[Alias] = Span{from, len(p.Lists)}
	if c.guessed {
		c.Parts = nil
	}
	countDocuments(p, c)
}

// hasKin reports whether families with a list of words can help a query that nothing has: some
// document has one for a word of the query, and for each that stands nowhere. Russian and German
// families have no such list.
func hasKin(p *Plan) bool {
	some := false
	for i := range p.Clauses {
		if c := &p.Clauses[i]; !c.IsFilter() && c.Documents == 0 {
			if some = isAkin(p, &p.Tokens[c.Token]); !some {
				return false
			}
		}
	}
	for i := 0; i < len(p.Clauses) && !some; i++ {
		c := &p.Clauses[i]
		some = !c.IsFilter() && isAkin(p, &p.Tokens[c.Token])
	}
	return some
}

// isAkin reports whether some document has a word that is made of the same stem as a token, or of
// the same verb, or the word for a figure that is no count.
func isAkin(p *Plan, t *Token) (is bool) {
	if t.Kind != PlainWord {
		return false
	}
	word, found := p.Slice(t.Text), func(int) bool { is = true; return false }
	eachKin(p, word, begunOf(p, t), found)
	if !is && isSerial(&p.Parsed, t) {
		eachNumberWord(p, word, found)
	}
	if is {
		return true
	}
	ofVerbs := &p.forms.others
	text.ExpandFamily(ofVerbs, p.rules, word)
	for i := 0; i < ofVerbs.Len() && !is; i++ {
		is = p.index.HasWord(ofVerbs.At(i))
	}
	return is
}

// addFamily adds the lists of the words of the same family; with named those of the documents that
// have a Russian verb of it, or what is done, in their name: what they are about.
func addFamily(p *Plan, t *Token, named bool) {
	word := p.Slice(t.Text)
	if ofVerbs := &p.forms.others; !named {
		add := func(entry int) bool {
			p.addList(&p.Terms, entry)
			return true
		}
		eachKin(p, word, begunOf(p, t), add)
		if isSerial(&p.Parsed, t) {
			eachNumberWord(p, word, add)
		}
		text.ExpandFamily(ofVerbs, p.rules, word)
		for i := range ofVerbs.Len() {
			p.addTerm(ofVerbs.At(i))
		}
		addGerman(p, word)
	}
	if !p.rules.HasAttributes() { // of Russian
		return
	}
	if p.forms.family == nil {
		p.forms.family = new(text.Family)
	}
	family, first, most := p.forms.family, p.index.file.FirstWord(), maxFamily
	if named {
		most = maxNamed
	}
	family.Read(word)
	add := func(term int) {
		if p.forms.isNew(term) {
			addRelated(p, term, named)
		}
	}
	p.forms.terms = p.forms.terms[:0]
	family.EachStem(func(begins []byte) {
		lo, hi := p.Terms.WithPrefix(first, begins)
		if hi-lo > maxRead {
			family.EachForm(func(form []byte) {
				if i, ok := p.Terms.FindIn(lo, hi, form); ok {
					add(i)
				}
			})
			return
		}
		for i := lo; i < hi; i++ {
			if family.IsForm(p.Terms.Key(i)) {
				add(i)
			}
		}
	})
	family.EachWord(func(word []byte) {
		if i, ok := p.Terms.FindIn(first, p.Terms.Len(), word); ok {
			add(i)
		}
	})
	for family.Next() {
		lo, hi := p.Terms.WithPrefix(first, family.Shared())
		if lo == hi || hi-lo > most {
			continue
		}
		family.EachBeginning(func(letters []byte) {
			lo, hi := p.Terms.WithPrefix(first, letters)
			for i := lo; i < hi; i++ {
				if family.Has(p.Terms.Key(i), named) && (!named || isNamed(p, i)) {
					add(i)
				}
			}
		})
	}
}

// isNew notes a term of a family and reports whether it was not noted before.
func (o *otherForms) isNew(term int) bool {
	if slices.Contains(o.terms, term) {
		return false
	}
	o.terms = append(o.terms, term)
	return true
}

// addGerman adds the lists of the words of the same German family, and of compounds that have one
// as a part.
func addGerman(p *Plan, word []byte) {
	if !p.rules.HasCompounds() {
		return
	}
	if p.forms.german == nil {
		p.forms.german = new(text.GermanFamily)
	}
	family := p.forms.german
	if !family.Read(p.rules, word) {
		return
	}
	addGermanIn(p, &p.Terms, p.index.file.FirstWord(), 1)
	addGermanIn(p, &p.prefixes, 0, 0)
}

// addGermanIn adds the lists of the words of the family in a dictionary, whose keys are what a
// compound stands under without its first skip bytes.
func addGermanIn(p *Plan, d *format.Dictionary, from, skip int) {
	family, spans := p.forms.german, p.forms.spans[:0]
	for i := range family.Beginnings() {
		if begins := family.Beginning(i); len(begins) > 0 {
			lo, hi := d.WithPrefix(from, compoundKey(p, begins)[skip:])
			if lo < hi && hi-lo <= maxFamily {
				spans = append(spans, Span{lo, hi})
			}
		}
	}
	// Of two beginnings of a word one begins the other, so its span lies in that of the other.
	slices.SortFunc(spans, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(b.Hi, a.Hi))
	})
	done := 0
	for _, span := range spans {
		for i := max(span.Lo, done); i < span.Hi; i++ {
			if family.Has(d.Key(i)[1-skip:]) {
				p.addList(d, i)
			}
		}
		done = max(done, span.Hi)
	}
	p.forms.spans = spans
}

// isNamed reports whether some name, or place, has a term.
func isNamed(p *Plan, term int) bool {
	postings, ok := p.Terms.Postings(term)
	list := List{Postings: postings}
	return ok && list.reaches(format.InName, p.index.file.Docs())
}

// addRelated adds the list of a term, or of the names that have it, and reports whether there are
// some.
func addRelated(p *Plan, term int, named bool) bool {
	at := len(p.Lists)
	if !p.addList(&p.Terms, term) || !named {
		return at < len(p.Lists)
	}
	if p.Lists[at] = namesOf(p, Span{at, at + 1}); p.Lists[at].Count == 0 {
		p.Lists = p.Lists[:at]
	}
	return at < len(p.Lists)
}

// addSubjects adds the lists of the documents that have a noun, which the lists are of, and its
// adjective in their name: they are about it. What has the adjective alone is not found by a noun
// that no word stands before, see addAttribute.
func addSubjects(p *Plan, n int, word []byte, noun Span) {
	if n > 0 || noun.Empty() || !p.rules.HasAttributes() {
		return
	}
	adjectives := &p.forms.others
	adjectives.ExpandAttribute(p.rules, word)
	for i := range adjectives.Len() {
		term, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), adjectives.At(i))
		if at := len(p.Lists); ok && addRelated(p, term, true) {
			retainAny(p, &p.Lists[at], noun)
		}
	}
}

// retainAny leaves of a joined list the documents that one of some lists has in any field.
func retainAny(p *Plan, l *List, of Span) {
	docs := p.index.file.Docs()
	have := p.newJoined(docs).joined[:format.WordsFor(docs)]
	for i := of.Lo; i < of.Hi; i++ {
		p.Lists[i].Gather(have)
	}
	l.Count = 0
	for i, documents := range have {
		sets := l.FieldSets(i)
		for k := range sets {
			sets[k] &= documents
		}
		l.Count += bits.OnesCount64(sets[0])
	}
}

// findsNames reports whether a word of the query, found as c says, also finds the names that have
// its family: it stands in no name and no place, so that nothing is about it in these letters.
func findsNames(p *Plan, t *Token, c *Clause) bool {
	return t.Joinable() && !p.forms.related && p.rules.HasAttributes() &&
		c.Lists[Exact].Lo < c.Lists[Alias].Hi && !isTitled(p, c)
}

// maxKin is how many terms that begin with a stem are read; of more, endings are looked up.
const maxKin = 24

// eachKin calls visit with the entries of the words that are made of the same stem as a word, of
// which begun bytes begin some word, until visit returns false. Stems of one length come one behind
// the other, so each is looked up once.
func eachKin(p *Plan, word []byte, begun int, visit func(entry int) bool) {
	if begun < families.LeastStem {
		return
	}
	first, end := p.index.file.FirstWord(), p.Terms.Len()
	lo, last := 0, 0
	text.EachStem(p.rules, word, begun, func(stem []byte, endings [2][]string) bool {
		if len(stem) != last {
			lo, last = p.Terms.LowerBound(first, end, stem), len(stem)
		}
		if lo+maxKin < end && bytes.HasPrefix(p.Terms.Key(lo+maxKin), stem) {
			return eachEnding(p, Span{lo, end}, word, stem, endings, visit)
		}
		for i := lo; i < end; i++ {
			ending, ok := bytes.CutPrefix(p.Terms.Key(i), stem)
			if !ok {
				break
			}
			if (slices.Contains(endings[0], string(ending)) ||
				slices.Contains(endings[1], string(ending))) &&
				string(ending) != string(word[len(stem):]) && !visit(i) {
				return false
			}
		}
		return true
	})
}

// eachEnding is eachKin for a stem that many terms begin with, of those in the span.
func eachEnding(p *Plan, in Span, word, stem []byte, endings [2][]string,
	visit func(entry int) bool) bool {
	for _, some := range endings {
		for _, ending := range some {
			p.key = append(append(p.key[:0], stem...), ending...)
			i, ok := p.Terms.FindIn(in.Lo, in.Hi, p.key)
			if ok && string(p.key) != string(word) && !visit(i) {
				return false
			}
		}
	}
	return true
}
