package page

import (
	"fmt"
)

// GridEvent is an event in the grid of a day: from one minute of the day to another, which is 0 if
// it is not known. An end after midnight is above 24 hours.
type GridEvent struct {
	EventRow
	Venue    Facet
	From, To int
}

const (
	gridColumns = 8  // of a grid, at most
	gridHours   = 24 // from the hour of the first event
	quarter     = 15 // minutes of a row
	usual       = 60 // minutes of an event whose end is not known
)

// grid is the programme of a day: a column for each venue, a row for each quarter of an hour. The
// style sheet knows columns and rows by classes, since pages have no inline styles.
type grid struct {
	Columns []gridPlace
	Hours   []gridPlace
	Events  []gridPlace
}

// gridPlace is an item of a grid. Class has a class for each part of its place: cC is column C; kK
// hH qQ is where it starts, 6K + H hours and Q quarters after the first hour; lL dD sS is its
// length, 6L + D hours and S quarters.
type gridPlace struct {
	EventRow
	Class, Venue string
}

// grid lays out events in the order of their starts. It returns nil if they do not fit a grid: they
// have one venue, or too many. A venue has a further column if its events overlap.
func (r *Renderer) grid(events []GridEvent) *grid {
	if len(events) == 0 {
		return nil
	}
	first := events[0].From / 60
	g, last := &grid{}, 0
	var ends, rows []int // of each column: a minute, and the row after it
	for i, e := range events {
		if e.To <= e.From {
			e.To = e.From + usual
			for _, o := range events[i+1:] {
				if o.Venue.Path == e.Venue.Path && o.From > e.From {
					e.To = min(e.To, o.From)
				}
			}
		}
		c := 0
		for c < len(g.Columns) && (g.Columns[c].Path != e.Venue.Path || ends[c] > e.From) {
			c++
		}
		if c == len(g.Columns) {
			ends, rows = append(ends, 0), append(rows, 0)
			g.Columns = append(g.Columns, gridPlace{Class: fmt.Sprintf("c%d", c+1),
				EventRow: EventRow{Path: e.Venue.Path, Name: e.Venue.Label}})
		}
		from := max((e.From-60*first)/quarter, rows[c])
		to := max((min(e.To-60*first, 60*gridHours-1)+quarter-1)/quarter, from+1)
		ends[c], rows[c], last = e.To, to, max(last, to)
		g.Events = append(g.Events, gridPlace{EventRow: e.EventRow, Venue: e.Venue.Label,
			Class: fmt.Sprintf("h%d k%d q%d d%d l%d s%d c%d", from/4%6, from/24, from%4,
				(to-from)/4%6, (to-from)/24, (to-from)%4, c+1)})
	}
	if len(g.Columns) < 2 || len(g.Columns) > gridColumns {
		return nil
	}
	for hour := range (last + 3) / 4 {
		g.Hours = append(g.Hours, gridPlace{Class: fmt.Sprintf("h%d k%d", hour%6, hour/6),
			EventRow: EventRow{Name: r.words.Days.Clock(60 * (first + hour))}})
	}
	return g
}
