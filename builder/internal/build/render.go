package build

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// batchSize is how many events a worker renders and compresses at a time: large enough that each
// codec keeps its tables warm, small enough that a handful of batches in flight is a few megabytes.
const batchSize = 64

// renderedEvent is one event, rendered and compressed. If the event is unchanged, it has only the
// parts that other pages show; the event's own pages stay in place, and so does its part of the
// search index if that can be kept.
type renderedEvent struct {
	row    *ingest.Row
	taken  bool
	kept   bool            // in the search index, under the number doc of the release before
	doc    uint32          // of a kept event
	readAt int64           // Unix seconds: when this content was first read
	was    *site.EventPast // in the release before, or nil
	past   site.EventPast
	rec    *catalog.Record // nil for a kept event
	text   catalog.Text
	event  page.Event
	item   []byte // JSON of the list
	html   keep.Coded
	md     keep.Coded
	detail keep.Coded
}

// eventRenderer renders events.
type eventRenderer struct {
	*site.Site
	// same reports, for each row by its number, whether its pages link to the same events as in the
	// release before; it is nil if that is unknown. related returns the events that they link to.
	same    []bool
	related func(row *ingest.Row) (page.Related, error)
}

// event renders an event.
func (d *eventRenderer) event(r *ingest.Row) (*renderedEvent, error) {
	out := &renderedEvent{row: r, readAt: d.readAt(r)}
	out.was = d.History.Event(r.ID)
	if old, ok := d.Carry.Event(r); ok && out.was != nil && (d.same == nil || d.same[r.Number]) {
		out.past = *out.was
		return out, d.take(out, old)
	}
	rec, err := d.Records.Published(r)
	if err != nil {
		return nil, err
	}
	rec.ReadAt = time.Unix(out.readAt, 0).UTC()
	out.past = d.past(r, rec, out.was)
	rec.Revised, rec.Sequence = time.Unix(out.past.Revised, 0).UTC(), int64(out.past.Sequence)
	out.rec, out.text = rec, markup.Clean(rec.Description, rec.Format)
	var related page.Related
	if d.related != nil {
		if related, err = d.related(r); err != nil {
			return nil, err
		}
	}
	if out.event, err = d.Renderer.Event(rec, &out.text, related); err != nil {
		return nil, fmt.Errorf("event %s: %w", rec.Slug, err)
	}
	if second := page.Second(out.text.Plain); r.Apart && second != "" {
		out.event.Card, out.event.Line = page.WithSecond(out.event.Card, out.event.Line, second)
	}
	ev := rec.Event(out.text.HTML, d.Brand.Address(out.event.Path))
	out.item = ev.AppendListItem(nil)
	out.html[release.Identity] = out.event.HTML
	out.md[release.Identity] = out.event.Markdown
	out.detail[release.Identity] = append(ev.AppendDetail(nil), '\n')
	return out, nil
}

// take collects the parts of an unchanged event that other pages show.
func (d *eventRenderer) take(out *renderedEvent, old release.EventRow) error {
	out.taken, out.event.Path = true, catalog.EventPath(out.row.Slug)
	if !out.row.OnSale {
		return nil
	}
	var err error
	read := func(form search.Form) []byte {
		b, e := d.Carry.Index.Fragment(form, old.Doc)
		if e != nil && err == nil {
			err = fmt.Errorf("event %s in release %s: %w", out.row.Slug, d.Carry.Release.ID(), e)
		}
		return b
	}
	if out.kept, out.doc = d.Carry.Keep, old.Doc; out.kept {
		return nil
	}
	out.event.Card, out.event.Line = read(search.CardForm), read(search.LineForm)
	out.item, out.text.Plain = read(search.JSONForm), string(read(search.DescriptionForm))
	if err == nil {
		out.rec, err = d.Records.Published(out.row)
	}
	return err
}

// renderAll renders rows on all cores and hands them to sink in their order. An error on either
// side stops everything.
func (d *eventRenderer) renderAll(ctx context.Context, rows []*ingest.Row,
	sink func(*renderedEvent) error) error {
	type result struct {
		events []*renderedEvent
		err    error
	}
	workers := runtime.GOMAXPROCS(0)
	codecs := make(chan *keep.Codec, workers) // idle ones
	for range workers {
		codec, err := keep.NewCodec()
		if err != nil {
			return err
		}
		codecs <- codec
	}
	// results is the order: the sink takes the channels in the order in which the batches were cut,
	// whichever worker finishes first. Its length bounds how much is in flight.
	results := make(chan chan result, 2*workers)
	// No goroutine may remain, not even after a panic of sink: the records and the release before
	// are closed next.
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running.Go(func() {
		defer close(results)
		for from := 0; from < len(rows); from += batchSize {
			done := make(chan result, 1)
			select {
			case results <- done:
			case <-ctx.Done():
				return
			}
			codec, batch := <-codecs, rows[from:min(from+batchSize, len(rows))]
			running.Go(func() {
				var r result
				// A panic here would end the program, and with it all other brands.
				r.err = caught(func() (err error) {
					r.events, err = d.renderBatch(codec, batch)
					return err
				})
				codecs <- codec
				done <- r
			})
		}
	})
	var failed error
	for done := range results {
		r := <-done
		failed = cmp.Or(failed, r.err)
		for _, event := range r.events {
			if failed == nil {
				failed = sink(event)
			}
		}
		if failed = cmp.Or(failed, ctx.Err()); failed != nil {
			cancel()
		}
	}
	return cmp.Or(failed, ctx.Err())
}

// renderBatch renders rows, and compresses their bodies together.
func (d *eventRenderer) renderBatch(c *keep.Codec, rows []*ingest.Row) ([]*renderedEvent, error) {
	events := make([]*renderedEvent, 0, len(rows))
	bodies := make([]*keep.Coded, 0, 3*len(rows))
	for _, r := range rows {
		event, err := d.event(r)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
		if event.taken {
			continue
		}
		bodies = append(bodies, &event.html, &event.md, &event.detail)
	}
	return events, c.Encode(bodies)
}

// readAt returns when the content of an event was first read: the time in the release before for
// the same hash, else now.
func (d *eventRenderer) readAt(r *ingest.Row) int64 {
	if d.Base != nil {
		if old, ok := d.Base.Event(r.ID); ok && old.Hash == r.Hash {
			return old.ReadAt
		}
	}
	return d.Now
}
