package build

import (
	"encoding/binary"
	"math"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/memo"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/upstream"
)

// made is what a check made of one record, as far as the first pass needs it:
// the record itself is on disk.
type made struct {
	findings []intake.Finding // without a position
	kept     bool             // false for a dropped record: nothing of what follows is there
	key      intake.Key       // without a position
	facts    facts
	record   []byte   // packed; nil for one that an earlier build packed
	ref      memo.Ref // where it lies
}

// facts is what the list order, the cities and organisers, and the frame of
// pages need of a record.
type facts struct {
	name                      string
	sort                      int64 // catalog.Moment.SortKey of the start
	ends                      int64 // second after which it has ended; noEnd for never
	closed, ended             bool
	city, state, stateName    string
	org, orgSlug              string
	bannerOrigin, thumbOrigin string
}

const noEnd = math.MaxInt64

func factsOf(rec *catalog.Record) facts {
	f := facts{
		name: rec.Name, sort: rec.Starts.SortKey(), ends: noEnd, closed: rec.IsClosed, ended: rec.IsEnded,
		bannerOrigin: page.Origin(rec.Banner), thumbOrigin: page.Origin(rec.Thumbnail),
	}
	if at, ok := rec.Passes(); ok {
		f.ends = at.Unix()
	}
	if p := rec.Location; p != nil {
		f.city, f.state, f.stateName = p.City, p.StateAbbr, p.State
	}
	if p := rec.Producer; p != nil {
		f.org, f.orgSlug = p.Name, p.Slug
	}
	return f
}

// appendMade packs one record of an item, and gives the place of the record's
// own bytes in it.
func appendMade(b []byte, m *made) (packed []byte, at int) {
	b = binary.AppendUvarint(b, uint64(len(m.findings)))
	for _, f := range m.findings {
		b = binary.AppendVarint(appendTexts(b, f.Kind, f.Reason, f.Detail, f.Slug), f.ID)
	}
	f := &m.facts
	b = append(b, flags(m.kept, m.key.Given, f.closed, f.ended))
	if !m.kept {
		return b, 0
	}
	b = binary.AppendVarint(b, m.key.ID)
	b = binary.AppendVarint(appendTexts(b, m.key.Slug), m.key.Updated)
	b = append(b, m.key.Hash[:]...)
	b = binary.AppendVarint(binary.AppendVarint(b, f.sort), f.ends)
	b = appendTexts(b, f.name, f.city, f.state, f.stateName, f.org, f.orgSlug, f.bannerOrigin, f.thumbOrigin)
	b = binary.AppendUvarint(b, uint64(len(m.record)))
	return append(b, m.record...), len(b)
}

// made reads one record of an item whose bytes begin at start of the log.
func (r *unpacker) made(size int, start int64) made {
	var m made
	for range r.count() {
		m.findings = append(m.findings, intake.Finding{Kind: r.text(), Reason: r.text(), Detail: r.text(), Slug: r.text(), ID: r.int()})
	}
	set := r.flags()
	if m.kept = set&1 != 0; !m.kept {
		return m
	}
	m.key = intake.Key{Given: set&2 != 0, ID: r.int(), Slug: r.text(), Updated: r.int()}
	if len(r.rest) < len(m.key.Hash) {
		r.bad = true
		return m
	}
	copy(m.key.Hash[:], r.rest)
	r.rest = r.rest[len(m.key.Hash):]
	m.facts = facts{
		closed: set&4 != 0, ended: set&8 != 0, sort: r.int(), ends: r.int(),
		name: r.text(), city: r.text(), state: r.text(), stateName: r.text(), org: r.text(), orgSlug: r.text(),
		bannerOrigin: r.text(), thumbOrigin: r.text(),
	}
	n := r.count()
	m.ref = memo.Ref{Offset: start + int64(size-len(r.rest)), Length: int32(n)}
	r.rest = r.rest[n:]
	return m
}

// items is what a build remembers of items, for [upstream.Options].
type items struct {
	run  *run
	item []made // of the item whose records are coming, or that was found
	buf  []byte
}

var _ upstream.Items = (*items)(nil)

// Known implements [upstream.Items]. An item is known as long as what its
// records say of the time of the build is so: whether they have ended.
func (s *items) Known(sum upstream.Sum) (records int, ok bool) {
	b, ref, ok := s.run.spool.memo.Find(memo.Sum(sum))
	if !ok {
		return 0, false
	}
	r := unpacker{rest: string(b)}
	for range r.count() {
		m := r.made(len(b), ref.Offset)
		ok = ok && (!m.kept || m.facts.ended == (m.facts.ends < s.run.now.Unix()))
		s.item = append(s.item, m)
	}
	if !ok || r.end() != nil {
		s.item = s.item[:0]
		return 0, false
	}
	return len(s.item), true
}

// add is one record of an item that is not known.
func (s *items) add(rec *catalog.Record, key intake.Key, findings []intake.Finding) {
	m := made{findings: findings, kept: rec != nil, key: key}
	if m.kept {
		m.facts, m.record = factsOf(rec), appendRecord(nil, rec)
	}
	s.item = append(s.item, m)
}

// Done implements [upstream.Items]: the item is put on disk, and its records are
// taken into the catalogue.
func (s *items) Done(sum *upstream.Sum) error {
	s.buf = binary.AppendUvarint(s.buf[:0], uint64(len(s.item)))
	for i := range s.item {
		m := &s.item[i]
		var at int
		s.buf, at = appendMade(s.buf, m)
		m.ref = memo.Ref{Offset: int64(at), Length: int32(len(m.record))}
	}
	ref, err := s.run.spool.memo.Put((*memo.Sum)(sum), s.buf)
	if err != nil {
		return err
	}
	for i := range s.item {
		s.item[i].ref.Offset += ref.Offset
	}
	return s.take()
}

// known takes the records of the item that Known has just found at pos.
func (s *items) known(pos string) error {
	for i := range s.item {
		m := &s.item[i]
		m.key.Pos = pos
		for j := range m.findings {
			m.findings[j].Position = pos
		}
	}
	return s.take()
}

// take takes the records of the item into the catalogue.
func (s *items) take() error {
	for i := range s.item {
		m := &s.item[i]
		s.run.out.Report.tally.Add(m.findings...)
		if !m.kept {
			continue
		}
		if err := s.run.take(m); err != nil {
			return err
		}
	}
	s.item = s.item[:0]
	return nil
}
