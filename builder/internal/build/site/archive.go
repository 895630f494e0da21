package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/words"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
)

// archiveRows is how many events a page of the archive has.
const archiveRows = 300

// writeArchive adds the pages of all events that are not on sale, by the month of their start, so
// that some page links to each of theirs.
func (s *Site) writeArchive() error {
	if !s.Sections.HasArchive {
		return nil
	}
	var past []*ingest.Row
	byMonth := map[string][]*ingest.Row{}
	for _, row := range s.Plan.Rows {
		if !row.OnSale {
			month := archiveMonth(row)
			byMonth[month] = append(byMonth[month], row)
			past = append(past, row)
		}
	}
	if err := s.writeNames(past); err != nil {
		return err
	}
	model := page.ArchiveModel{Events: len(past)}
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(byMonth))) {
		month := page.ArchiveMonth{Key: key, Events: len(byMonth[key])}
		if err := s.writeMonth(month, byMonth[key]); err != nil {
			return err
		}
		model.Months = append(model.Months, month)
	}
	// "sem-data" sorts before all years, backwards; it comes last.
	if m := model.Months; m[0].Key == page.UndatedMonth {
		model.Months = append(m[1:], m[0])
	}
	p, err := s.Renderer.Archive(model)
	return s.AddPage(p, err)
}

// mostNames is how many events that are not on sale a search by name finds: the latest ones.
const mostNames = 100_000

// writeNames adds the index in which searches find the events that are not on sale, by all words
// of their names. past are their rows, the latest last.
func (s *Site) writeNames(past []*ingest.Row) error {
	past = past[max(0, len(past)-mostNames):]
	profile := s.Store.Profiles.Private
	if s.Store.Sums.Known(s.sum(resultpage.PathPast, nil, past)) && s.Carry.Keep {
		if taken, err := s.Store.TakeSingle(resultpage.PathPast, profile); taken || err != nil {
			return err
		}
	}
	texts, index := s.Renderer.Words(), search.NewWriter(nil)
	index.Languages(s.Languages)
	for _, event := range slices.Backward(past) {
		rec, row, err := s.pastRow(event)
		if err != nil {
			return err
		}
		item, err := json.Marshal(resultpage.Past{Slug: event.Slug, Name: row.Name,
			Note: words.Line(row.Date, cmp.Or(row.Tag, texts.States.Ended))})
		if err != nil {
			return err
		}
		doc := words.Filtered(rec, s.Plan.Facets(event))
		doc.Name, doc.JSON = row.Name, item
		doc.Producer, doc.Venue, doc.StateName = "", "", "" // not searched
		for i := range doc.Topics {
			doc.Topics[i].Label = ""
		}
		if err := index.Add(doc); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if _, err := index.WriteTo(&b); err != nil {
		return err
	}
	return s.Store.Private(resultpage.PathPast, b.Bytes(), profile)
}

// archiveMonth returns the month in which an event starts, on its own clock.
func archiveMonth(row *ingest.Row) string {
	if month, ok := row.Month(); ok {
		return month.String()
	}
	return page.UndatedMonth
}

func (s *Site) writeMonth(month page.ArchiveMonth, list []*ingest.Row) error {
	parts := slices.Collect(slices.Chunk(list, archiveRows))
	for n, part := range parts {
		model := page.ArchivePageModel{ArchiveMonth: month, Page: n + 1, Pages: len(parts)}
		if err := s.writePage(model, part); err != nil {
			return err
		}
	}
	return nil
}

// writePage adds a page of the archive with a part of the events of its month.
func (s *Site) writePage(model page.ArchivePageModel, part []*ingest.Row) error {
	path := page.ArchivePagePath(model.Key, model.Page)
	carried, err := s.Carried(path, s.sum(path, model, part), true)
	if carried || err != nil {
		return err
	}
	for _, event := range part {
		_, row, err := s.pastRow(event)
		if err != nil {
			return err
		}
		model.Past = append(model.Past, row)
	}
	p, err := s.Renderer.ArchivePage(model)
	return s.AddPage(p, err)
}

// pastRow returns the record of an event of the archive, and the event as pages show it.
func (s *Site) pastRow(row *ingest.Row) (*catalog.Record, page.PastRow, error) {
	rec, err := s.Records.Stored(row)
	if err != nil {
		return nil, page.PastRow{}, err
	}
	states := s.Renderer.Words().States
	tag := states.EventTag(rec)
	if tag == "" && !rec.IsEnded {
		tag = states.Tag(words.StateOf(rec))
	}
	return rec, s.Renderer.Past(rec, row.Slug, tag), nil
}
