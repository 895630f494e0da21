package match

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

const (
	// minOneEdit is the shortest word that may differ by one edit, and minTwoEdits the shortest by
	// two, in letters.
	minOneEdit  = 5
	minTwoEdits = 9
	// maxEdits is the most edits that are ever looked for.
	maxEdits = 2
	// maxCandidates is the most words tried instead of a query word for each number of edits: the
	// first that are met.
	maxCandidates = 64
	// spellingBudget is the most dictionary words looked at for one query: some milliseconds.
	spellingBudget = 4 << 20
	// MaxRespelled is how many of the words that a mistyped one may stand for have tie-breakers.
	MaxRespelled = 4
)

// speller finds the words that a mistyped one may stand for.
type speller struct {
	near      [maxEdits][]int // entries of Plan.Terms one and two edits away
	measure   measure
	budget    int   // dictionary words that may still be looked at
	respelled []int // of all mistyped tokens; Token.respelled has the range of each
}

// editsAllowed is how many edits a word may have: none when it is short or holds anything but
// letters of an alphabet, since a number with another digit is another number, and none when rules,
// unless they are nil, have it in a table of words.
func editsAllowed(rules *text.Rules, word []byte) int {
	if rules != nil && text.IsListed(rules, word) {
		return 0
	}
	letters := 0
	for i := 0; i < len(word); letters++ {
		r, n := rune(word[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(word[i:])
		}
		if '0' <= r && r <= '9' || text.IsUnspaced(r) {
			return 0
		}
		i += n
	}
	switch {
	case letters >= minTwoEdits:
		return 2
	case letters >= minOneEdit:
		return 1
	}
	return 0
}

// Correct adds the lists of the words that a mistyped word may stand for. One that is nowhere as it
// is typed stands for their synonyms, too: "tetro municipal" is meant for the Theatro Municipal.
// But samba, even where it has nothing to do with the words beside it, is no sampa, whose synonym
// is all of São Paulo.
func (p *Plan) Correct(c *Clause) {
	t := &p.Tokens[c.Token]
	if t.Kind == Gram && mayBeMistyped(p, t) {
		correctKana(p, c, t)
	}
	if t.Kind != PlainWord {
		return
	}
	word := p.Slice(t.Text)
	p.near[0], p.near[1] = p.near[0][:0], p.near[1][:0]
	if most := editsAllowed(p.rules, word); most > 0 {
		begun := begunOf(p, t)
		p.index.candidates(&p.measure, word, begun, most, &p.budget, func(term, edits int) {
			p.near[edits-1] = append(p.near[edits-1], term)
		})
		if text.HasLatin(p.rules) {
			addSounds(p, word, begun)
			if most < maxEdits {
				addDoubled(p, word, begun)
			}
		}
	}
	t.respelled = mostLikely(p)
	nowhere := c.Documents == 0
	for i, k := range [...]Kind{Edit1, Edit2} {
		c.Lists[k].Lo = len(p.Lists)
		for _, term := range p.near[i] {
			p.addList(&p.Terms, term)
			if nowhere {
				p.AddDerived(format.SynonymOf, p.Terms.Key(term))
			}
		}
		c.Lists[k].Hi = len(p.Lists)
		c.Documents = min(c.Documents+p.documents(c.Lists[k]), p.index.file.Docs())
	}
}

// begunOf is begunBy of a token, which is looked up once.
func begunOf(p *Plan, t *Token) int {
	if !t.lookedUp {
		begun, whole := begunBy(p, p.Slice(t.Text))
		t.begun, t.whole, t.lookedUp = uint8(begun), uint8(whole), true
	}
	return int(t.begun)
}

// begunBy is how many bytes of a word some word of a document begins with, and how many at most a
// word has that the word begins with. The words before and behind a place of the dictionary share
// more with what belongs there than all others do, and a beginning of a word stands before it.
func begunBy(p *Plan, word []byte) (begun, whole int) {
	first := p.index.file.FirstWord()
	i := p.Terms.LowerBound(first, p.Terms.Len(), word)
	if i > first {
		begun = sharedBy(p, i-1, word)
	}
	whole = begun
	if i < p.Terms.Len() {
		if behind := sharedBy(p, i, word); behind > begun {
			if begun = behind; behind == len(word) { // it may be the word itself
				whole = behind
			}
		}
	}
	return begun, whole
}

// sharedBy is how many bytes a term and a word begin with that are the same.
func sharedBy(p *Plan, term int, word []byte) int {
	key, same := p.Terms.Key(term), 0
	for same < min(len(key), len(word)) && key[same] == word[same] {
		same++
	}
	return same
}

// mostLikely chooses MaxRespelled of the words in p.near: those of the fewest edits, then those
// that most documents have, then the first of the dictionary.
func mostLikely(p *Plan) Span {
	likelier := func(a, b int) bool {
		return cmp.Or(cmp.Compare(p.Terms.Count(b), p.Terms.Count(a)), cmp.Compare(a, b)) < 0
	}
	s := Span{len(p.respelled), len(p.respelled)}
	for _, near := range p.near {
		same := s.Hi // before it are words of fewer edits
		for _, term := range near {
			at := s.Hi
			for at > same && likelier(term, p.respelled[at-1]) {
				at--
			}
			if at-s.Lo == MaxRespelled {
				continue
			}
			p.respelled = slices.Insert(p.respelled, at, term)
			s.Hi = min(s.Hi+1, s.Lo+MaxRespelled)
			p.respelled = p.respelled[:s.Hi]
		}
	}
	return s
}

// Respelled returns the entries of Terms that a mistyped token, or a clipped one, most likely
// stands for.
func (m *Matches) Respelled(t *Token) []int {
	if !m.Corrected && !m.clipped {
		return nil
	}
	return m.respelled[t.respelled.Lo:t.respelled.Hi]
}

// candidates calls found with the terms that differ from a word, of which begun bytes begin some
// term, by one to most edits: letters inserted, deleted, replaced or swapped with their neighbour.
// It takes what it looks at from the budget.
func (x *Index) candidates(m *measure, word []byte, begun, most int, budget *int,
	found func(term, edits int)) {
	m.begin(word)
	if most == maxEdits {
		x.twoEdits(m, budget, found)
	} else {
		x.oneEdit(m, begun, budget, found)
	}
}

// letterEnd is where the letter ends that a byte of a word belongs to.
func letterEnd(word []byte, at int) int {
	if at >= len(word) {
		return len(word)
	}
	for at > 0 && !utf8.RuneStart(word[at]) {
		at--
	}
	_, n := utf8.DecodeRune(word[at:])
	return at + n
}

// oneEdit looks through the words of the spelling table that have about as many letters, and about
// the same ones. What stands before the edit begins a term, so a letter that it takes away is one
// of the first, up to the one behind begun bytes:
//
//	festjval   fest begins a term, festj none: f, e, s, t or j is taken away
//	festival   has an i instead of the j: looked at
//	festjvel   has an e instead of the a: passed over, as its letters tell
func (x *Index) oneEdit(m *measure, begun int, budget *int, found func(term, edits int)) {
	const most = 1
	mask, letters := format.LetterMask(m.text)
	taken := format.LetterBits(m.text[:letterEnd(m.text, begun)])
	takenHigh := uint16(taken >> (32 - bucketBits))
	table, terms := x.file.SpellingTable(), x.file.Dictionary(format.Terms)
	terms.TouchKeys()
	count := 0
	for n := max(letters-most, 0); n <= min(letters+most, format.MaxLetters); n++ {
		// Each letter more or less changes one bit, each edit beyond that two.
		limit := 2*most - max(n-letters, letters-n)
		takes := n <= letters
		starts := x.bucketsOf(n)
		for _, pattern := range patterns {
			changed := bits.OnesCount16(pattern)
			if changed > limit {
				break
			}
			if takes && changed == limit && pattern&takenHigh == 0 {
				continue
			}
			bucket := uint16(mask>>(32-bucketBits)) ^ pattern
			lo, hi := int(starts[bucket]), int(starts[int(bucket)+1])
			hi = min(hi, lo+*budget)
			if lo == hi {
				continue
			}
			*budget -= hi - lo
			table.TouchRows(lo, hi)
			masks := table.Masks(lo, hi)
			for at := 0; at+4 <= len(masks); at += 4 {
				other := mask ^ format.LE.Uint32(masks[at:])
				changed := bits.OnesCount32(other)
				if changed > limit || takes && changed == limit && other&taken == 0 {
					continue
				}
				term := table.Word(lo + at/4)
				if term >= terms.Len() || !m.plausible(terms.KeyStart(term), most) {
					continue
				}
				if m.distance(terms.Key(term), most) == 1 && count < maxCandidates {
					count++
					found(term, 1)
				}
			}
		}
	}
}

// twoEdits looks through the lists of the deletion index that the word, of minTwoEdits letters or
// more, stands in.
func (x *Index) twoEdits(m *measure, budget *int, found func(term, edits int)) {
	mask, _ := format.LetterMask(m.text)
	index, terms := x.file.DeletionIndex(), x.file.Dictionary(format.Terms)
	terms.TouchKeys()
	var seen [maxEdits * maxCandidates]uint32 // a word may stand in several lists
	var counts [maxEdits + 1]int
	n := 0
	for _, h := range format.DeletionHashes(m.runes) {
		const size = format.DeletionEntry
		list := index.List(h)
		list = list[:min(len(list), size**budget)]
		*budget -= len(list) / size
		for ; len(list) >= size; list = list[size:] {
			if bits.OnesCount32(mask^format.LE.Uint32(list)) > 2*maxEdits {
				continue
			}
			term := int(format.LE.Uint32(list[4:]))
			if term >= terms.Len() || !m.plausible(terms.KeyStart(term), maxEdits) {
				continue
			}
			d := m.distance(terms.Key(term), maxEdits)
			if d == 0 || d > maxEdits || counts[d] == maxCandidates ||
				slices.Contains(seen[:n], uint32(term)) {
				continue
			}
			seen[n] = uint32(term)
			n++
			counts[d]++
			found(term, d)
		}
	}
}

// The words of one length lie in buckets by the highest bits of their letter masks. Of 2,048
// buckets 67 can hold words that are one edit away. More buckets would hold a word each.
const (
	bucketBits = 11
	buckets    = 1 << bucketBits
)

// patterns are the differences between two buckets whose words may be one edit apart, those of few
// bits first.
var patterns = func() (all []uint16) {
	for i := range uint16(buckets) {
		if bits.OnesCount16(i) <= 2 {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all,
		func(a, b uint16) int { return bits.OnesCount16(a) - bits.OnesCount16(b) })
	return all
}()

// bucketTable is the row of the spelling table where each bucket of the words of one length begins,
// and the last ends.
type bucketTable [buckets + 1]uint32

// bucketsOf returns the table of a length. It is made when it is first asked for, in one pass over
// the masks, and stays.
func (x *Index) bucketsOf(letters int) *bucketTable {
	if t := x.buckets[letters].Load(); t != nil {
		return t
	}
	table := x.file.SpellingTable()
	lo, hi := table.OfLength(letters)
	table.TouchMasks(lo, hi)
	t := new(bucketTable)
	next := 0
	for row := lo; row < hi; row++ {
		for bucket := int(table.Mask(row) >> (32 - bucketBits)); next <= bucket; next++ {
			t[next] = uint32(row)
		}
	}
	for ; next < len(t); next++ {
		t[next] = uint32(hi)
	}
	x.buckets[letters].Store(t)
	return t
}

// NearestEntry returns the entry of a dictionary whose key is written most like the text: by as
// many edits as words may differ; of those the one of the fewest edits, then of most documents. It
// looks at all of them.
func NearestEntry(d *format.Dictionary, word []byte) (entry int, ok bool) {
	most := editsAllowed(nil, word)
	if most == 0 {
		return 0, false
	}
	var m measure
	m.begin(word)
	best, documents := most+1, 0
	for i := range d.Len() {
		key := d.Key(i)
		if len(key) > text.MaxToken {
			continue
		}
		if edits := m.distance(key, most); edits < best ||
			edits == best && ok && d.Count(i) > documents {
			best, documents, entry, ok = edits, d.Count(i), i, true
		}
	}
	return entry, ok
}
