package indexer

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/lang"
)

// Synonyms are sealed into the index: if a document has one member of a group, it is also listed
// under the others (index.SynonymOf). So a query needs no table, and each brand can have its own:
// Writer.Synonyms.
//
// A member is one word, found in every field, or up to five that follow each other, not counting
// stop words: MASP is Museu de Arte de São Paulo. Members of several words are found in names and
// places. A synonym counts as a variant of the word, as its plural does. A query with the words of
// a member in a row finds each of them in documents with another member.

// synonyms are the groups of one index while it is written.
type synonyms struct {
	*synonymTable
	terms map[uint32][]string // synonymTable.others by number, for terms that a document has had
}

// synonymTable holds groups of synonyms, ready for look-ups. It does not change.
type synonymTable struct {
	groups [][]string          // of members as Synonym returns them; no member is in two groups
	others map[string][]string // of a term: the derived terms of its group and of the others in it
	// longer holds the terms of members of more than two words: unlike two neighbours, these are
	// only terms if they are a synonym. longest is the largest number of words of a member.
	longer  map[string]bool
	longest int
}

// sharedTables holds the tables of the groups that every index of some languages has, by Analyzer:
// reading them takes longer than writing the index of a small brand.
var sharedTables sync.Map

func newSynonyms(a *analysis.Analyzer) synonyms {
	table, ok := sharedTables.Load(a)
	if !ok {
		shared, err := newSynonymTable(a, nil, ownGroups(a))
		if err != nil {
			panic(err) // a fault in the tables of a language, which a test finds
		}
		table, _ = sharedTables.LoadOrStore(a, shared)
	}
	return synonyms{synonymTable: table.(*synonymTable), terms: make(map[uint32][]string)}
}

// ownGroups returns the groups of the languages, without members that are stop words of another of
// these languages: ai is one in Italian.
func ownGroups(a *analysis.Analyzer) (groups [][]string) {
	for _, group := range a.Synonyms {
		group = slices.DeleteFunc(slices.Clone(group), func(member string) bool {
			_, err := a.Synonym(member)
			return err != nil
		})
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// newSynonymTable returns the table of some groups and more. Groups that share a member become one:
// a new name of a city with several names is a synonym of them all.
func newSynonymTable(a *analysis.Analyzer, groups, more [][]string) (*synonymTable, error) {
	groups = slices.Clone(groups)
	groupOf := map[string]int{}
	for i, group := range groups {
		for _, member := range group {
			groupOf[member] = i
		}
	}
	for _, group := range more {
		joined := make([]string, 0, len(group))
		for _, member := range group {
			m, err := a.Synonym(member)
			if err != nil {
				return nil, err
			}
			joined = append(joined, m)
			if i, ok := groupOf[m]; ok {
				joined = append(joined, groups[i]...)
				groups[i] = nil
			}
		}
		slices.Sort(joined)
		if joined = slices.Compact(joined); len(joined) > analysis.MaxSynonyms {
			return nil, fmt.Errorf("%w: a group of %d members, at most %d are possible",
				analysis.ErrSynonym, len(joined), analysis.MaxSynonyms)
		}
		for _, member := range joined {
			groupOf[member] = len(groups)
		}
		groups = append(groups, joined)
	}
	groups = slices.DeleteFunc(groups, func(group []string) bool { return len(group) == 0 })
	table := &synonymTable{groups: groups, others: map[string][]string{}, longer: map[string]bool{}}
	for _, group := range groups {
		table.add(group)
	}
	return table, nil
}

// add adds the terms of a group.
func (t *synonymTable) add(group []string) {
	whole := string(index.SynonymGroup) + strings.Join(group, string(index.SynonymGroup))
	for i, member := range group {
		key := index.MemberTerm(member)
		if words := strings.Count(member, " ") + 1; words > 2 {
			t.longer[key] = true
			t.longest = max(t.longest, words)
		}
		for j, other := range group {
			if i != j {
				t.others[key] = append(t.others[key],
					string(index.SynonymOf)+index.JoinedMember(other))
			}
		}
		t.others[key] = append(t.others[key], whole)
	}
}

// numbered records the number of a term that is new in the index.
func (s *synonyms) numbered(term []byte, number uint32) {
	if others, ok := s.others[string(term)]; ok {
		s.terms[number] = others
	}
}

// Synonyms adds groups of words or phrases that find each other to the groups that every index has.
// Groups that share a member become one, also with one of those. Synonyms must be called before the
// first Add, and fails with analysis.ErrSynonym if a member is not valid or a group becomes larger
// than analysis.MaxSynonyms.
func (w *Writer) Synonyms(groups [][]string) error {
	if len(groups) == 0 {
		return nil
	}
	table, err := newSynonymTable(w.analyzer, w.synonyms.groups, groups)
	if err != nil {
		w.err = fmt.Errorf("synonyms: %w", err)
		return w.err
	}
	w.synonyms.synonymTable = table
	return nil
}

// Languages sets the languages that the documents are written in, instead of lang.Default. It must
// be called before Synonyms.
func (w *Writer) Languages(languages lang.Set) {
	w.analyzer = languages.Analyzer()
	w.synonyms = newSynonyms(w.analyzer)
}

// addSynonyms lists the document under the synonyms of its terms.
func (w *Writer) addSynonyms() {
	for _, t := range w.found[:len(w.found):len(w.found)] {
		for _, synonym := range w.synonyms.terms[t] {
			w.addTerm(w.fields[t], []byte(synonym))
		}
	}
}
