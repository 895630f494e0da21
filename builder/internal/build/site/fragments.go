package site

import (
	"bufio"
	"fmt"
	"os"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// Fragments holds the parts of each event for other pages: its card, its Markdown line, its
// calendar. An event is on the page of its city, its organiser, its venue, its country and each of
// its topics: many small groups use nearly all fragments, which are gigabytes for a million events.
// So fragments of drawn events are on disk, and fragments of events that were carried over are read
// from the base release when a page needs them.
//
// The file holds a drawn event as its card, its line and its calendar.
type Fragments struct {
	carry *keep.CarryOver
	file  *os.File
	buf   *bufio.Writer
	rows  []fragment
	last  []byte // read from the file
}

// readAround is how many bytes of the base release are resident after a fragment was read: as many
// as Linux maps around a page.
const readAround = 64 << 10

// fragment is the place of the fragments of a row.
type fragment struct {
	end        int64  // of its bytes, which begin where the bytes of the row before end
	card, line uint32 // how many bytes the card and the line have
	doc        uint32 // of the base release, for an event on sale that was carried over
	calendar   bool
	taken      bool
}

// NewFragments makes room for the fragments of a number of rows, with a file in dir that is gone
// when it is closed.
func NewFragments(dir string, rows int, carry *keep.CarryOver) (*Fragments, error) {
	f, err := durable.Unnamed(dir)
	if err != nil {
		return nil, err
	}
	return &Fragments{carry: carry, file: f, buf: bufio.NewWriterSize(f, 1<<18),
		rows: make([]fragment, 0, rows)}, nil
}

// Close frees the room.
func (f *Fragments) Close() error { return f.file.Close() }

func (f *Fragments) end() int64 {
	if n := len(f.rows); n > 0 {
		return f.rows[n-1].end
	}
	return 0
}

// Add adds the next row, which was drawn. An event that is not on sale has no card, an event that
// is over no calendar.
func (f *Fragments) Add(event *page.Event, onSale, calendar bool) error {
	next := fragment{end: f.end(), calendar: calendar && len(event.Calendar) > 0}
	var parts [3][]byte
	if onSale {
		parts = [3][]byte{event.Card, event.Line}
	}
	if next.calendar {
		parts[2] = event.Calendar
	}
	next.card = uint32(len(parts[0]))
	next.line = uint32(len(parts[1]))
	for _, b := range parts {
		next.end += int64(len(b))
		if _, err := f.buf.Write(b); err != nil {
			return fmt.Errorf("fragments on disk: %w", err)
		}
	}
	f.rows = append(f.rows, next)
	return nil
}

// Take adds the next row, which was carried over; doc is its document of the base release, or
// release.NoDoc, and calendar is true if it has a calendar.
func (f *Fragments) Take(doc uint32, calendar bool) {
	f.rows = append(f.rows, fragment{end: f.end(), doc: doc, calendar: calendar, taken: true})
}

// Flush makes all added fragments readable.
func (f *Fragments) Flush() error { return f.buf.Flush() }

// HasCalendar reports whether a row has a calendar.
func (f *Fragments) HasCalendar(row *ingest.Row) bool { return f.rows[row.Number].calendar }

// Card returns the card and the line of an event on sale. The caller may write into them.
func (f *Fragments) Card(row *ingest.Row) (card, line []byte, err error) {
	at := &f.rows[row.Number]
	if !at.taken {
		if card, line, _, err = f.read(row.Number); err != nil {
			return nil, nil, err
		}
		n := len(card)
		b := append(append(make([]byte, 0, n+len(line)), card...), line...)
		return b[:n:n], b[n:], nil
	}
	f.carry.Read(readAround)
	if card, err = f.carry.Index.Fragment(search.CardForm, at.doc); err == nil {
		line, err = f.carry.Index.Fragment(search.LineForm, at.doc)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: release %s: %w", release.ErrCorrupt, f.carry.Release.ID(),
			err)
	}
	return card, line, nil
}

// Calendar returns the calendar of an event until the next call, or nil.
func (f *Fragments) Calendar(row *ingest.Row) ([]byte, error) {
	switch at := &f.rows[row.Number]; {
	case !at.calendar:
		return nil, nil
	case at.taken:
		f.carry.Read(readAround)
		return keep.Body(f.carry.Release, catalog.EventPath(row.Slug)+catalog.CalendarSuffix)
	}
	_, _, calendar, err := f.read(row.Number)
	return calendar, err
}

// read reads the fragments of a row that was drawn. They stay until the next call.
func (f *Fragments) read(row int32) (card, line, calendar []byte, err error) {
	from := int64(0)
	if row > 0 {
		from = f.rows[row-1].end
	}
	end := f.rows[row].end
	b := slices.Grow(f.last[:0], int(end-from))[:end-from]
	f.last = b
	if len(b) > 0 {
		if _, err := f.file.ReadAt(b, from); err != nil {
			return nil, nil, nil, fmt.Errorf("fragments on disk: %w", err)
		}
	}
	cards := f.rows[row].card
	lines := cards + f.rows[row].line
	return b[:cards:cards], b[cards:lines:lines], b[lines:], nil
}
