package answer

import (
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// maxTermBytes is how much of q is read, shown and carried on; the index reads
// no more (decision 3 of the contract's open points).
const maxTermBytes = 256

// maxPage bounds the page number: beyond it every catalogue has long ended, and
// page × per_page stays far from overflow.
const maxPage = 1 << 24

// listQuery is the query of the list, on the API and on the page; only the page has refinements.
type listQuery struct {
	search.Query
	page, perPage int
	wrong         []string // sentences about what was not understood; see refine
}

// parseListQuery reads the raw query of a request. Unknown parameters are
// ignored, of a repeated one the first counts, an empty filter is absent, and
// numbers outside their bounds, or no numbers at all, are clamped to the
// nearest bound or replaced by the default. It never fails.
func parseListQuery(raw string) listQuery {
	q := listQuery{page: 1, perPage: catalog.DefaultPerPage}
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
			q.page = clamp(value, 1, maxPage, 1)
		case 5:
			q.perPage = clamp(value, 1, catalog.MaxPerPage, catalog.DefaultPerPage)
		}
	}
}

// Term is what the list reads of a text or a filter: at most 256 bytes behind the
// white space that it begins with.
func Term(value string) string { return text.Clip(strings.TrimSpace(value), maxTermBytes) }

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

// unescapeQuery decodes percent-encoding and "+". A percent sign that starts no
// escape stands for itself: a person who types "100%" into an address bar means
// it.
func unescapeQuery(s string) string {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+':
			b = append(b, ' ')
		case c == '%' && i+2 < len(s) && unhex(s[i+1]) < 16 && unhex(s[i+2]) < 16:
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func unhex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// appendEscaped appends a query value, percent-encoded down to the unreserved
// characters of RFC 3986, section 2.3, so that it is safe in HTML, in Markdown
// and in a header field.
func appendEscaped(dst []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' ||
			c == '_' || c == '~' {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', hex[c>>4], hex[c&15])
	}
	return dst
}

// meta is the page metadata for a number of hits. An empty result has one
// empty page.
func (q *listQuery) meta(total int) catalog.Meta {
	last := max(1, (total+q.perPage-1)/q.perPage)
	return catalog.Meta{Total: total, PerPage: q.perPage, CurrentPage: q.page, LastPage: last}
}

func (q *listQuery) offset() int { return (q.page - 1) * q.perPage }
