package feed

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream/adapt"
)

const maxDepth = 128 // of elements

// node is an element with all that is in it, or a text between elements.
type node struct {
	space, local string     // its namespace and name; "" for a text
	name         string     // as the document writes it: with its prefix
	attributes   []xml.Attr // their names in Name.Local, as the document writes them
	content      []*node    // elements and texts, in the order of the document
	chars        string     // of a text
	base         *url.URL   // where its addresses start (XML Base)
}

// local returns a name without its prefix.
func local(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// attribute returns the value of an attribute by its name without prefix, or "".
func (n *node) attribute(name string) string {
	for _, a := range n.attributes {
		if local(a.Name.Local) == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// children returns the elements of the element.
func (n *node) children() iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for _, c := range n.content {
			if c.local != "" && !yield(c) {
				return
			}
		}
	}
}

// own returns the text of the element itself, and whether elements are in it.
func (n *node) own() (text string, elements bool) {
	var b strings.Builder
	for _, c := range n.content {
		b.WriteString(c.chars)
		elements = elements || c.local != ""
	}
	return strings.TrimSpace(b.String()), elements
}

// text returns the text of the element and of all that is in it.
func (n *node) text() string {
	text, elements := n.own()
	if elements {
		return markup.Words(n.markup())
	}
	return text
}

// markup returns the content of the element as HTML.
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
				b.WriteString(" " + local(a.Name.Local) + `="` + html.EscapeString(a.Value) + `"`)
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

// value returns the element as JSON:
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
		object["@"+a.Name.Local] = a.Value
	}
	lists := map[string][]any{}
	for c := range n.children() {
		lists[c.name] = append(lists[c.name], c.value())
	}
	for name, list := range lists {
		object[name] = list
		if len(list) == 1 {
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
	decoder  *xml.Decoder
	prefixes map[string]string // of namespaces
	path     []string          // names of the elements that are open, as the document writes them
	open     []*node           // the same; the first is the document itself
}

// newDecoder reads XML without a document type: entities that it defines are refused, entities of
// HTML are known. Nothing outside the document is asked for. Its text is UTF-8 whatever it
// declares.
func newDecoder(b []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}

// each calls item with the elements whose paths it wants, whole and in their order, and outside
// with the start tag of every other element.
func each(b []byte, address string, item func(path []string) bool,
	outside func(path []string, n *node), take func(*node) error) error {
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	d := &document{decoder: newDecoder(b), open: []*node{{base: base}},
		prefixes: map[string]string{"http://www.w3.org/XML/1998/namespace": "xml:"}}
	var within *node
	for {
		t, err := d.decoder.Token()
		line, _ := d.decoder.InputPos()
		top := d.open[len(d.open)-1]
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return adapt.ErrMalformed.Errorf("line %d: %s", line,
				strings.TrimPrefix(err.Error(), "XML "))
		case len(d.path) > maxDepth:
			return adapt.ErrTooLarge.Errorf("line %d: elements are nested more than %d deep", line,
				maxDepth)
		}
		switch t := t.(type) {
		case xml.StartElement:
			n := d.node(t, top.base)
			d.path, d.open = append(d.path, n.name), append(d.open, n)
			switch {
			case within != nil:
				top.content = append(top.content, n)
			case item(d.path):
				within = n
			default:
				outside(d.path, n)
			}
		case xml.EndElement:
			d.path = d.path[:len(d.path)-1]
			d.open = d.open[:len(d.open)-1]
			if top == within {
				within = nil
				if err := take(top); err != nil {
					return err
				}
			}
		case xml.CharData:
			top.content = append(top.content, &node{chars: string(t)})
		}
	}
}

// node returns an element without its content. Its relative addresses resolve against base, or
// against its xml:base. node also records the prefixes that the element declares.
func (d *document) node(e xml.StartElement, base *url.URL) *node {
	isSpace := func(a xml.Attr) bool {
		return a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns"
	}
	for _, a := range e.Attr {
		if isSpace(a) {
			d.prefixes[a.Value] = ""
			if a.Name.Space != "" {
				d.prefixes[a.Value] = a.Name.Local + ":"
			}
		}
	}
	n := &node{space: e.Name.Space, local: e.Name.Local, base: base, name: d.written(e.Name),
		attributes: slices.DeleteFunc(e.Attr, isSpace)}
	for i, a := range n.attributes {
		n.attributes[i].Name.Local = d.written(a.Name)
		ref, err := url.Parse(strings.TrimSpace(a.Value))
		if n.attributes[i].Name.Local == "xml:base" && err == nil {
			n.base = base.ResolveReference(ref)
		}
	}
	return n
}

// written returns a name as the document writes it: with its prefix.
func (d *document) written(name xml.Name) string {
	prefix, ok := d.prefixes[name.Space]
	if !ok && name.Space != "" && !strings.ContainsAny(name.Space, "/:") {
		prefix = name.Space + ":" // a prefix that the document does not explain
	}
	return prefix + name.Local
}

// Root returns the name of the outermost element of a document that begins with head, without
// prefix, or "" if it is not XML.
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
var inline = strings.Fields(`a b br div em font h1 h2 h3 i li ol p small span strong sub sup u ul`)

// typed are the elements that hold the values of properties of xCal (RFC 6321, section 3.6).
var typed = strings.Fields(`text date date-time uri cal-address duration`)

// valueAttributes are where an element without text has its value.
var valueAttributes = strings.Fields(`url href src value valueString content term`)

// member returns the element as a member of the JSON that [adapt.Members] reads: its text, or an
// object of its attributes and elements by their names without prefixes. A description is HTML.
func (n *node) member() any {
	own, elements := n.own()
	field := adapt.FieldOf(n.local)
	texts, xcal := elements, true
	var values []any
	for c := range n.children() {
		texts = texts && slices.Contains(inline, c.local)
		if slices.Contains(typed, c.local) {
			values = append(values, c.text())
		} else {
			xcal = xcal && c.local == "parameters"
		}
	}
	switch {
	case field == adapt.Description && elements:
		return n.markup()
	case texts, elements && own != "":
		return n.text()
	case own != "" && field == adapt.Venue && len(n.attributes) > 0:
		place := members(n.attributes, nil)
		place["name"] = own
		return place
	case own != "":
		return own
	case xcal && len(values) == 1:
		return values[0]
	case xcal && len(values) > 1:
		return values
	case !elements:
		for _, name := range valueAttributes {
			if text := n.attribute(name); text != "" {
				return text
			}
		}
		if len(n.attributes) == 0 {
			return ""
		}
	}
	return members(n.attributes, n.content)
}

// members returns an object of attributes and elements; the first of a name counts, but all tags
// do. The members of a group whose name has no meaning become members of the element itself, except
// names and ids.
func members(attributes []xml.Attr, content []*node) map[string]any {
	object, groups := map[string]any{}, map[string]any{}
	put := func(to map[string]any, name string, v any) {
		if adapt.FieldOf(name) == adapt.Tags && to[name] != nil {
			to[name] = append(adapt.List(to[name]), adapt.List(v)...)
		} else if to[name] == nil || to[name] == "" {
			to[name] = v
		}
	}
	for _, a := range attributes {
		if !strings.HasPrefix(a.Name.Local, "xml:") {
			put(object, local(a.Name.Local), strings.TrimSpace(a.Value))
		}
	}
	for _, c := range content {
		if c.local == "" {
			continue
		}
		v := c.member()
		if zone := c.find("tzid"); zone != nil {
			put(object, "timezone", zone.text())
		}
		inner, group := v.(map[string]any)
		name := strings.TrimRight(c.local+"_"+c.attribute("lang"), "_")
		if adapt.FieldOf(name) == "" {
			name = c.local
		}
		if !group || adapt.FieldOf(name) != "" {
			put(object, name, v)
			continue
		}
		for name, v := range inner {
			if f := adapt.FieldOf(name); f != adapt.Name && f != adapt.ID {
				put(groups, name, v)
			}
		}
	}
	for name, v := range groups {
		put(object, name, v)
	}
	return object
}

// find returns the first element of a name below this one, at any depth, or nil.
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

// textOf returns the text of the first child of a name, or "".
func (n *node) textOf(local string) (text string) {
	for c := range n.children() {
		if c.local == local {
			text = cmp.Or(text, c.text())
		}
	}
	return text
}
