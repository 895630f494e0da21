package upstream

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/adapt/table"
	"cartaz/builder/internal/upstream/jsondoc"
)

// adapters read the documents of the kinds that are not JSON.
var adapters = map[string]adapt.Reader{
	brands.KindICS:  ics.Read,
	brands.KindCSV:  table.Read,
	brands.KindFeed: feed.Read,
	brands.KindXML:  feed.ReadXML,
}

// accepted is the field Accept of a request, by kind.
var accepted = map[string]string{
	"":              "*/*",
	"http":          "application/json",
	brands.KindICS:  "text/calendar, */*;q=0.1",
	brands.KindCSV:  "text/csv, */*;q=0.1",
	brands.KindFeed: "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1",
	brands.KindXML:  "application/xml, text/xml, */*;q=0.1",
	brands.KindHTML: "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1",
}

// adapted takes a document apart that is not JSON. A program sees the items as the reader gives
// them; without a program their records are taken.
func (r *itemReader) adapted(ctx context.Context, doc document, body io.Reader,
	digest func([]byte) Digest, values []any) (around any, items int, err error) {
	around, err = r.adapter(ctx, body, r.adaptOptions(doc), func(made adapt.Item) error {
		if r.crawler != nil && made.Value[page.AddressMember] != nil {
			fresh, err := r.crawler.address(ctx, made.Value)
			if fresh {
				items++
			}
			return err
		}
		items++
		it := Item{Pos: Position{File: doc.name, Page: doc.page, Index: items}, Note: made.Note,
			Value: made.Value}
		if made.Err != nil {
			// The items before it come first.
			if err := r.mapper.takeAll(ctx); err != nil {
				return err
			}
			r.stats.Items++
			return r.mapper.fail(it, fmt.Errorf("%w: %w", ErrItem, made.Err))
		}
		if r.programs.mapping == nil && made.Record() == nil {
			r.stats.Items++
			return r.mapper.mapped(it) // no event, as a notice among the entries of a feed
		}
		if r.programs.mapping == nil {
			it.Value = made.Record()
		}
		span, err := json.Marshal(it.Value)
		if err != nil {
			return fmt.Errorf("%w: item %d: %w", ErrMalformed, items, err)
		}
		if len(span) > jsondoc.MaxItem {
			return fmt.Errorf("%w: item %d has more than %d bytes", ErrTooLarge, items,
				jsondoc.MaxItem)
		}
		if digest != nil {
			sum := digest(append(span, made.Note...))
			it.Digest, it.Known = &sum, r.recall(sum)
		}
		if it.Known != nil {
			r.stats.Items++
			return r.mapper.known(ctx, it)
		}
		return r.item(ctx, it, values)
	})
	return around, items, err
}

// adaptOptions are what the reader of a document is told.
func (r *itemReader) adaptOptions(doc document) adapt.Options {
	return adapt.Options{Now: r.src.Clock, Window: r.src.Window, Locale: r.src.Locale,
		Zone: r.src.Zone, URL: doc.url, Delimiter: r.src.Delimiter, Encoding: r.src.Encoding,
		Path: r.src.Items, Mapped: r.programs.mapping != nil}
}
