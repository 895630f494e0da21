package text

import "errors"

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

const (
	// MaxSynonyms is the most members of a group of synonyms.
	MaxSynonyms = 32
	// MaxMemberWords is the most words of a member of a group, stop words aside.
	MaxMemberWords = 5
)

// ErrSynonym means a member of a group that is not one to five words, stop words aside, or a group
// of too many.
var ErrSynonym = errors.New("no synonym")
