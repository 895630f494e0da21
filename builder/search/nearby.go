package search

import (
	"strings"
	"unicode/utf8"
)

// What is meant by a text that finds nothing, for those who offer other searches. All of it costs more than a search, and allocates.

// Apart reads a word as two that documents have, in every way there is: somebody left the space out. Stop words and parts of a
// single letter are none. It returns nothing for a text of several words, or of none of an alphabet.
func (x *Index) Apart(word string) (pairs []string) {
	var s scratch
	s.parse(word)
	if len(s.wanted) != 1 || !s.wanted[0].joins() {
		return nil
	}
	at := s.wanted[0].text
	text := s.text[at.lo:at.hi]
	for i := range text {
		a, b := text[:i], text[i:]
		if i == 0 || !utf8.RuneStart(b[0]) || letters(a) < minPart || letters(b) < minPart || isStopWord(a) || isStopWord(b) {
			continue
		}
		if x.hasWord(a) && x.hasWord(b) {
			pairs = append(pairs, string(a)+" "+string(b))
		}
	}
	return pairs
}

// hasWord reports whether a document has the word as it stands.
func (x *Index) hasWord(word []byte) bool {
	terms := x.dict(termDict)
	i := terms.lowerIn(x.firstWord, terms.n, word)
	return i < terms.n && string(terms.key(i)) == string(word)
}

// CityNear returns the city that is meant by a text that names none: a synonym of it, or one that is written nearly so, by as many
// edits as words may differ; of those the one of fewest edits, then of most documents. It is as CityLabel has it.
func (x *Index) CityNear(text string) (string, bool) {
	var buf [128]byte
	key := appendFoldKey(buf[:0], text)
	if len(key) == 0 || len(key) > maxWord {
		return "", false
	}
	if member, err := Synonym(string(key)); err == nil {
		_, others := x.synonymsOf(strings.TrimPrefix(memberKey(member), string(markNeighbours)))
		for _, other := range others {
			if label, ok := x.CityLabel(other); ok {
				return label, true
			}
		}
	}
	most := correctable(key)
	if most == 0 {
		return "", false
	}
	var m measure
	m.begin(key)
	d := x.dict(cityDict)
	best, documents, found := most+1, 0, -1
	for i := range d.n {
		city := d.key(i)
		if len(city) > maxWord {
			continue
		}
		if edits := m.distance(city, most); edits < best || edits == best && found >= 0 && d.record(i).count > documents {
			best, documents, found = edits, d.record(i).count, i
		}
	}
	if found < 0 {
		return "", false
	}
	label := d.label(found)
	return string(label), len(label) > 0
}
