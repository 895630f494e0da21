package takeaway

import (
	"bytes"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/store"
	"cartaz/builder/release"
)

// maxData is how many bytes a file of events has at most, so that a catalogue of any size is
// written with little memory. A file that is full ends in a line {"next": address of the next one}.
const maxData = 16 << 20

// Data writes /eventos.ndjson: each event on sale as the list of the API shows it, a line each,
// in the order of the list.
type Data struct {
	store *store.Store
	base  *release.Release
	part  bytes.Buffer
	parts int // that are stored
}

// dataPath is the address of a part, from 0.
func dataPath(part int) string {
	if part == 0 {
		return catalog.EventsDataPath
	}
	return strings.TrimSuffix(catalog.EventsDataPath, ".ndjson") + "-" + strconv.Itoa(part+1) +
		".ndjson"
}

// NewData begins the files; base is the release before, nil for none.
func NewData(s *store.Store, base *release.Release) *Data { return &Data{store: s, base: base} }

// Add adds an event on sale, as the API shows it.
func (f *Data) Add(item []byte) error {
	if f.part.Len() > 0 && f.part.Len()+len(item) > maxData {
		f.part.WriteString(`{"next":` + string(catalog.AppendString(nil, dataPath(f.parts+1))) +
			"}\n")
		if err := f.end(); err != nil {
			return err
		}
	}
	if f.part.Len() == 0 {
		f.part.Grow(roomFor(store.Size(f.base, dataPath(f.parts))))
	}
	f.part.Write(item)
	f.part.WriteByte('\n')
	return nil
}

// roomFor is the room for a part that had so many bytes in the base release: growing by doubling
// would touch four times as many.
func roomFor(before int) int { return min(before+before/16, maxData) }

// end stores the part that is open.
func (f *Data) end() error {
	body := f.part.Bytes()
	err := f.store.Single(dataPath(f.parts), body, f.store.Profiles.Lines, 0)
	f.parts++
	f.part.Reset()
	return err
}
