package build

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"cartaz/builder/internal/memo"
	"cartaz/builder/search"
)

// row is what stays in memory of one event between the passes.
type row struct {
	ref    memo.Ref
	id     int64
	slug   string
	name   string   // until the rows are sorted
	sort   int64    // catalog.Moment.SortKey of the start
	hash   [16]byte // of the record, and once settled of its slug too
	onSale bool
	ended  bool
	city   int32 // index into cities, -1 for none
	org    int32 // index into organisers, -1 for none

	modified int64 // Unix seconds: Last-Modified of the page, once it is written

	cityName, state, stateName, orgName, orgSlug uint32    // as the record has them, by number; 0 for none
	images                                       [2]uint32 // origins of banner and thumbnail, by number; 0 for none
}

// withSlug joins the hash of a record and the slug that was settled on: both
// decide the bytes of an event's pages.
func withSlug(hash [16]byte, slug string) [16]byte {
	sum := sha256.Sum256(append(hash[:], slug...))
	return [16]byte(sum[:16])
}

// byListOrder is the order of the list without a search term: start, unknown
// last, then name, then id.
func byListOrder(a, b row) int {
	return cmp.Or(cmp.Compare(a.sort, b.sort), strings.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
}

// place is a city or an organiser of the catalogue.
type place struct {
	key    string // last part of its address
	label  string // as shown; the most frequent spelling
	value  string // what the list filter takes; the label when add was given none
	state  string // state_abbr of a city
	onSale int
	rows   []int32 // indexes of its events, in list order
}

// places numbers the cities or organisers of a catalogue.
type places struct {
	list   []*place
	byKey  map[string]int32
	labels []map[string]int
}

func newPlaces() *places { return &places{byKey: map[string]int32{}} }

// add counts one event of a place and returns its number.
func (p *places) add(key, label, value, state string) int32 {
	n, ok := p.byKey[key]
	if !ok {
		n = int32(len(p.list))
		p.byKey[key] = n
		p.list = append(p.list, &place{key: key, value: value, state: state})
		p.labels = append(p.labels, map[string]int{})
	}
	p.labels[n][label]++
	return n
}

// settle picks every label: the most frequent spelling, of equals the first in
// byte order, so that the choice does not depend on the order of the source.
func (p *places) settle() {
	for i, pl := range p.list {
		best := 0
		for label, n := range p.labels[i] {
			if n > best || n == best && label < pl.label {
				pl.label, best = label, n
			}
		}
		if pl.value == "" {
			pl.value = pl.label
		}
	}
	p.labels = nil
}

// ranked lists the places that have events on sale, most first, then by label.
func (p *places) ranked() []*place {
	var list []*place
	for _, pl := range p.list {
		if pl.onSale > 0 {
			list = append(list, pl)
		}
	}
	slices.SortFunc(list, func(a, b *place) int {
		return cmp.Or(cmp.Compare(b.onSale, a.onSale), strings.Compare(search.Fold(a.label), search.Fold(b.label)), strings.Compare(a.key, b.key))
	})
	return list
}
