package search

import "strings"

// trace notes where the lists of a plan come from, for explanations. A nil trace notes nothing, so that a query pays one
// comparison for each of its lists.
type trace struct {
	leaves []note // of scratch.leaves, by number
	ties   []note // of scratch.ties
}

// note says what one list is of.
type note struct {
	section section // the dictionary
	text    string  // its key there; of lists that were joined for the query the beginning
	words   int     // how many lists were joined for the query, else 0
	count   int     // documents
}

// isSynonym reports whether the list is that of the synonyms of a word.
func (n *note) isSynonym() bool { return n.text != "" && n.text[0] == markSynonym }

// word is the word that the list is of.
func (n *note) word() string { return strings.TrimPrefix(n.text, string(markSynonym)) }

// leaf notes that the list at that place of the plan is the entry i of a dictionary.
func (t *trace) leaf(at int, d *dict, i int) {
	if t != nil {
		t.leaves = append(t.leaves[:at], note{section: d.section, text: string(d.key(i)), count: d.record(i).count})
	}
}

// union notes that the list at that place was joined from those of words with a beginning.
func (t *trace) union(at int, text []byte, words, count int) {
	if t != nil {
		t.leaves = append(t.leaves[:at], note{section: termDict, text: string(text), words: words, count: count})
	}
}

// tie notes that the list at that place became a tie.
func (t *trace) tie(at int) {
	if t != nil {
		t.ties = append(t.ties, t.leaves[at])
	}
}
