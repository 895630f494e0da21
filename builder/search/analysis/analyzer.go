// Package analysis turns texts into terms: char filter, tokenizer, token filters. An Analyzer has
// the rules of some languages as data and is the only place that knows a language; it reads
// documents and queries alike. Package lang has the data.
//
// The steps, on "Festas do São João, 2ª edição":
//
//	char filter  "festas do sao joao, 2a edicao"       case and accents are gone (Analyzer.Append)
//	Tokens       festas, do, sao, joao, 2a, edicao     byte ranges of the folded text
//	IsStop       do                                    skipped in queries that hold other words
//	Expand       festas → festas, festa                for queries; indexes store words as written
//
// Everything here is pure and safe for concurrent use.
package analysis

import (
	"errors"
	"fmt"
	"strings"

	"cartaz/builder/text"
)

// Spec is the content of an Analyzer: the rules of all its languages. All words are folded.
type Spec struct {
	Languages uint32 // the bits of the languages in an index
	// Stop holds words that a query skips if it has other words; Optional holds words without which
	// a query is tried if no document has all of its words (tickets, where); Elide holds words that
	// come before an apostrophe and are not part of the word after it.
	Stop, Optional, Elide []string
	Affixes               []Affix
	Groups                []Group    // of words that match each other at query time
	Synonyms              [][]string // groups with phrases, which an index is written with
	Same                  [][]string // words of several languages, see Analyzer.Same
	Ordinals              [][]string // of ordinal numbers, endings with one meaning in a row
	Map                   [][]string // words with their other writings, in scripts without spaces
	// Respell calls emit with other spellings of a word that have no rule of endings; emit does not
	// retain its argument. Stem returns the beginning that all forms of a word share, or nil for an
	// unknown word: two words with the same stem are forms of each other. Split calls emit with the
	// parts of a compound, given the words and forms of words that exist. Cut returns a folded text
	// with blanks where words of a script without spaces may end. All may be nil.
	Respell func(word []byte, emit func(other []byte))
	Stem    func(word []byte) []byte
	Split   func(word []byte, isWord func(part []byte) bool, emit func(part []byte))
	Cut     func(folded []byte) []byte
	Parts   []string // words that compounds are often made of
}

// PlaceRule is the rule of groups of names of one place in several languages. They match each other
// in names and places only: a waltz of Wien is not in Vienna.
const PlaceRule = "name of a place"

// Group is a set of words that match each other, with the name of the rule.
type Group struct {
	Words []string
	Rule  string
}

// Analyzer holds the rules of some languages, ready for use.
type Analyzer struct {
	Spec // must not be changed

	// Same holds the words of other languages for a folded word, or for several joined words. They
	// must not be changed.
	Same map[string][]string

	stop, optional, elide map[string]bool
	longestStop           int
	groups                map[string][]*Group
	ofBent, ofBase        affixIndex
	mapping               *mapping // nil without Spec.Map
}

// New returns the Analyzer of a Spec.
func New(spec Spec) *Analyzer {
	a := &Analyzer{Spec: spec, stop: set(spec.Stop), optional: set(spec.Optional),
		elide: set(spec.Elide), groups: map[string][]*Group{}, Same: map[string][]string{},
		ofBent: affixIndex{}, ofBase: affixIndex{}}
	for _, word := range spec.Stop {
		a.longestStop = max(a.longestStop, len(word))
	}
	for i := range spec.Groups {
		for _, word := range spec.Groups[i].Words {
			a.groups[word] = append(a.groups[word], &spec.Groups[i])
		}
	}
	for _, words := range spec.Same {
		for _, word := range words {
			a.Same[word] = append(a.Same[word], words...)
		}
	}
	for i := range spec.Affixes {
		e := &spec.Affixes[i]
		a.ofBent[e.Bent] = append(a.ofBent[e.Bent], e)
		a.ofBase[e.Base] = append(a.ofBase[e.Base], e)
	}
	if len(spec.Map) > 0 {
		a.mapping = newMapping(spec.Map)
	}
	return a
}

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, word := range words {
		m[word] = true
	}
	return m
}

// Append appends s in the form for search: folded as text.Fold does, with one form for each kana
// and Han letter, and one spelling for words that have several.
func (a *Analyzer) Append(dst []byte, s string) []byte {
	if a.mapping == nil {
		return appendSearch(dst, s)
	}
	return a.mapping.apply(dst, appendSearch(nil, s))
}

// AppendRelaxed appends s as Append does, with blanks where words of a script without spaces may
// end, and without particles between them: 動画を再生 is 動画 再生.
func (a *Analyzer) AppendRelaxed(dst []byte, s string) []byte {
	if a.Cut == nil {
		return a.Append(dst, s)
	}
	return a.Append(dst, string(a.Cut(text.AppendFold(nil, s))))
}

// IsStop reports whether a folded word is skipped in queries that have other words.
func (a *Analyzer) IsStop(word []byte) bool {
	return len(word) <= a.longestStop && a.stop[string(word)] // most are longer: no hash
}

// IsOptional reports whether a query that finds nothing is tried without a folded word.
func (a *Analyzer) IsOptional(word []byte) bool { return a.optional[string(word)] }

// IsElided reports whether a folded word before an apostrophe is left out, such as an article:
// l'exposition and exposition find each other.
func (a *Analyzer) IsElided(word []byte) bool { return a.elide[string(word)] }

// Stem returns the beginning that all forms of a folded word share, or nil if endings decide.
func (a *Analyzer) Stem(word []byte) []byte {
	if a.Spec.Stem == nil {
		return nil
	}
	return a.Spec.Stem(word)
}

const (
	// MaxSynonyms is the largest number of members of a group of synonyms.
	MaxSynonyms = 32
	// MaxMemberWords is the largest number of words of a member of a group, not counting stop
	// words.
	MaxMemberWords = 5
)

// ErrSynonym means that a member of a group is not one to five words, not counting stop words, or
// that a group is too large.
var ErrSynonym = errors.New("no synonym")

// Synonym returns a member of a group of synonyms in the form for comparison: folded, without stop
// words, one blank between two words. It fails with ErrSynonym if there are no words, more than
// five, or words of a script without spaces.
func (a *Analyzer) Synonym(member string) (string, error) {
	var words []string
	folded := a.Append(nil, member)
	for token, word := range Tokens(folded) {
		if !token.IsWord() {
			return "", fmt.Errorf("%w: %q is not written in words", ErrSynonym, member)
		}
		if !a.IsStop(word) {
			words = append(words, string(word))
		}
	}
	if len(words) < 1 || len(words) > MaxMemberWords {
		return "", fmt.Errorf("%w: %q has %d words, one to %d are needed, stop words aside",
			ErrSynonym, member, len(words), MaxMemberWords)
	}
	return strings.Join(words, " "), nil
}
