package naive

import (
	"cmp"
	"slices"
	"strings"
)

// readings are the words that a mistyped one most likely stands for.
func (n *Naive) readings(w item) []string {
	letters := []rune(w.word)
	if !w.plain || len(letters) < 5 || strings.ContainsAny(w.word, "0123456789") ||
		n.isListed(w.word) {
		return nil
	}
	var near []string
	edits := map[string]int{}
	for t := range n.vocab {
		if d := osa(letters, []rune(t)); d == 1 || d == 2 && len(letters) >= 9 {
			near, edits[t] = append(near, t), d
		}
	}
	return mostLikely(n, near, edits)
}

// mostLikely are the first four of words by edits, then by how many documents have them.
func mostLikely(n *Naive, near []string, edits map[string]int) []string {
	count := func(t string) (documents int) {
		for i := range n.docs {
			if n.docs[i].words[t] > 0 {
				documents++
			}
		}
		return documents
	}
	slices.SortFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(edits[a], edits[b]), cmp.Compare(count(b), count(a)),
			cmp.Compare(a, b))
	})
	return near[:min(len(near), 4)]
}
