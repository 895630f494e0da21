package intake

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
)

// Key is what [Settle] needs to know of a record: about 100 bytes and its
// strings, so that a million of them fit where a million records would not.
type Key struct {
	ID      int64
	Slug    string   // wanted
	Given   bool     // Slug is the source's own, letter for letter
	Updated int64    // Unix seconds; the zero time's when not known
	Hash    [16]byte // content
	Pos     string   // where the source holds the record, for the report
}

// Settlement is what holds for a whole catalogue.
type Settlement struct {
	// Slugs has the final slug of each key, in the order of the keys, and ""
	// for a record that is not published.
	Slugs    []string
	Findings []Finding
}

// Settle decides duplicates and slugs over all records of a catalogue.
//
// Of records with one id, one is kept: the one updated last, then the one with
// the lowest hash. Of events that want one slug, it goes to the one whose source
// wrote it so, then to the lowest id; the others get "-" and their id in base 36
// after it. So every answer follows from the records themselves: no order of
// arrival, clock or earlier build has a say. An event keeps its slug as long as
// the events it shares it with stay the same.
func Settle(keys []Key) Settlement {
	s := Settlement{Slugs: make([]string, len(keys))}
	kept := s.unique(keys)
	slices.SortFunc(kept, func(a, b int) int {
		x, y := &keys[a], &keys[b]
		return cmp.Or(cmp.Compare(x.Slug, y.Slug), trueFirst(x.Given, y.Given), cmp.Compare(x.ID, y.ID))
	})
	var losers, winners []int // winners stays sorted by slug
	for _, i := range kept {
		if n := len(winners); n > 0 && keys[winners[n-1]].Slug == keys[i].Slug {
			losers = append(losers, i)
			continue
		}
		winners = append(winners, i)
		s.Slugs[i] = keys[i].Slug
	}
	winner := func(slug string) (int, bool) {
		return slices.BinarySearchFunc(winners, slug, func(i int, slug string) int { return cmp.Compare(keys[i].Slug, slug) })
	}
	slices.SortFunc(losers, func(a, b int) int { return cmp.Compare(keys[a].ID, keys[b].ID) })
	taken := make(map[string]bool, len(losers))
	for _, i := range losers {
		k := &keys[i]
		slug := withSuffix(k.Slug, strconv.FormatUint(uint64(k.ID), 36))
		for n := 2; ; n++ {
			if _, found := winner(slug); !found && !taken[slug] {
				break
			}
			slug = withSuffix(k.Slug, strconv.FormatUint(uint64(k.ID), 36)+"-"+strconv.Itoa(n))
		}
		taken[slug] = true
		s.Slugs[i] = slug
		w, _ := winner(k.Slug)
		s.add(Repaired, SlugClash, k, slug, "the slug "+quote(k.Slug)+" belongs to event "+strconv.FormatInt(keys[winners[w]].ID, 10))
	}
	return s
}

// unique picks one record of every id and reports the others.
func (s *Settlement) unique(keys []Key) []int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &keys[a], &keys[b]
		return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(y.Updated, x.Updated),
			bytes.Compare(x.Hash[:], y.Hash[:]), cmp.Compare(x.Pos, y.Pos))
	})
	kept := order[:0]
	for _, i := range order {
		if n := len(kept); n == 0 || keys[kept[n-1]].ID != keys[i].ID {
			kept = append(kept, i)
			continue
		}
		k, first := &keys[i], &keys[kept[len(kept)-1]]
		if k.Hash == first.Hash {
			s.add(Dropped, DuplicateRecord, k, k.Slug, "the same record is at "+first.Pos)
			continue
		}
		s.add(Dropped, DuplicateID, k, k.Slug,
			"another record with this id, at "+first.Pos+", is kept (content "+hex.EncodeToString(first.Hash[:4])+")")
	}
	return kept
}

func (s *Settlement) add(kind, reason string, k *Key, slug, detail string) {
	s.Findings = append(s.Findings, Finding{Kind: kind, Reason: reason, Position: k.Pos, ID: k.ID, Slug: slug, Detail: detail})
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// withSuffix joins a slug and a suffix within the length of a slug.
func withSuffix(slug, suffix string) string {
	return cutSlug(slug, maxSlug-1-len(suffix)) + "-" + suffix
}
