package build

import (
	"encoding/binary"
	"errors"
	"time"

	"cartaz/builder/catalog"
)

// appendRecord appends a record as it waits on disk: members in the order of the
// struct, strings and lists with their length before them. Each record is written
// and read again, for which JSON takes some ten times as long
// (BenchmarkRecordOnDisk). A new member of Record must be added here and to
// readRecord; a test fills in all of them.
func appendRecord(b []byte, rec *catalog.Record) []byte {
	b = binary.AppendVarint(b, rec.ID)
	b = appendTexts(b, rec.Slug, rec.Name, rec.Description, rec.Format, rec.Status)
	b = appendMoment(appendMoment(b, rec.Starts), rec.Ends)
	b = appendTexts(b, rec.Timezone)
	b = append(b, flags(rec.IsOnline, rec.IsClosed, rec.IsEnded, rec.Location != nil, rec.Producer != nil))
	b = appendTexts(b, rec.Banner, rec.Thumbnail, rec.BuyURL)
	if p := rec.Location; p != nil {
		b = appendTexts(b, p.Name, p.City, p.State, p.StateAbbr, p.Address, p.Latitude, p.Longitude)
	}
	if p := rec.Producer; p != nil {
		b = appendTexts(b, p.Name, p.Slug)
	}
	b = binary.AppendUvarint(b, uint64(len(rec.Tickets)))
	for _, t := range rec.Tickets {
		b = appendTexts(b, t.Name, t.Currency)
		b = append(b, flags(t.Available, t.Price != nil, t.Fee != nil))
		for _, amount := range [...]*int64{t.Price, t.Fee} {
			if amount != nil {
				b = binary.AppendVarint(b, *amount)
			}
		}
	}
	return appendTime(appendTime(b, rec.UpdatedAt), rec.ReadAt)
}

// readRecord reads what appendRecord wrote.
func readRecord(b []byte) (*catalog.Record, error) {
	r := unpacker{rest: string(b)} // one copy, which all strings share
	rec := &catalog.Record{
		ID: r.int(), Slug: r.text(), Name: r.text(), Description: r.text(), Format: r.text(), Status: r.text(),
		Starts: r.moment(), Ends: r.moment(), Timezone: r.text(),
	}
	set := r.flags()
	rec.IsOnline, rec.IsClosed, rec.IsEnded = set&1 != 0, set&2 != 0, set&4 != 0
	rec.Banner, rec.Thumbnail, rec.BuyURL = r.text(), r.text(), r.text()
	if set&8 != 0 {
		rec.Location = &catalog.Place{
			Name: r.text(), City: r.text(), State: r.text(), StateAbbr: r.text(), Address: r.text(), Latitude: r.text(), Longitude: r.text(),
		}
	}
	if set&16 != 0 {
		rec.Producer = &catalog.Producer{Name: r.text(), Slug: r.text()}
	}
	for range r.count() {
		t := catalog.Ticket{Name: r.text(), Currency: r.text()}
		set := r.flags()
		t.Available = set&1 != 0
		for i, amount := range [...]**int64{&t.Price, &t.Fee} {
			if set&(2<<i) != 0 {
				n := r.int()
				*amount = &n
			}
		}
		rec.Tickets = append(rec.Tickets, t)
	}
	rec.UpdatedAt, rec.ReadAt = r.time(), r.time()
	return rec, r.end()
}

func appendTexts(b []byte, texts ...string) []byte {
	for _, s := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}

func appendMoment(b []byte, m catalog.Moment) []byte {
	return appendTime(append(b, byte(m.Precision)), m.Time)
}

// appendTime keeps the instant and the offset; the name of a zone is not shown.
func appendTime(b []byte, t time.Time) []byte {
	_, offset := t.Zone()
	b = binary.AppendVarint(b, t.Unix())
	b = binary.AppendUvarint(b, uint64(t.Nanosecond()))
	return binary.AppendVarint(b, int64(offset))
}

// flags packs bools, the first one into the lowest bit.
func flags(set ...bool) (b byte) {
	for i, s := range set {
		if s {
			b |= 1 << i
		}
	}
	return b
}

// errPacked means that bytes on disk are not what was written.
var errPacked = errors.New("a record on disk is not what was written")

// unpacker reads packed members and keeps the first error.
type unpacker struct {
	rest string
	bad  bool
}

func (r *unpacker) uint() uint64 {
	var v uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return v
		}
	}
	r.bad, r.rest = true, ""
	return 0
}

func (r *unpacker) int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

// count reads the length of a list, of which each element takes a byte at least.
func (r *unpacker) count() int {
	n := r.uint()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return 0
	}
	return int(n)
}

func (r *unpacker) text() string {
	n := r.count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *unpacker) flags() byte {
	if r.rest == "" {
		r.bad = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *unpacker) moment() catalog.Moment {
	return catalog.Moment{Precision: catalog.Precision(r.flags()), Time: r.time()}
}

func (r *unpacker) time() time.Time {
	t := time.Unix(r.int(), int64(r.uint()))
	offset := int(r.int())
	if offset == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", offset))
}

func (r *unpacker) end() error {
	if r.bad || r.rest != "" {
		return errPacked
	}
	return nil
}
