package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/upstream/adapt"
)

// scripts are the values of all JSON-LD of a page. The error is of the first script that speaks of
// events and cannot be read.
func scripts(budget *adapt.Budget, root *html.Node) (values []any, bad error) {
	n := 0
	for s := range root.Descendants() {
		media, _, _ := strings.Cut(attribute(s, "type"), ";")
		if s.DataAtom != atom.Script ||
			!strings.EqualFold(strings.TrimSpace(media), "application/ld+json") ||
			s.FirstChild == nil {
			continue
		}
		n++
		budget.At("JSON-LD of the page", n)
		found, err := decode(budget, s.FirstChild.Data)
		switch {
		case err == nil:
			values = append(values, found...)
		case bad == nil && strings.Contains(s.FirstChild.Data, "Event"):
			bad = fmt.Errorf("%w: JSON-LD %d of the page: %w", adapt.ErrMalformed, n, err)
		}
	}
	return values, bad
}

// decode reads the values of JSON of a script.
func decode(budget *adapt.Budget, text string) (values []any, err error) {
	if err := budget.Charge(len(text) + adapt.ObjectCost*strings.Count(text, "{") +
		adapt.ValueCost*(strings.Count(text, ",")+strings.Count(text, "["))); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(sound(text)))
	d.UseNumber()
	terms := aliases{"id": "@id", "type": "@type"}
	for {
		var v any
		switch err := d.Decode(&v); {
		case err == io.EOF && len(values) > 0:
			return values, nil
		case err != nil:
			return nil, err
		}
		values = append(values, terms.normal(v))
	}
}

// sound is a script as JSON, as search engines read it: without comments of HTML and JavaScript and
// marks of CDATA, byte order marks, semicolons between values, commas before an end and the escape
// \'. Line breaks and tabs inside of its texts, which JSON does not allow but pages have, are
// spaces.
func sound(text string) []byte {
	out := make([]byte, 0, len(text))
	quoted := false
	for len(text) > 0 {
		c, n := text[0], 1
		switch {
		case quoted && strings.HasPrefix(text, `\'`):
			c, n = '\'', 2
		case quoted && c == '\\' && len(text) > 1:
			out = append(out, c)
			c, n = text[1], 2
		case c == '"':
			quoted = !quoted
		case c < ' ':
			c = ' ' // also where JSON allows the character
		case quoted:
		case mark(text) > 0:
			c, n = ' ', mark(text)
		case c == '}' || c == ']':
			if t := bytes.TrimRight(out, " "); bytes.HasSuffix(t, []byte(",")) {
				out = t[:len(t)-1]
			}
		}
		out, text = append(out, c), text[n:]
	}
	return out
}

// mark is the length of the mark or comment that a text begins with; 0 for none.
func mark(text string) int {
	for _, m := range []string{"<!--", "-->", "<![CDATA[", "]]>", "\ufeff", ";"} {
		if strings.HasPrefix(text, m) {
			return len(m)
		}
	}
	end := ""
	switch {
	case strings.HasPrefix(text, "/*"):
		end = "*/"
	case strings.HasPrefix(text, "//"):
		if mark(strings.TrimLeft(text[2:min(len(text), 16)], " ")) > 0 {
			return 2 // the slashes hide the mark alone
		}
		end = "\n"
	default:
		return 0
	}
	if at := strings.Index(text[2:], end); at >= 0 {
		return 2 + at + len(end)
	}
	return len(text)
}

// aliases are the terms of a script by their names in its contexts (JSON-LD 1.1, section 3.1). Two
// are in the context of schema.org.
type aliases map[string]string

func (a aliases) add(context any) {
	switch context := context.(type) {
	case []any:
		for _, c := range context {
			a.add(c)
		}
	case map[string]any:
		for term, v := range context {
			if object, ok := v.(map[string]any); ok {
				v = object["@id"]
			}
			if name := adapt.Scalar(v); name != "" && term[:min(len(term), 1)] != "@" &&
				!strings.HasSuffix(name, "/") && !strings.HasSuffix(name, "#") {
				a[term] = lastPart(name)
			}
		}
	}
}

// normal is a value of JSON-LD in its plainest form: names without alias and vocabulary, lists
// without the object around them (sections 4.1.5 and 4.3), and numbers as programs see them: int,
// *big.Int or float64.
func (a aliases) normal(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = a.normal(v[i])
		}
	case map[string]any:
		a.add(v["@context"])
		for _, container := range []string{"@list", "@set"} {
			if inner, ok := v[container]; ok {
				return a.normal(inner)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			value := v[name]
			delete(v, name)
			if name = cmp.Or(a[name], name); name[:min(len(name), 1)] != "@" {
				name = cmp.Or(lastPart(name), name)
			}
			if v[name] == nil && name != "@context" {
				v[name] = a.normal(value)
			}
		}
	case json.Number:
		if n, err := strconv.Atoi(string(v)); err == nil {
			return n
		}
		if len(v) < 400 { // reading a number takes time with the square of its length
			if n, ok := new(big.Int).SetString(string(v), 10); ok {
				return n
			}
		}
		if f, err := v.Float64(); err == nil {
			return f
		}
		return string(v)
	}
	return v
}

// microdata are the outermost objects that a page describes in attributes (HTML Living Standard,
// section 5).
func microdata(budget *adapt.Budget, root *html.Node, base *url.URL) (objects []any) {
	d := &describer{base: base, byID: map[string]*html.Node{}, budget: budget,
		open: map[*html.Node]bool{}}
	for n := range root.Descendants() {
		if id := attribute(n, "id"); id != "" && d.byID[id] == nil {
			d.byID[id] = n
		}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := range n.ChildNodes() {
			if begins(c) {
				objects = append(objects, d.object(c, 0))
				continue
			}
			walk(c)
		}
	}
	walk(root) // no deeper than the parser, which stops at 512
	return objects
}

// begins reports whether an element begins an object.
func begins(n *html.Node) bool {
	_, ok := lookup(n, "itemscope")
	return ok
}

// describer turns elements into objects of JSON-LD.
type describer struct {
	base    *url.URL
	byID    map[string]*html.Node // of the page, for itemref
	budget  *adapt.Budget
	objects int
	open    map[*html.Node]bool // elements that are being read: itemref may lead back to one
}

// nodeCost is what looking at an element counts.
const nodeCost = 16

// object reads the object that begins at an element.
func (d *describer) object(n *html.Node, depth int) map[string]any {
	object := map[string]any{}
	if types := strings.Fields(attribute(n, "itemtype")); len(types) == 1 {
		object["@type"] = types[0]
	} else if len(types) > 1 {
		all := make([]any, len(types))
		for i, t := range types {
			all[i] = t
		}
		object["@type"] = all
	}
	if id := attribute(n, "itemid"); id != "" {
		object["@id"] = adapt.Resolve(d.base, id)
	}
	d.objects++
	d.budget.At("object", d.objects)
	if depth > maxDepth || d.open[n] || d.budget.Charge(adapt.ObjectCost) != nil {
		return object
	}
	d.open[n] = true
	defer delete(d.open, n)
	d.properties(n, object, depth)
	for id := range strings.FieldsSeq(attribute(n, "itemref")) {
		if other := d.byID[id]; other != nil && !d.open[other] {
			d.property(other, object, depth+1)
		}
	}
	return object
}

// properties reads the properties below an element.
func (d *describer) properties(n *html.Node, object map[string]any, depth int) {
	for c := range n.ChildNodes() {
		if d.budget.Charge(nodeCost) != nil {
			return
		}
		if c.Type == html.ElementNode {
			d.property(c, object, depth)
		}
	}
}

// property reads what one element says of an object, and what is below it.
func (d *describer) property(n *html.Node, object map[string]any, depth int) {
	names := strings.Fields(attribute(n, "itemprop"))
	var v any
	if begins(n) {
		v = d.object(n, depth+1)
		if len(names) == 0 {
			// An object of its own inside of another one, as an event in the body of a page.
			names = []string{"@included"}
		}
	} else {
		if len(names) > 0 {
			v = d.value(n)
		}
		defer d.properties(n, object, depth)
	}
	if d.budget.Charge(adapt.ValueCost*len(names)) != nil {
		return
	}
	for _, name := range names {
		name = lastPart(name)
		switch before := object[name].(type) {
		case nil:
			object[name] = v
		case []any:
			object[name] = append(before, v)
		default:
			object[name] = []any{before, v}
		}
	}
}

// addressAttributes are where elements have their address.
var addressAttributes = map[atom.Atom]string{
	atom.A: "href", atom.Link: "href", atom.Area: "href", atom.Img: "src", atom.Audio: "src",
	atom.Video: "src", atom.Source: "src", atom.Embed: "src", atom.Iframe: "src",
	atom.Object: "data",
}

// value is the value of an element: what its attributes say, else its text.
func (d *describer) value(n *html.Node) any {
	for _, name := range []string{"content", "datetime"} {
		if v, ok := lookup(n, name); ok {
			return strings.TrimSpace(v)
		}
	}
	if name := addressAttributes[n.DataAtom]; name != "" {
		if v, ok := lookup(n, name); ok {
			v = adapt.Resolve(d.base, v)
			_ = d.budget.Charge(len(v)) // the next charge says why
			return v
		}
	}
	if slices.Contains([]atom.Atom{atom.Data, atom.Meter}, n.DataAtom) {
		return attribute(n, "value")
	}
	return textOf(d.budget, n)
}
