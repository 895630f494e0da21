package site

import (
	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
)

// Records gives the records of a plan.
type Records struct {
	File    *ingest.RecordFile
	Checker *validate.Checker
	// VenueKey is [ingest.Plan.VenueKey]; nil for none.
	VenueKey func(*ingest.Row) string
}

// Stored is the record of a row as its source has it.
func (r *Records) Stored(row *ingest.Row) (*catalog.Record, error) { return r.File.Get(row.Ref()) }

// Published is the record of a row as it is published: with its slug and its venue.
func (r *Records) Published(row *ingest.Row) (*catalog.Record, error) {
	rec, err := r.File.Get(row.Ref())
	if err != nil {
		return nil, err
	}
	r.Checker.Assign(rec, row.Slug)
	if rec.Location != nil && r.VenueKey != nil {
		rec.Location.VenueKey = r.VenueKey(row)
	}
	return rec, nil
}
