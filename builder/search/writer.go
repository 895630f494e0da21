package search

import (
	"time"

	"cartaz/builder/search/internal/indexer"
)

// ErrNotCarried means that CarryOver was asked for a document that the base does not have, or that
// does not come after the last one.
var ErrNotCarried = indexer.ErrNotCarried

// Doc is one event as the index sees it. Searches find it by the text fields; the fragments are the
// answers.
type Doc = indexer.Doc

// Day is a day of the calendar, counted from 1, which is 1 January of the year 1 (Gregorian). 0 is
// no day. It has no time zone: the day of an event is the day on its own clock.
type Day = indexer.Day

// DayOf returns the day on the wall clock of t, or 0 before the year 1.
func DayOf(t time.Time) Day { return indexer.DayOf(t) }

// Session is a day on which an event takes place.
type Session = indexer.Session

// Topic is one subject of an event.
type Topic = indexer.Topic

// Writer makes an index, see indexer.Writer. Languages come first, then Synonyms and Base, then
// documents in list order, added or carried over; WriteTo ends it.
type Writer struct{ *indexer.Writer }

// NewWriter returns a Writer that puts most data into spool, which must be empty and is not used by
// other code until WriteTo has returned. With a nil spool all stays in memory, which suits small
// indexes.
func NewWriter(spool indexer.Spool) *Writer { return &Writer{indexer.New(spool)} }

// Base sets an earlier index, from which CarryOver takes documents without reading their words
// again. It must have been written by this version of the program with the same languages and
// synonyms, have been compared with its checksum, and stay open until WriteTo has returned. Base
// must be called before the first document.
func (w *Writer) Base(x *Index) { w.Writer.Base(x.file) }
