package validate

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"

	"cartaz/builder/catalog"
)

// Key is what [Settle] needs to know of a record: 56 bytes and a slug, so that a million of them
// fit where a million records would not.
type Key struct {
	ID      int64
	Slug    string   // wanted
	Hash    [16]byte // content, by [Hash]
	Updated int64    // Unix seconds; the zero time's when not known
	Given   bool     // Slug is the source's own, letter for letter
}

// KeyOf is the key of a record. given says that the source wrote its slug so.
func KeyOf(rec *catalog.Record, given bool) Key {
	return Key{ID: rec.ID, Slug: rec.Slug, Hash: Hash(rec), Updated: rec.UpdatedAt.Unix(),
		Given: given}
}

// Settlement is what holds for a whole catalogue.
type Settlement struct {
	// Slugs has the final slug of each key, in the order of the keys, and "" for a record that is
	// not published.
	Slugs    []string
	Findings []Finding
}

// Settle decides duplicates and slugs over all n records of a catalogue. key gives the Key of the
// record with number i, and pos says where the source holds it, for the report.
//
// Of records with one id, one is kept: the one updated last, then the one with the lowest hash. Of
// events that want one slug, the event gets it whose source wrote it so, then the one with the
// lowest id; each other event gets "-" and its id in base 36 after it. Example: the events 9 and 40
// both want "samba", and no source wrote it; 9 gets "samba", 40 gets "samba-14".
//
// So each answer follows from the records alone: no order of arrival, clock or earlier build has a
// say. An event keeps its slug as long as the events it shares it with stay the same.
func Settle(n int, key func(i int) *Key, pos func(i int) string) Settlement {
	s := Settlement{Slugs: make([]string, n)}
	kept := s.unique(key, pos)
	slices.SortFunc(kept, func(a, b int) int {
		x, y := key(a), key(b)
		c := cmp.Or(cmp.Compare(x.Slug, y.Slug), cmp.Compare(x.ID, y.ID))
		if x.Slug == y.Slug && x.Given != y.Given {
			c = 1
			if x.Given {
				c = -1
			}
		}
		return c
	})
	var losers, winners []int // winners stays sorted by slug
	for _, i := range kept {
		if n := len(winners); n > 0 && key(winners[n-1]).Slug == key(i).Slug {
			losers = append(losers, i)
			continue
		}
		winners = append(winners, i)
		s.Slugs[i] = key(i).Slug
	}
	winner := func(slug string) (int, bool) {
		return slices.BinarySearchFunc(winners, slug,
			func(i int, slug string) int { return cmp.Compare(key(i).Slug, slug) })
	}
	slices.SortFunc(losers, func(a, b int) int { return cmp.Compare(key(a).ID, key(b).ID) })
	taken := make(map[string]bool, len(losers))
	for _, i := range losers {
		k := key(i)
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
		s.Findings = append(s.Findings, Finding{
			Kind: Repaired, Reason: SlugClash, Position: pos(i), ID: k.ID, Slug: slug,
			Detail: "the slug " + quote(k.Slug) + " belongs to event " +
				strconv.FormatInt(key(winners[w]).ID, 10),
		})
	}
	return s
}

// unique picks one record of every id and reports the others.
func (s *Settlement) unique(key func(i int) *Key, pos func(i int) string) []int {
	order := make([]int, len(s.Slugs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := key(a), key(b)
		c := cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(y.Updated, x.Updated),
			bytes.Compare(x.Hash[:], y.Hash[:]))
		if c == 0 && a != b {
			c = cmp.Compare(pos(a), pos(b))
		}
		return c
	})
	kept := order[:0]
	for _, i := range order {
		if n := len(kept); n == 0 || key(kept[n-1]).ID != key(i).ID {
			kept = append(kept, i)
			continue
		}
		k, first := key(i), key(kept[len(kept)-1])
		where := pos(kept[len(kept)-1])
		reason, detail := DuplicateRecord, "the same record is at "+where
		if k.Hash != first.Hash {
			reason = DuplicateID
			detail = "another record with this id, at " + where + ", is kept (content " +
				hex.EncodeToString(first.Hash[:4]) + ")"
		}
		s.Findings = append(s.Findings, Finding{Kind: Dropped, Reason: reason, Position: pos(i),
			ID: k.ID, Slug: k.Slug, Detail: detail})
	}
	return kept
}

// withSuffix joins a slug and a suffix within the length of a slug.
func withSuffix(slug, suffix string) string {
	return cutSlug(slug, maxSlug-1-len(suffix)) + "-" + suffix
}
