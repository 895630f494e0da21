package site

import (
	"encoding/json"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/builder/text"
)

// maxData is the maximum size of a file of events in bytes, so that a catalogue of any size is
// written with little memory. A full file ends in a line {"next": address of the next one}.
var maxData = 16 << 20

// Data writes /eventos.ndjson: each event on sale as the list of the API shows it, a line each,
// in the order of the list.
type Data struct {
	store *keep.Store
	base  *release.Release // or nil
	past  *History
	left  int // events on sale that are still to come
	part  []byte
	parts int // parts that are stored

	index        *search.Index    // of base, or nil if it cannot be read
	descriptions map[int64][]byte // of added and changed events, for the list of changes, by id
}

// dataPath returns the address of a part, from 0.
func dataPath(part int) string {
	if part == 0 {
		return catalog.EventsDataPath
	}
	return strings.TrimSuffix(catalog.EventsDataPath, ".ndjson") + "-" + strconv.Itoa(part+1) +
		".ndjson"
}

// NewData begins the files. events is the number of events on sale, base the release before, or
// nil, index its search index, or nil if it cannot be read, and past the history.
func NewData(s *keep.Store, events int, base *release.Release, index *search.Index,
	past *History) *Data {
	return &Data{store: s, left: events, base: base, past: past, index: index,
		descriptions: map[int64][]byte{}}
}

// Add adds an event on sale, as the API shows it, and compares it with the release before.
func (f *Data) Add(row *ingest.Row, item []byte) error {
	f.compare(row, item)
	if len(f.part) > 0 && len(f.part)+len(item) > maxData {
		f.part = append(f.part, `{"next":`...)
		f.part = append(catalog.AppendString(f.part, dataPath(f.parts+1)), "}\n"...)
		if err := f.End(); err != nil {
			return err
		}
	}
	if f.part == nil {
		// About as large as it will be: growing would touch four times as many bytes.
		f.part = make([]byte, 0, min(f.left*(len(item)+len(item)/8), maxData))
	}
	f.part = append(append(f.part, item...), '\n')
	f.left--
	return nil
}

// End stores the open part, and frees its buffer.
func (f *Data) End() error {
	err := f.store.Single(dataPath(f.parts), f.part, f.store.Profiles.Lines)
	f.parts++
	f.part = nil
	return err
}

// compare describes an event that was added or has changed, for the list of changes.
func (f *Data) compare(row *ingest.Row, item []byte) {
	if f.past.Since == "" {
		return
	}
	old := f.past.Event(row.ID)
	switch {
	case old == nil || !old.OnSale:
		f.descriptions[row.ID] = described(item, nil)
	case old.Hash != HashOf(row):
		var fields []string // unknown
		if before := f.before(row.ID); before != nil {
			fields = changes.Fields(before, item)
		}
		f.descriptions[row.ID] = described(item, fields)
	}
}

// before returns an event on sale as the release before shows it, or nil if it cannot be read.
func (f *Data) before(id int64) []byte {
	if f.index == nil {
		return nil
	}
	row, ok := f.base.Event(id)
	if !ok || row.Doc == release.NoDoc {
		return nil
	}
	item, err := f.index.JSON(row.Doc)
	if err != nil {
		return nil
	}
	return item
}

// described returns an event in a line of the list of changes: id, slug, name, address, and the
// members of its JSON that have changed, none if only its page has changed. fields is nil if it is
// not known or not needed.
func described(item []byte, fields []string) []byte {
	line := struct {
		ID     int64    `json:"id"`
		Slug   string   `json:"slug,omitempty"`
		Name   string   `json:"name,omitempty"`
		URL    string   `json:"url,omitempty"`
		Fields []string `json:"fields,omitzero"`
	}{}
	_ = json.Unmarshal(item, &line) // this program made it
	line.Fields = fields
	b, _ := text.JSON(line, "") // texts and a number
	return b
}
