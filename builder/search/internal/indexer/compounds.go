package indexer

import (
	"cmp"
	"slices"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// compoundJoiner joins the postings of the words that have a part: for markt the postings of
// flohmarkt and weihnachtsmarkt. It keeps four bytes for each document of each such word, and
// exists only for languages that write compounds as one word.
type compoundJoiner struct {
	*indexAssembler
	parts map[string]*[]uint32 // the postings of each part
	of    map[int][]*[]uint32  // of the parts of a word, by its rank
}

// newCompoundJoiner finds the parts of all words.
func newCompoundJoiner(a *indexAssembler) *compoundJoiner {
	j := &compoundJoiner{a, map[string]*[]uint32{}, map[int][]*[]uint32{}}
	words := a.analyzer.NewVocabulary()
	if words == nil {
		return j
	}
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		words.Add(a.text(rank))
	}
	cities := cityWords(a)
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		if cities[string(a.text(rank))] {
			continue
		}
		a.analyzer.EachPart(a.text(rank), words.IsWord, func(part []byte) {
			postings := j.parts[string(part)]
			if postings == nil {
				postings = new([]uint32)
				j.parts[string(part)] = postings
			}
			j.of[rank] = append(j.of[rank], postings)
		})
	}
	return j
}

// cityWords returns the words of the names of cities, in which no parts are looked up: Augsburg is
// no Burg.
func cityWords(a *indexAssembler) map[string]bool {
	words := map[string]bool{}
	for city := range a.facets[index.Cities] {
		for _, word := range analysis.Tokens([]byte(city)) {
			words[string(word)] = true
		}
	}
	return words
}

// add adds the list of the word of a rank.
func (j *compoundJoiner) add(rank int, postings []uint32) {
	for _, part := range j.of[rank] {
		for _, p := range postings {
			*part = append(*part, lowered(p))
		}
	}
}

// lowered returns a posting in the next lesser field, see index.CompoundPart.
func lowered(p uint32) uint32 {
	if p&index.FieldMask > uint32(index.InDescription) {
		return p - 1
	}
	return p
}

// write writes the joined lists, for the dictionary of prefixes.
func (j *compoundJoiner) write() {
	for part, fields := range text.InOrder(j.parts) {
		start := len(j.texts)
		j.texts = append(append(j.texts, index.CompoundPart), part...)
		j.addJoined(greatestFields(*fields), prefix{text: start, len: 1 + len(part)})
		delete(j.parts, part)
	}
}

// greatestFields sorts postings and keeps the greatest field of each document.
func greatestFields(postings []uint32) []uint32 {
	slices.SortFunc(postings, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(x>>index.DocShift, y>>index.DocShift), cmp.Compare(y, x))
	})
	return slices.CompactFunc(postings,
		func(x, y uint32) bool { return x>>index.DocShift == y>>index.DocShift })
}
