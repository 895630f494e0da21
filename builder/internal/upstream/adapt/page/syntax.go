package page

import (
	"bytes"
	"cmp"
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// scripts returns the values of all JSON-LD of a page. The error is that of the first script that
// has events and cannot be read.
func scripts(root *html.Node) (values []any, bad error) {
	n := 0
	for s := range root.Descendants() {
		media, _, _ := strings.Cut(attribute(s, "type"), ";")
		if s.DataAtom != atom.Script || s.FirstChild == nil ||
			!strings.EqualFold(strings.TrimSpace(media), "application/ld+json") {
			continue
		}
		n++
		text := []byte(s.FirstChild.Data)
		found, err := decode(text)
		if err != nil {
			found, err = decode(sound(sound(text)))
		}
		switch {
		case err == nil:
			values = append(values, found...)
		case bad == nil && bytes.Contains(text, []byte("Event")):
			bad = adapt.ErrMalformed.Errorf("JSON-LD %d of the page: %w", n, err)
		}
	}
	return values, bad
}

// decode reads the values of JSON of a script.
func decode(text []byte) (values []any, err error) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
	t := terms{"id": "@id", "type": "@type"} // as in the context of schema.org
	for {
		span, err := d.ReadValue()
		if err == io.EOF && len(values) > 0 {
			return values, nil
		}
		var v any
		if err == nil {
			v, err = jsondoc.Value(span)
		}
		if err != nil {
			return nil, err
		}
		values = append(values, t.normal(v))
	}
}

// noise matches the text that search engines skip in a script: marks and comments of HTML and
// JavaScript, CDATA, byte order marks, semicolons and control characters between values, and a
// comma before an end. It also matches strings, so that nothing inside them is taken for noise.
var noise = regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"|(?://\s*)?(?:<!--|-->|<!\[CDATA\[|\]\]>)|` +
	`/\*.*?\*/|//[^\n]*|[\x00-\x1f;` + "\ufeff" + `]|,\s*[}\]]`)

// sound returns a script as JSON, except commas before a comment, which a second call removes. Line
// breaks and tabs inside its strings, which JSON does not allow but pages have, become spaces.
func sound(text []byte) []byte {
	return noise.ReplaceAllFunc(text, func(b []byte) []byte {
		switch b[0] {
		case '"':
			return bytes.Map(func(c rune) rune { return max(c, ' ') },
				bytes.ReplaceAll(b, []byte(`\'`), []byte(`'`)))
		case ',':
			return b[len(b)-1:]
		}
		return []byte(" ")
	})
}

// terms are the terms of a script by their names in its contexts (JSON-LD 1.1, section 3.1).
type terms map[string]string

// add adds the terms of a context to t. A term for a vocabulary (an address that ends in / or #) is
// a prefix, not a name.
func (t terms) add(context any) {
	for _, c := range adapt.List(context) {
		object, _ := c.(map[string]any)
		for term, v := range object {
			if object, ok := v.(map[string]any); ok {
				v = object["@id"]
			}
			if name := adapt.Scalar(v); !strings.HasPrefix(term, "@") && name != "" &&
				!strings.HasSuffix(name, "/") && !strings.HasSuffix(name, "#") {
				t[term] = lang.LastPart(name)
			}
		}
	}
}

// normal returns a value of JSON-LD in its plainest form: names without alias and vocabulary, lists
// without the object around them (sections 4.1.5 and 4.3).
func (t terms) normal(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = t.normal(v[i])
		}
	case map[string]any:
		t.add(v["@context"])
		if list := cmp.Or(v["@list"], v["@set"]); list != nil {
			return t.normal(list)
		}
		for name, value := range text.InOrder(v) {
			delete(v, name)
			if name = cmp.Or(t[name], name); !strings.HasPrefix(name, "@") {
				name = cmp.Or(lang.LastPart(name), name)
			}
			if v[name] == nil && name != "@context" {
				v[name] = t.normal(value)
			}
		}
	}
	return v
}

// microdata returns an object with the content that a page describes in attributes (HTML Living
// Standard, section 5). It recurses no deeper than the parser, which stops at 512.
func microdata(n *html.Node, base *url.URL) map[string]any {
	object := map[string]any{}
	for name := range strings.FieldsSeq(attribute(n, "itemtype")) {
		add(object, "@type", name)
	}
	if id := attribute(n, "itemid"); id != "" {
		object["@id"] = adapt.Resolve(base, id)
	}
	properties(n, object, base)
	return object
}

// properties adds the values in the elements below n to an object.
func properties(n *html.Node, object map[string]any, base *url.URL) {
	for c := range n.ChildNodes() {
		names := strings.Fields(attribute(c, "itemprop"))
		_, inner := lookup(c, "itemscope")
		if inner && len(names) == 0 {
			// An object of its own inside another one, as an event in the body of a page.
			names = []string{"@included"}
		}
		if inner {
			// The first name counts: with two, the objects in it would double at each level.
			add(object, lang.LastPart(names[0]), microdata(c, base))
			continue
		}
		if len(names) > 0 {
			value := valueOf(c, base)
			for _, name := range names {
				add(object, lang.LastPart(name), value)
			}
		}
		properties(c, object, base)
	}
}

// add sets a member of an object, or makes a list of it.
func add(object map[string]any, name string, v any) {
	if before := object[name]; before != nil {
		v = append(adapt.List(before), v)
	}
	object[name] = v
}

// valueOf returns the value of an element: of its attributes, else its text.
func valueOf(n *html.Node, base *url.URL) any {
	for name := range strings.FieldsSeq("content datetime href src data value") {
		v, ok := lookup(n, name)
		switch {
		case !ok, name == "value" && n.DataAtom != atom.Data && n.DataAtom != atom.Meter:
		case name == "href", name == "src", name == "data":
			return adapt.Resolve(base, v)
		default:
			return strings.TrimSpace(v)
		}
	}
	return textOf(n)
}

// textOf returns the text of an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	_ = html.Render(&b, n) // it fails only if the writer does
	return markup.Words(b.String())
}
