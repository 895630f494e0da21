package build

import (
	"slices"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
)

// past returns what calendars and feeds show of the past of an event. It changes only when the
// event's facts do: a calendar need not tell people that a price or an image has changed. Without a
// history, as on a new machine, every event counts as listed now, or when its source last updated
// it, and its SEQUENCE begins at 0 again; programs that compare LAST-MODIFIED still see nothing
// older than before.
func (d *eventRenderer) past(r *ingest.Row, rec *catalog.Record,
	old *site.EventPast) site.EventPast {
	p := site.EventPast{ID: r.ID, Slug: r.Slug, Listed: d.Now, Revised: d.Now,
		Facts: site.Sum64(validate.Facts(rec)), Hash: site.HashOf(r)}
	switch {
	case old != nil && (old.Facts == p.Facts || old.Hash == p.Hash):
		p.Listed, p.Revised, p.Sequence = old.Listed, old.Revised, old.Sequence
	case old != nil:
		// A clock that was turned back must not make the change look older than the last one.
		p.Listed, p.Revised = old.Listed, max(d.Now, old.Revised+1)
		p.Sequence = old.Sequence + 1
	case len(d.History.Events) == 0 && !rec.UpdatedAt.IsZero() &&
		rec.UpdatedAt.Before(time.Unix(d.Now, 0)):
		p.Listed, p.Revised = rec.UpdatedAt.Unix(), rec.UpdatedAt.Unix()
	}
	return p
}

// openHistory reads the history of the base, or of the newest release before it whose history can
// be read. A release of another format has one, too.
func (r *run) openHistory() *site.History {
	for _, id := range slices.Backward(r.prev.remembering) {
		h, err := site.ReadHistory(r.dir, id)
		if err == nil {
			return h
		}
		r.options.Log.Warn("a release has no history: former addresses, removed events and "+
			"SEQUENCE are taken from an older one, or begin anew",
			"brand", r.brand.Key, "err", err)
	}
	return &site.History{}
}
