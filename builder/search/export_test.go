package search

// SetBatch lets small indexes be written in several batches.
func (w *Writer) SetBatch(postings int) { w.batch = postings }
