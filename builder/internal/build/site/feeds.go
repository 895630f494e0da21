package site

import (
	"cmp"
	"slices"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/syndication"
)

// maxFeed is how many events a feed has: the newest ones.
const maxFeed = 50

// writeFeeds adds the feed of a collection: the events on sale that were listed last, or of all
// events if none is on sale, the newest first. Events that were listed together are in the order of
// the list.
func (w *collections) writeFeeds(c *collection, onSale bool) error {
	newest := make([]*ingest.Row, 0, len(c.rows))
	for _, row := range c.rows {
		if row.OnSale || !onSale {
			newest = append(newest, row)
		}
	}
	slices.SortStableFunc(newest, func(a, b *ingest.Row) int {
		return cmp.Compare(w.FirstListed[b.Number], w.FirstListed[a.Number])
	})
	entries := make([]syndication.Entry, 0, maxFeed)
	for _, row := range first(newest, maxFeed) {
		e, err := w.entry(row)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	f := w.Renderer.Feed(c.title, c.path)
	if err := w.Store.Collection(c.path+catalog.AtomSuffix,
		syndication.AppendAtom(nil, &f, entries), w.Store.Profiles.Atom); err != nil {
		return err
	}
	return w.Store.Collection(c.path+catalog.FeedSuffix, syndication.AppendJSON(nil, &f, entries),
		w.Store.Profiles.Feed)
}

// maxEntries is the size of the largest catalogue whose entries are cached: an event is in the
// feeds of its venue, its organiser and its city. An entry is about 1 KiB with its record, and part
// of a larger catalogue would seldom be hit.
const maxEntries = 1 << 14

// entry returns an event as feeds show it.
func (w *collections) entry(row *ingest.Row) (syndication.Entry, error) {
	if e, ok := w.entries[row]; ok {
		return e, nil
	}
	rec, err := w.Records.Published(row)
	if err != nil {
		return syndication.Entry{}, err
	}
	e := w.Renderer.Entry(rec)
	past := w.Next.Event(row.ID)
	e.Published = time.Unix(past.Listed, 0).UTC()
	e.Updated = time.Unix(past.Revised, 0).UTC()
	if len(w.Plan.Rows) <= maxEntries {
		w.entries[row] = e
	}
	return e, nil
}
