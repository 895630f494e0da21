package search

import (
	"io"
	"time"

	"cartaz/builder/search/internal/indexer"
	"cartaz/builder/search/lang"
)

var (
	// ErrWritten means that a Writer was used after WriteTo.
	ErrWritten = indexer.ErrWritten
	// ErrTooMany means more documents, words or postings than the format can number.
	ErrTooMany = indexer.ErrTooMany
	// ErrFragmentTooLong means a fragment or description of 2 GiB or more.
	ErrFragmentTooLong = indexer.ErrFragmentTooLong
	// ErrFieldTooLong means a facet value or its label of more than 65,535 bytes.
	ErrFieldTooLong = indexer.ErrFieldTooLong
	// ErrSynonymsLate means that documents were added before.
	ErrSynonymsLate = indexer.ErrSynonymsLate
	// ErrLanguagesLate means that documents or synonyms were added before.
	ErrLanguagesLate = indexer.ErrLanguagesLate
	// ErrNotCarried means that CarryOver was asked for a document that the base does not have, or
	// not behind the last one.
	ErrNotCarried = indexer.ErrNotCarried
)

// Doc is one event as the index sees it. The text fields say what finds it, the fragments what is
// answered.
type Doc = indexer.Doc

// Day is a day of the calendar, counted from 1, which is 1 January of the year 1 (Gregorian). 0 is
// no day. It has no time zone: the day of an event is that of its own clock.
type Day = indexer.Day

// DayOf returns the day on the wall clock of t, 0 for one before the year 1.
func DayOf(t time.Time) Day { return indexer.DayOf(t) }

// Topic is one thing that an event is about.
type Topic = indexer.Topic

// Writer makes an index. Documents are added in list order, then WriteTo writes everything; the
// same documents give the same bytes. A Writer is for one goroutine.
//
// In memory stay the different words and the fragment table, some hundred bytes a document.
// Fragments, descriptions and which document has which words go to the spool.
type Writer struct{ w *indexer.Writer }

// NewWriter returns a Writer that puts what it can into spool, an empty file at its start which
// nobody else uses until WriteTo has returned. With a nil spool all stays in memory, which suits
// small indexes.
func NewWriter(spool io.ReadWriteSeeker) *Writer { return &Writer{indexer.New(spool)} }

// Languages sets the languages that the documents are written in, instead of lang.Default: which
// words are skipped, and which forms of a word find each other. It must come before Synonyms and
// the first document, else it fails with ErrLanguagesLate.
func (w *Writer) Languages(languages lang.Set) error { return w.w.Languages(languages) }

// Synonyms adds groups of words or phrases of which each finds what the others find, beside those
// that every index has. Groups that share a member, also with one of those, become one. It must
// come before the first document, else it fails with ErrSynonymsLate, and with analysis.ErrSynonym
// where a member is none or a group becomes larger than analysis.MaxSynonyms.
func (w *Writer) Synonyms(groups [][]string) error { return w.w.Synonyms(groups) }

// Base names an earlier index, from which CarryOver takes documents without reading their words
// again. It must have been written by this version of the program with the same languages and
// synonyms, have been found sound by Verify, and stay open until WriteTo has returned. It comes
// before the first document.
func (w *Writer) Base(x *Index) { w.w.Base(x.file) }

// Add appends a document; its number is how many were added before. After an error the Writer is of
// no further use.
func (w *Writer) Add(d Doc) error { return w.w.Add(d) }

// CarryOver appends document id of the base as it is there. Of d only what facets have labels or
// spellings of is looked at: Venue, City, State, StateName, Country, CountryNames, Topics,
// Producer, ProducerSlug and VenueKey, which must be those that it was added with. Documents are
// carried in the order of the base: it fails with ErrNotCarried for an id that is not above the
// last. The index that comes out is, byte for byte, the one that Add would have made.
func (w *Writer) CarryOver(id uint32, d Doc) error { return w.w.CarryOver(id, d) }

// WriteTo writes the index to out, from its first byte to its last, and returns how many bytes went
// out. It can be called once; the spool is free afterwards.
func (w *Writer) WriteTo(out io.Writer) (int64, error) { return w.w.WriteTo(out) }
