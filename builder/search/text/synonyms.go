package text

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text/names"
)

// BuiltinSynonyms are the groups that every index has. They hold only what everybody means by them,
// in every country:
//
//   - how people call large cities. Without them "bh", "poa", "floripa" and "nyc" find nothing at
//     all, and "sampa" finds samba. The abbreviations of states need no entry, since State and
//     StateName are both indexed; "rio" neither, as it is a word of the name. Left out: airport
//     codes few people use, and "la", which is a word in three languages.
//   - spellings of one word that plural rules and typing errors do not join: yoga, the Theatro in
//     the names of old houses, st for saint, and comedy, since "stand up comedy" is what the
//     Portuguese for it is called.
//
// Genres are no synonyms: who types forró does not want everything from the Northeast.
var BuiltinSynonyms = [][]string{
	{"são paulo", "sp", "sampa"},
	{"belo horizonte", "bh"},
	{"curitiba", "ctba"},
	{"philadelphia", "philly"},
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

// Titles are the groups of names.Titles, without titles that stop words of the languages leave too
// short: coq d'or is coq in English and French. A title of more than MaxMemberWords words is left
// out too, which has stop words of another language: alicia en el país de las maravillas without
// Spanish.
func Titles(r *Rules) [][]string {
	groups := names.Titles()
	for i, group := range groups {
		groups[i] = slices.DeleteFunc(group, func(title string) bool {
			member, err := r.Synonym(title)
			return err != nil ||
				!strings.Contains(member, " ") && utf8.RuneCountInString(member) < leastTitle
		})
	}
	return groups
}

// titlesOf returns the titles of works, as IsTitle compares them.
func titlesOf(r *Rules) map[string]struct{} {
	m := map[string]struct{}{}
	for _, group := range append(Titles(r), names.SameEverywhere()) {
		for _, title := range group {
			if member, err := r.Synonym(title); err == nil {
				m[strings.ReplaceAll(member, " ", "")] = struct{}{}
			}
		}
	}
	return m
}

// IsTitle reports whether folded words, joined without stop words, are the title of a work.
func IsTitle(r *Rules, joined []byte) bool {
	_, ok := r.titles()[string(joined)]
	return ok
}

// IsForm reports whether a folded word says what form a work has: a query skips it beside the title
// of one when nothing has all of its words.
func IsForm(r *Rules, word []byte) bool {
	_, ok := r.forms[string(word)]
	return ok
}

// leastTitle is the shortest title of one word, in letters.
const leastTitle = 7

// maxInitialsTyped is how many letters stand before a surname: cpe bach.
const maxInitialsTyped = 3

// GivenOf returns the first names, folded, that the last letter of initials may stand for:
// Sebastian of js. It returns none for what may be no initials.
func GivenOf(r *Rules, initials []byte) []string {
	if r.languages&latin == 0 || len(initials) > maxInitialsTyped {
		return nil
	}
	for _, letter := range initials {
		if letter < 'a' || 'z' < letter {
			return nil
		}
	}
	return names.GivenFrom(initials[len(initials)-1])
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

// maxInitials is the most letters of an acronym.
const maxInitials = 6

// EachAcronym calls f with the acronyms of the folded name of a house: CCSP of Centro Cultural de
// São Paulo. These are the initials of three to six words, stop words aside, of the whole name, or
// of what signs part of it. One with a vowel is left out, since it may be a word. f must not retain
// its argument.
func EachAcronym(r *Rules, folded []byte, f func(acronym []byte)) {
	var initials [maxInitials]byte
	n, good, end := 0, true, 0
	flush := func() {
		if good && n > 2 {
			f(initials[:n])
		}
		n, good = 0, true
	}
	for tokens := NewTokenizer(folded); ; {
		token, ok := tokens.Next()
		if !ok {
			flush()
			return
		}
		if string(folded[end:token.Start]) != " " {
			flush()
		}
		end = token.End
		switch word := folded[token.Start:token.End]; {
		case token.IsWord() && r.IsStop(word):
		case !token.IsWord(), word[0] < 'a', 'z' < word[0], isVowel(word[0]), n == maxInitials:
			good = false
		default:
			initials[n] = word[0]
			n++
		}
	}
}
