package build

import (
	"fmt"
	"io"

	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/words"
	vocabulary "cartaz/builder/lang"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// searchWriter writes the search index of a release. It carries over the documents of events that
// were carried over, if possible.
type searchWriter struct {
	index     *search.Writer
	carry     *keep.CarryOver
	locale    string
	countries map[string][]string // their names, by code
	docs      uint32              // documents so far
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

// next returns the number of the next event's document, or [release.NoDoc] if the event is not on
// sale.
func (w *searchWriter) next(onSale bool) uint32 {
	if !onSale {
		return release.NoDoc
	}
	w.docs++
	return w.docs - 1
}

// add adds an event on sale. facets has the facets that the plan knows.
func (w *searchWriter) add(e *renderedEvent, facets search.Doc) error {
	if code := facets.Country; code != "" {
		if w.countries[code] == nil {
			w.countries[code] = vocabulary.CountryNames(code, w.locale)
		}
		facets.CountryNames = w.countries[code]
	}
	if e.kept {
		return corrupt(w.index.CarryOver(e.doc, facets))
	}
	return w.index.Add(searchDoc(e, facets))
}

// end writes the index, and frees the memory of its writer.
func (w *searchWriter) end(to io.Writer) error {
	_, err := w.index.WriteTo(forgetting{to, w.carry})
	w.index = nil
	if err != nil {
		return fmt.Errorf("search index: %w", corrupt(err))
	}
	return nil
}

// forgetting notes with each write that as much of the base release was read.
type forgetting struct {
	io.Writer
	carry *keep.CarryOver
}

func (f forgetting) Write(b []byte) (int, error) {
	f.carry.Read(len(b))
	return f.Writer.Write(b)
}

// searchDoc returns the search document of an event that was drawn. doc has its facets.
func searchDoc(e *renderedEvent, doc search.Doc) search.Doc {
	rec := e.rec
	doc = words.Filtered(rec, doc)
	doc.Name = rec.Name
	doc.Description = string(rec.Acts) + "\n" + e.text.Plain
	doc.JSON, doc.Card, doc.Line = e.item, e.event.Card, e.event.Line
	doc.Free = words.StateOf(rec) == words.StateFree
	doc.CFP = rec.CallIsOpen
	doc.Price, doc.Currency = words.Lowest(rec.Tickets)
	return doc
}
