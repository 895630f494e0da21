package upstream

import (
	"context"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"strings"

	"cartaz/builder/internal/upstream/jq"
)

// template makes the address of an item's detail.
type template struct {
	base  *url.URL
	parts []templatePart
	dots  int // segments . and .. that the fixed text has
}

// templatePart is fixed text, or a filter whose value is escaped for where it stands.
type templatePart struct {
	text   string
	filter *program // nil for text
	query  bool     // behind the question mark
}

// compileTemplate readies source.detail.url.
func (c *programs) compileTemplate(limits jq.Limits) (*template, error) {
	base, err := url.Parse(c.src.URL)
	if err != nil {
		return nil, fmt.Errorf("%w: source.url is not an http(s) address", ErrUnavailable)
	}
	parts, err := c.src.Detail.Parts()
	if err != nil {
		return nil, fmt.Errorf("%w: source.detail.url %v", ErrMap, err)
	}
	t := &template{base: base}
	query, fixed := false, ""
	for _, part := range parts {
		made := templatePart{text: part.Text, query: query}
		if part.JQ {
			if made.filter, err = c.compileFilter("source.detail.url", part.Text,
				variables, 0, limits); err != nil {
				return nil, err
			}
		} else {
			query = query || strings.Contains(part.Text, "?")
		}
		t.parts = append(t.parts, made)
		fixed += map[bool]string{true: "x", false: part.Text}[part.JQ]
	}
	ref, err := url.Parse(fixed)
	if err != nil {
		return nil, fmt.Errorf("%w: source.detail.url is not an address", ErrMap)
	}
	t.dots = dots(ref)
	return t, nil
}

// address gives the detail's address for an item; nil when a placeholder yields nothing, which says
// that the item has none. An item has no say in the host, nor in which folder is asked.
func (t *template) address(ctx context.Context, item any, values []any) (*url.URL, error) {
	var text strings.Builder
	for _, part := range t.parts {
		if part.filter == nil {
			text.WriteString(part.text)
			continue
		}
		v, err := part.filter.first(ctx, item, values)
		if err != nil {
			return nil, err
		}
		plain, ok := plainValue(v)
		switch {
		case !ok:
			return nil,
				fmt.Errorf("%w: source.detail.url: {%s} must give text or a whole number, not an "+
					"object, a list or a fraction", ErrMap, part.text)
		case plain == "":
			return nil, nil
		case part.query:
			text.WriteString(url.QueryEscape(plain))
		default:
			text.WriteString(url.PathEscape(plain))
		}
	}
	ref, err := url.Parse(text.String())
	if err != nil {
		return nil, fmt.Errorf("%w: source.detail.url gives no address for this item", ErrMalformed)
	}
	if dots(ref) != t.dots {
		return nil, fmt.Errorf("%w: source.detail.url leads out of its folder for this item",
			ErrMalformed)
	}
	u := t.base.ResolveReference(ref)
	u.Fragment, u.RawFragment = "", ""
	if u.User != nil || u.Scheme != t.base.Scheme || u.Host != t.base.Host {
		return nil, fmt.Errorf("%w: source.detail.url leads to another host for this item",
			ErrMalformed)
	}
	return u, nil
}

// dots counts the segments of a path that lead elsewhere, escaped slashes taken for slashes as some
// servers do.
func dots(u *url.URL) (n int) {
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." {
			n++
		}
	}
	return n
}

// plainValue writes a value into an address; "" for null and false.
func plainValue(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return v, true
	case int:
		return strconv.Itoa(v), true
	case *big.Int:
		return v.String(), true
	}
	return "", false
}
