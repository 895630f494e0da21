package feed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"

	"cartaz/builder/internal/upstream/adapt"
)

const (
	maxDepth = 128     // of elements
	maxNodes = 100_000 // elements of one item

	tokenCost, attributeCost = 16, 48 // of the budget
)

// node is an element with all that is in it.
type node struct {
	space, local string // its namespace and name
	name         string // as the document writes it: with its prefix
	attributes   []attribute
	children     []*node
	text         strings.Builder // of the element itself, without that of its children
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
			return a.value
		}
	}
	return ""
}

// all is the text of the element and of all that is in it.
func (n *node) all() string {
	if len(n.children) == 0 {
		return strings.TrimSpace(n.text.String())
	}
	var b strings.Builder
	var add func(n *node)
	add = func(n *node) {
		if text := strings.TrimSpace(n.text.String()); text != "" {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		for _, c := range n.children {
			add(c)
		}
	}
	add(n)
	return b.String()
}

// find gives the first element of a name below this one, at any depth; nil for none.
func (n *node) find(local string) *node {
	for _, c := range n.children {
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
//   - else an object: each attribute is a member "@name", each child a member of its name, text of
//     its own "#text"; children of the same name are a list.
//
// Names have the prefixes that the document writes.
func (n *node) value() any {
	if len(n.attributes) == 0 && len(n.children) == 0 {
		return strings.TrimSpace(n.text.String())
	}
	object := map[string]any{}
	for _, a := range n.attributes {
		object["@"+a.name] = a.value
	}
	lists := map[string][]any{}
	for _, c := range n.children {
		lists[c.name] = append(lists[c.name], c.value())
	}
	for name, list := range lists {
		if object[name] = list; len(list) == 1 {
			object[name] = list[0]
		}
	}
	adapt.Put(object, "#text", strings.TrimSpace(n.text.String()))
	return object
}

// document reads the elements of a document one after the other.
type document struct {
	budget   *adapt.Budget
	decoder  *xml.Decoder
	prefixes map[string]string // of namespaces
	path     []string          // of the element that is open, names as written
}

// utf8Of decodes UTF-16 with a byte order mark; every other encoding is what the declaration says.
func utf8Of(b []byte) ([]byte, bool) {
	if !bytes.HasPrefix(b, []byte("\xff\xfe")) && !bytes.HasPrefix(b, []byte("\xfe\xff")) {
		return bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), false
	}
	decoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(b)
	if err != nil {
		return b, false
	}
	return decoded, true
}

// newDecoder reads XML without a document type: entities that it defines are refused, those of HTML
// are known. Nothing outside of the document is asked for.
func newDecoder(b []byte) *xml.Decoder {
	b, wide := utf8Of(b)
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	if wide {
		d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	return d
}

func newDocument(budget *adapt.Budget, b []byte) *document {
	return &document{budget: budget, decoder: newDecoder(b), prefixes: map[string]string{}}
}

// each hands on the elements that item wants by their path, whole and in their order; outside is
// told of the beginning of every other one.
func (d *document) each(item func(path []string) bool, outside func(path []string,
	e xml.StartElement), take func(*node) error) error {
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
			d.path = append(d.path, d.written(t))
			if !item(d.path) {
				outside(d.path, t)
				continue
			}
			n, err := d.element(t)
			if err == nil {
				err = take(n)
			}
			if err != nil {
				return err
			}
			d.path = d.path[:len(d.path)-1]
		case xml.EndElement:
			d.path = d.path[:len(d.path)-1]
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

// written is the name of an element as the document writes it.
func (d *document) written(e xml.StartElement) string {
	for _, a := range e.Attr {
		switch {
		case a.Name.Space == "xmlns":
			d.prefixes[a.Value] = a.Name.Local + ":"
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			d.prefixes[a.Value] = ""
		}
	}
	return d.prefix(e.Name.Space) + e.Name.Local
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

// element reads an element to its end.
func (d *document) element(start xml.StartElement) (*node, error) {
	root := d.node(start)
	open := []*node{root}
	depth := len(d.path)
	for nodes := 1; ; {
		t, err := d.token()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: cut off inside of %s", adapt.ErrMalformed, root.name)
		case err != nil:
			return nil, err
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if nodes++; nodes > maxNodes || depth+len(open) > maxDepth {
				return nil, fmt.Errorf("%w: an element %s has more than %d elements, or is nested "+
					"more than %d deep", adapt.ErrTooLarge, root.name, maxNodes, maxDepth)
			}
			c := d.node(t)
			top.children = append(top.children, c)
			open = append(open, c)
		case xml.EndElement:
			if open = open[:len(open)-1]; len(open) == 0 {
				return root, nil
			}
		case xml.CharData:
			top.text.Write(t)
		}
	}
}

// node is an element without what is in it.
func (d *document) node(e xml.StartElement) *node {
	n := &node{space: e.Name.Space, local: e.Name.Local, name: d.written(e)}
	// A name may have a long prefix that is written once; the next token says what is too large.
	_ = d.budget.Charge(adapt.ValueCost + len(n.name) + attributeCost*len(e.Attr))
	for _, a := range e.Attr {
		if a.Name.Space != "xmlns" && (a.Name.Space != "" || a.Name.Local != "xmlns") {
			n.attributes = append(n.attributes, attribute{
				name: d.prefix(a.Name.Space) + a.Name.Local, local: a.Name.Local, value: a.Value})
		}
	}
	return n
}

// Root is the name of the outermost element of a document that begins like this, without prefix; ""
// for what is not XML.
func Root(head []byte) string {
	if text := bytes.TrimSpace(head); !bytes.HasPrefix(text, []byte("<")) &&
		!bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) &&
		!slices.Contains([]string{"\xff\xfe", "\xfe\xff"}, string(head[:min(len(head), 2)])) {
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
