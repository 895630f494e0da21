package pages

import (
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/build/store"
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

// archive draws the pages of all events that are not on sale, by the month of their start, so that
// each of their pages hangs on another one.
type archive struct{ *site.Site }

func (a *archive) write() error {
	if !a.Sections.Archive {
		return nil
	}
	var list []archived
	for i := range a.Plan.Rows {
		if row := &a.Plan.Rows[i]; !row.OnSale {
			list = append(list, archived{int32(i), archiveMonth(row)})
		}
	}
	slices.SortStableFunc(list,
		func(a, b archived) int { return strings.Compare(b.month, a.month) })
	model := page.ArchiveModel{Events: len(list)}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].month == list[0].month {
			n++
		}
		month := page.ArchiveMonth{Key: list[0].month, Events: n}
		if err := a.writeMonth(month, list[:n]); err != nil {
			return err
		}
		model.Months = append(model.Months, month)
		list = list[n:]
	}
	// "sem-data" sorts before all years, backwards; it goes last.
	if m := model.Months; m[0].Key == page.UndatedMonth {
		model.Months = append(m[1:], m[0])
	}
	p, err := a.Renderer.Archive(model)
	return a.AddPage(p, err)
}

// archiveMonth is the month in which an event starts, on its own clock.
func archiveMonth(row *ingest.Row) string {
	if month, ok := row.Month(); ok {
		return month.String()
	}
	return page.UndatedMonth
}

// writeMonth adds the pages of one month.
func (a *archive) writeMonth(month page.ArchiveMonth, list []archived) error {
	parts := slices.Collect(slices.Chunk(list, archiveRows))
	for n, part := range parts {
		model := page.ArchivePageModel{ArchiveMonth: month, Page: n + 1, Pages: len(parts)}
		carried, err := a.Carried(page.ArchivePagePath(month.Key, n+1), a.sum(&model, part), true)
		if err != nil {
			return err
		}
		if carried {
			continue
		}
		if err := a.writePage(model, part); err != nil {
			return err
		}
	}
	return nil
}

// sum is that of what a page of the archive shows.
func (a *archive) sum(m *page.ArchivePageModel, part []archived) store.Sum {
	rows := make([]int32, len(part))
	for i := range part {
		rows[i] = part[i].row
	}
	sum := store.NewSummer(page.ArchivePagePath(m.Key, m.Page))
	sum.Int(int64(m.ArchiveMonth.Events), int64(m.Pages))
	a.SumRows(sum, rows)
	return sum.Sum()
}

func (a *archive) writePage(model page.ArchivePageModel, part []archived) error {
	states := a.Renderer.Words().States
	for _, at := range part {
		row := &a.Plan.Rows[at.row]
		rec, err := a.Records.Stored(row)
		if err != nil {
			return err
		}
		tag := states.EventTag(rec)
		if tag == "" && !rec.IsEnded {
			tag = states.Tag(words.StateOf(rec))
		}
		model.Events = append(model.Events, page.PastRow{Date: rec.Starts, Name: rec.Name, Tag: tag,
			Path: catalog.EventPath(row.Slug)})
	}
	p, err := a.Renderer.ArchivePage(model)
	return a.AddPage(p, err)
}
