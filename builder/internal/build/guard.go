package build

import (
	"encoding/json"
	"fmt"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// fewGone is how many events may always go, whatever share they are: a brand of
// three shows has three others next month.
const fewGone = 10

// guard holds back a catalogue that has shrunk more than the brand allows, or
// has become another one: the likeliest reason is a source that lies.
func (r *run) guard() error {
	if len(r.rows) == 0 {
		return fmt.Errorf("%w: no record of %d could be published: repair the source or its map", ErrHeld, r.out.Report.Records)
	}
	if r.options.AcceptShrink {
		return nil
	}
	before, after := r.size, len(r.rows)
	if shrink := 1 - float64(after)/float64(before); before > 0 && shrink > r.brand.Guards.MaxShrink {
		whose := ""
		if r.live == nil {
			whose = " in release " + r.sizeOf + ", the last one whose manifest can be read,"
		}
		return fmt.Errorf("%w: the catalogue fell from %d events%s to %d (%.0f %%, guards.max_shrink in %s allows %.0f %%); if that is true, build once with --accept-shrink",
			ErrHeld, before, whose, after, 100*shrink, r.brand.File(), 100*r.brand.Guards.MaxShrink)
	}
	if gone, of := r.replaced(); gone >= fewGone && float64(gone) > r.brand.Guards.MaxShrink*float64(of) {
		return fmt.Errorf("%w: of %d events that were on sale and are not over %d have gone (%.0f %%, guards.max_shrink in %s allows %.0f %%), although there are %d others: "+
			"is it the catalogue of somebody else? If that is true, build once with --accept-shrink",
			ErrHeld, of, gone, 100*float64(gone)/float64(of), r.brand.File(), 100*r.brand.Guards.MaxShrink, after)
	}
	return nil
}

// replaced counts the events of the live release that were on sale and are not
// over, and those of them that the new catalogue has neither under their id nor
// under their slug. What cannot be read counts as there.
func (r *run) replaced() (gone, of int) {
	if r.live == nil {
		return 0, 0
	}
	of = r.live.Manifest().OnSale
	there := 0
	for i := range r.rows {
		if old, ok := r.live.Event(r.rows[i].id); ok && old.Doc != release.NoDoc {
			there++
		}
	}
	// Most builds end here: looking closer takes the whole catalogue's slugs.
	if gone = of - there; gone < fewGone || float64(gone) <= r.brand.Guards.MaxShrink*float64(of) {
		return 0, of
	}
	index, err := search.Open(r.live.SearchIndex())
	if err != nil {
		return 0, of
	}
	ids, slugs := make(map[int64]bool, len(r.rows)), make(map[string]bool, len(r.rows))
	for i := range r.rows {
		ids[r.rows[i].id], slugs[r.rows[i].slug] = true, true
	}
	gone, of = 0, 0
	for old := range r.live.Events() {
		if old.Doc == release.NoDoc {
			continue
		}
		var e struct {
			Slug   string `json:"slug"`
			Starts string `json:"starts_at"`
			Ends   string `json:"ends_at"`
		}
		item, err := index.JSON(old.Doc)
		if err != nil || json.Unmarshal(item, &e) != nil || passed(e.Ends, r.now) || e.Ends == "" && passed(e.Starts, r.now) {
			continue
		}
		of++
		if !ids[old.ID] && !slugs[e.Slug] {
			gone++
		}
	}
	return gone, of
}

// passed says whether a time of the API lies behind now; false for none.
func passed(text string, now time.Time) bool {
	for layout, precision := range map[string]catalog.Precision{
		time.RFC3339: catalog.Instant, "2006-01-02T15:04:05": catalog.Local, time.DateOnly: catalog.Day,
	} {
		if t, err := time.Parse(layout, text); err == nil {
			at, ok := catalog.Moment{Time: t, Precision: precision}.Passes()
			return ok && at.Before(now)
		}
	}
	return false
}
