package search

// SetBatch lets small indexes be written in several batches of postings, with several blocks of terms in the spool.
func (w *Writer) SetBatch(postings, block int) { w.batch, w.stream.block = postings, block }

// Plausible reports whether a correction looks at another word for one, and how many edits it then finds.
func Plausible(word, other string, most int) (plausible bool, edits int) {
	var m measure
	m.begin([]byte(word))
	return m.plausible(textKey([]byte(other)), most), m.distance([]byte(other), most)
}

// TwoEdits are the words among others that correct finds for a word of nine letters or more, by the table of halves and by
// the buckets of an earlier index.
func TwoEdits(x *Index, word string) (byHalves, byBuckets map[string]int) {
	earlier := &Index{sections: x.sections, docs: x.docs, firstWord: x.firstWord}
	earlier.sections[halves] = nil
	terms := x.dict(termDict)
	find := func(x *Index) map[string]int {
		found := map[string]int{}
		var m measure
		budget := correctionBudget
		x.correct(&m, []byte(word), maxEdits, &budget, func(term, edits int) { found[string(terms.key(term))] += edits })
		return found
	}
	return find(x), find(earlier)
}
