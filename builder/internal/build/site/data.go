package site

import (
	"encoding/json"
	"fmt"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// maxData is the maximum size of a file of events in bytes, so that a catalogue of any size is
// written with little memory. A full file ends in a line {"next": address of the next one}.
var maxData = 16 << 20

// Data writes /eventos.ndjson: each event on sale as the list of the API shows it, a line each,
// in the order of the list.
type Data struct {
	*Site
	short bool // parts end at chosen events
	part  []byte
	parts int // parts that are stored

	descriptions map[int64][]byte // of added and changed events, for the list of changes, by id
}

// dataPath returns the address of a part, from 0.
func dataPath(part int) string {
	if part == 0 {
		return catalog.EventsDataPath
	}
	return fmt.Sprintf("%s-%d.ndjson", catalog.EventsPath, part+1)
}

// manyData is the number of events on sale beyond which parts are short. Then one of 512 events
// begins a part. Its id decides that, not its place, so of a large catalogue in which ten events
// change, ten parts are compressed again.
var manyData = 10_000

func beginsPart(id int64) bool { return uint64(id)*0x9e3779b97f4a7c15>>55 == 0 }

// NewData begins the files of a site.
func NewData(s *Site) *Data {
	return &Data{Site: s, short: s.Plan.Report.OnSale > manyData, descriptions: map[int64][]byte{}}
}

// Add adds an event on sale, as the API shows it, and compares it with the release before.
func (f *Data) Add(row *ingest.Row, item []byte, old *EventPast) error {
	f.compare(row, item, old)
	if len(f.part) > 0 && (len(f.part)+len(item) > maxData || f.short && beginsPart(row.ID)) {
		f.part = append(f.part, `{"next":`...)
		f.part = append(catalog.AppendString(f.part, dataPath(f.parts+1)), "}\n"...)
		if err := f.End(); err != nil {
			return err
		}
	}
	f.part = append(append(f.part, item...), '\n')
	return nil
}

// End stores the open part.
func (f *Data) End() error {
	err := f.Store.Single(dataPath(f.parts), f.part, f.Store.Profiles.Lines)
	f.parts++
	f.part = f.part[:0]
	return err
}

// compare describes an event that was added or has changed, for the list of changes.
func (f *Data) compare(row *ingest.Row, item []byte, old *EventPast) {
	if f.History.Since == "" {
		return
	}
	switch {
	case old == nil || !old.OnSale:
		f.descriptions[row.ID] = described(item, nil)
	case old.Hash != HashOf(row):
		var fields []string // unknown
		if before := f.itemBefore(row.ID); before != nil {
			fields = changes.Fields(before, item)
		}
		f.descriptions[row.ID] = described(item, fields)
	}
}

// itemBefore returns an event on sale as the release before shows it, or nil if it cannot be read.
func (f *Data) itemBefore(id int64) []byte {
	if f.Carry.Index == nil {
		return nil
	}
	row, ok := f.Base.Event(id)
	if !ok || row.Doc == release.NoDoc {
		return nil
	}
	item, _ := f.Carry.Index.JSON(row.Doc) // nil with an error
	return item
}

// described returns an event as an object of the list of changes: id, slug, name, address, and
// fields, the members of its JSON that have changed. fields is empty if only the page has changed,
// and nil if the members are not known.
func described(item []byte, fields []string) []byte {
	var line struct {
		ID     int64    `json:"id"`
		Slug   string   `json:"slug,omitempty"`
		Name   string   `json:"name,omitempty"`
		URL    string   `json:"url,omitempty"`
		Fields []string `json:"fields,omitzero"`
	}
	_ = json.Unmarshal(item, &line) // this program made it
	line.Fields = fields
	b, _ := text.JSON(line, "") // texts and a number
	return b
}
