// Package listquery reads the address of a list of events: what it asks for, what of it was not
// understood, which filters are in use, and the addresses of the same list with other filters. The
// page of results, its calendar, the API and the agent protocols read their queries by it.
package listquery

import (
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/builder/text"
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
	// Typed is the query as it was typed where words of its text became filters, else the zero one.
	Typed search.Query

	given [len(parameters)]string // see given
}

// Literal is the query as it was typed, with its text in quotation marks: nothing of it is read.
func (q *Query) Literal() search.Query {
	literal := q.Typed
	literal.Text = `"` + literal.Text + `"`
	return literal
}

// Parse reads the raw query of a request, of its parameters the closed ones of the API; those of
// pages and agents wait for [Reader.Refine]. Unknown parameters are ignored, of a repeated one the
// first counts, an empty filter is absent, and numbers outside their bounds, or no numbers at all,
// are clamped to the nearest bound or replaced by the default. It never fails.
func Parse(raw string) Query {
	g := given(raw)
	q := Query{Page: clamp(g[pageParam], 1, maxPage, 1),
		PerPage: clamp(g[perPageParam], 1, catalog.MaxPerPage, catalog.DefaultPerPage), given: g}
	q.Text = Term(g[textParam])
	for i, f := range search.Filters[:apiFilters] {
		f.Set(&q.Query, Term(g[firstFilter+i]))
	}
	return q
}

// apiFilters is how many filters the API has, the first ones.
const apiFilters = 3

// The parameters of the list, in the order in which addresses have them.
const (
	textParam = iota
	firstFilter
	orderParam = iota + len(search.Filters) - 1
	pageParam
	perPageParam
	numParams
)

var parameters = func() (names [numParams]string) {
	names = [numParams]string{textParam: "q", orderParam: "order", pageParam: "page",
		perPageParam: "per_page"}
	for i, f := range search.Filters {
		names[firstFilter+i] = f.Name
	}
	return names
}()

// given returns the parameters in a raw query, decoded, of a repeated one the first.
func given(raw string) (values [len(parameters)]string) {
	var seen [len(parameters)]bool
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.Index(parameters[:], Unescape(name))
		if i >= 0 && !seen[i] {
			seen[i] = true
			values[i] = strings.TrimSpace(strings.ToValidUTF8(
				strings.ReplaceAll(Unescape(value), "\n", " "), "\uFFFD"))
		}
	}
	return values
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

// written returns the parameters of a search, "" for those that it does not have.
func written(q *search.Query) [len(parameters)]string {
	v := [len(parameters)]string{textParam: q.Text}
	for i, f := range search.Filters {
		v[firstFilter+i] = strings.ReplaceAll(f.Get(q), "\n", "|")
	}
	switch {
	case q.ByPrice:
		v[orderParam] = "price"
	case q.ByDate:
		v[orderParam] = "date"
	}
	return v
}

// Append appends the query of a page of results of a search, "" for none.
func Append(dst []byte, q *search.Query, page int) []byte {
	values := written(q)
	if page > 1 {
		values[pageParam] = strconv.Itoa(page)
	}
	sep := byte('?')
	for i, value := range values {
		if value != "" {
			dst = append(append(append(dst, sep), parameters[i]...), '=')
			dst = appendEscaped(dst, value)
			sep = '&'
		}
	}
	return dst
}

// AppendMembers appends the filters in use as members of a JSON object, by the names of their
// parameters, each with a comma behind it.
func AppendMembers(dst []byte, q *search.Query) []byte {
	for i, value := range written(q) {
		if value == "" {
			continue
		}
		dst = append(append(append(dst, '"'), parameters[i]...), `":`...)
		of := search.OfName
		if f := i - firstFilter; 0 <= f && f < len(search.Filters) {
			of = search.Filters[f].Type
		}
		switch of {
		case search.OfHour, search.OfPrice:
			dst = append(dst, value...)
		case search.OfFlag:
			dst = append(dst, "true"...)
		default:
			dst = catalog.AppendString(dst, value)
		}
		dst = append(dst, ',')
	}
	return dst
}
