// Package spell finds the words of a dictionary that a misspelled word may mean: the words a few
// edits away. An edit is a letter added, left out, replaced, or swapped with its neighbour.
//
// Most words of about the same length are skipped by their letter masks (see index.LetterMask),
// which are stored one after the other; the others are measured:
//
//	festvial   against festival: no bit differs, one swap
//	           against carnaval: eight bits differ, so at least four edits; not looked at
package spell

import (
	"bytes"
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

const (
	// MaxEdits is the largest number of edits that are looked for.
	MaxEdits = 2
	// maxCandidates is the largest number of words for each number of edits: the first that are
	// met.
	maxCandidates = 64
	// Budget is the most dictionary words looked at for one query: some milliseconds.
	Budget = 4 << 20
)

// Allowed returns how many edits a word may have: one for every four letters, but also one for
// three letters. A word with anything but letters of an alphabet may have none, since a number with
// another digit is another number.
func Allowed(word []byte) int {
	if bytes.ContainsFunc(word, func(r rune) bool {
		return '0' <= r && r <= '9' || analysis.IsUnspaced(r)
	}) {
		return 0
	}
	n := utf8.RuneCount(word)
	return min(max(n/4, n/3%2), MaxEdits)
}

// Candidates calls found with the terms of a file that differ from a word by one to most edits. It
// subtracts the words that it looks at from the budget.
func Candidates(f *index.File, word []byte, most int, budget *int, found func(term, edits int)) {
	var own, other [analysis.MaxToken]rune
	runes := analysis.Runes(&own, word)
	mask, letters := index.LetterMask(word)
	table := f.SpellingTable()
	terms := f.Dictionary(index.Terms)
	var buf [512]uint32
	var counts [MaxEdits + 1]int
	for n := max(letters-most, 0); n <= min(letters+most, index.MaxLetters); n++ {
		// Each letter more or less changes one bit, each edit beyond that two.
		limit := 2*most - max(n-letters, letters-n)
		for _, near := range table.AppendNear(buf[:0], n, mask, limit, budget) {
			term := int(near)
			if term >= terms.Len() {
				continue
			}
			d := text.Distance(runes, analysis.Runes(&other, terms.Key(term)), most)
			if 0 < d && d <= most && counts[d] < maxCandidates {
				counts[d]++
				found(term, d)
			}
		}
	}
}
