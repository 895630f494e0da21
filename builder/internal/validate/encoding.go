package validate

import (
	"encoding/binary"
	"errors"
	"time"

	"cartaz/builder/catalog"
)

// AppendRecord appends the binary form of a record, over which its hash is taken. Checked records
// wait in it on disk until they are drawn, and stay there for the next build.
//
// Members follow each other in the order of the struct. A number is a varint; a string, and a list,
// has its length before it, so that no two records share their bytes; flags are one byte. A time is
// its Unix second, its nanosecond and the offset of its zone in seconds.
//
// A new member of Record must be added here and to [ReadRecord]; a test fills in all of them. JSON
// takes ten times as long to write and read (BenchmarkRecord).
func AppendRecord(b []byte, rec *catalog.Record) []byte {
	b = binary.AppendVarint(b, rec.ID)
	b = AppendTexts(b, rec.Slug, rec.Name, rec.Description, rec.Format, rec.Status,
		string(rec.State))
	b = appendMoment(appendMoment(appendMoment(b, rec.Starts), rec.Ends), rec.PreviousStarts)
	b = AppendTexts(b, rec.Timezone)
	b = append(b, Flags(rec.IsOnline, rec.IsClosed, rec.IsEnded, rec.Location != nil,
		rec.Producer != nil, rec.IsStarted, rec.SaysCancelled))
	b = AppendTexts(b, rec.Banner, rec.Thumbnail, rec.BuyURL)
	if p := rec.Location; p != nil {
		b = AppendTexts(b, p.Name, p.City, p.State, p.StateAbbr, p.Address, p.Latitude, p.Longitude,
			p.Country, p.VenueKey)
	}
	if p := rec.Producer; p != nil {
		b = AppendTexts(b, p.Name, p.Slug)
	}
	b = binary.AppendUvarint(b, uint64(len(rec.Tickets)))
	for _, t := range rec.Tickets {
		b = AppendTexts(b, t.Name, t.Currency)
		b = append(b, Flags(t.Available, t.Price != nil, t.Fee != nil))
		for _, amount := range [...]*int64{t.Price, t.Fee} {
			if amount != nil {
				b = binary.AppendVarint(b, *amount)
			}
		}
	}
	b = binary.AppendUvarint(b, uint64(len(rec.Tags)))
	b = AppendTexts(b, rec.Tags...)
	b = appendTime(appendTime(appendTime(b, rec.Over), rec.UpdatedAt), rec.ReadAt)
	return binary.AppendVarint(appendTime(b, rec.Revised), rec.Sequence)
}

// ReadRecord reads what [AppendRecord] wrote. Its error is [ErrCorrupt].
func ReadRecord(b []byte) (*catalog.Record, error) {
	r := NewDecoder(b)
	rec := r.Record()
	return rec, r.End()
}

// Record reads a record. It is good only when [Decoder.End] has no error.
func (r *Decoder) Record() *catalog.Record {
	rec := &catalog.Record{
		ID: r.Int(), Slug: r.Text(), Name: r.Text(), Description: r.Text(), Format: r.Text(),
		Status: r.Text(),
		State:  catalog.State(r.Text()), Starts: r.moment(), Ends: r.moment(),
		PreviousStarts: r.moment(), Timezone: r.Text(),
	}
	set := r.Flags()
	rec.IsOnline, rec.IsClosed, rec.IsEnded, rec.IsStarted = set&1 != 0, set&2 != 0, set&4 != 0,
		set&32 != 0
	rec.SaysCancelled = set&64 != 0
	rec.Banner, rec.Thumbnail, rec.BuyURL = r.Text(), r.Text(), r.Text()
	if set&8 != 0 {
		rec.Location = &catalog.Place{
			Name: r.Text(), City: r.Text(), State: r.Text(), StateAbbr: r.Text(), Address: r.Text(),
			Latitude: r.Text(), Longitude: r.Text(), Country: r.Text(), VenueKey: r.Text(),
		}
	}
	if set&16 != 0 {
		rec.Producer = &catalog.Producer{Name: r.Text(), Slug: r.Text()}
	}
	for range r.Count() {
		t := catalog.Ticket{Name: r.Text(), Currency: r.Text()}
		set := r.Flags()
		t.Available = set&1 != 0
		for i, amount := range [...]**int64{&t.Price, &t.Fee} {
			if set&(2<<i) != 0 {
				n := r.Int()
				*amount = &n
			}
		}
		rec.Tickets = append(rec.Tickets, t)
	}
	for range r.Count() {
		rec.Tags = append(rec.Tags, r.Text())
	}
	rec.Over, rec.UpdatedAt, rec.ReadAt, rec.Revised = r.time(), r.time(), r.time(), r.time()
	rec.Sequence = r.Int()
	return rec
}

// Bytes reads so many bytes; nil when there are fewer.
func (r *Decoder) Bytes(n int) []byte {
	if n > len(r.rest) {
		r.bad, r.rest = true, ""
		return nil
	}
	b := []byte(r.rest[:n])
	r.rest = r.rest[n:]
	return b
}

// AppendTexts appends strings, each with its length before it.
func AppendTexts(b []byte, texts ...string) []byte {
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

// Flags packs bools, the first one into the lowest bit.
func Flags(set ...bool) (b byte) {
	for i, s := range set {
		if s {
			b |= 1 << i
		}
	}
	return b
}

// ErrCorrupt means that bytes on disk are not what was written.
var ErrCorrupt = errors.New("a record on disk is not what was written")

// Decoder reads members of the binary form and keeps the first error for [Decoder.End].
type Decoder struct {
	rest   string
	bad    bool
	zone   *time.Location // the last one
	offset int            // of zone, in seconds
}

// NewDecoder reads b. It copies b once, and the strings that it reads share the copy.
func NewDecoder(b []byte) *Decoder { return &Decoder{rest: string(b)} }

// Rest is how many bytes are not read yet.
func (r *Decoder) Rest() int { return len(r.rest) }

func (r *Decoder) uint() uint64 {
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

// Int reads a varint with a sign.
func (r *Decoder) Int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

// Count reads the length of a list, of which each element takes a byte at least.
func (r *Decoder) Count() int {
	n := r.uint()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return 0
	}
	return int(n)
}

// Text reads a string.
func (r *Decoder) Text() string {
	n := r.Count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Flags reads one byte.
func (r *Decoder) Flags() byte {
	if r.rest == "" {
		r.bad = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *Decoder) moment() catalog.Moment {
	return catalog.Moment{Precision: catalog.Precision(r.Flags()), Time: r.time()}
}

func (r *Decoder) time() time.Time {
	t := time.Unix(r.Int(), int64(r.uint()))
	offset := int(r.Int())
	if offset == 0 {
		return t.UTC()
	}
	if r.zone == nil || r.offset != offset { // the times of a record share their zone, mostly
		r.zone, r.offset = time.FixedZone("", offset), offset
	}
	return t.In(r.zone)
}

// End says whether all bytes were read and were right.
func (r *Decoder) End() error {
	if r.bad || r.rest != "" {
		return ErrCorrupt
	}
	return nil
}
