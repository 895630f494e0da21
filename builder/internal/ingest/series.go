package ingest

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// Series is the events on sale of one name (folded) at one venue that begin on several days, or at
// several times of one day. A list shows the first of them and says how many there are.
type Series struct {
	ID    int // from 1; 0 for an event that is in none
	Days  int // on which events of it begin
	Times int // of these days together at which events of it begin
}

// Series is the series that an event is in.
func (p *Plan) Series(row *Row) Series { return p.series[row.series] }

// start is when an event begins, on its own clock.
type start struct {
	day    catalog.Date
	minute int16
}

// named is an event by its name and venue: the first 8 bytes of their SHA-256. Among a million
// events two different names meet once in 40 million catalogues, and nobody finds a name that meets
// a given one.
type named struct {
	sum uint64
	row int32
}

// findSeries numbers the series of the events on sale. It needs their names, which a plan drops.
func (p *Plan) findSeries() {
	p.series = make([]Series, 1)
	var list []named
	var buf []byte
	for i := range p.Rows {
		row := &p.Rows[i]
		key := p.placeKeys[row.place].venue
		if !row.OnSale || row.days == 0 || key == "" {
			continue
		}
		buf = append(append(text.AppendFold(buf[:0], row.name), 0), key...)
		sum := sha256.Sum256(buf)
		list = append(list, named{binary.BigEndian.Uint64(sum[:]), int32(i)})
	}
	slices.SortFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.sum, b.sum), cmp.Compare(a.row, b.row))
	})
	var starts []start
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].sum == list[0].sum {
			n++
		}
		starts = starts[:0]
		for _, event := range list[:n] {
			row := &p.Rows[event.row]
			starts = append(starts, start{row.first, row.minute})
		}
		if series := seriesOf(starts); series.Times > 1 {
			series.ID = len(p.series)
			for _, event := range list[:n] {
				p.Rows[event.row].series = number(series.ID)
			}
			p.series = append(p.series, series)
		}
		list = list[n:]
	}
}

// seriesOf counts different days and times, and sorts starts.
func seriesOf(starts []start) (series Series) {
	slices.SortFunc(starts, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.minute, b.minute))
	})
	for i, s := range starts {
		if i == 0 || s.day != starts[i-1].day {
			series.Days++
		}
		if i == 0 || s != starts[i-1] {
			series.Times++
		}
	}
	return series
}

// OfSeries returns of each series among rows its first event only, and every event that is in none.
func (p *Plan) OfSeries(rows []int32) []int32 {
	seen := map[number]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(i int32) bool {
		s := p.Rows[i].series
		again := s != 0 && seen[s]
		seen[s] = true
		return again
	})
}
