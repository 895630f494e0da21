package brands

import (
	"fmt"
	"slices"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// Search configures the brand's search. It changes the search index only.
type Search struct {
	// Languages whose words the search bends. Default: that of the locale, English, and the
	// languages of the catalogue's texts.
	Languages lang.Set `key:"languages" as:"languages"`
	// Words of a trade that the search knows, a file of groups each.
	Packs []string `key:"packs" as:"pack"`
	// Groups of 2 to 16 words or phrases that find each other, as in `[[sampa, são paulo]]`.
	Synonyms [][]string `key:"synonyms" most:"200" max:"80"`
}

// Groups returns the groups of synonyms of the packs and of the brand itself. They are added to
// those that every index of its languages has.
func (s *Search) Groups() (groups [][]string) {
	for _, name := range s.Packs {
		groups = append(groups, lang.Pack(name)...)
	}
	return append(groups, s.Synonyms...)
}

const maxSynonyms = 16 // in a group

// check finds groups with one member, members without a searchable word, and members that occur
// twice: they have no effect, or not the effect that was meant.
func (s *Search) check(m node) {
	key := m.below("synonyms")
	if len(s.Synonyms) == 0 || slices.ContainsFunc(m.faults, func(e *KeyError) bool {
		return strings.HasPrefix(e.Key, key)
	}) {
		return
	}
	faults := len(m.faults)
	seen := map[string]string{} // paths of members by what is compared
	for i, group := range s.Synonyms {
		if n := len(group); n < 2 || n > maxSynonyms {
			m.faultAt(fmt.Sprintf("synonyms[%d]", i), "has %d members: a group has 2 to %d", n,
				maxSynonyms)
			continue
		}
		for j, text := range group {
			path := fmt.Sprintf("synonyms[%d][%d]", i, j)
			compared, err := lang.Default.Analyzer().Synonym(text)
			switch other, taken := seen[compared]; {
			case err != nil:
				m.faultAt(path, "%q cannot be compared: write one to five words, words like de "+
					"and the aside", text)
			case taken:
				m.faultAt(path, "%q is already in %s on line %d: a word belongs to one group, and "+
					"case and accents make no difference", text, m.below(other), m.at(other).Line)
			default:
				seen[compared] = path
			}
		}
	}
	// One fault is left to find: a group shares a member with a built-in group, and the joined
	// group is too large.
	if err := search.NewWriter(nil).Synonyms(s.Synonyms); err != nil && len(m.faults) == faults {
		m.faultAt("synonyms", "the groups cannot be joined with those that every brand has: %v",
			err)
	}
}

// languages reads the languages of the search.
func languages(n node) any {
	var set lang.Set
	for _, v := range n.entries() {
		set |= lang.Of(v.text)
		if !slices.Contains(lang.Codes(), v.text) {
			v.fault("there are no rules for the language %q: write some of %s, or leave the key "+
				"out. Texts in other languages are found by the words that they have", v.text,
				strings.Join(lang.Codes(), ", "))
		}
	}
	return set
}
