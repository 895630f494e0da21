package validate

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"reflect"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
)

// Codec is the binary form of records, in which they wait on disk until they are drawn, and over
// which their hashes are taken. Each method writes the values that it points at, or reads them: one
// description of a record serves both directions.
//
// A number is a varint; strings and lists begin with their length, so that no two records have the
// same bytes; bools are the bits of one number. A time is its Unix second, its nanosecond and the
// offset of its zone in seconds. JSON takes ten times as long.
type Codec struct {
	Bytes []byte // the bytes written, or to read
	At    int    // how many of them were read

	reading bool
	text    string // a copy of Bytes, which the strings that are read share
	bad     bool
}

// ErrCorrupt means that bytes on disk are damaged.
var ErrCorrupt = errors.New("a record on disk is damaged")

// NewReader reads b. [Codec.End] reports whether all values read are good.
func NewReader(b []byte) *Codec { return &Codec{Bytes: b, text: string(b), reading: true} }

// AppendRecord appends the binary form of a record.
func AppendRecord(b []byte, rec *catalog.Record) []byte {
	c := Codec{Bytes: b}
	c.Record(rec)
	return c.Bytes
}

// ReadRecord reads a record that [AppendRecord] wrote. Its error is [ErrCorrupt].
func ReadRecord(b []byte) (*catalog.Record, error) {
	c, rec := NewReader(b), &catalog.Record{}
	c.Record(rec)
	return rec, c.End()
}

// Record codes a record. A new member of it must be added here; a test fills in all of them.
func (c *Codec) Record(rec *catalog.Record) {
	c.Int(&rec.ID)
	c.Texts(&rec.Slug, &rec.Name, &rec.Description, &rec.Format, &rec.Status,
		(*string)(&rec.State))
	c.moments(&rec.Starts, &rec.Ends, &rec.PreviousStarts)
	c.Texts(&rec.Timezone)
	placed := rec.Location != nil
	produced := rec.Producer != nil
	closes := !rec.Closes.IsZero()
	flags := append(make([]*bool, 0, 16), &rec.IsOnline, &rec.IsClosed, &rec.IsEnded, &placed,
		&produced, &rec.IsStarted, &rec.SaysCancelled, &rec.CallIsOpen)
	extra := rec.Members()
	for i := range extra {
		flags = append(flags, &extra[i].Known)
	}
	c.Flags(append(flags, &closes)...)
	if closes {
		c.times(&rec.Closes)
	}
	c.Texts(&rec.Banner, &rec.Thumbnail, &rec.BuyURL)
	if placed {
		p := made(&rec.Location)
		c.Texts(&p.Name, &p.City, &p.State, &p.StateAbbr, &p.Address, &p.Latitude, &p.Longitude,
			&p.Country, &p.VenueKey)
	}
	if produced {
		p := made(&rec.Producer)
		c.Texts(&p.Name, &p.Slug)
	}
	for i := range List(c, &rec.Tickets) {
		t := &rec.Tickets[i]
		c.Texts(&t.Name, &t.Currency)
		priced, charged := t.Price != nil, t.Fee != nil
		if c.Flags(&t.Available, &priced, &charged); priced {
			c.Int(made(&t.Price))
		}
		if charged {
			c.Int(made(&t.Fee))
		}
	}
	for i := range List(c, &rec.Tags) {
		c.Texts(&rec.Tags[i])
	}
	c.times(&rec.Over, &rec.UpdatedAt, &rec.ReadAt, &rec.Revised)
	c.Int(&rec.Sequence)
	for _, m := range extra {
		if m.Known {
			switch v := m.Value.(type) {
			case *catalog.Moment:
				c.moments(v)
			case *catalog.Flag: // known is true
				*v = true
			case *catalog.Sessions:
				for i := range List(c, &v.All) {
					c.moments(&v.All[i].Starts, &v.All[i].Ends)
				}
				c.Int(&v.Passed)
			default: // all others are texts
				p := reflect.ValueOf(v).Convert(reflect.TypeFor[*string]())
				c.Texts(p.Interface().(*string))
			}
		}
	}
}

// Checked is the result of the check of one record of an item.
type Checked struct {
	Record   *catalog.Record // nil if it is dropped
	Key      Key
	Clock    Clock
	Shown    string    // keys of the flags that say that it is public, for [Unset]
	Findings []Finding // coded without a position
	Ref      cache.Ref // place of the record in the coded bytes
}

// Checked codes the records of an item.
func (c *Codec) Checked(list *[]Checked) {
	for i := range List(c, list) {
		checked := &(*list)[i]
		for j := range List(c, &checked.Findings) {
			f := &checked.Findings[j]
			c.Texts(&f.Kind, &f.Reason, &f.Detail, &f.Slug)
			c.Int(&f.ID)
		}
		c.Texts(&checked.Shown)
		c.times(&checked.Clock.Next, &checked.Clock.Gone)
		key, rec := &checked.Key, checked.Record
		c.Int(&key.ID)
		kept, hash := rec != nil, string(key.Hash[:])
		if c.Flags(&kept, &key.Given); !kept {
			c.Texts(&key.Slug)
			continue
		}
		c.Texts(&hash)
		copy(key.Hash[:], hash)
		if rec == nil {
			rec = &catalog.Record{}
		}
		start := c.At
		c.Record(rec)
		checked.Record = rec
		checked.Ref = cache.Ref{Offset: int64(start), Length: int32(c.At - start)}
		key.ID, key.Slug, key.Updated = rec.ID, rec.Slug, rec.UpdatedAt.Unix()
	}
}

// made returns the value that a pointer points to, and makes it if the pointer is nil.
func made[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}

// List codes the length of a list whose elements take at least one byte each. The caller continues
// with the elements.
func List[T any](c *Codec, list *[]T) []T {
	if n := c.length(len(*list)); c.reading && n > 0 {
		*list = make([]T, n)
	}
	return *list
}

// Texts codes strings.
func (c *Codec) Texts(texts ...*string) {
	for _, s := range texts {
		n := c.length(len(*s))
		if c.reading {
			*s = c.text[c.At : c.At+n]
		} else {
			c.Bytes = append(c.Bytes, *s...)
		}
		c.At += n
	}
}

// Flags codes bools, the first one in the lowest bit.
func (c *Codec) Flags(flags ...*bool) {
	bits := uint64(0)
	for i, set := range flags {
		if *set {
			bits |= 1 << i
		}
	}
	bits = c.number(bits)
	for i, set := range flags {
		*set = bits>>i&1 != 0
	}
}

// Int codes a number with a sign.
func (c *Codec) Int(v *int64) {
	u := c.number(uint64(*v)<<1 ^ uint64(*v>>63)) // as binary.AppendVarint
	*v = int64(u>>1) ^ -int64(u&1)
}

// End returns an error unless all bytes were read and were right.
func (c *Codec) End() error {
	if c.bad || c.At < len(c.Bytes) {
		return ErrCorrupt
	}
	return nil
}

func (c *Codec) moments(moments ...*catalog.Moment) {
	for _, m := range moments {
		m.Precision = catalog.Precision(c.number(uint64(m.Precision)))
		c.times(&m.Time)
	}
}

// times keep the instant and the offset; the name of a zone is not shown.
func (c *Codec) times(times ...*time.Time) {
	for _, t := range times {
		_, east := t.Zone()
		seconds, offset := t.Unix(), int64(east)
		c.Int(&seconds)
		nanos := c.number(uint64(t.Nanosecond()))
		if c.Int(&offset); c.reading {
			*t = time.Unix(seconds, int64(nanos)).UTC()
			if offset != 0 {
				*t = t.In(time.FixedZone("", int(offset)))
			}
		}
	}
}

// length codes the length of a list or a string: at most the number of bytes left to read.
func (c *Codec) length(n int) int {
	v := c.number(uint64(n))
	if c.reading && v > uint64(len(c.text)-c.At) {
		c.bad, c.At, v = true, len(c.text), 0
	}
	return int(v)
}

// number writes v as a varint, or reads one and returns it.
func (c *Codec) number(v uint64) uint64 {
	if !c.reading {
		c.Bytes = binary.AppendUvarint(c.Bytes, v)
		c.At = len(c.Bytes)
		return v
	}
	v, n := binary.Uvarint(c.Bytes[c.At:])
	if n <= 0 {
		c.bad, c.At = true, len(c.text)
		return 0
	}
	c.At += n
	return v
}

// Hash returns the first half of the SHA-256 of the binary form of a record, without the members
// that a build sets itself (ReadAt, Revised, Sequence, which sessions are over): equal for equal
// records, in every build and on every machine. Two spellings of one instant are equal if pages do
// not show the zone (Over and UpdatedAt).
func Hash(rec *catalog.Record) [16]byte {
	same := *rec
	same.ReadAt, same.Over, same.UpdatedAt = time.Time{}, rec.Over.UTC(), rec.UpdatedAt.UTC()
	same.Revised = time.Time{}
	same.Sequence = 0
	same.Sessions.Passed = 0
	sum := sha256.Sum256(AppendRecord(make([]byte, 0, 1024), &same))
	return [16]byte(sum[:16])
}

// Facts digests the members that people plan by: the whole record except tickets, images, sales,
// its Extra without sessions, its state by the clock, and when it was read. It is equal for two
// records whose calendars are the same.
func Facts(rec *catalog.Record) uint64 {
	plan := *rec
	plan.Tickets = nil
	plan.BuyURL = ""
	plan.Banner = ""
	plan.Thumbnail = ""
	plan.Extra, plan.CallIsOpen = catalog.Extra{}, false
	plan.Sessions.All = rec.Sessions.All
	plan.IsClosed, plan.IsEnded, plan.IsStarted = false, false, false
	plan.Over = time.Time{}
	plan.Closes = time.Time{}
	plan.UpdatedAt = time.Time{}
	if !plan.SaysCancelled {
		plan.Status = "" // a label such as "ativo"
	}
	sum := Hash(&plan)
	return binary.LittleEndian.Uint64(sum[:])
}
