package naive

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/search/text/names"
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
		if d := editsTo(n, letters, t); d > 0 {
			near, edits[t] = append(near, t), d
		}
	}
	return mostLikely(n, near, edits)
}

// editsTo is how many edits make a mistyped word another one, 0 for more than it may have. Another
// spelling of one sound is one.
func editsTo(n *Naive, letters []rune, other string) int {
	if d := osa(letters, []rune(other)); d <= 1 {
		return d
	} else if n.latin {
		for _, pair := range names.Sounds() {
			if respells(string(letters), other, pair[0], pair[1]) ||
				respells(string(letters), other, pair[1], pair[0]) {
				return 1
			}
		}
	}
	switch twice := osa(letters, []rune(other)) == 2; {
	case !twice:
		return 0
	case len(letters) >= 9:
		return 2
	case n.latin && isDoubled(string(letters), other, 2):
		return 1
	}
	return 0
}

// isDoubled reports whether letters that are doubled, or are not, make a word another one, so many.
func isDoubled(word, other string, many int) bool {
	if many == 0 {
		return word == other
	}
	for i := range len(word) {
		if word[i] >= 0x80 {
			continue
		}
		once := i+1 < len(word) && word[i+1] == word[i]
		if isDoubled(word[:i+1]+word[i:], other, many-1) ||
			once && isDoubled(word[:i]+word[i+1:], other, many-1) {
			return true
		}
	}
	return false
}

// respells reports whether a word becomes another one when letters of it are spelled so once.
func respells(word, other, from, to string) bool {
	for at := range word {
		if strings.HasPrefix(word[at:], from) && word[:at]+to+word[at+len(from):] == other {
			return true
		}
	}
	return false
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
