package site

import (
	"maps"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/words"
)

// archiveRows is how many events a page of the archive has.
const archiveRows = 300

// writeArchive adds the pages of all events that are not on sale, by the month of their start, so
// that another page links to each of theirs.
func (s *Site) writeArchive() error {
	if !s.Sections.HasArchive {
		return nil
	}
	byMonth := map[string][]int32{}
	model := page.ArchiveModel{}
	for i := range s.Plan.Rows {
		if row := &s.Plan.Rows[i]; !row.OnSale {
			month := archiveMonth(row)
			byMonth[month] = append(byMonth[month], int32(i))
			model.Events++
		}
	}
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(byMonth))) {
		month := page.ArchiveMonth{Key: key, Events: len(byMonth[key])}
		if err := s.writeMonth(month, byMonth[key]); err != nil {
			return err
		}
		model.Months = append(model.Months, month)
	}
	// "sem-data" sorts before all years, backwards; it goes last.
	if m := model.Months; m[0].Key == page.UndatedMonth {
		model.Months = append(m[1:], m[0])
	}
	p, err := s.Renderer.Archive(model)
	return s.AddPage(p, err)
}

// archiveMonth is the month in which an event starts, on its own clock.
func archiveMonth(row *ingest.Row) string {
	if month, ok := row.Month(); ok {
		return month.String()
	}
	return page.UndatedMonth
}

func (s *Site) writeMonth(month page.ArchiveMonth, list []int32) error {
	parts := slices.Collect(slices.Chunk(list, archiveRows))
	for n, part := range parts {
		model := page.ArchivePageModel{ArchiveMonth: month, Page: n + 1, Pages: len(parts)}
		path := page.ArchivePagePath(month.Key, n+1)
		carried, err := s.Carried(path, s.sum(path, model, part), true)
		if err != nil {
			return err
		}
		if carried {
			continue
		}
		if err := s.writePage(model, part); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) writePage(model page.ArchivePageModel, part []int32) error {
	states := s.Renderer.Words().States
	for _, i := range part {
		row := &s.Plan.Rows[i]
		rec, err := s.Records.Stored(row)
		if err != nil {
			return err
		}
		tag := states.EventTag(rec)
		if tag == "" && !rec.IsEnded {
			tag = states.Tag(words.StateOf(rec))
		}
		model.Past = append(model.Past, page.PastRow{Date: rec.Starts, Name: rec.Name, Tag: tag,
			Path: catalog.EventPath(row.Slug)})
	}
	p, err := s.Renderer.ArchivePage(model)
	return s.AddPage(p, err)
}
