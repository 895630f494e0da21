package upstream

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"net/url"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jq"
)

// number evaluates a filter that gives a count, or returns -1; n is the count without the filter.
func (p *puller) number(ctx context.Context, filter *program, e *envelope, n int) (int, error) {
	if filter == nil {
		return n, nil
	}
	v, err := p.look(ctx, filter, e, nil)
	if v == nil || err != nil {
		return -1, err
	}
	n, ok := Count(v)
	if !ok {
		err = ErrMalformed.Errorf("%s: %s gives no count: it must yield a whole number, or null",
			e.where, filter.name)
	}
	return n, err
}

// look evaluates a filter of source.pages; sign is the value without the filter. If a document is
// nothing but the list, the filter is not evaluated, unless it uses the header or the number of its
// items.
func (p *puller) look(ctx context.Context, filter *program, e *envelope, sign any) (any, error) {
	switch {
	case filter == nil:
		return sign, nil
	case e.Doc == nil && !filter.Mentions(headerVariable) && !filter.Mentions(itemsVariable):
		return nil, nil
	}
	header := make(map[string]any, len(e.Header))
	for name, v := range e.Header {
		header[name] = v
	}
	text := e.text
	if text == nil {
		text = jq.Line(e.Doc)
	}
	v, err := filter.first(ctx, text, []any{e.where, e.page, p.src.Brand, p.src.Locale, header,
		e.Items})
	if err != nil && context.Cause(ctx) == nil {
		err = fmt.Errorf("%s: %w", e.where, err)
	}
	return v, err
}

// usualErrors is the default of source.errors. With it, .error, {"success": false} and {"status":
// "error"} count as well.
const usualErrors = ".errors?"

// complaint returns the error that the source reports in an answer whose status reports none, as in
// GraphQL.
func (p *puller) complaint(ctx context.Context, e *envelope) error {
	o, object := e.Doc.(map[string]any)
	if !object {
		return nil
	}
	v, err := p.look(ctx, p.errors, e, nil)
	if v == nil && p.src.Errors == usualErrors {
		switch failed := o["success"] == false || o["status"] == "error"; e := o["error"].(type) {
		case string, map[string]any:
			v = e
		default:
			if failed {
				v = cmp.Or(o["message"], any("no success"))
			}
		}
	}
	said := map[string]any{}
	if adapt.Put(said, "errors", v); len(said) == 0 || err != nil {
		return err
	}
	if list, ok := v.([]any); ok {
		v = list[0]
	}
	return fmt.Errorf("%s: %w: answered 200 with errors: %s", e.where, ErrUnavailable,
		rendering(jq.Line(v)))
}

// template makes the address of an item's detail.
type template struct {
	base  *url.URL
	parts []templatePart
	dots  int // segments . and .. of the fixed text
}

// templatePart is fixed text, or a filter whose value is escaped for its place.
type templatePart struct {
	text   string
	filter *program // or nil, for text
	escape func(string) string
}

// template readies source.detail.url, which the loader of brands checks, as it does source.url. It
// counts the segments . and .. of the fixed text, with an x for each value: an address that has
// more of them leads out of its folder.
func (p *puller) template() (t *template, err error) {
	base, _ := url.Parse(p.src.URL)
	parts, _ := p.src.Detail.Parts()
	t = &template{base: base}
	escape, fixed := url.PathEscape, ""
	for _, part := range parts {
		made := templatePart{text: part.Text, escape: escape}
		if part.JQ {
			made.filter, err = p.filter("source.detail.url", part.Text, variables, 0)
			if err != nil {
				return nil, err
			}
			fixed += "x"
		} else if fixed += part.Text; strings.Contains(part.Text, "?") {
			escape = url.QueryEscape
		}
		t.parts = append(t.parts, made)
	}
	t.dots = dots(fixed)
	return t, nil
}

// address returns the address of an item's detail, or nil if a placeholder yields nothing: the item
// has no detail. An item can choose neither the host nor the folder.
func (t *template) address(ctx context.Context, item []byte, values []any) (*url.URL, error) {
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
			return nil, ErrMap.Errorf("source.detail.url: {%s} must give text or a whole number, "+
				"not an object, a list or a fraction", part.text)
		case plain == "":
			return nil, nil
		}
		text.WriteString(part.escape(plain))
	}
	u, err := t.base.Parse(text.String())
	wrong := ""
	switch {
	case err != nil:
		wrong = "gives no address"
	case dots(text.String()) != t.dots:
		wrong = "leads out of its folder"
	case u.User != nil || u.Scheme != t.base.Scheme || u.Host != t.base.Host:
		wrong = "leads to another host"
	default:
		u.Fragment, u.RawFragment = "", ""
		return u, nil
	}
	return nil, ErrMalformed.Errorf("source.detail.url %s for this item", wrong)
}

// dots counts the segments "." and ".." in the path of an address. Escaped slashes count as
// slashes, since some servers read them so.
func dots(address string) (n int) {
	u, err := url.Parse(address)
	if err != nil {
		return -1
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." {
			n++
		}
	}
	return n
}

// plainValue returns a value as it is written into an address, or "" for null and false.
func plainValue(v any) (string, bool) {
	switch v.(type) {
	case nil:
		return "", true
	case string, int, *big.Int:
		return fmt.Sprint(v), true
	}
	return "", false
}
