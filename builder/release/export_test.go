package release

// Exports for tests of the parsers.
var (
	DecodeManifest = decodeManifest
	ParseCurrent   = parseCurrent
	EncodeEvents   = encodeEvents
)

// Previous returns the id of the release that was live when w was made, or "".
func (w *Writer) Previous() string { return w.previous }

// EventsOf decodes a table and reads each of its rows.
func EventsOf(b []byte) ([]EventRow, error) {
	rows, err := decodeEvents(b)
	if err != nil {
		return nil, err
	}
	r := &Release{eventRows: rows}
	var list []EventRow
	for row := range r.Events() {
		list = append(list, row)
	}
	return list, nil
}

// OpenTable makes a release of the bytes of a table and of segments.
func OpenTable(table []byte, segments ...[]byte) (*Release, error) {
	r := &Release{
		manifest: &Manifest{Segments: make([]SegmentInfo, len(segments))},
		table:    mapping{TableFile, table},
	}
	for _, s := range segments {
		r.segments = append(r.segments, mappedSegment{mapping{"segment", s}, new(SegmentInfo)})
	}
	return r, r.parseTable()
}

// FixSums puts right checksums into a table whose header can be read, so that
// a fuzzer gets past them.
func FixSums(table []byte) {
	if len(table) < tableHeader {
		return
	}
	for i := range numSections {
		off := le.Uint64(table[24+16*i:])
		n := le.Uint64(table[32+16*i:])
		if end := off + n; off <= end && end <= uint64(len(table))-4 && n < 1<<32 && off < 1<<32 {
			le.PutUint32(table[end:], mask(checksum(table[off:end])))
		}
	}
	le.PutUint32(table[tableHeader-4:], mask(checksum(table[:tableHeader-4])))
}

// FixEventSums does the same for an events table.
func FixEventSums(b []byte) {
	if len(b) < eventsHeader {
		return
	}
	le.PutUint32(b[16:], mask(checksum(b[eventsHeader:])))
	le.PutUint32(b[28:], mask(checksum(b[:28])))
}
