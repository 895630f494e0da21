package search

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Synonyms are sealed into the index: where one member of a group is found, the document is also found by the others
// (markSynonym). So a query needs no table, and each brand can have its own: Writer.Synonyms.
//
// A member is one word, found in every field, or up to five that follow each other, found in names and places, stop words
// aside: MASP is Museu de Arte de São Paulo. A synonym counts as another form of the word, as its plural does; who types the words
// of a member one after the other finds each of them in what has another member.

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

// The limits of synonyms.
const (
	// MaxSynonyms is the most members of a group.
	MaxSynonyms = 32
	// maxMember is the most words of a member. A query looks up all that follow each other in it, up to the longest
	// member of the index.
	maxMember = 5
)

var (
	// ErrSynonym means a member of a group that is not one to five words, stop words aside, or a group of too many.
	ErrSynonym = errors.New("no synonym")
	// ErrSynonymsLate means that documents were added before.
	ErrSynonymsLate = errors.New("synonyms must come before documents")
)

// Synonym returns a member of a group of synonyms as it is compared: folded, stop words left out, one blank between two
// words. It fails with ErrSynonym when there are no words, more than five, or some of a script without spaces.
func Synonym(member string) (string, error) {
	var words []string
	folded := []byte(Fold(member))
	for scan := (scanner{text: folded}); ; {
		w, ok := scan.next()
		if !ok {
			break
		}
		text := string(folded[w.start:w.end])
		if !w.plain() {
			return "", fmt.Errorf("%w: %q is not written in words", ErrSynonym, member)
		}
		if !isStopWord([]byte(text)) {
			words = append(words, text)
		}
	}
	if len(words) < 1 || len(words) > maxMember {
		return "", fmt.Errorf("%w: %q has %d words, one to %d are needed, stop words aside", ErrSynonym, member, len(words), maxMember)
	}
	return strings.Join(words, " "), nil
}

// synonyms are the groups of one index while it is written.
type synonyms struct {
	groups [][]string          // of members as Synonym has them; none is in two groups
	others map[string][]string // of a word or mark: the marks of the other members of its group, and of the group
	// longer are the marks of members of more than two words: unlike two neighbours, these are only marked where they are
	// a synonym. longest is the most words of one.
	longer  map[string]bool
	longest int
	terms   map[uint32][]string // the same by number, of those that a document has had
}

func newSynonyms() synonyms {
	s := synonyms{terms: make(map[uint32][]string)}
	if err := s.add(builtinSynonyms); err != nil {
		panic(err) // a test adds them too
	}
	return s
}

// add adds groups. Those that share a member become one: who adds a name to a city that has some already means all of
// them.
func (s *synonyms) add(groups [][]string) error {
	for _, group := range groups {
		joined := make([]string, 0, len(group))
		for _, member := range group {
			m, err := Synonym(member)
			if err != nil {
				return err
			}
			joined = append(joined, m)
		}
		s.groups = slices.DeleteFunc(s.groups, func(other []string) bool {
			if !slices.ContainsFunc(other, func(m string) bool { return slices.Contains(joined, m) }) {
				return false
			}
			joined = append(joined, other...)
			return true
		})
		slices.Sort(joined)
		if joined = slices.Compact(joined); len(joined) > MaxSynonyms {
			return fmt.Errorf("%w: a group of %d members, at most %d are possible", ErrSynonym, len(joined), MaxSynonyms)
		}
		s.groups = append(s.groups, joined)
	}
	s.others, s.longer, s.longest = make(map[string][]string), make(map[string]bool), 0
	for _, group := range s.groups {
		whole := string(markGroup) + strings.Join(group, string(markGroup))
		for i, member := range group {
			key := memberKey(member)
			if words := strings.Count(member, " ") + 1; words > 2 {
				s.longer[key] = true
				s.longest = max(s.longest, words)
			}
			for j, other := range group {
				if i != j {
					s.others[key] = append(s.others[key], string(markSynonym)+strings.TrimPrefix(memberKey(other), string(markNeighbours)))
				}
			}
			s.others[key] = append(s.others[key], whole)
		}
	}
	return nil
}

// memberKey is the term that documents with a member of a group have: a word, or the mark of some that follow each other.
func memberKey(member string) string {
	if !strings.Contains(member, " ") {
		return member
	}
	var words [][]byte
	for word := range strings.FieldsSeq(member) {
		words = append(words, []byte(word))
	}
	return string(appendPhrase([]byte{markNeighbours}, words))
}

// appendPhrase appends words as one, cut like a word.
func appendPhrase(dst []byte, words [][]byte) []byte {
	start := len(dst)
	for _, word := range words {
		dst = append(dst, word...)
	}
	return dst[:start+len(clip(dst[start:], maxWord))]
}

// addPhrases marks the members of more than two words that end with the last of the words, none of them a stop word.
func (w *Writer) addPhrases(c class, words [][]byte) {
	for n := 3; n <= min(len(words), w.synonyms.longest); n++ {
		w.mark = appendPhrase(append(w.mark[:0], markNeighbours), words[len(words)-n:])
		if w.synonyms.longer[string(w.mark)] {
			w.addTerm(c, w.mark)
		}
	}
}

// longestMember is the most words of a member of the groups of synonyms, as far as they are told. It looks at so many groups at
// most that a damaged index cannot make it look at all terms.
func (x *Index) longestMember() int {
	const maxGroups = 1 << 12
	terms := x.dict(termDict)
	first := terms.lowerIn(0, x.firstWord, []byte{markGroup})
	longest := 0
	for i := first; i < min(x.firstWord, first+maxGroups); i++ {
		key := terms.key(i)
		if len(key) == 0 || key[0] != markGroup {
			break
		}
		for member := range bytes.SplitSeq(key[1:], []byte{markGroup}) {
			longest = max(longest, bytes.Count(member, []byte{' '})+1)
		}
	}
	return min(longest, maxMember)
}

// phrases adds the lists of the synonyms of more than two words of the query of which the wanted word n is one.
func (p *planner) phrases(n int) {
	longest := min(p.x.longest(), len(p.wanted))
	for size := 3; size <= longest; size++ {
		for from := max(0, n-size+1); from <= min(n, len(p.wanted)-size); from++ {
			p.phrase = p.phrase[:0]
			for i := from; i < from+size; i++ {
				w := &p.wanted[i]
				if !w.joins() {
					p.phrase = p.phrase[:0]
					break
				}
				p.phrase = append(p.phrase, p.text[w.text.lo:w.text.hi]...)
			}
			if len(p.phrase) > 0 {
				p.mark(markSynonym, clip(p.phrase, maxWord))
			}
		}
	}
}

// numbered takes note of the number of a term that is new in the index.
func (s *synonyms) numbered(term []byte, number uint32) {
	if others, ok := s.others[string(term)]; ok {
		s.terms[number] = others
	}
}

// Synonyms adds groups of words or phrases of which each finds what the others find, beside those that every index has.
// Groups that share a member, also with one of those, become one. It must come before the first Add, else it fails with
// ErrSynonymsLate, and with ErrSynonym where a member is none or a group becomes larger than MaxSynonyms.
func (w *Writer) Synonyms(groups [][]string) error {
	if w.err != nil {
		return w.err
	}
	if w.docs > 0 {
		return ErrSynonymsLate
	}
	if err := w.synonyms.add(groups); err != nil {
		w.err = fmt.Errorf("synonyms: %w", err)
		return w.err
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
