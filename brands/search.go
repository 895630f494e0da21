package brands

import (
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"cartaz/builder/search"
)

// The limits of search.synonyms: a brand that needs more has a thesaurus, not a
// few names of its own.
const (
	maxSynonymGroups = 200
	maxSynonyms      = 16 // in a group
	maxSynonym       = 80 // characters
)

// synonymsRemedy says how the key is written.
const synonymsRemedy = "write groups of words, as in [[sampa, são paulo], [ibira, ibirapuera]]"

// synonyms reads groups of words or phrases that find what each other finds. A group of one, a member that is none, or one that stands twice does
// nothing or not what was meant, so it is a fault.
func (r *reader) synonyms(o object) [][]string {
	n := o.nodes["synonyms"]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	key := o.prefix + "synonyms"
	switch {
	case n.Kind != yaml.SequenceNode:
		r.fault(n.Line, key, "must be a list, not %s: %s", kindOf(n), synonymsRemedy)
		return nil
	case len(n.Content) > maxSynonymGroups:
		r.fault(n.Line, key, "has %d groups: at most %d are read", len(n.Content), maxSynonymGroups)
		return nil
	}
	faults := len(r.faults)
	var groups [][]string
	where := map[string]value{} // members, as they are compared
	for i, group := range n.Content {
		groups = append(groups, r.synonymGroup(group, fmt.Sprintf("%s[%d]", key, i), where))
	}
	if len(r.faults) > faults {
		return nil
	}
	// What is left is that groups join some that every brand has and become too large.
	if err := search.NewWriter(nil).Synonyms(groups); err != nil {
		r.fault(n.Line, key, "the groups cannot be joined with those that every brand has: %v", err)
	}
	return groups
}

// synonymGroup reads one group. where has the members of those before.
func (r *reader) synonymGroup(n *yaml.Node, key string, where map[string]value) (group []string) {
	switch {
	case n.Kind == yaml.AliasNode || anchored(n):
		r.fault(n.Line, key, "anchors and aliases are not read: write the value out")
		return nil
	case n.Kind != yaml.SequenceNode:
		r.fault(n.Line, key, "must be a group in brackets, not %s: %s", kindOf(n), synonymsRemedy)
		return nil
	case len(n.Content) < 2 || len(n.Content) > maxSynonyms:
		r.fault(n.Line, key, "has %d members: a group has 2 to %d", len(n.Content), maxSynonyms)
		return nil
	}
	for i, entry := range n.Content {
		v := r.scalar(entry, fmt.Sprintf("%s[%d]", key, i)).asText()
		if !v.ok {
			continue
		}
		if count := utf8.RuneCountInString(v.text); count > maxSynonym {
			v.fault("has %d characters: at most %d are read", count, maxSynonym)
			continue
		}
		compared, err := search.Synonym(v.text)
		if err != nil {
			v.fault("%q cannot be compared: write one to five words, words like de and the aside", v.text)
			continue
		}
		if other, taken := where[compared]; taken {
			v.fault("%q is already in %s on line %d: a word belongs to one group, and case and accents make no difference", v.text, other.key, other.line)
			continue
		}
		where[compared] = v
		group = append(group, v.text)
	}
	return group
}
