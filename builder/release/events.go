package release

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// EventRow is what a build must know about an event of the previous build, to reuse its rendered
// pages.
type EventRow struct {
	ID     int64
	Hash   Digest // of the event's record
	ReadAt int64  // Unix seconds
	Doc    uint32 // its document in the search index, or NoDoc
}

// NoDoc is the Doc of an event that is not in the search index.
const NoDoc = 1<<32 - 1

// events.tbl, see the package comment for the bytes.
const (
	eventsMagic   = "CTZE"
	eventsVersion = 3 // 1: first; 2: listed, revised, sequence, facts; 3: without these
	eventsHeader  = 32
	eventSize     = 36
)

// encodeEvents sorts rows and encodes them. Two rows with one id are an error.
func encodeEvents(rows []EventRow) ([]byte, error) {
	slices.SortFunc(rows, func(a, b EventRow) int { return cmp.Compare(a.ID, b.ID) })
	b := make([]byte, eventsHeader, eventsHeader+len(rows)*eventSize)
	for i, r := range rows {
		if i > 0 && rows[i-1].ID == r.ID {
			return nil, fmt.Errorf("%w event %d", ErrDuplicate, r.ID)
		}
		b = le.AppendUint64(b, uint64(r.ID))
		b = le.AppendUint64(b, uint64(r.ReadAt))
		b = append(b, r.Hash[:]...)
		b = le.AppendUint32(b, r.Doc)
	}
	copy(b, eventsMagic)
	le.PutUint32(b[4:], eventsVersion)
	le.PutUint64(b[8:], uint64(len(rows)))
	le.PutUint32(b[16:], mask(checksum(b[eventsHeader:])))
	le.PutUint32(b[28:], mask(checksum(b[:28])))
	return b, nil
}

// decodeEvents checks the header and returns the rows.
func decodeEvents(b []byte) (rows []byte, err error) {
	if err := checkHeader(b, eventsMagic, eventsVersion, eventsHeader); err != nil {
		return nil, err
	}
	rows = b[eventsHeader:]
	count := le.Uint64(b[8:])
	if len(rows)%eventSize != 0 || count != uint64(len(rows)/eventSize) ||
		le.Uint64(b[20:]) != 0 {
		return nil, fmt.Errorf("%w: %d rows do not fill the file", ErrCorrupt, count)
	}
	return rows, nil
}

func eventAt(rows []byte, i int) EventRow {
	b := rows[i*eventSize:]
	return EventRow{
		ID:     int64(le.Uint64(b)),
		ReadAt: int64(le.Uint64(b[8:])),
		Hash:   Digest(b[16:32]),
		Doc:    le.Uint32(b[32:]),
	}
}

// Event returns the row of an event, and reports whether it exists.
func (r *Release) Event(id int64) (EventRow, bool) {
	n := len(r.eventRows) / eventSize
	i := sort.Search(n, func(i int) bool { return eventAt(r.eventRows, i).ID >= id })
	if i == n {
		return EventRow{}, false
	}
	row := eventAt(r.eventRows, i)
	return row, row.ID == id
}
