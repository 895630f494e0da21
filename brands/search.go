package brands

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// The limits of search.synonyms. The key is for a few names of the brand's own, not for a
// thesaurus.
const (
	maxSynonymGroups = 200
	maxSynonyms      = 16 // in a group
	maxSynonym       = 80 // characters
)

// synonymsRemedy is the end of messages: how the key is written.
const synonymsRemedy = "write groups of words, as in [[sampa, são paulo], [ibira, ibirapuera]]"

// synonyms reads groups of equivalent words or phrases. A group with one member, a member without a
// searchable word, and a member that occurs twice are faults: they have no effect, or not the
// effect that was meant.
func (r *configReader) synonyms(m mapping) [][]string {
	n := m.nodes["synonyms"]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	key := m.prefix + "synonyms"
	switch {
	case n.Kind != yaml.SequenceNode:
		r.file.fault(n.Line, key, "must be a list, not %s: %s", kindOf(n), synonymsRemedy)
		return nil
	case len(n.Content) > maxSynonymGroups:
		r.file.fault(n.Line, key, "has %d groups: at most %d are read", len(n.Content),
			maxSynonymGroups)
		return nil
	}
	faults := len(r.file.faults)
	var groups [][]string
	seen := map[string]value{} // members by their folded form
	for i, group := range n.Content {
		groups = append(groups, r.synonymGroup(group, fmt.Sprintf("%s[%d]", key, i), seen))
	}
	if len(r.file.faults) > faults {
		return nil
	}
	// One fault is left to find: a group shares a member with a built-in group, and the joined
	// group is too large.
	if err := search.NewWriter(nil).Synonyms(groups); err != nil {
		r.file.fault(n.Line, key, "the groups cannot be joined with those that every brand has: %v",
			err)
	}
	return groups
}

// synonymGroup reads one group and adds its members to seen, which holds the members of all groups
// before it.
func (r *configReader) synonymGroup(
	n *yaml.Node, key string, seen map[string]value,
) (group []string) {
	switch {
	case n.Kind == yaml.AliasNode || isAnchorOrAlias(n):
		r.file.fault(n.Line, key, "anchors and aliases are not read: write the value out")
		return nil
	case n.Kind != yaml.SequenceNode:
		r.file.fault(n.Line, key, "must be a group in brackets, not %s: %s", kindOf(n),
			synonymsRemedy)
		return nil
	case len(n.Content) < 2 || len(n.Content) > maxSynonyms:
		r.file.fault(n.Line, key, "has %d members: a group has 2 to %d", len(n.Content),
			maxSynonyms)
		return nil
	}
	for i, entry := range n.Content {
		v := r.file.scalar(entry, fmt.Sprintf("%s[%d]", key, i)).asText()
		if !v.ok {
			continue
		}
		if count := utf8.RuneCountInString(v.text); count > maxSynonym {
			v.fault("has %d characters: at most %d are read", count, maxSynonym)
			continue
		}
		compared, err := lang.Default.Analyzer().Synonym(v.text)
		if err != nil {
			v.fault("%q cannot be compared: write one to five words, words like de and the aside",
				v.text)
			continue
		}
		if other, taken := seen[compared]; taken {
			v.fault("%q is already in %s on line %d: a word belongs to one group, and case and "+
				"accents make no difference", v.text, other.key, other.line)
			continue
		}
		seen[compared] = v
		group = append(group, v.text)
	}
	return group
}

// searchLanguages reads the languages of the search; 0 when there are none.
func searchLanguages(m mapping) (languages lang.Set) {
	for _, v := range m.list("languages") {
		switch one := lang.Of(v.text); {
		case !v.ok:
		case one == 0 || strings.Contains(v.text, "-"):
			v.fault("there are no rules for the language %q: write some of %s, or leave "+
				"the key out. Texts in other languages are found by the words that they "+
				"have", v.text, strings.Join(lang.Codes(), ", "))
		default:
			languages |= one
		}
	}
	return languages
}

// searchPacks reads the names of packs of words.
func searchPacks(m mapping) (packs []string) {
	for _, v := range m.list("packs") {
		switch _, ok := lang.Pack(v.text); {
		case !v.ok:
		case !ok:
			v.fault("there is no pack %q: write some of %s, or leave the key out", v.text,
				strings.Join(lang.Packs(), ", "))
		default:
			packs = append(packs, v.text)
		}
	}
	return packs
}
