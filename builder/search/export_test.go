package search

import (
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/indexer"
)

// Errors that only tests tell apart.
var (
	ErrNoDocument   = index.ErrNoDocument
	ErrWritten      = indexer.ErrWritten
	ErrFieldTooLong = indexer.ErrFieldTooLong
)

// SetBatch lets small indexes be written in several batches of postings, with several blocks of
// terms in the spool.
func (w *Writer) SetBatch(postings, block int) {
	w.Batch, w.Block = postings, block
}

// FineBlocks gives the index a checksum for every eight bytes of the right content: each read that
// Err does not watch over then shows.
func (x *Index) FineBlocks(good []byte) { x.file.SumFinely(good) }
