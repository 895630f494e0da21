// Package page reads what web pages say of events to search engines: schema.org Event (and its
// subtypes, as MusicEvent) in JSON-LD, microdata or RDFa Lite. It also reads where such pages are:
// sitemaps, and pages with links.
//
// # Items
//
//	{"record": {…}, "event": {"@type": "MusicEvent", "name": "Roda de choro", …},
//	 "page": "https://venue.example/agenda/roda"}
//
// event is the object of JSON-LD; microdata and RDFa become the same (a property that is there
// twice becomes a list). Of the three the first that has an event is read. An event below
// superEvent is not an item of its own; one in subEvent is, and takes from the outer event what it
// does not say itself. Each date of an eventSchedule within the window is an item.
//
// # Record
//
// The id is @id, else identifier, else the address: that of the page when it has one event, else
// url. Events of one page with the same id are told apart by their start. A price is left to a map,
// since nothing says whether a fee comes on top; what is free is free.
//
// Sources: schema.org/Event, JSON-LD 1.1 (without remote contexts), HTML Living Standard section
// "Microdata", RDFa Lite 1.1, sitemaps.org protocol 0.9.
package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"cartaz/builder/internal/upstream/adapt"
)

const (
	maxPage    = 8 << 20 // bytes of a page
	maxAddress = 8 << 10 // bytes of the address that others start at
	maxDepth   = 64      // of what a page says
)

// Read hands on the events of a page; it is an [adapt.Reader]. What it returns has the types that
// the page speaks of, for messages, and its link to a next page.
func Read(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	root, err := parse(budget, b, o.Charset)
	if err != nil {
		return nil, err
	}
	base := baseOf(root, o.URL)
	found, err := events(budget, root, base)
	around := map[string]any{adapt.FoundMember: strings.Join(found.types(), ", ")}
	if next := rel(root, base, "next"); next != "" {
		around[adapt.NextMember] = next
	}
	if err != nil {
		return around, err
	}
	return around, found.items(base, o, budget.Hand(hand))
}

var metaCharset = regexp.MustCompile(`(?i)<meta\s[^>]*charset\s*=\s*["']?\s*([\w-]+)`)

// parse reads a page in its encoding: by its mark, its answer, its first meta element that names
// one (HTML Living Standard, sections 13.2.3.2 and 13.2.3.4), else UTF-8 or Windows-1252.
func parse(budget *adapt.Budget, b []byte, label string) (*html.Node, error) {
	if len(b) > maxPage {
		return nil, fmt.Errorf("%w: the page has more than %d bytes", adapt.ErrTooLarge, maxPage)
	}
	encoding, _, certain := charset.DetermineEncoding(b, "text/html; charset="+label)
	if !certain { // it looks at the first 1,024 bytes only
		label = "windows-1252"
		if utf8.Valid(b) {
			label = "utf-8"
		}
		if m := metaCharset.FindSubmatch(b); m != nil && !bytes.HasPrefix(m[1], []byte("utf-16")) {
			label = string(m[1])
		}
		if named, _ := charset.Lookup(label); named != nil {
			encoding = named
		}
	}
	b, err := encoding.NewDecoder().Bytes(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adapt.ErrMalformed, err)
	}
	if err := chargeTags(budget, b); err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%w: not HTML that can be read: %w", adapt.ErrMalformed, err)
	}
	return root, nil
}

// formatting are the elements that HTML opens again in each block until they end (HTML Living
// Standard, section 13.2.4.3).
var formatting = []atom.Atom{atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I,
	atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U}

// chargeTags charges the elements that a parser makes of a page: one for each tag, and again the
// formatting elements that are open there. A second body takes on the attributes of the first.
func chargeTags(budget *adapt.Budget, b []byte) error {
	tags := html.NewTokenizer(bytes.NewReader(b))
	open, all, roots := map[atom.Atom]int{}, 0, 0
	for n := 1; ; n++ {
		kind := tags.Next()
		if kind == html.ErrorToken {
			return nil // the end, or what the parser tells
		}
		raw := len(tags.Raw())
		name, _ := tags.TagName()
		cost := adapt.ValueCost + adapt.ValueCost/2*all
		switch tag := atom.Lookup(name); {
		case tag == atom.Body || tag == atom.Html:
			roots += raw
			cost += roots
		case !slices.Contains(formatting, tag):
		case kind == html.StartTagToken && (tag != atom.A || open[tag] == 0):
			open[tag]++
			all++
		case kind == html.EndTagToken && open[tag] > 0:
			open[tag]--
			all--
		}
		budget.At("tag", n)
		if err := budget.Charge(cost); err != nil {
			return err
		}
	}
}

// baseOf is the address that relative ones start at: the base element, unless it is so long that
// all addresses would be long, else that of the page.
func baseOf(root *html.Node, address string) *url.URL {
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	for n := range root.Descendants() {
		if n.DataAtom == atom.Base {
			href := attribute(n, "href")
			if ref, err := url.Parse(href); err == nil && len(href) <= maxAddress {
				return base.ResolveReference(ref)
			}
		}
	}
	return base
}

// resolve makes an address whole; what is none stays as it is.
func resolve(base *url.URL, address string) string {
	address = strings.TrimSpace(address)
	ref, err := url.Parse(address)
	if err != nil || address == "" {
		return address
	}
	return base.ResolveReference(ref).String()
}

// attribute is the value of an attribute; "" for none.
func attribute(n *html.Node, name string) string {
	v, _ := lookup(n, name)
	return v
}

func lookup(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// rel is the address of the first link with a relation; "" for none.
func rel(root *html.Node, base *url.URL, relation string) string {
	for n := range root.Descendants() {
		if (n.DataAtom == atom.Link || n.DataAtom == atom.A) && attribute(n, "href") != "" &&
			slices.Contains(strings.Fields(strings.ToLower(attribute(n, "rel"))), relation) {
			return resolve(base, attribute(n, "href"))
		}
	}
	return ""
}

// textOf is the text of an element, with single spaces; "" when it is beyond the budget.
func textOf(budget *adapt.Budget, n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if budget.Charge(nodeCost+len(d.Data)) != nil {
			return ""
		}
		if d.Type == html.TextNode && d.Parent.DataAtom != atom.Script &&
			d.Parent.DataAtom != atom.Style {
			for word := range strings.FieldsSeq(d.Data) {
				if b.Len() > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(word)
			}
		}
	}
	return b.String()
}
