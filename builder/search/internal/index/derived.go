package index

import (
	"bytes"
	"strings"

	"cartaz/builder/search/analysis"
	"cartaz/builder/text"
)

// Beside words the dictionary of terms holds derived terms. They begin with a control character,
// which no word does, and say more about a document than which words it has. A query looks them up
// like words; they sort before all words, so that no prefix of a word meets them. For a name
// "Festival de Jazz" in São Paulo, words apart, these are
//
//	0x01 festivalde   0x01 dejazz   0x01 festivaljazz   shingles, the last across a stop word
//	0x02 festival                                       how the name begins
//	0x03 and 13 letters                                 what the whole name is
//	0x04 sp           0x04 sampa                        synonyms of a member that is there
//	0x05 sampa 0x05 sao paulo 0x05 sp                   the group of synonyms itself
//	0x07 and 3 letters                                  two words of a description, as a hash
//	0x08 fstbr 0x08 festival                            a word by its consonants
//
// and of Flohmarkt, in an index of German
//
//	0x06 markt                                          a part of a compound
//
// They cost room among the postings, and nothing where a query has no use for them. Descriptions
// have no shingles, which would be about twice the postings, but pairs, an eighth of an index.
const (
	// Shingle and two joined words: they follow each other in a name or a place, as they stand or
	// with nothing but stop words between. Of more words only where they are a synonym.
	Shingle byte = 1 + iota
	// NameBegins and a word: names begin with it, stop words aside.
	NameBegins
	// NameIs and analysis.NameKey of a name: that is the whole name.
	NameIs
	// SynonymOf and a word, or some joined: a synonym of it is there.
	SynonymOf
	// SynonymGroup and the members of a group of synonyms, between them SynonymGroup again: one of
	// them is there. It says what the synonyms of an index are.
	SynonymGroup
	// CompoundPart and a word: a compound with that part is there. These stand in the dictionary of
	// prefixes, whose postings are joined from those of several words too. A part of a word in a
	// name counts as if it stood in a place, and one in a place as if in a description: a Flohmarkt
	// is a Markt, but who types Markt may mean that alone.
	CompoundPart
	// Pair and analysis.PairKey of two words: they follow each other in a description, stop words
	// aside. A key is of many pairs, so that keys of a large index are few; a document has a pair
	// that it does not have once in some hundreds.
	Pair
	// Sound, the skeleton of a word (see analysis.Sound), Sound again, and the word: it is in a
	// name or a place.
	Sound

	// FirstWordByte is below the first byte of all words and above that of all derived terms.
	FirstWordByte = ' '
)

// AppendPhrase appends words as one, cut like a token.
func AppendPhrase(dst []byte, words ...[]byte) []byte {
	start := len(dst)
	for _, word := range words {
		dst = append(dst, word...)
	}
	return dst[:start+len(text.Clip(dst[start:], analysis.MaxToken))]
}

// MemberTerm is the term that documents with a member of a group of synonyms have: a word, or the
// shingle of some that follow each other.
func MemberTerm(member string) string {
	if !strings.Contains(member, " ") {
		return member
	}
	return string(AppendPhrase([]byte{Shingle}, bytes.Fields([]byte(member))...))
}

// JoinedMember is a member of a group of synonyms as it follows SynonymOf: its words joined.
func JoinedMember(member string) string {
	return strings.TrimPrefix(MemberTerm(member), string(Shingle))
}

// GroupOf returns a member of a group of synonyms, given as its words joined, as it is written
// with blanks, and the other members of its groups. A word that is in no group is returned as it
// is.
func (f *File) GroupOf(joined string) (member string, others []string) {
	member = joined
	terms := f.Dictionary(Terms)
	for i, hi := f.Derived(SynonymGroup); i < hi; i++ {
		members := strings.Split(string(terms.Key(i)), string(SynonymGroup))[1:]
		for i, m := range members {
			if JoinedMember(m) == joined {
				member = m
				others = append(append(others, members[:i]...), members[i+1:]...)
				break
			}
		}
	}
	return member, others
}
