package search

// SetBatch lets small indexes be written in several batches of postings, with several blocks of terms in the spool.
func (w *Writer) SetBatch(postings, block int) { w.batch, w.stream.block = postings, block }

// Plausible reports whether a correction looks at another word for one, and how many edits it then finds.
func Plausible(word, other string, most int) (plausible bool, edits int) {
	var m measure
	m.begin([]byte(word))
	return m.plausible(textKey([]byte(other)), most), m.distance([]byte(other), most)
}
