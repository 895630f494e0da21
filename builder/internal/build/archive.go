package build

import (
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/words"
)

// archiveRows is how many events a page of the archive has.
const archiveRows = 300

// archived is an event that is no longer on sale, in its month.
type archived struct {
	row   int32
	month string
}

// writeArchive adds the pages of all events that are not on sale, by the month of their start, so
// that each of their pages hangs on another one.
func (d *drawing) writeArchive() error {
	if !d.sections.Archive {
		return nil
	}
	var list []archived
	for i := range d.plan.Rows {
		if row := &d.plan.Rows[i]; !row.OnSale {
			list = append(list, archived{int32(i), archiveMonth(row)})
		}
	}
	slices.SortStableFunc(list, func(a, b archived) int { return strings.Compare(b.month, a.month) })
	model := page.ArchiveModel{Events: len(list)}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].month == list[0].month {
			n++
		}
		month := page.ArchiveMonth{Key: list[0].month, Events: n}
		if err := d.writeArchiveMonth(month, list[:n]); err != nil {
			return err
		}
		model.Months = append(model.Months, month)
		list = list[n:]
	}
	// "sem-data" sorts before all years, backwards; it goes last.
	if m := model.Months; m[0].Key == page.UndatedMonth {
		model.Months = append(m[1:], m[0])
	}
	p, err := d.renderer.Archive(model)
	return d.addPage(p, err)
}

// archiveMonth is the month in which an event starts, on its own clock.
func archiveMonth(row *ingest.Row) string {
	if month, ok := row.Month(); ok {
		return month.String()
	}
	return page.UndatedMonth
}

// writeArchiveMonth adds the pages of one month.
func (d *drawing) writeArchiveMonth(month page.ArchiveMonth, list []archived) error {
	pages := (len(list) + archiveRows - 1) / archiveRows
	for n := range pages {
		model := page.ArchivePageModel{ArchiveMonth: month, Page: n + 1, Pages: pages}
		for _, a := range list[n*archiveRows : min((n+1)*archiveRows, len(list))] {
			rec, err := d.events.records.Get(d.plan.Rows[a.row].Ref())
			if err != nil {
				return err
			}
			tag := d.words.States.EventTag(rec)
			if tag == "" && !rec.IsEnded {
				tag = d.words.States.Tag(words.StateOf(rec))
			}
			model.Events = append(model.Events, page.PastRow{Date: rec.Starts, Name: rec.Name,
				Tag: tag, Path: catalog.EventPath(d.plan.Rows[a.row].Slug)})
		}
		p, err := d.renderer.ArchivePage(model)
		if err := d.addPage(p, err); err != nil {
			return err
		}
	}
	return nil
}
