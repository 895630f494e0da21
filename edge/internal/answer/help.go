package answer

import (
	"encoding/json"
	"strings"
	"unicode"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// The bounds of what a page without results tries.
const (
	maxTries   = 3  // searches for some of the words that it offers
	maxFields  = 12 // words of the text that are looked at for such a name
	maxRun     = 4  // words that may name a city or an organiser
	minNearest = 3  // letters of such a name: shorter ones are words of a language
	maxLike    = 20 // events that may be in the city that is meant
)

// help is what a page of results says beside the results: how a mistyped term
// was understood, or which searches would find something where this one does
// not. It is worked out for these two kinds of answers only, and costs some
// further searches.
type help struct {
	flags     release.Flags
	corrected string // the term as it was understood
	unknown   string // words that find nothing, in quotation marks

	everywhere, noQ, noCity, noState, noOrg int // results of the search without something

	tries             [maxTries]offer
	nearCity, nearOrg offer
}

// offer is a search that finds something.
type offer struct {
	label string
	query search.Query
	count int
}

// help works out what to say with an answer, nil for nothing.
func (c *Catalogue) help(q *listQuery, o search.Outcome) *help {
	h := new(help)
	switch {
	case o.Total > 0 && o.Corrected:
		if h.corrected = c.respell(q.Query); h.corrected != "" {
			h.flags |= release.Corrected
		}
	case o.Total == 0:
		c.retry(h, q.Query)
	default:
		return nil
	}
	return h
}

// respell is how a mistyped term was understood, spelled as the first result has
// it; "" when nothing of it can be told.
func (c *Catalogue) respell(q search.Query) string {
	words, doc := c.index.Respell(q)
	var texts []string
	corrected := false
	for _, w := range words {
		if w.Corrected {
			w.Text, corrected = c.spelling(doc, w.Text), true
		}
		texts = append(texts, w.Text)
	}
	if !corrected {
		return ""
	}
	return strings.Join(texts, " ")
}

// spelling is a folded word as an event writes it, with its accents; folded when
// the event's name and place do not have it.
func (c *Catalogue) spelling(doc uint32, folded string) string {
	e := c.event(doc)
	texts := []string{e.Name}
	if p := e.Location; p != nil {
		for _, text := range []*string{p.City, p.Name, p.State} {
			if text != nil {
				texts = append(texts, *text)
			}
		}
	}
	for _, text := range texts {
		for _, word := range splitWords(text) {
			if search.Fold(word) == folded {
				return strings.ToLower(word)
			}
		}
	}
	return folded
}

// event reads an item of the JSON list. Damage gives an empty one: the answer
// itself will meet it.
func (c *Catalogue) event(doc uint32) (e catalog.Event) {
	if text, err := c.index.JSON(doc); err == nil && json.Unmarshal(text, &e) != nil {
		return catalog.Event{}
	}
	return e
}

// count is the number of results of a search.
func (c *Catalogue) count(q search.Query) int {
	_, total := c.index.Search(q, 0, 0, nil)
	return total
}

// retry looks for searches that find something.
func (c *Catalogue) retry(h *help, q search.Query) {
	filters := 0
	for _, value := range [...]string{q.City, q.State, q.Organization} {
		if value != "" {
			filters++
		}
	}
	if q.Text != "" && filters > 0 {
		if h.everywhere = c.count(search.Query{Text: q.Text}); h.everywhere > 0 {
			h.flags |= release.Everywhere
		}
		without := q
		without.Text = ""
		h.noQ = c.offer(h, release.WithoutQ, without)
	}
	if filters > 1 {
		for _, f := range [...]struct {
			in    string
			count *int
			flag  release.Flags
			drop  func(*search.Query)
		}{
			{q.City, &h.noCity, release.WithoutCity, func(q *search.Query) { q.City = "" }},
			{q.State, &h.noState, release.WithoutState, func(q *search.Query) { q.State = "" }},
			{q.Organization, &h.noOrg, release.WithoutOrg, func(q *search.Query) { q.Organization = "" }},
		} {
			if f.in != "" {
				without := q
				f.drop(&without)
				*f.count = c.offer(h, f.flag, without)
			}
		}
	}
	if h.everywhere == 0 && q.Text != "" {
		c.retryWords(h, q.Text)
		c.nameInWords(h, q.Text)
	}
	c.nearestCity(h, q)
}

// offer counts the results of a search that has its own place on the page.
func (c *Catalogue) offer(h *help, flag release.Flags, q search.Query) int {
	n := c.count(q)
	if n > 0 {
		h.flags |= flag | release.HasTries
	}
	return n
}

// splitWords cuts a text into its runs of letters.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// fillHelp appends the raw value of a slot that only help fills.
func (v *listView) fillHelp(dst []byte, slot release.Slot) []byte {
	h := v.help
	switch slot {
	case release.SlotCorrected:
		return append(dst, h.corrected...)
	case release.SlotCorrectedAddress:
		q := v.q.Query
		q.Text = h.corrected
		return v.appendSearch(dst, q)
	case release.SlotUnknown:
		return append(dst, h.unknown...)
	case release.SlotEverywhereCount:
		return v.appendNumber(dst, h.everywhere)
	case release.SlotNoQCount:
		return v.appendNumber(dst, h.noQ)
	case release.SlotNoCityCount:
		return v.appendNumber(dst, h.noCity)
	case release.SlotNoStateCount:
		return v.appendNumber(dst, h.noState)
	case release.SlotNoOrgCount:
		return v.appendNumber(dst, h.noOrg)
	case release.SlotNearCity, release.SlotNearCityAddress, release.SlotNearCityCount:
		return v.appendOffer(dst, &h.nearCity, slot-release.SlotNearCity)
	case release.SlotNearOrg, release.SlotNearOrgAddress, release.SlotNearOrgCount:
		return v.appendOffer(dst, &h.nearOrg, slot-release.SlotNearOrg)
	}
	n := slot - release.SlotTry1
	return v.appendOffer(dst, &h.tries[n/3], n%3)
}

// appendOffer appends the label, the address or the count of a search: they
// have slots in that order.
func (v *listView) appendOffer(dst []byte, o *offer, part release.Slot) []byte {
	switch part {
	case 0:
		return append(dst, o.label...)
	case 1:
		return v.appendSearch(dst, o.query)
	}
	return v.appendNumber(dst, o.count)
}

// appendSearch appends the address of the first page of a search.
func (v *listView) appendSearch(dst []byte, q search.Query) []byte {
	other := listQuery{Query: q}
	return other.appendQuery(v.appendPath(dst), 1, true, true, true, true)
}
