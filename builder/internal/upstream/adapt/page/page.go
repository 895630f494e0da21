// Package page reads the events that web pages describe for search engines: schema.org Event (and
// its subtypes, as MusicEvent) in JSON-LD or microdata. It also reads the lists of such pages:
// sitemaps, and pages with links.
//
// # Items
//
//	{"record": {…}, "event": {"@type": "MusicEvent", "name": "Roda de choro", …},
//	 "page": "https://venue.example/agenda/roda"}
//
// event is the object of JSON-LD without contexts. Microdata becomes the same, and is read if
// JSON-LD has no event; a repeated property becomes a list, and the first of several names of an
// object counts. An object that is described in parts becomes one. An event below superEvent is not
// an item of its own; an event in subEvent is, and inherits the members that it lacks from the
// outer event. Each date of an eventSchedule within the window is an item, unless the event itself
// goes on for days: then the dates are its sessions, as are events in subEvent without a name and a
// place of their own.
//
// # Record
//
// The id is @id, else identifier, else the address: the page's if it has one event, else url. The
// start tells events of one page with the same id apart. A price is left to a map, since the page
// does not say whether a fee is added; only free events have one.
//
// Sources: schema.org/Event, JSON-LD 1.1 (without remote contexts), HTML Living Standard section
// "Microdata" (without itemref), sitemaps.org protocol 0.9.
package page

import (
	"bytes"
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/lang"
)

const (
	maxPage    = 8 << 20 // bytes of a page
	maxAddress = 8 << 10 // bytes of the base of relative addresses
)

// Legacy is the charset of a page that names none and is not UTF-8 (HTML Living Standard, section
// 13.2.3.2).
const Legacy = "windows-1252"

// Read is the [adapt.Reader] of pages with events. Its result has the types that the page names,
// for messages, and the page's link to a next page.
func Read(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	root, base, err := parse(b, o.URL)
	if err != nil {
		return nil, err
	}
	g := &graph{base: base, locale: o.Locale, nodes: map[string]map[string]any{},
		types: map[string]bool{}, keys: map[[4]string]bool{}}
	values, bad := scripts(root)
	if g.add(values); len(g.events) == 0 {
		g.add([]any{microdata(root, base)})
	}
	around := map[string]any{LinksMember: links(root, base),
		adapt.FoundMember: strings.Join(slices.Sorted(maps.Keys(g.types)), ", ")}
	if len(g.events) == 0 {
		return around, bad
	}
	return around, g.items(o, hand)
}

// parse reads a page, whose text is UTF-8. base is the base of relative addresses: the base
// element, unless it is so long that all addresses would be long, else the page's address.
func parse(b []byte, address string) (root *html.Node, base *url.URL, err error) {
	if len(b) > maxPage {
		return nil, nil, adapt.ErrTooLarge.Errorf("the page has more than %d bytes", maxPage)
	}
	if root, err = html.Parse(bytes.NewReader(b)); err != nil {
		return nil, nil, adapt.ErrMalformed.Errorf("not HTML that can be read: %w", err)
	}
	if base, err = url.Parse(address); err != nil {
		base = &url.URL{}
	}
	for n := range root.Descendants() {
		if href := attribute(n, "href"); n.DataAtom == atom.Base {
			if ref, err := url.Parse(href); err == nil && len(href) <= maxAddress {
				return root, base.ResolveReference(ref), nil
			}
		}
	}
	return root, base, nil
}

// attribute returns the value of an attribute, or "".
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

// links returns the links of a page with their attributes and text: {"rel": "next", "href": …,
// "label": "2"}. An element without an address that loads more has true for it.
func links(root *html.Node, base *url.URL) (all []any) {
	for n := range root.Descendants() {
		at, rel := attribute(n, "href"), attribute(n, "rel")
		link := (n.DataAtom == atom.Link || n.DataAtom == atom.A) && at != "" && at[0] != '#'
		href := any(adapt.Resolve(base, at))
		more := loadsMore(n)
		if more {
			rel = "next"
		}
		if more && !link {
			href = true
		} else if !link {
			continue
		}
		all = append(all, map[string]any{"rel": rel, "href": href,
			"label": cmp.Or(attribute(n, "aria-label"), textOf(n))})
	}
	return all
}

// moreWords are the texts of buttons that load more of a list, and the classes and data attributes
// of such buttons.
var moreWords = lang.Load("more.txt")

// loadsMore reports whether an element is one that loads more items.
func loadsMore(n *html.Node) bool {
	said := append(strings.Fields(attribute(n, "class")), attribute(n, "id"))
	if n.DataAtom == atom.Button || n.DataAtom == atom.A || attribute(n, "role") == "button" {
		said = append(said, textOf(n))
	}
	for _, a := range n.Attr {
		if a.Key == "hidden" || a.Key == "disabled" {
			return false // at the end of the list
		}
		said = append(said, a.Key)
	}
	return slices.ContainsFunc(said, func(s string) bool { return moreWords.Of(s) != "" })
}
