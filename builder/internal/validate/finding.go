package validate

import (
	"cartaz/builder/text"
	"cmp"
	"slices"
	"strconv"
)

// Kinds of findings.
const (
	Dropped  = "dropped"  // the record is not published
	Repaired = "repaired" // the record is published with something changed or left out
	Ignored  = "ignored"  // a member that no rule names, an item that is no event
	Joined   = "joined"   // spellings of one venue that share a page
)

// Reasons of findings. They are stable: reports and alerts may count them.
const (
	NotMapped       = "not_mapped"   // of an item: source.map failed on it
	NotAnEvent      = "not_an_event" // of an item: its document makes no event of it
	NotAnObject     = "not_an_object"
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
	BadURL          = "bad_url"
	PrivateURL      = "private_url" // an address of a loopback, private or link-local network
	BadCoordinates  = "bad_coordinates"
	BadCountry      = "bad_country"
	DuplicateTag    = "duplicate_tag"
	VenueSpellings  = "venue_spellings"
	BadState        = "bad_state"                // state is none of the five
	StatusNotState  = "cancelled_by_status_only" // status reads as cancelled, and no state came
	BadFormat       = "bad_format"               // description_format is none of the three
	BadPrice        = "bad_price"
	BadCurrency     = "bad_currency"
	LostCharacter   = "lost_character" // U+FFFD, which stands for one that could not be read
	TooLong         = "too_long"
	TooMany         = "too_many"
	TooCostly       = "too_costly" // a description that is shown as plain paragraphs
	MissingProducer = "missing_producer_name"
	ProducerSlug    = "producer_slug_derived"
)

// Finding is one thing that a check changed or refused.
type Finding struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
	// where the source holds the record, as the caller named it
	Position string `json:"position"`
	ID       int64  `json:"id,omitempty"`   // 0 also while not known
	Slug     string `json:"slug,omitempty"` // "" while not known
	// for people: the member, and its value shortened and escaped
	Detail string `json:"detail"`
}

// quote shows a value of the source on one line of a report, without control characters and not
// longer than a line.
func quote(s string) string {
	const limit = 60
	if len(s) > limit {
		return strconv.QuoteToGraphic(text.Clip(s, limit)) + "…"
	}
	return strconv.QuoteToGraphic(s)
}

// Limits of what a [Tally] keeps of each reason.
const (
	maxSamples = 50
	maxNames   = 500
)

// Tally gathers findings into a report of bounded size: every one is counted, the first of each
// reason are kept in full, and a member that no rule names is one finding however many records hold
// it. Its zero value is ready. It is for one goroutine; added in the order of the source, it is the
// same each time.
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

// Counts is how often each reason was found, sorted by kind and reason. An ignored member counts
// once.
func (t *Tally) Counts() []Count {
	counts := make([]Count, 0, len(t.counts))
	for c, n := range t.counts {
		c.N = n
		counts = append(counts, c)
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Reason, b.Reason))
	})
	return counts
}

// Findings are the ones that were kept, in the order they were added.
func (t *Tally) Findings() []Finding { return t.kept }

// Total is how many findings of a kind were counted.
func (t *Tally) Total(kind string) int {
	total := 0
	for c, n := range t.counts {
		if c.Kind == kind {
			total += n
		}
	}
	return total
}
