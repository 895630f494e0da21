package search

// SetBatch lets small indexes be written in several batches of postings, with several blocks of terms in the spool.
func (w *Writer) SetBatch(postings, block int) { w.batch, w.stream.block = postings, block }
