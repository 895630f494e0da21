package search

import (
	"errors"
	"fmt"
	"strings"
)

// Synonyms are sealed into the index: where one member of a group is found, the document is also found by the others
// (markSynonym). So a query needs no table, and each brand can have its own: Writer.Synonyms.
//
// A member is one word, found in every field, or two that follow each other, found in names and places, stop words
// aside. A synonym counts as another form of the word, as its plural does.

// builtinSynonyms serve every brand, so they hold only what everybody means by them, wherever he is:
//
//   - how people call large cities. Without them "bh", "poa", "floripa" and "nyc" find nothing at all, and "sampa" finds
//     samba. The abbreviations of states need no entry, since State and StateName are both indexed; "rio" neither, as
//     it is a word of the name. Left out: airport codes few people use, and "la", which is a word in three languages.
//   - spellings of one word that plural rules and typing errors do not join: yoga, the Theatro in the names of old
//     houses, st for saint, and comedy, since "stand up comedy" is what the Portuguese for it is called.
//
// Genres are no synonyms: who types forró does not want everything from the Northeast.
var builtinSynonyms = [][]string{
	{"são paulo", "sp", "sampa"},
	{"belo horizonte", "bh"},
	{"porto alegre", "poa"},
	{"brasília", "bsb"},
	{"florianópolis", "floripa"},
	{"new york", "nova iorque", "nova york", "nyc"},
	{"san francisco", "sf"},
	{"saint", "st"},
	{"yoga", "ioga"},
	{"teatro", "theatro"},
	{"comédia", "comedy"},
}

var (
	// ErrSynonym means a member of a group that is not one or two words, stop words aside.
	ErrSynonym = errors.New("synonyms are of one or two words")
	// ErrSynonymsLate means that documents were added before.
	ErrSynonymsLate = errors.New("synonyms must come before documents")
)

// synonyms are the groups of one index while it is written.
type synonyms struct {
	others map[string][]string // of a word or mark: the marks of the other members of its groups
	terms  map[uint32][]string // the same by number, of those that a document has had
}

func newSynonyms() synonyms {
	s := synonyms{others: make(map[string][]string), terms: make(map[uint32][]string)}
	for _, group := range builtinSynonyms {
		if err := s.add(group); err != nil {
			panic(err) // a test adds them too
		}
	}
	return s
}

func (s *synonyms) add(group []string) error {
	keys := make([]string, len(group)) // as documents have them: a word, or the mark of two neighbours
	for i, member := range group {
		var words []string
		folded := []byte(Fold(member))
		for scan := (scanner{text: folded}); ; {
			w, ok := scan.next()
			if !ok {
				break
			}
			text := string(folded[w.start:w.end])
			if !w.plain() {
				return fmt.Errorf("%q: %w", member, ErrSynonym)
			}
			if !isStopWord([]byte(text)) {
				words = append(words, text)
			}
		}
		switch len(words) {
		case 1:
			keys[i] = words[0]
		case 2:
			keys[i] = string(appendJoined([]byte{markNeighbours}, []byte(words[0]), []byte(words[1])))
		default:
			return fmt.Errorf("%q: %w", member, ErrSynonym)
		}
	}
	for i, key := range keys {
		for j, other := range keys {
			if i != j {
				s.others[key] = append(s.others[key], string(markSynonym)+strings.TrimPrefix(other, string(markNeighbours)))
			}
		}
	}
	return nil
}

// numbered takes note of the number of a term that is new in the index.
func (s *synonyms) numbered(term string, number uint32) {
	if others, ok := s.others[term]; ok {
		s.terms[number] = others
	}
}

// Synonyms adds groups of words or pairs of words of which each finds what the others find, beside those that every index has.
// It must come before the first Add, else it fails with ErrSynonymsLate, and with ErrSynonym where a member is none.
func (w *Writer) Synonyms(groups [][]string) error {
	if w.err != nil {
		return w.err
	}
	if w.docs > 0 {
		return ErrSynonymsLate
	}
	for _, group := range groups {
		if err := w.synonyms.add(group); err != nil {
			w.err = fmt.Errorf("synonyms: %w", err)
			return w.err
		}
	}
	return nil
}

// addSynonyms marks the document with the synonyms of what it has.
func (w *Writer) addSynonyms() {
	for _, t := range w.found[:len(w.found):len(w.found)] {
		for _, mark := range w.synonyms.terms[t] {
			w.addTerm(w.classes[t], []byte(mark))
		}
	}
}
