package feed

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
)

const (
	maxDepth = 128     // of elements
	maxNodes = 100_000 // elements of one item
	maxBase  = 8 << 10 // bytes of xml:base

	tokenCost, attributeCost = 16, 48 // of the budget
)

// node is an element with all that is in it, or a text between elements.
type node struct {
	space, local string // its namespace and name; "" for a text
	name         string // as the document writes it: with its prefix
	attributes   []attribute
	content      []*node  // elements and texts, in the order of the document
	chars        string   // of a text
	base         *url.URL // where its addresses start (XML Base)
}

type attribute struct {
	name  string // as the document writes it
	local string
	value string
}

// attribute is the value of an attribute by its name without prefix; "" for none.
func (n *node) attribute(local string) string {
	for _, a := range n.attributes {
		if a.local == local {
			return strings.TrimSpace(a.value)
		}
	}
	return ""
}

// children are the elements of the element.
func (n *node) children() iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for _, c := range n.content {
			if c.local != "" && !yield(c) {
				return
			}
		}
	}
}

// own is the text of the element itself, and whether elements stand in it.
func (n *node) own() (text string, elements bool) {
	var b strings.Builder
	for _, c := range n.content {
		b.WriteString(c.chars)
		elements = elements || c.local != ""
	}
	return strings.TrimSpace(b.String()), elements
}

// text is the text of the element and of all that is in it.
func (n *node) text() string {
	text, elements := n.own()
	if elements {
		return adapt.Text(n.markup())
	}
	return text
}

// markup is the content of the element as HTML.
func (n *node) markup() string {
	var b strings.Builder
	var write func(n *node)
	write = func(n *node) {
		for _, c := range n.content {
			if c.local == "" {
				b.WriteString(html.EscapeString(c.chars))
				continue
			}
			b.WriteString("<" + c.local)
			for _, a := range c.attributes {
				b.WriteString(" " + a.local + `="` + html.EscapeString(a.value) + `"`)
			}
			b.WriteByte('>')
			if write(c); len(c.content) > 0 || c.local != "br" && c.local != "img" &&
				c.local != "hr" {
				b.WriteString("</" + c.local + ">")
			}
		}
	}
	write(n)
	return strings.TrimSpace(b.String())
}

// find gives the first element of a name below this one, at any depth; nil for none.
func (n *node) find(local string) *node {
	for c := range n.children() {
		if c.local == local {
			return c
		}
		if d := c.find(local); d != nil {
			return d
		}
	}
	return nil
}

// value is the element as JSON:
//
//   - text alone is a string, also "";
//   - else an object: each attribute is a member "@name", each child a member of its name; children
//     of the same name are a list. "#text" is the text of an element that has text of its own.
//
// Names have the prefixes that the document writes.
func (n *node) value() any {
	own, elements := n.own()
	if len(n.attributes) == 0 && !elements {
		return own
	}
	object := map[string]any{}
	for _, a := range n.attributes {
		object["@"+a.name] = a.value
	}
	lists := map[string][]any{}
	for c := range n.children() {
		lists[c.name] = append(lists[c.name], c.value())
	}
	for name, list := range lists {
		if object[name] = list; len(list) == 1 {
			object[name] = list[0]
		}
	}
	if own != "" {
		object["#text"] = n.text()
	}
	return object
}

// document reads the elements of a document one after the other.
type document struct {
	budget   *adapt.Budget
	decoder  *xml.Decoder
	prefixes map[string]string // of namespaces
	path     []string          // of the element that is open, names as written
	bases    []*url.URL        // of the document, and of each element of path
}

// newDecoder reads XML without a document type: entities that it defines are refused, those of HTML
// are known. Nothing outside of the document is asked for. Its text is UTF-8 whatever it declares.
func newDecoder(b []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}

func newDocument(budget *adapt.Budget, b []byte, address string) *document {
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	return &document{budget: budget, decoder: newDecoder(b), prefixes: map[string]string{},
		bases: []*url.URL{base}}
}

// each hands on the elements that item wants by their path, whole and in their order; outside is
// told of the beginning of every other one.
func (d *document) each(item func(path []string) bool, outside func(path []string, n *node),
	take func(*node) error) error {
	for {
		t, err := d.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			n := d.open(t)
			if !item(d.path) {
				outside(d.path, n)
				continue
			}
			err := d.fill(n)
			if err == nil {
				err = take(n)
			}
			if err != nil {
				return err
			}
			d.close()
		case xml.EndElement:
			d.close()
		}
	}
}

// token is the next part of the document.
func (d *document) token() (xml.Token, error) {
	line, _ := d.decoder.InputPos()
	d.budget.At("line", line)
	if err := d.budget.Charge(tokenCost); err != nil {
		return nil, err
	}
	t, err := d.decoder.Token()
	if err != nil && !errors.Is(err, io.EOF) {
		line, _ = d.decoder.InputPos()
		return nil, fmt.Errorf("%w: line %d: %s", adapt.ErrMalformed, line,
			strings.TrimPrefix(err.Error(), "XML "))
	}
	if len(d.path) > maxDepth {
		return nil, fmt.Errorf("%w: elements are nested more than %d deep", adapt.ErrTooLarge,
			maxDepth)
	}
	return t, err
}

// open goes into an element.
func (d *document) open(e xml.StartElement) *node {
	n := d.node(e, d.bases[len(d.bases)-1])
	d.path, d.bases = append(d.path, n.name), append(d.bases, n.base)
	return n
}

// close goes out of an element.
func (d *document) close() {
	d.path, d.bases = d.path[:len(d.path)-1], d.bases[:len(d.bases)-1]
}

func (d *document) prefix(space string) string {
	switch p, ok := d.prefixes[space]; {
	case ok:
		return p
	case space == "http://www.w3.org/XML/1998/namespace":
		return "xml:"
	case space != "" && !strings.ContainsAny(space, "/:"):
		return space + ":" // a prefix that the document does not explain
	}
	return ""
}

// fill reads an element that is open to its end.
func (d *document) fill(root *node) error {
	open := []*node{root}
	for nodes := 1; ; {
		t, err := d.token()
		switch {
		case errors.Is(err, io.EOF):
			return fmt.Errorf("%w: cut off inside of %s", adapt.ErrMalformed, root.name)
		case err != nil:
			return err
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if nodes++; nodes > maxNodes || len(d.path)+len(open) > maxDepth {
				return fmt.Errorf("%w: an element %s has more than %d elements, or is nested "+
					"more than %d deep", adapt.ErrTooLarge, root.name, maxNodes, maxDepth)
			}
			c := d.node(t, top.base)
			top.content = append(top.content, c)
			open = append(open, c)
		case xml.EndElement:
			if open = open[:len(open)-1]; len(open) == 0 {
				return nil
			}
		case xml.CharData:
			_ = d.budget.Charge(adapt.ValueCost + len(t))
			top.content = append(top.content, &node{chars: string(t)})
		}
	}
}

// node is an element without what is in it. Addresses start at base unless it says otherwise.
func (d *document) node(e xml.StartElement, base *url.URL) *node {
	for _, a := range e.Attr {
		switch {
		case a.Name.Space == "xmlns":
			d.prefixes[a.Value] = a.Name.Local + ":"
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			d.prefixes[a.Value] = ""
		}
	}
	n := &node{space: e.Name.Space, local: e.Name.Local, base: base,
		name: d.prefix(e.Name.Space) + e.Name.Local}
	// A name may have a long prefix that is written once; the next token says what is too large.
	_ = d.budget.Charge(adapt.ValueCost + len(n.name) + attributeCost*len(e.Attr))
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		name := d.prefix(a.Name.Space) + a.Name.Local
		if name == "xml:base" && len(base.Path)+len(a.Value) < maxBase {
			if ref, err := url.Parse(strings.TrimSpace(a.Value)); err == nil {
				n.base = base.ResolveReference(ref)
			}
		}
		n.attributes = append(n.attributes, attribute{name, a.Name.Local, a.Value})
	}
	return n
}

// Root is the name of the outermost element of a document that begins like this, without prefix; ""
// for what is not XML.
func Root(head []byte) string {
	if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) {
		return ""
	}
	d := newDecoder(head)
	d.Strict = false
	for range 100 {
		t, err := d.RawToken()
		if err != nil {
			return ""
		}
		if e, ok := t.(xml.StartElement); ok {
			return e.Name.Local
		}
	}
	return ""
}

// inline are elements of HTML that make up a text and no group of members.
var inline = []string{"a", "b", "br", "div", "em", "font", "h1", "h2", "h3", "i", "li", "ol", "p",
	"small", "span", "strong", "sub", "sup", "u", "ul"}

// typed are the elements that hold the values of properties of xCal (RFC 6321, section 3.6).
var typed = []string{"text", "date", "date-time", "uri", "cal-address"}

// member is the element as a member of the JSON that [adapt.Members] reads: its text, or an object
// of its attributes and elements by their names without prefixes. A description is HTML.
func (n *node) member() any {
	own, elements := n.own()
	field := adapt.FieldOf(n.local)
	plain := !slices.Contains(typed, n.local)
	for c := range n.children() {
		plain = plain && slices.Contains(inline, c.local)
	}
	switch {
	case field == adapt.Description && elements:
		return n.markup()
	case elements && (own != "" || plain):
		return n.text()
	case field == adapt.Tags && elements:
		return strings.Join(slices.Collect(n.leafs), "\n")
	case own != "" && field == adapt.Venue && len(n.attributes) > 0:
		place := members(n.attributes, n.children())
		place["name"] = own
		return place
	case own != "":
		return own
	case !elements && (n.aside() != "" || len(n.attributes) == 0):
		return n.aside()
	case field == adapt.Tags:
		for _, a := range n.attributes {
			if adapt.FieldOf(a.local) == adapt.Name {
				return a.value
			}
		}
	}
	for text := range n.leafs {
		if field == adapt.Image && strings.Contains(text, "/") {
			return text
		}
	}
	value := ""
	for c := range n.children() {
		switch {
		case c.local == "parameters":
		case !slices.Contains(typed, c.local):
			return members(n.attributes, n.children())
		default:
			value = cmp.Or(value, c.text())
		}
	}
	if value != "" {
		return value
	}
	return members(n.attributes, n.children())
}

// valueAttributes are where an element without text has its value.
var valueAttributes = []string{"url", "href", "src", "value", "valueString", "content", "term"}

// aside is the value of an element that stands in an attribute; "" for none.
func (n *node) aside() string {
	for _, name := range valueAttributes {
		if text := n.attribute(name); text != "" {
			return text
		}
	}
	return ""
}

// leafs yields the texts of the elements below it that have none in them.
func (n *node) leafs(yield func(string) bool) {
	for c := range n.children() {
		own, elements := c.own()
		if text := cmp.Or(own, c.aside()); !elements && text != "" && !yield(text) {
			return
		}
		c.leafs(yield)
	}
}

// members is an object of attributes and elements; the first of a name counts, and all tags. What a
// group says whose name means nothing is said of the element itself, but for names and ids.
func members(attributes []attribute, children iter.Seq[*node]) map[string]any {
	object := map[string]any{}
	var tags []string
	put := func(name string, v any) {
		if text, ok := v.(string); ok && adapt.FieldOf(name) == adapt.Tags {
			tags = append(tags, text)
		} else if object[name] == nil || object[name] == "" {
			object[name] = v
		}
	}
	for _, a := range attributes {
		if !strings.HasPrefix(a.name, "xml:") {
			put(a.local, strings.TrimSpace(a.value))
		}
	}
	groups := map[string]any{}
	for c := range children {
		name, v := c.local, c.member()
		if zone := c.find("tzid"); zone != nil {
			put("timezone", zone.text())
		}
		inner, group := v.(map[string]any)
		if !group || adapt.FieldOf(name) != "" {
			put(name, v)
			continue
		}
		for name, v := range inner {
			if f := adapt.FieldOf(name); f != adapt.Name && f != adapt.ID && groups[name] == nil {
				groups[name] = v
			}
		}
	}
	for name, v := range groups {
		put(name, v)
	}
	if len(tags) > 0 {
		object["tags"] = strings.Join(tags, "\n")
	}
	return object
}
