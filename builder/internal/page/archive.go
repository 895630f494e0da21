package page

import (
	"fmt"
	"strconv"

	"cartaz/builder/catalog"
)

// UndatedMonth is the last part of the address of the archive's events without a date.
const UndatedMonth = "sem-data"

// ArchiveModel holds the months with events that are no longer on sale, the latest first.
type ArchiveModel struct {
	Months []ArchiveMonth
	Events int
}

// ArchiveMonth is one month of the archive.
type ArchiveMonth struct {
	Key    string // "2026-05", or [UndatedMonth]
	Events int
}

// ArchivePageModel is one page of a month's events, in the order of their start.
type ArchivePageModel struct {
	ArchiveMonth
	Page, Pages int // from 1
	Past        []PastRow
}

// archivePageModel is the model of a month of the archive.
type archivePageModel struct {
	frame
	Lead           string
	Past           []PastRow
	Previous, Next *Link
}

// Archive renders the list of months with events that are over.
func (r *Renderer) Archive(m ArchiveModel) (Page, error) {
	w := r.words
	lead := w.Lists.Archived.Count(m.Events)
	x := indexModel{frame: r.frame.page(catalog.ArchivePath, w.Archive, w.Archive+". "+lead),
		Lead: lead}
	x.Crumbs = r.frame.crumbs()
	for _, month := range m.Months {
		year, label := "", w.Lists.ArchiveUndated
		if at, ok := catalog.ParseMonth(month.Key); ok {
			y, m := at.Date()
			year = strconv.Itoa(y)
			label = w.Dates.MonthYear.Text(w.Dates.ShortMonths[m-1], year)
		}
		x.add(section{ID: "l-" + year, Heading: year, Folded: len(x.Sections) > 0 && year != ""},
			chip{Path: catalog.ArchiveMonthPath(month.Key), Label: label,
				Count: w.Numbers.Text(month.Events)})
	}
	return r.programs.render("index", x.Path, &x)
}

// ArchivePage renders one page of the archive of a month.
func (r *Renderer) ArchivePage(m ArchivePageModel) (Page, error) {
	w := r.words
	title := w.Lists.ArchiveUndated
	if at, ok := catalog.ParseMonth(m.Key); ok {
		year, month := at.Date()
		title = w.Lists.ArchiveOf.Text(w.Dates.LongMonths[month-1], strconv.Itoa(year))
	}
	lead := w.Lists.Archived.Count(m.Events)
	path := func(page int) string { return ArchivePagePath(m.Key, page) }
	x := archivePageModel{Past: m.Past}
	x.frame, x.Lead, x.Previous, x.Next = r.pager(title, lead, m.Page, m.Pages, path)
	x.Crumbs = r.frame.crumbs(Link{Path: catalog.ArchivePath, Label: w.Archive})
	return r.programs.render("archive", x.Path, &x)
}

// ArchivePagePath returns the address of a page of a month of the archive; pages count from 1.
func ArchivePagePath(key string, page int) string {
	path := catalog.ArchiveMonthPath(key)
	if page > 1 {
		path = fmt.Sprintf("%s/%d", path, page)
	}
	return path
}
