// Package page reads what web pages say of events to search engines: schema.org Event (and its
// subtypes, as MusicEvent) in JSON-LD or microdata. It also reads where such pages are: sitemaps,
// and pages with links.
//
// # Items
//
//	{"record": {…}, "event": {"@type": "MusicEvent", "name": "Roda de choro", …},
//	 "page": "https://venue.example/agenda/roda"}
//
// event is the object of JSON-LD without contexts; microdata becomes the same (a property that is
// there twice becomes a list), and is read where JSON-LD has no event. An object that is described
// in parts is one. An event below superEvent is not an item of its own; one in subEvent is, and
// takes from the outer event what it does not say itself. Each date of an eventSchedule within the
// window is an item.
//
// # Record
//
// The id is @id, else identifier, else the address: that of the page when it has one event, else
// url. Events of one page with the same id are told apart by their start. A price is left to a map,
// since nothing says whether a fee comes on top; what is free is free.
//
// Sources: schema.org/Event, JSON-LD 1.1 (without remote contexts), HTML Living Standard section
// "Microdata", sitemaps.org protocol 0.9.
package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/upstream/adapt"
)

const (
	maxPage    = 8 << 20 // bytes of a page
	maxAddress = 8 << 10 // bytes of the address that others start at
	maxDepth   = 64      // of what a page says
)

// Legacy is the charset of a page that names none and is not UTF-8 (HTML Living Standard, section
// 13.2.3.2).
const Legacy = "windows-1252"

// Read hands on the events of a page; it is an [adapt.Reader]. What it returns has the types that
// the page speaks of, for messages, and its link to a next page.
func Read(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, Legacy)
	if err != nil {
		return nil, err
	}
	root, err := parse(budget, b)
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

// parse reads a page, whose text is UTF-8.
func parse(budget *adapt.Budget, b []byte) (*html.Node, error) {
	if len(b) > maxPage {
		return nil, fmt.Errorf("%w: the page has more than %d bytes", adapt.ErrTooLarge, maxPage)
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
			return adapt.Resolve(base, attribute(n, "href"))
		}
	}
	return ""
}

// textOf is the text of an element; "" when it is beyond the budget.
func textOf(budget *adapt.Budget, n *html.Node) string {
	for d := range n.Descendants() {
		if budget.Charge(nodeCost+len(d.Data)) != nil {
			return ""
		}
	}
	var b strings.Builder
	_ = html.Render(&b, n) // it fails when the writer does
	return adapt.Text(b.String())
}
