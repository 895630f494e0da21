package cli

import (
	"fmt"
	"strconv"

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
