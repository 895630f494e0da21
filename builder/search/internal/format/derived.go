package format

import (
	"bytes"
	"strings"

	"cartaz/builder/search/text"
)

// Beside words the dictionary of terms holds derived terms. They begin with a control character,
// which no word does, and say more about a document than which words it has. A query looks them up
// like words; they sort before all words, so that no prefix of a word meets them. For a name
// "Festival de Jazz" in São Paulo, words apart, these are
//
//	0x01 festivalde   0x01 dejazz   0x01 festivaljazz   neighbours, the last across a stop word
//	0x03 festival     0x04 jazz                         how the name begins and ends
//	0x05 sp           0x05 sampa                        synonyms of a member that is there
//	0x06 sampa 0x06 sao paulo 0x06 sp                   the group of synonyms itself
//
// and of 京都の秋 and Flohmarkt, in indexes of Japanese and German
//
//	0x07 京, 0x07 京都, 0x07 の, 0x07 秋                 what runs of one script begin with
//	0x08 markt                                          a part of a compound
//
// and of ファイルマネージャー
//
//	0x09 ファイルマネージヤ          a word in kana
//	0x09 ファイル, 0x09 マネージヤ  its parts, in the dictionary of prefixes
//
// They cost room among the lists, and nothing where a query has no use for them. Neighbours in
// descriptions have none but those that mean little apart (text.Belong), those of a dictionary
// (text/joined) and titles of works: all would be about twice the lists, and it is in names and
// places that neighbours name something.
const (
	// Neighbours and two joined words: they follow each other in a name or a place, as they stand
	// or with nothing but stop words between; in a description only some, see above. Of more words
	// only where they are a synonym.
	Neighbours byte = 1 + iota
	// Hyphenated, a joined word, Hyphenated again and the length of its first part: somebody wrote
	// it in two parts with a hyphen, so it may be read in two.
	Hyphenated
	// NameBegins and a word: names begin with it, stop words aside.
	NameBegins
	// NameEnds and a word: names end with it.
	NameEnds
	// SynonymOf and a word, or some joined: a synonym of it is there, or in Japanese something else
	// than the word itself of which it is the normal form, see text.Normals.
	SynonymOf
	// SynonymGroup and the members of a group of synonyms, between them SynonymGroup again: one of
	// them is there. It says what the synonyms of an index are, and of how many words: so many are
	// looked up together, see LongestMember.
	SynonymGroup
	// RunBegins and one to RunLetters letters of a script without spaces: a run of one script
	// begins so, see text.AppendSearchRuns. Only indexes of languages that have such runs have it.
	// Of kana only what text.BeginsWriting says; older indexes have all. In the dictionary of
	// prefixes it stands before what words in kana begin with, where their joined list is stored.
	RunBegins
	// CompoundPart and a word: a compound with that part is there, see text.Vocabulary. These stand
	// in the dictionary of prefixes, whose lists are joined from those of several words too. A part
	// of a word in a name counts as if it stood in a place, and one in a place as if in a
	// description: a Flohmarkt is a Markt, but who types Markt may mean that alone.
	CompoundPart
	// KanaWord and a word in kana: it is there, see text.KanaVocabulary. In the dictionary of
	// prefixes it stands before the parts of such words, with the documents that have one with that
	// part. Indexes of Japanese that are older have none.
	KanaWord

	// FirstWordByte is below the first byte of all words and above that of all derived terms.
	FirstWordByte = ' '
)

// RunLetters is how many letters of a run of one script are indexed together, at most.
const RunLetters = text.RunLetters

// MinPart is the shortest part, in bytes, of a word that is taken apart because of a hyphen
// elsewhere: kpop is K-Pop, but a lone k is too little to look for.
const MinPart = 2

// AppendPhrase appends words as one, cut like a token.
func AppendPhrase(dst []byte, words [][]byte) []byte {
	start := len(dst)
	for _, word := range words {
		dst = append(dst, word...)
	}
	return dst[:start+len(text.Clip(dst[start:], text.MaxToken))]
}

// MemberTerm is the term that documents with a member of a group of synonyms have: a word, or the
// Neighbours of some that follow each other.
func MemberTerm(member string) string {
	if !strings.Contains(member, " ") {
		return member
	}
	var words [][]byte
	for word := range strings.FieldsSeq(member) {
		words = append(words, []byte(word))
	}
	return string(AppendPhrase([]byte{Neighbours}, words))
}

// JoinedMember is a member of a group of synonyms as it follows SynonymOf: its words joined.
func JoinedMember(member string) string {
	return strings.TrimPrefix(MemberTerm(member), string(Neighbours))
}

// SynonymGroups are the groups of synonyms of an index.
type SynonymGroups struct{ *File }

// each calls visit with the members of every group of synonyms that some document has, until
// visit returns false.
func (f SynonymGroups) each(visit func(members [][]byte) bool) {
	terms := f.Dictionary(Terms)
	for i := terms.LowerBound(0, f.firstWord, []byte{SynonymGroup}); i < f.firstWord; i++ {
		key := terms.Key(i)
		if len(key) == 0 || key[0] != SynonymGroup || !visit(bytes.Split(key[1:],
			[]byte{SynonymGroup})) {
			return
		}
	}
}

// LongestMember is the most words of a member of the groups of synonyms. It looks at so many groups
// at most that a damaged index cannot make it look at all terms.
func (f SynonymGroups) LongestMember() int {
	longest, groups := 0, 1<<12
	f.each(func(members [][]byte) bool {
		for _, member := range members {
			longest = max(longest, bytes.Count(member, []byte{' '})+1)
		}
		groups--
		return groups > 0
	})
	return min(longest, text.MaxMemberWords)
}

// Of returns a member of a group of synonyms, given as its words joined, as it is written
// with blanks, and the other members of its groups. A word that is in no group is returned as it
// is.
func (f SynonymGroups) Of(joined string) (member string, others []string) {
	member = joined
	f.each(func(members [][]byte) bool {
		for i, m := range members {
			if JoinedMember(string(m)) != joined {
				continue
			}
			member = string(m)
			for k, other := range members {
				if k != i {
					others = append(others, string(other))
				}
			}
			break
		}
		return true
	})
	return member, others
}
