package build

import (
	"fmt"
	"io"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/words"
	vocabulary "cartaz/builder/lang"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// searchWriter writes the search index of a release. Documents of events that were carried over are
// carried over too, where they can be.
type searchWriter struct {
	index  *search.Writer
	carry  *keep.CarryOver
	facets *facetWords
	docs   uint32 // documents so far
}

func newSearchWriter(index *search.Writer, carry *keep.CarryOver, locale string) *searchWriter {
	return &searchWriter{index: index, carry: carry,
		facets: &facetWords{locale: locale, names: map[string][]string{}}}
}

func (w *searchWriter) begin(languages lang.Set, synonyms [][]string) error {
	w.index.Languages(languages)
	if err := w.index.Synonyms(synonyms); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	if w.carry.Keep {
		w.index.Base(w.carry.Index)
	}
	return nil
}

// next is the number of the next event's document.
func (w *searchWriter) next(onSale bool) uint32 {
	if !onSale {
		return release.NoDoc
	}
	w.docs++
	return w.docs - 1
}

// add adds an event on sale.
func (w *searchWriter) add(e *renderedEvent, f ingest.Facets) error {
	facets := w.facets.of(f)
	if e.kept {
		return corrupt(w.index.CarryOver(e.doc, facets))
	}
	return w.index.Add(searchDoc(e, facets))
}

// end writes the index, and lets go of the memory that its writer holds.
func (w *searchWriter) end(to io.Writer) error {
	_, err := w.index.WriteTo(to)
	if w.index = nil; err != nil {
		return fmt.Errorf("search index: %w", corrupt(err))
	}
	return nil
}

// searchDoc is what the search knows of an event that was drawn. f are its facets.
func searchDoc(e *renderedEvent, f search.Doc) search.Doc {
	rec := e.rec
	doc := search.Doc{Name: rec.Name, Description: e.text.Plain, Online: rec.IsOnline,
		Free: words.StateOf(rec).Free(), JSON: e.item, Card: e.event.Card, Line: e.event.Line}
	doc.CFP = rec.CallIsOpen
	doc.Price, doc.Currency = words.Lowest(rec.Tickets)
	if span, ok := rec.Span(); ok {
		doc.First, doc.Last = searchDay(span.First), searchDay(span.Last)
	}
	for _, s := range rec.Sessions.Left() {
		span, _ := s.Span()
		for d := span.First; d <= span.Last && len(doc.Sessions) < catalog.MaxSessions; d++ {
			at := search.Session{Day: searchDay(d)}
			if d == span.First && s.Starts.HasClock() {
				at.Hour = s.Starts.Time.Hour()
			}
			doc.Sessions = append(doc.Sessions, at)
		}
	}
	if rec.Starts.HasClock() {
		doc.Hour = rec.Starts.Time.Hour()
	}
	doc.Venue, doc.City, doc.State, doc.StateName = f.Venue, f.City, f.State, f.StateName
	doc.Producer, doc.ProducerSlug = f.Producer, f.ProducerSlug
	doc.VenueKey, doc.Country, doc.CountryNames = f.VenueKey, f.Country, f.CountryNames
	doc.Topics = f.Topics
	return doc
}

func searchDay(d catalog.Date) search.Day { return search.DayOf(d.Time()) }

// facetWords makes what the search filters events by. It names each country once.
type facetWords struct {
	locale string
	names  map[string][]string // by code
}

// of is what the search filters an event by.
func (w *facetWords) of(f ingest.Facets) search.Doc {
	doc := search.Doc{Venue: f.Venue, City: f.City, State: f.State, StateName: f.StateName,
		Producer: f.Producer, ProducerSlug: f.ProducerSlug, VenueKey: f.VenueKey,
		Country: f.Country}
	if f.Country != "" {
		if w.names[f.Country] == nil {
			w.names[f.Country] = vocabulary.CountryNames(f.Country, w.locale)
		}
		doc.CountryNames = w.names[f.Country]
	}
	for _, tag := range f.Tags {
		if key := groupkey.Topic(tag); key != "" {
			doc.Topics = append(doc.Topics, search.Topic{Key: key, Label: tag})
		}
	}
	return doc
}
