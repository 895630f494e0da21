package validate

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// Kinds of findings.
const (
	Dropped  = "dropped"  // the record is not published
	Repaired = "repaired" // the record is published with something changed or left out
	Ignored  = "ignored"  // a member that no rule names, an item that is not an event
	Withheld = "withheld" // the record is not published, by its source
	Edited   = "edited"   // a member that the brand itself sets, with its value in the source
	Joined   = "joined"   // spellings of one venue that share a page
)

// Reasons of findings. They are stable: reports and alerts may count them.
const (
	NotMapped       = "not_mapped"   // of an item: source.map failed on it
	NotAnEvent      = "not_an_event" // of an item: its document makes no event of it
	NotAnObject     = "not_an_object"
	ByEdit          = "by_edit"        // edits.yaml
	EditDoubt       = "edit_doubt"     // it is not followed, or has no effect
	NotPublic       = "not_public"     // a draft, hidden, archived, or not yet
	NotUnderstood   = "not_understood" // a member of publishing with a value that no table knows
	MissingName     = "missing_name"
	WrongType       = "wrong_type"
	UnknownMember   = "unknown_member"
	DuplicateRecord = "duplicate_record" // same id, same content
	DuplicateID     = "duplicate_id"     // same id, other content
	MissingID       = "missing_id"
	SlugDerived     = "slug_derived"
	SlugClash       = "slug_clash"
	BadDate         = "bad_date"
	AmbiguousDate   = "ambiguous_date" // day and month could be the other way round
	BadTimezone     = "bad_timezone"
	TimeInGap       = "time_in_gap" // a local time that the clocks skipped
	EndBeforeStart  = "end_before_start"
	EndEqualsStart  = "end_equals_start"
	SessionOff      = "session_off"     // it is cancelled or postponed
	SessionOutside  = "session_outside" // before the start of the event, or after its end
	BadURL          = "bad_url"
	PrivateURL      = "private_url"  // an address at a private host, or with a key
	PrivateData     = "private_data" // an e-mail address, a telephone number or a key as a name
	NotAPlace       = "not_a_place"  // "TBA", or the key of another record
	BadCoordinates  = "bad_coordinates"
	BadCountry      = "bad_country"
	DuplicateTag    = "duplicate_tag"
	VenueSpellings  = "venue_spellings"
	BadState        = "bad_state"                // state is none of the five
	StatusNotState  = "cancelled_by_status_only" // status reads as cancelled, and there is no state
	StateInName     = "state_in_name"            // only the name says that it is cancelled
	BadFormat       = "bad_format"               // description_format is none of the three
	BadPrice        = "bad_price"
	Contradiction   = "contradiction" // two members do not agree
	BadCurrency     = "bad_currency"
	GuessedCharset  = "guessed_charset"
	LostCharacter   = "lost_character" // U+FFFD, in the place of a character that could not be read
	TooLong         = "too_long"
	TooMany         = "too_many"
	TooCostly       = "too_costly" // a description that is shown as plain paragraphs
	MissingProducer = "missing_producer_name"
	ProducerSlug    = "producer_slug_derived"
)

// Finding is one thing that a check changed or refused.
type Finding struct {
	Kind     string `json:"kind"`
	Reason   string `json:"reason"`
	Position string `json:"position"`       // of the record in the source, as the caller named it
	ID       int64  `json:"id,omitempty"`   // or 0, also while not known
	Slug     string `json:"slug,omitempty"` // or "", while not known
	Detail   string `json:"detail"`         // for people: the member, and its value shortened
}

// quote returns a value of the source for one line of a report, without control characters and at
// most a line long.
func quote(s string) string { return strconv.QuoteToGraphic(text.Shorten(s, 60)) }

// Limits of the findings that a [Tally] keeps of each reason.
const (
	maxSamples = 50
	maxNames   = 500
)

// Tally collects findings into a report of bounded size: it counts every finding, keeps the first
// of each reason in full, and counts a member that no rule names as one finding however many
// records hold it. Its zero value is ready. It is for one goroutine. If findings are added in the
// order of the source, the result is the same each time.
type Tally struct {
	counts map[Count]int
	kept   []Finding
	names  map[string]bool
}

// Count is how often a reason was found.
type Count struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
	N      int    `json:"count"`
}

// Add counts findings.
func (t *Tally) Add(findings ...Finding) {
	if t.counts == nil {
		t.counts, t.names = map[Count]int{}, map[string]bool{}
	}
	for _, f := range findings {
		limit := maxSamples
		if f.Kind == Ignored {
			if t.names[f.Detail] || len(t.names) >= maxNames {
				continue
			}
			t.names[f.Detail] = true
			limit = maxNames
		}
		key := Count{Kind: f.Kind, Reason: f.Reason}
		if t.counts[key]++; t.counts[key] <= limit {
			t.kept = append(t.kept, f)
		}
	}
}

// Counts returns how often each reason was found, sorted by kind and reason. An ignored member
// counts once.
func (t *Tally) Counts() []Count {
	counts := slices.AppendSeq(make([]Count, 0, len(t.counts)), maps.Keys(t.counts))
	for i, c := range counts {
		counts[i].N = t.counts[c]
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Reason, b.Reason))
	})
	return counts
}

// Findings returns the findings that were kept, in the order they were added.
func (t *Tally) Findings() []Finding { return t.kept }

// Total returns how many findings of a kind were counted.
func (t *Tally) Total(kind string) int {
	total := 0
	for c, n := range t.counts {
		if c.Kind == kind {
			total += n
		}
	}
	return total
}

// Key is the part of a record that [Settle] needs: 56 bytes and a slug, so that a million of them
// fit where a million records would not.
type Key struct {
	ID      int64
	Slug    string   // wanted
	Hash    [16]byte // content, by [Hash]
	Updated int64    // Unix seconds, of the zero time if not known
	Given   bool     // Slug is the source's own, letter for letter
}

// KeyOf returns the key of a record. given reports that the slug is the source's own.
func KeyOf(rec *catalog.Record, given bool) Key {
	return Key{ID: rec.ID, Slug: rec.Slug, Hash: Hash(rec), Updated: rec.UpdatedAt.Unix(),
		Given: given}
}

// rank orders the records that want one slug.
func (k *Key) rank() int {
	if k.Given {
		return 0
	}
	return 1
}

// Settle decides duplicates and slugs over all n records of a catalogue. key returns the Key of
// record number i, and pos its position in the source, for the report. slugs are the final ones in
// the order of the records, "" for a record that is not published.
//
// If records share an id, Settle keeps the one updated last, then the one with the lowest hash. If
// events want the same slug, the event whose source wrote it so gets it, then the event with the
// lowest id; every other event gets it with "-" and its id in base 36 at the end. Example: the
// events 9 and 40 both want "samba", and no source wrote it; 9 gets "samba", 40 gets "samba-14".
//
// So the answer depends on the records alone, not on the order of arrival, the clock or an earlier
// build. An event keeps its slug while the events that share it stay the same.
func Settle(n int, key func(i int) *Key, pos func(i int) string) (slugs []string,
	findings []Finding) {
	slugs = make([]string, n)
	kept, findings := unique(n, key, pos)
	slices.SortFunc(kept, func(a, b int) int {
		x, y := key(a), key(b)
		return cmp.Or(cmp.Compare(x.Slug, y.Slug), x.rank()-y.rank(), cmp.Compare(x.ID, y.ID))
	})
	var losers, winners []int // winners stays sorted by slug
	for _, i := range kept {
		if n := len(winners); n > 0 && key(winners[n-1]).Slug == key(i).Slug {
			losers = append(losers, i)
			continue
		}
		winners = append(winners, i)
		slugs[i] = key(i).Slug
	}
	winner := func(slug string) (int, bool) {
		return slices.BinarySearchFunc(winners, slug,
			func(i int, slug string) int { return cmp.Compare(key(i).Slug, slug) })
	}
	slices.SortFunc(losers, func(a, b int) int { return cmp.Compare(key(a).ID, key(b).ID) })
	taken := make(map[string]bool, len(losers))
	for _, i := range losers {
		k := key(i)
		suffix := strconv.FormatUint(uint64(k.ID), 36)
		slug := withSuffix(k.Slug, suffix)
		for n := 2; ; n++ {
			if _, found := winner(slug); !found && !taken[slug] {
				break
			}
			slug = withSuffix(k.Slug, suffix+"-"+strconv.Itoa(n))
		}
		taken[slug] = true
		slugs[i] = slug
		w, _ := winner(k.Slug)
		findings = append(findings, Finding{
			Kind: Repaired, Reason: SlugClash, Position: pos(i), ID: k.ID, Slug: slug,
			Detail: "the slug " + quote(k.Slug) + " belongs to event " +
				strconv.FormatInt(key(winners[w]).ID, 10),
		})
	}
	return slugs, findings
}

// unique picks one record of every id and reports the others.
func unique(n int, key func(i int) *Key, pos func(i int) string) (kept []int,
	findings []Finding) {
	order := make([]int, n)
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
	kept = order[:0]
	for _, i := range order {
		if n := len(kept); n == 0 || key(kept[n-1]).ID != key(i).ID {
			kept = append(kept, i)
			continue
		}
		k, first := key(i), key(kept[len(kept)-1])
		where := pos(kept[len(kept)-1])
		reason := DuplicateRecord
		detail := "the same record is at " + where
		if k.Hash != first.Hash {
			reason = DuplicateID
			detail = "another record with this id, at " + where + ", is kept (content " +
				hex.EncodeToString(first.Hash[:4]) + ")"
		}
		findings = append(findings, Finding{Kind: Dropped, Reason: reason, Position: pos(i),
			ID: k.ID, Slug: k.Slug, Detail: detail})
	}
	return kept, findings
}

// withSuffix joins a slug and a suffix within the length of a slug.
func withSuffix(slug, suffix string) string {
	return cutSlug(slug, maxSlug-1-len(suffix)) + "-" + suffix
}
