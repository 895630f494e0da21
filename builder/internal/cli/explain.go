package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// why is the event of --why.
type why struct {
	ID     int64  `json:"id"`
	Slug   string `json:"slug,omitempty"` // "" if only the id of a closed event is known
	Name   string `json:"name,omitempty"`
	OnSale bool   `json:"on_sale"` // others are not in the index
	// Hit has its rank, and what each word finds in it; nil for an event that is not on sale.
	Hit *search.Hit `json:"hit,omitempty"`

	document uint32 // number in the index of an event on sale
}

// asked returns the event with a slug or an id.
func (f *searchCommand) asked(name string) (*why, error) {
	if ref, ok := f.rel.Lookup(catalog.DetailPath(f.rel.Manifest().Brand.BasePath, name)); ok {
		body, err := ref.Body()
		if err != nil {
			return nil, err
		}
		e, err := decodeEvent(body)
		if err != nil {
			return nil, err
		}
		row, ok := f.rel.Event(e.ID)
		if !ok {
			return nil, fmt.Errorf("release %s: %w: event %d has a page but no row", f.rel.ID(),
				release.ErrCorrupt, e.ID)
		}
		return &why{ID: e.ID, Slug: e.Slug, Name: e.Name, OnSale: row.Doc != release.NoDoc,
			document: row.Doc}, nil
	}
	id, err := strconv.ParseInt(name, 10, 64)
	row, ok := f.rel.Event(id)
	switch {
	case err != nil || !ok:
		return nil, fmt.Errorf("release %s: %w: no event has the slug or id %q; of one that is "+
			"hidden, edits.yaml has the id", f.rel.ID(), release.ErrNotFound, name)
	case row.Doc == release.NoDoc:
		return &why{ID: id}, nil
	}
	e, err := f.event(row.Doc)
	if err != nil {
		return nil, err
	}
	return f.asked(e.Slug)
}

// explain prints how a query was read, and a row for each event: its rank, its points and ties, and
// the best find of each word. With --why, the row of its event is last.
func (out *searchAnswer) explain(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	e := out.Explanation
	for _, word := range e.Words {
		fmt.Fprintf(w, "  word\t%s\t%s\n", word.Text, waysOf(word.Ways))
	}
	for _, d := range e.Dropped {
		fmt.Fprintf(w, "  left out\t%s\t%s\n", d.Text, d.Why)
	}
	for _, f := range e.Filters {
		fmt.Fprintf(w, "  filter\t%s %s\n", f.Kind, f.Key)
	}
	fmt.Fprintf(w, "  reading\t%s\n", e.Reading)
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "  place\tpoints\tties\tevent\tfound by")
	for i := range e.Hits {
		if out.Why != nil && (out.Why.Hit == nil || e.Hits[i].Rank == out.Why.Hit.Rank) {
			break
		}
		writeHit(w, &e.Hits[i], out.Events[i].Slug)
	}
	switch y := out.Why; {
	case y == nil:
	case y.Hit != nil:
		writeHit(w, y.Hit, y.Slug)
	default:
		fmt.Fprintf(w, "  -\t-\t-\t%s\tnot on sale: closed, cancelled or over\n",
			strings.TrimSpace(y.Slug+" "+strconv.FormatInt(y.ID, 10)))
	}
	return w.Flush()
}

// waysOf lists the ways in which a word is found, as in "exact samba (3), form sambas (1)".
func waysOf(list []search.Way) string {
	var ways []string
	for _, way := range list {
		ways = append(ways, fmt.Sprintf("%s %s (%d)", way.How, way.Text, way.Documents))
	}
	return strings.Join(ways, ", ")
}

// writeHit prints the row of an event. Its rank is "-" if the event is not in the answer: then a
// word finds nothing in it, or a filter does not hold.
func writeHit(w io.Writer, hit *search.Hit, slug string) {
	place, found := "-", []string{}
	if hit.Rank > 0 {
		place = strconv.Itoa(hit.Rank)
	}
	for i := range hit.Matches {
		m := &hit.Matches[i]
		how := strings.TrimSpace(m.How + " " + m.Rule)
		if m.Points == 0 {
			how = "nothing"
		}
		found = append(found, fmt.Sprintf("%s %d %s", m.Word, m.Points,
			strings.TrimSpace(how+" "+m.Field)))
		if m.Found != "" && m.Found != m.Word {
			found[i] += " “" + m.Found + "”"
		}
	}
	for _, kind := range hit.Failed {
		found = append(found, kind+" does not hold")
	}
	fmt.Fprintf(w, "  %s\t%d\t%d\t%s\t%s\n", place, hit.Score, hit.Ties, slug,
		strings.Join(found, ", "))
}
