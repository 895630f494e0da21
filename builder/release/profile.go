package release

import (
	"fmt"
	"slices"
)

// profileSet interns profiles while a release is written.
type profileSet struct {
	list  []string // encoded
	index map[string]uint16
	size  int
	buf   []byte
}

// intern returns the number of p, in the order of first use. Only profiles of private resources
// have no fields.
func (s *profileSet) intern(p *Profile) (uint16, error) {
	s.buf = p.append(s.buf[:0])
	if i, ok := s.index[string(s.buf)]; ok {
		return i, nil
	}
	if len(p.Fields) > 0 {
		if err := p.check(); err != nil {
			return 0, err
		}
	}
	if len(s.list) == MaxProfiles || s.size+len(s.buf) > maxProfileBytes {
		return 0, fmt.Errorf("%w: more than %d distinct profiles or %d bytes of them", ErrInvalid,
			MaxProfiles, maxProfileBytes)
	}
	if s.index == nil {
		s.index = make(map[string]uint16)
	}
	i, text := uint16(len(s.list)), string(s.buf)
	s.list = append(s.list, text)
	s.index[text] = i
	s.size += len(text)
	return i, nil
}

// sorted returns the section of all profiles in byte order, and for each number of intern its
// position in the section.
func (s *profileSet) sorted() (section []byte, place []uint16) {
	order := slices.Sorted(slices.Values(s.list))
	place = make([]uint16, len(s.list))
	for i, p := range order {
		place[s.index[p]] = uint16(i)
		section = append(section, p...)
	}
	return section, place
}

// append encodes p: count of fields uint16, then for each the lengths of name
// and value as uint16 and the two texts.
func (p *Profile) append(b []byte) []byte {
	b = le.AppendUint16(b, uint16(len(p.Fields)))
	for _, f := range p.Fields {
		b = le.AppendUint16(b, uint16(len(f.Name)))
		b = le.AppendUint16(b, uint16(len(f.Value)))
		b = append(append(b, f.Name...), f.Value...)
	}
	return b
}

// decodeProfiles reads a section of count profiles. It copies the texts, so they stay valid after
// the mapping is gone.
func decodeProfiles(section []byte, count uint32) ([]Profile, error) {
	if uint64(count)*2 > uint64(len(section)) {
		return nil, fmt.Errorf("%w: %d profiles in %d bytes", ErrCorrupt, count, len(section))
	}
	text := string(section)
	list := make([]Profile, count)
	u16 := func() (n int, ok bool) {
		if len(text) < 2 {
			return 0, false
		}
		n = int(text[0]) | int(text[1])<<8
		text = text[2:]
		return n, true
	}
	cut := func(n int) (s string) {
		s, text = text[:n], text[n:]
		return s
	}
	for i := range list {
		fields, ok := u16()
		if !ok || fields > maxFields {
			return nil, fmt.Errorf("%w: profile %d: count of fields", ErrCorrupt, i)
		}
		for range fields {
			name, _ := u16()
			value, ok := u16()
			if !ok || name+value > len(text) {
				return nil, fmt.Errorf("%w: profile %d is cut short", ErrCorrupt, i)
			}
			list[i].Fields = append(list[i].Fields, Field{cut(name), cut(value)})
		}
		if fields == 0 {
			continue // of private resources
		}
		if err := list[i].check(); err != nil {
			return nil, fmt.Errorf("%w: profile %d: %w", ErrCorrupt, i, err)
		}
	}
	if text != "" {
		return nil, fmt.Errorf("%w: %d bytes after the profiles", ErrCorrupt, len(text))
	}
	return list, nil
}
