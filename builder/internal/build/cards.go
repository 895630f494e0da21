package build

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/page"
)

// cardFile has the card of each event on sale, with its Markdown line, on disk until the pages are
// drawn that show several events. An event has a card on the page of its city, its organiser, its
// venue, its country and each of its topics: with many small groups the cards that pages show are
// nearly all there are, and of a million events they are a gigabyte.
//
// A card lies there as its length (uvarint), the card, and its line.
type cardFile struct {
	file *os.File
	buf  *bufio.Writer
	ends []int64 // of each row: where its card ends; of an event that is not on sale, as before it
}

// newCardFile makes a file for the cards of so many rows. It is gone when it is closed.
func newCardFile(dir string, rows int) (*cardFile, error) {
	f, err := durable.Unnamed(dir)
	if err != nil {
		return nil, err
	}
	return &cardFile{file: f, buf: bufio.NewWriterSize(f, 1<<18),
		ends: make([]int64, 0, rows)}, nil
}

func (f *cardFile) close() error { return f.file.Close() }

func (f *cardFile) end() int64 {
	if n := len(f.ends); n > 0 {
		return f.ends[n-1]
	}
	return 0
}

// add adds the next row; event is nil when it is not on sale.
func (f *cardFile) add(event *page.Event) error {
	end := f.end()
	if event != nil {
		head := binary.AppendUvarint(f.buf.AvailableBuffer(), uint64(len(event.Card)))
		for _, b := range [...][]byte{head, event.Card, event.Line} {
			n, err := f.buf.Write(b)
			if err != nil {
				return fmt.Errorf("cards on disk: %w", err)
			}
			end += int64(n)
		}
	}
	f.ends = append(f.ends, end)
	return nil
}

// flush makes all that was added readable.
func (f *cardFile) flush() error { return f.buf.Flush() }

// read reads the card and the line of an event on sale, which may be written into.
func (f *cardFile) read(row int32, id int64) (card, line []byte, err error) {
	from := int64(0)
	if row > 0 {
		from = f.ends[row-1]
	}
	b := make([]byte, f.ends[row]-from)
	if _, err := f.file.ReadAt(b, from); err != nil {
		return nil, nil, fmt.Errorf("cards on disk: %w", err)
	}
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, fmt.Errorf("cards on disk: event %d: not what was written", id)
	}
	end := n + int(size)
	return b[n:end:end], b[end:], nil
}

// cardsOf reads the cards and lines of rows that are on sale.
func (d *drawing) cardsOf(rows []int32) (cards, lines [][]byte, err error) {
	for _, i := range rows {
		card, line, err := d.cards.read(i, d.plan.Rows[i].ID)
		if err != nil {
			return nil, nil, err
		}
		cards, lines = append(cards, card), append(lines, line)
	}
	return cards, lines, nil
}

// firstCards reads the cards and lines of the first events on sale among rows, limit of them at
// most. A series has one card, that of its first event among rows, with a link to its other dates or times:
// what an event's own page says does not depend on how many there are.
func (d *drawing) firstCards(rows []int32, limit int) (cards, lines [][]byte, err error) {
	shown := map[int]bool{} // series
	for _, i := range rows {
		if len(cards) == limit {
			break
		}
		row := &d.plan.Rows[i]
		series := d.plan.Series(row)
		if !row.OnSale || shown[series.ID] {
			continue
		}
		card, line, err := d.cards.read(i, row.ID)
		if err != nil {
			return nil, nil, err
		}
		if series.ID != 0 {
			shown[series.ID] = true
			rec, err := d.events.records.Get(row.Ref())
			if err != nil {
				return nil, nil, err
			}
			card, line = d.renderer.WithSeries(card, line, rec.Name, d.plan.Facets(row).VenueKey,
				series.Days, series.Times)
		}
		cards, lines = append(cards, card), append(lines, line)
	}
	return cards, lines, nil
}
