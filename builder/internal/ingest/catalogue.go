package ingest

import (
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// Catalogue is what [Read] gives: the checked records of a brand, as the source has them now.
type Catalogue struct {
	Records *RecordFile       // the records themselves; the caller keeps and closes it
	Checker *validate.Checker // assigns slugs to records
	Report  report.Report
	Stats   upstream.Stats // what reading the source took
	Known   int            // items that were taken as an earlier build made them
	Revived int            // records on sale that were over at Options.Before

	rows      []Row // in the order of the source
	positions positions
	numbers   *numbers
}
