package site

import (
	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
)

// Records reads the records of a plan.
type Records struct {
	File    *ingest.RecordFile
	Checker *validate.Checker
	// Assign is [ingest.Plan.Assign], or nil.
	Assign func(*catalog.Record, *ingest.Row)
}

// Stored returns the record of a row as its source has it.
func (r *Records) Stored(row *ingest.Row) (*catalog.Record, error) { return r.File.Get(row.Ref()) }

// Published returns the record of a row as it is published: with its slug, venue and tags.
func (r *Records) Published(row *ingest.Row) (*catalog.Record, error) {
	rec, err := r.File.Get(row.Ref())
	if err != nil {
		return nil, err
	}
	r.Checker.Assign(rec, row.Slug)
	if r.Assign != nil {
		r.Assign(rec, row)
	}
	return rec, nil
}
