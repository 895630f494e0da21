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

// Spec is what an Analyzer is made of: the rules of all its languages. All words are folded.
type Spec struct {
	Languages uint32 // the bits that an index has of them
	// Stop are words that queries skip when they hold others; Optional those that a query is tried
	// without when nothing has all of its words (tickets, where); Elide those that stand before an
	// apostrophe and are no part of the word behind it.
	Stop, Optional, Elide []string
	Affixes               []Affix
	Groups                []Group    // of words that stand for each other at query time
	Synonyms              [][]string // groups with phrases, which an index is written with
	Same                  [][]string // words of several languages, see Analyzer.Same
	Ordinals              [][]string // endings of ordinal numbers, those that say the same in a row
	Map                   [][]string // words with their other writings, in scripts without spaces
	// Respell calls emit with other spellings of a word that no ending shows; emit does not retain
	// its argument. Stem returns what all forms of a word begin with, nil for a word that it does
	// not know: two words of one stem are forms of each other. Split calls emit with the parts of a
	// compound, given what words and forms of words there are. Cut returns a folded text with
	// blanks where words of a script without spaces may end. All may be nil.
	Respell func(word []byte, emit func(other []byte))
	Stem    func(word []byte) []byte
	Split   func(word []byte, isWord func(part []byte) bool, emit func(part []byte))
	Cut     func(folded []byte) []byte
	Parts   []string // words that compounds are often made of
}

// PlaceRule is the rule of groups of names of one place in several languages. They stand for each
// other in names and places only: a waltz of Wien is not in Vienna.
const PlaceRule = "name of a place"

// Group is words that stand for each other, with the name of the rule.
type Group struct {
	Words []string
	Rule  string
}

// Analyzer has the rules of some languages, ready for use.
type Analyzer struct {
	// Same are the words of other languages for a folded word, or for several that are joined. They
	// are not to be changed.
	Same map[string][]string

	spec                  Spec
	stop, optional, elide map[string]struct{}
	longestStop           int
	groups                map[string][]*Group
	ofBent, ofBase        affixIndex
	ordinals              [][]string
	mapping               *mapping // nil for none
}

// New returns the Analyzer of a Spec.
func New(spec Spec) *Analyzer {
	a := &Analyzer{spec: spec, stop: set(spec.Stop), optional: set(spec.Optional),
		elide: set(spec.Elide), groups: map[string][]*Group{}, Same: map[string][]string{},
		ofBent: affixIndex{}, ofBase: affixIndex{}, ordinals: spec.Ordinals}
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

func set(words []string) map[string]struct{} {
	m := make(map[string]struct{}, len(words))
	for _, word := range words {
		m[word] = struct{}{}
	}
	return m
}

// Languages are the bits of the languages that the rules are of.
func (a *Analyzer) Languages() uint32 { return a.spec.Languages }

// Synonyms are the groups that every index of these languages is written with.
func (a *Analyzer) Synonyms() [][]string { return a.spec.Synonyms }

// Append appends s as it is searched: folded as text.Fold does, each word in letters of one script,
// kana and Han in one form, and words that are written in several ways in one of them.
func (a *Analyzer) Append(dst []byte, s string) []byte {
	if a.mapping == nil {
		return appendSearch(dst, s)
	}
	return a.mapping.apply(dst, appendSearch(nil, s))
}

// AppendRelaxed appends s as Append does, with blanks where words of a script without spaces may
// end, and without particles between them: 動画を再生 is 動画 再生.
func (a *Analyzer) AppendRelaxed(dst []byte, s string) []byte {
	if a.spec.Cut == nil {
		return a.Append(dst, s)
	}
	return a.Append(dst, string(a.spec.Cut(text.AppendFold(nil, s))))
}

// IsStop reports whether a folded word is skipped in queries that hold others.
func (a *Analyzer) IsStop(word []byte) bool {
	if len(word) > a.longestStop { // most words, and seen without a hash
		return false
	}
	_, ok := a.stop[string(word)]
	return ok
}

// IsOptional reports whether a query that finds nothing is tried without a folded word.
func (a *Analyzer) IsOptional(word []byte) bool {
	_, ok := a.optional[string(word)]
	return ok
}

// IsElided reports whether a folded word before an apostrophe is an article or the like:
// l'exposition is found as exposition is, and finds it.
func (a *Analyzer) IsElided(word []byte) bool {
	_, ok := a.elide[string(word)]
	return ok
}

// IsListed reports whether a folded word stands in a table of words, so that it is no misspelled
// one.
func (a *Analyzer) IsListed(word []byte) bool { return len(a.groups[string(word)]) > 0 }

// Stem returns what all forms of a folded word begin with, nil where endings decide.
func (a *Analyzer) Stem(word []byte) []byte {
	if a.spec.Stem == nil {
		return nil
	}
	return a.spec.Stem(word)
}

const (
	// MaxSynonyms is the most members of a group of synonyms.
	MaxSynonyms = 32
	// MaxMemberWords is the most words of a member of a group, stop words aside.
	MaxMemberWords = 5
)

// ErrSynonym means a member of a group that is not one to five words, stop words aside, or a group
// of too many.
var ErrSynonym = errors.New("no synonym")

// Synonym returns a member of a group of synonyms as it is compared: folded, stop words left out,
// one blank between two words. It fails with ErrSynonym when there are no words, more than five, or
// some of a script without spaces.
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
