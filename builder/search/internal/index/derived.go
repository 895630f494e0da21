package index

import (
	"bytes"
	"strings"

	"cartaz/builder/search/analysis"
	"cartaz/builder/text"
)

// The dictionary of terms holds derived terms besides words. They begin with a control character,
// as no word does, and say more about a document than which words it has. A query looks them up
// like words; they sort before all words, so that no prefix of a word matches them. For a name
// "Festival de Jazz" in São Paulo, they are, besides the words,
//
//	0x01 festivalde   0x01 dejazz   0x01 festivaljazz   shingles, the last across a stop word
//	0x02 festival                                       how the name begins
//	0x03 and 13 letters                                 what the whole name is
//	0x04 sp           0x04 sampa                        synonyms of a member that is there
//	0x05 sampa 0x05 sao paulo 0x05 sp                   the group of synonyms itself
//	0x07 and 3 letters                                  two words of a description, as a hash
//	0x08 fstbr 0x08 festival                            a word by its consonants
//
// and for Flohmarkt, in an index of German
//
//	0x06 markt                                          a part of a compound
//
// They take space among the postings, but cost a query nothing if it does not use them.
// Descriptions have no shingles, which would be about twice the postings, but pairs, an eighth of
// an index.
const (
	// Shingle and two joined words: they follow each other in a name or a place, directly or with
	// only stop words between. More than two words are joined only if they are a synonym.
	Shingle byte = 1 + iota
	// NameBegins and a word: names begin with it, apart from stop words.
	NameBegins
	// NameIs and analysis.NameKey of a name: that is the whole name.
	NameIs
	// SynonymOf and a word, or several joined words: a synonym of it is there.
	SynonymOf
	// SynonymGroup and the members of a group of synonyms, separated by SynonymGroup: one of them
	// is there. These terms list the synonyms of an index.
	SynonymGroup
	// CompoundPart and a word: a compound with that part is there. These terms are in the
	// dictionary of prefixes, whose postings are also joined from the postings of several words. A
	// part of a word in a name counts as if it were in a place, and a part of a word in a place as
	// if it were in a description: a Flohmarkt is a Markt, but a visitor who types Markt may mean
	// that alone.
	CompoundPart
	// Pair and analysis.PairKey of two words: they follow each other in a description, apart from
	// stop words. Many pairs share a key, so that a large index has few keys; one time in some
	// hundreds, a document has the key of a pair that it does not contain.
	Pair
	// Sound, the skeleton of a word (see analysis.Sound), Sound again, and the word: it is in a
	// name or a place.
	Sound

	// FirstWordByte is below the first byte of all words and above the first byte of all derived
	// terms.
	FirstWordByte = ' '
)

// AppendPhrase appends words as one word, cut like a token.
func AppendPhrase(dst []byte, words ...[]byte) []byte {
	start := len(dst)
	for _, word := range words {
		dst = append(dst, word...)
	}
	return dst[:start+len(text.Clip(dst[start:], analysis.MaxToken))]
}

// MemberTerm returns the term of the documents with a member of a group of synonyms: a word, or the
// shingle of words that follow each other.
func MemberTerm(member string) string {
	if !strings.Contains(member, " ") {
		return member
	}
	return string(AppendPhrase([]byte{Shingle}, bytes.Fields([]byte(member))...))
}

// JoinedMember returns a member of a group of synonyms in the form after SynonymOf: its words
// joined.
func JoinedMember(member string) string {
	return strings.TrimPrefix(MemberTerm(member), string(Shingle))
}

// GroupOf returns a member of a group of synonyms, given as its words joined, as it is written with
// blanks, and the other members of its groups. It returns a word that is in no group unchanged.
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
