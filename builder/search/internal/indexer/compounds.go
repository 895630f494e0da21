package indexer

import (
	"bytes"
	"cmp"
	"slices"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
)

// compoundJoiner joins the postings of the words that have a part: of markt those of flohmarkt and
// weihnachtsmarkt. It keeps four bytes for each document of each such word, and exists only for
// languages that write compounds as one word.
type compoundJoiner struct {
	*indexAssembler
	parts  []compoundPart
	number map[string]int // of a part
	of     [][]int        // by rank of the word: its parts; nil when no language has compounds
}

type compoundPart struct {
	key      []byte // of the dictionary
	postings []uint32
}

// newCompoundJoiner finds the parts of all words.
func newCompoundJoiner(a *indexAssembler) *compoundJoiner {
	j := &compoundJoiner{indexAssembler: a, number: map[string]int{}}
	words := a.analyzer.NewVocabulary()
	if words == nil {
		return j
	}
	j.of = make([][]int, len(a.order))
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		words.Add(a.text(rank))
	}
	cities := cityWords(a)
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		if cities[string(a.text(rank))] {
			continue
		}
		words.EachPart(a.text(rank), func(part []byte) {
			j.of[rank] = append(j.of[rank], j.part(part))
		})
	}
	return j
}

// cityWords are the words of the names of cities, which are no compounds for whom looks for a part
// of them: Augsburg is no Burg.
func cityWords(a *indexAssembler) map[string]bool {
	words := map[string]bool{}
	for _, city := range a.facets[index.Cities].values {
		key := []byte(city.key)
		for tokens := analysis.NewTokenizer(key); ; {
			token, ok := tokens.Next()
			if !ok {
				break
			}
			words[string(key[token.Start:token.End])] = true
		}
	}
	return words
}

func (j *compoundJoiner) part(word []byte) int {
	n, ok := j.number[string(word)]
	if !ok {
		n = len(j.parts)
		j.number[string(word)] = n
		j.parts = append(j.parts, compoundPart{key: append([]byte{index.CompoundPart}, word...)})
	}
	return n
}

// add takes the list of the word of that rank.
func (j *compoundJoiner) add(rank int, postings []uint32) {
	if j.of == nil {
		return
	}
	for _, n := range j.of[rank] {
		part := &j.parts[n]
		for _, p := range postings {
			part.postings = append(part.postings, lowered(p))
		}
	}
}

// lowered is a posting in the next lesser field, see index.CompoundPart.
func lowered(p uint32) uint32 {
	if p&index.FieldMask > uint32(index.InDescription) {
		return p - 1
	}
	return p
}

// write writes the joined lists, for the dictionary of prefixes.
func (j *compoundJoiner) write() error {
	slices.SortFunc(j.parts, func(x, y compoundPart) int { return bytes.Compare(x.key, y.key) })
	for i := range j.parts {
		p := &j.parts[i]
		start := len(j.texts)
		j.texts = append(j.texts, p.key...)
		postings := greatestFields(p.postings)
		at, err := j.encode(postings)
		if err != nil {
			return err
		}
		j.prefixes = append(j.prefixes, index.Entry{Text: start, KeyLen: len(p.key),
			Count: len(postings), List: at})
		p.postings = nil
	}
	return nil
}

// greatestFields sorts postings and leaves of each document that with the greatest field.
func greatestFields(postings []uint32) []uint32 {
	slices.SortFunc(postings, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(x>>index.DocShift, y>>index.DocShift), cmp.Compare(y, x))
	})
	return slices.CompactFunc(postings,
		func(x, y uint32) bool { return x>>index.DocShift == y>>index.DocShift })
}
