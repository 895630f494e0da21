// Package listquery reads the address of a list of events: its query, the parts that were not
// understood, the filters in use, and the addresses of the same list with other filters. The page
// of results, its calendar, the API and the agent protocols read their queries with it.
package listquery

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/builder/text"
)

// MaxTerm is the length of the part of q that is read, shown and carried on; the index reads no
// more (decision 3 of the contract's open points).
const MaxTerm = 256

// maxPage bounds the page number: every catalogue ends long before it, and page × per_page stays
// far from overflow.
const maxPage = 1 << 24

// Query is the query of the list, on the API and on the page; only the page has refinements.
type Query struct {
	search.Query
	Page, PerPage int
	Wrong         []string // sentences about parts that were not understood; see [Reader.Refine]
	// Typed is the query as it was typed if words of its text became filters, else the zero query.
	Typed search.Query

	given [len(parameters)]string // see given
}

// Literal returns the query as it was typed, with its text in quotation marks: no word of it is
// read as a filter.
func (q *Query) Literal() search.Query {
	literal := q.Typed
	literal.Text = `"` + literal.Text + `"`
	return literal
}

// Parse reads the parameters of the API from the raw query of a request. [Reader.Refine] reads the
// parameters that only pages and agents have. Parse ignores unknown parameters, takes the first of
// a repeated one, and treats an empty filter as absent. A number outside its bounds becomes the
// nearest bound, and a text that is not a number becomes the default. Parse never fails.
func Parse(raw string) Query {
	g := given(raw)
	q := Query{Page: clamp(g[pageParam], 1, maxPage, 1),
		PerPage: clamp(g[perPageParam], 1, catalog.MaxPerPage, catalog.DefaultPerPage), given: g}
	q.Text = strings.ReplaceAll(Term(g[textParam]), search.Or, " ")
	for i, f := range search.Filters[:apiFilters] {
		f.Set(&q.Query, Term(g[firstFilter+i]))
	}
	return q
}

// apiFilters is the number of filters of the API, which come first.
const apiFilters = 3

// The parameters of the list, in their order in addresses.
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

// given returns the parameters in a raw query, decoded; the first, if one is repeated.
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

// Term returns the part of a text or a filter that the list reads: at most 256 bytes after its
// leading white space.
func Term(value string) string { return text.Clip(strings.TrimSpace(value), MaxTerm) }

// clamp reads a decimal integer. It returns def for any other text. Digits beyond the range of int
// are still a number, so they are clamped.
func clamp(text string, low, high, def int) int {
	n, err := strconv.Atoi(text) // of a number out of range the nearest
	if errors.Is(err, strconv.ErrSyntax) {
		return def
	}
	return min(max(n, low), high)
}

// Meta returns the page metadata for a number of hits. An empty result has one empty page.
func (q *Query) Meta(total int) catalog.Meta {
	last := max(1, (total+q.PerPage-1)/q.PerPage)
	return catalog.Meta{Total: total, PerPage: q.PerPage, CurrentPage: q.Page, LastPage: last}
}

// Offset returns the number of results before the page.
func (q *Query) Offset() int { return (q.Page - 1) * q.PerPage }

// written returns the parameters of a search, or "" for each that it does not have.
func written(q *search.Query) [len(parameters)]string {
	v := [len(parameters)]string{textParam: q.Text}
	for i, f := range search.Filters {
		v[firstFilter+i] = strings.ReplaceAll(f.Get(q), "\n", "|")
	}
	switch {
	case q.ByPrice:
		v[orderParam] = "price"
	case q.ByDate && q.Text != "": // else it is the order anyway
		v[orderParam] = "date"
	}
	return v
}

// Encode returns the query of a page of results of a search, from its question mark on, or "".
func Encode(q *search.Query, page int) string {
	values := written(q)
	if page > 1 {
		values[pageParam] = strconv.Itoa(page)
	}
	query, sep := "", "?"
	for i, value := range values {
		if value != "" {
			query += sep + parameters[i] + "=" + text.QueryValue(value)
			sep = "&"
		}
	}
	return query
}

// Members returns the filters in use by the names of their parameters, as JSON has them.
func Members(q *search.Query) map[string]any {
	members := map[string]any{}
	for i, value := range written(q) {
		if value == "" {
			continue
		}
		members[parameters[i]] = value
		f := i - firstFilter
		if f < 0 || f >= len(search.Filters) {
			continue
		}
		switch search.Filters[f].Type {
		case search.OfHour, search.OfPrice, search.OfAge:
			members[parameters[i]], _ = strconv.Atoi(value) // the filter wrote it
		case search.OfFlag:
			members[parameters[i]] = true
		}
	}
	return members
}
