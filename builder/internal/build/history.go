package build

import (
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
)

// history is what calendars and feeds say of the past of an event. The rows of the release before
// remember it, whatever program drew that release. Without such a release, as on a new machine,
// every event is as if it were listed now, or when its source last updated it, and its SEQUENCE
// begins at 0 again; programs that compare LAST-MODIFIED still see nothing older than before.
type history struct {
	listed   int64 // Unix seconds: when the event was first in a release
	revised  int64 // Unix seconds: when facts last changed
	sequence uint32
	facts    uint64 // by validate.Facts, and the slug
}

func historyOf(row release.EventRow) history {
	return history{listed: row.Listed, revised: row.Revised, sequence: row.Sequence,
		facts: row.Facts}
}

// history is that of an event whose record is drawn. It moves only when its facts do: a price or an
// image is no reason for a calendar to tell people that an event has changed.
func (d *eventRenderer) history(r *ingest.Row, rec *catalog.Record) history {
	h := history{listed: d.now, revised: d.now, facts: validate.Facts(rec)}
	var old release.EventRow
	known := false
	if d.base != nil {
		old, known = d.base.Event(r.ID)
	}
	switch {
	case known && (old.Facts == h.facts || old.Hash == r.Hash):
		h.listed, h.revised, h.sequence = old.Listed, old.Revised, old.Sequence
	case known:
		// A clock that was turned back must not make the change look older than the last one.
		h.listed, h.revised = old.Listed, max(d.now, old.Revised+1)
		h.sequence = old.Sequence + 1
	case d.base == nil && !rec.UpdatedAt.IsZero() && rec.UpdatedAt.Before(time.Unix(d.now, 0)):
		h.listed, h.revised = rec.UpdatedAt.Unix(), rec.UpdatedAt.Unix()
	}
	return h
}
