// Package listquery reads the address of a list of events: what it asks for, what of it was not
// understood, which filters are in use, and the addresses of the same list with other filters. The
// page of results, its calendar, the API and the agent protocols read their queries by it.
package listquery

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer/percent"
)

// MaxTerm is how much of q is read, shown and carried on; the index reads
// no more (decision 3 of the contract's open points).
const MaxTerm = 256

// maxPage bounds the page number: beyond it every catalogue has long ended, and
// page × per_page stays far from overflow.
const maxPage = 1 << 24

// Query is the query of the list, on the API and on the page; only the page has refinements.
type Query struct {
	search.Query
	Page, PerPage int
	Wrong         []string // sentences about what was not understood; see [Reader.Refine]
}

// Parse reads the raw query of a request. Unknown parameters are
// ignored, of a repeated one the first counts, an empty filter is absent, and
// numbers outside their bounds, or no numbers at all, are clamped to the
// nearest bound or replaced by the default. It never fails.
func Parse(raw string) Query {
	q := Query{Page: 1, PerPage: catalog.DefaultPerPage}
	var seen [6]bool
	for p := (params{raw}); ; {
		name, value, ok := p.next()
		if !ok {
			return q
		}
		var i int
		switch name {
		case "q":
			i = 0
		case "city":
			i = 1
		case "state":
			i = 2
		case "organization":
			i = 3
		case "page":
			i = 4
		case "per_page":
			i = 5
		default:
			continue
		}
		if seen[i] {
			continue
		}
		seen[i] = true
		switch i {
		case 0:
			q.Text = Term(value)
		case 1:
			q.City = Term(value)
		case 2:
			q.State = Term(value)
		case 3:
			q.Organization = Term(value)
		case 4:
			q.Page = clamp(value, 1, maxPage, 1)
		case 5:
			q.PerPage = clamp(value, 1, catalog.MaxPerPage, catalog.DefaultPerPage)
		}
	}
}

// Term is what the list reads of a text or a filter: at most 256 bytes behind the
// white space that it begins with.
func Term(value string) string { return text.Clip(strings.TrimSpace(value), MaxTerm) }

// clamp reads a decimal integer. A text that is none gives def; digits beyond
// the range of int are a number all the same, and so meet their bound.
func clamp(text string, low, high, def int) int {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		n = high
		if text[0] == '-' {
			n = low
		}
	}
	return min(max(n, low), high)
}

// Meta is the page metadata for a number of hits. An empty result has one
// empty page.
func (q *Query) Meta(total int) catalog.Meta {
	last := max(1, (total+q.PerPage-1)/q.PerPage)
	return catalog.Meta{Total: total, PerPage: q.PerPage, CurrentPage: q.Page, LastPage: last}
}

// Offset is how many results come before the page.
func (q *Query) Offset() int { return (q.Page - 1) * q.PerPage }

// Append appends the query of a page of results of a search, "" for none.
func Append(dst []byte, q *search.Query, page int) []byte {
	sep := byte('?')
	add := func(name, value string) {
		if value != "" {
			dst = append(append(append(dst, sep), name...), '=')
			dst = percent.Append(dst, value)
			sep = '&'
		}
	}
	add("q", q.Text)
	add("city", q.City)
	add("state", q.State)
	add("organization", q.Organization)
	if q.From != 0 || q.To != 0 {
		add("from", q.From.String())
		add("to", q.To.String())
	}
	if q.After != 0 {
		add("after", strconv.Itoa(q.After))
	}
	add("venue", q.Venue)
	add("country", q.Country)
	add("tag", q.Topic)
	if q.Free {
		add("free", "1")
	}
	if q.Online {
		add("online", "1")
	}
	if q.ByDate {
		add("order", "date")
	}
	if page > 1 {
		dst = append(append(dst, sep), "page="...)
		dst = strconv.AppendInt(dst, int64(page), 10)
	}
	return dst
}
