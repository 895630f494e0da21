package write

import (
	"bytes"
	"cmp"
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// compoundJoiner joins the lists of the words that have a part: of markt those of flohmarkt and
// weihnachtsmarkt, of ファイル those of ファイルマネージャー. It keeps four bytes for each document of each
// such word, and exists only for languages that write compounds as one word.
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

// newCompoundJoiner finds the parts of all words. German ones are in Latin letters, so no word is
// a part in both languages.
func newCompoundJoiner(a *indexAssembler) *compoundJoiner {
	j := &compoundJoiner{indexAssembler: a, number: map[string]int{}}
	if a.rules.HasCompounds() || a.rules.HasRuns() {
		j.of = make([][]int, len(a.order))
	}
	if a.rules.HasCompounds() {
		j.readGerman(a)
	}
	if a.rules.HasRuns() {
		j.readKatakana(a)
	}
	return j
}

// readGerman finds the parts of German compounds.
func (j *compoundJoiner) readGerman(a *indexAssembler) {
	words := text.NewVocabulary(a.rules)
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		words.Add(a.text(rank))
	}
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		words.AddHead(a.text(rank))
	}
	cities := cityWords(a)
	for rank := a.firstWord(); rank < len(a.order); rank++ {
		if cities[string(a.text(rank))] {
			continue
		}
		words.EachPart(a.text(rank), func(part []byte) {
			j.of[rank] = append(j.of[rank], j.part(format.CompoundPart, part))
		})
	}
}

// readKatakana finds the parts of words in katakana.
func (j *compoundJoiner) readKatakana(a *indexAssembler) {
	words := text.NewKanaVocabulary()
	from, to := a.rankOf(format.KanaWord), a.rankOf(format.KanaWord+1)
	for rank := from; rank < to; rank++ {
		words.Add(a.text(rank)[1:])
	}
	for rank := from; rank < to; rank++ {
		words.EachPart(a.text(rank)[1:], func(part []byte) {
			if n := j.part(format.KanaWord, part); !slices.Contains(j.of[rank], n) {
				j.of[rank] = append(j.of[rank], n)
			}
		})
	}
}

// cityWords are the words of the names of cities, which are no compounds for whom looks for a part
// of them: Augsburg is no Burg.
func cityWords(a *indexAssembler) map[string]bool {
	words := map[string]bool{}
	for i := range a.cities.values {
		key := []byte(a.cities.values[i].key)
		for tokens := text.NewTokenizer(key); ; {
			token, ok := tokens.Next()
			if !ok {
				break
			}
			words[string(key[token.Start:token.End])] = true
		}
	}
	return words
}

func (j *compoundJoiner) part(kind byte, word []byte) int {
	n, ok := j.number[string(word)]
	if !ok {
		n = len(j.parts)
		j.number[string(word)] = n
		j.parts = append(j.parts, compoundPart{key: append([]byte{kind}, word...)})
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
		if part.key[0] != format.CompoundPart {
			part.postings = append(part.postings, postings...)
			continue
		}
		for _, p := range postings {
			part.postings = append(part.postings, lowered(p))
		}
	}
}

// lowered is a posting in the next lesser field, see format.CompoundPart.
func lowered(p uint32) uint32 {
	if p&format.FieldMask > uint32(format.InDescription) {
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
		j.prefixes = append(j.prefixes, format.Entry{Text: start, KeyLen: len(p.key),
			Count: len(postings), List: at})
		p.postings = nil
	}
	return nil
}

// greatestFields sorts postings and leaves of each document that with the greatest field.
func greatestFields(postings []uint32) []uint32 {
	slices.SortFunc(postings, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(x>>format.DocShift, y>>format.DocShift), cmp.Compare(y, x))
	})
	return slices.CompactFunc(postings,
		func(x, y uint32) bool { return x>>format.DocShift == y>>format.DocShift })
}
