// Package feed reads feeds of events (RSS 2.0, RSS 1.0, Atom) and any other XML.
//
// # Feeds
//
//	{"record": {…}, "entry": {"title": "Roda de choro", "ev:startdate": "2027-02-01T20:00", …}}
//
// An entry is an event when it says when it begins: with the event module of RSS
// (http://purl.org/rss/1.0/modules/event/), xCal (RFC 6321, or flat as feeds have it), gd:when, or
// any other extension whose element has a name that [adapt.FieldOf] knows as a start. The date of
// an entry itself (pubDate, published, dc:date) is never the date of an event. What is no event has
// no record.
//
// # XML
//
//	{"record": {…}, "item": {"@id": "7", "nome": "Roda de choro", "local": {"cidade": "Recife"}}}
//
// The items are the elements of source.items: /agenda/evento, or a name alone at any depth. Without
// it the elements that most often have a name and a date are taken. How XML becomes JSON says
// [node.value]; names have their prefixes.
//
// # Safety
//
// Document types are not read: an entity that one defines makes the document malformed, and nothing
// outside of it is asked for. Elements are nested at most 128 deep, an item has at most 100,000 of
// them. The charset is found by [adapt.Open].
//
// Sources: RSS 2.0 (rssboard.org), RSS 1.0 (web.resource.org), RFC 4287, RFC 5005 (paged feeds),
// RFC 6321, Media RSS, GeoRSS, XML Base.
package feed

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

const (
	atomSpace  = "http://www.w3.org/2005/Atom"
	mediaSpace = "http://search.yahoo.com/mrss/"
)

// IsFeed reports whether the outermost element of a document is that of a feed.
func IsFeed(root string) bool { return root == "rss" || root == "feed" || root == "RDF" }

// isEntry reports whether a path is that of an entry.
func isEntry(path []string) bool {
	last := local(path[len(path)-1])
	return len(path) >= 2 && len(path) <= 3 && (last == "item" || last == "entry")
}

func local(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// Read hands on the entries of a feed; it is an [adapt.Reader]. What it returns has the address of
// the next page (RFC 5005).
func Read(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, "")
	if err != nil {
		return nil, err
	}
	if root := Root(b[:min(len(b), 64<<10)]); !IsFeed(root) {
		return nil, fmt.Errorf("%w: not a feed: its outermost element is %q, not rss, feed or "+
			"rdf:RDF", adapt.ErrMalformed, root)
	}
	fields := func(n *node) map[adapt.Field]any { return entryFields(budget, n, o.Locale) }
	order, err := orderOf(budget, b, isEntry, o, fields)
	if err != nil {
		return nil, err
	}
	around := map[string]any{}
	outside := func(_ []string, n *node) {
		if href := n.attribute("href"); n.local == "link" && n.space == atomSpace && href != "" &&
			n.attribute("rel") == "next" {
			around[adapt.NextMember] = adapt.Resolve(n.base, href)
		}
	}
	hand = budget.Hand(hand)
	return around, newDocument(budget, b, o.URL).each(isEntry, outside, func(n *node) error {
		value := map[string]any{"entry": n.value()}
		item := adapt.Item{Value: value}
		if fields := fields(n); fields[adapt.Starts] != nil {
			adapt.Put(value, adapt.RecordMember, adapt.Record(fields, order))
		} else if !o.Mapped {
			item.Note = "entries without a date of an event"
		}
		return hand(item)
	})
}

// orderOf looks at the dates of all items.
func orderOf(budget *adapt.Budget, b []byte, item func([]string) bool, o adapt.Options,
	fields func(*node) map[adapt.Field]any) (times.Order, error) {
	var dates []string
	err := newDocument(budget, b, o.URL).each(item, func([]string, *node) {},
		func(n *node) error {
			f := fields(n)
			dates = append(dates, adapt.Scalar(f[adapt.Starts]), adapt.Scalar(f[adapt.Ends]))
			return nil
		})
	return times.OrderOf(dates, o.Locale), err
}

// ownSpaces are the namespaces of feeds themselves, and of what stands for a description.
var ownSpaces = []string{atomSpace, "http://purl.org/rss/1.0/",
	"http://purl.org/rss/1.0/modules/content/"}

// Namespaces whose elements are not about an event.
var notEvents = []string{
	"http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/",
	"http://www.itunes.com/dtds/podcast-1.0.dtd",
	"http://purl.org/rss/1.0/modules/syndication/",
	"http://purl.org/rss/1.0/modules/slash/", "http://wellformedweb.org/CommentAPI/",
	"http://purl.org/syndication/thread/1.0", "http://www.w3.org/2003/01/geo/wgs84_pos#",
	"http://www.georss.org/georss", "http://www.opengis.net/gml",
}

// entryNames are the elements of RSS and Atom themselves.
var entryNames = []string{"title", "link", "description", "author", "category", "comments",
	"enclosure", "guid", "pubDate", "source", "id", "summary", "content", "updated", "published",
	"contributor", "rights"}

// entryFields are what an entry says of its event. The elements of RSS and Atom go first: those of
// other vocabularies never stand for them.
func entryFields(budget *adapt.Budget, n *node, locale string) map[adapt.Field]any {
	f := map[adapt.Field]string{}
	e := entry{fields: f}
	e.put(adapt.ID, n.attribute("about")) // rdf:about
	var extensions []*node
	for c := range n.children() {
		name := slices.Contains(entryNames, c.local)
		switch foreign := slices.Contains(notEvents, c.space); {
		case c.space == mediaSpace && c.local == "group":
			for inner := range c.children() {
				e.media(inner)
			}
		case c.space == mediaSpace:
			e.media(c)
		case c.space == "" && name, slices.Contains(ownSpaces, c.space), foreign && !name:
			e.own(budget, c)
		case !foreign:
			extensions = append(extensions, c)
		}
	}
	e.put(adapt.Description, f[summary])
	e.put(adapt.Format, f[summaryFormat])
	if f[adapt.BuyURL] == "" && strings.HasPrefix(f[permalink], "http") {
		f[adapt.BuyURL] = f[permalink]
	}
	e.put(adapt.ID, f[adapt.BuyURL])
	e.place(n)
	for _, c := range extensions {
		if c.local == "when" { // gd:when of Google's calendars
			e.put(adapt.Starts, c.attribute("startTime"))
			e.put(adapt.Ends, c.attribute("endTime"))
		}
	}
	said := adapt.Members(members(nil, slices.Values(extensions)), locale)
	said[adapt.Tags] = append(e.tags, adapt.List(said[adapt.Tags])...)
	for field, text := range f {
		if text != "" {
			said[field] = text
		}
	}
	return said
}

// entry is what an entry says: of each field what it says first, and all tags.
type entry struct {
	fields map[adapt.Field]string
	tags   []any
}

// What an entry says that stands for a field where nothing better does.
const (
	summary       adapt.Field = "summary"
	summaryFormat adapt.Field = "summary_format"
	permalink     adapt.Field = "permalink"
)

func (e *entry) put(field adapt.Field, text string) {
	if text = strings.TrimSpace(text); field == adapt.Tags {
		e.tags = append(e.tags, text)
	} else if e.fields[field] == "" {
		e.fields[field] = text
	}
}

// own reads an element of RSS or Atom itself, or of the modules that all feeds have.
func (e *entry) own(budget *adapt.Budget, c *node) {
	switch c.local {
	case "title":
		if text, isHTML := c.construct(); isHTML {
			e.put(adapt.Name, adapt.Text(text))
		} else if c.space == atomSpace {
			e.put(adapt.Name, text)
		} else {
			e.put(adapt.Name, adapt.Plain(text))
		}
	case "guid", "id":
		e.put(adapt.ID, c.text())
		if c.local == "guid" && c.attribute("isPermaLink") != "false" {
			e.put(permalink, c.text())
		}
	case "link":
		switch rel := c.attribute("rel"); {
		case c.attribute("href") == "":
			e.put(adapt.BuyURL, adapt.Resolve(c.base, c.text()))
		case rel == "" || rel == "alternate":
			e.put(adapt.BuyURL, adapt.Resolve(c.base, c.attribute("href")))
		case rel == "enclosure":
			e.picture(c, "href")
		}
	case "encoded", "content":
		e.text(budget, c, adapt.Description, adapt.Format)
	case "description", "summary":
		e.text(budget, c, summary, summaryFormat)
	case "enclosure":
		e.picture(c, "url")
	case "category", "subject":
		e.put(adapt.Tags, cmp.Or(c.attribute("label"), c.attribute("term"), c.text()))
	case "updated", "modified", "pubDate":
		e.put(adapt.Updated, c.text())
	}
}

// construct gives a text construct (RFC 4287, section 3.1), and whether it is HTML.
func (n *node) construct() (text string, isHTML bool) {
	kind := n.attribute("type")
	if _, elements := n.own(); elements {
		if div := n.find("div"); div != nil && strings.Contains(kind, "xhtml") {
			n = div
		}
		return n.markup(), true
	}
	return n.text(), n.space == atomSpace && (kind == "html" || kind == "text/html")
}

// text puts a description and its format.
func (e *entry) text(budget *adapt.Budget, c *node, field, format adapt.Field) {
	text, isHTML := c.construct()
	if c.attribute("src") != "" || text == "" || e.fields[field] != "" {
		return
	}
	base := c.base
	if div := c.find("div"); div != nil {
		base = div.base
	}
	isHTML = isHTML || c.local == "encoded" || c.space != atomSpace && adapt.LooksHTML(text)
	if e.fields[format] = "text"; isHTML {
		text, e.fields[format] = adapt.Rebase(budget, text, base), "html"
	}
	e.fields[field] = text
}

// picture puts the address of a picture.
func (e *entry) picture(c *node, address string) {
	if strings.HasPrefix(c.attribute("type"), "image/") || c.attribute("medium") == "image" {
		e.put(adapt.Image, adapt.Resolve(c.base, c.attribute(address)))
	}
}

// media reads an element of Media RSS.
func (e *entry) media(c *node) {
	switch c.local {
	case "content":
		e.picture(c, "url")
	case "thumbnail":
		e.put(adapt.Image, adapt.Resolve(c.base, c.attribute("url")))
	}
}

// place reads the coordinates of GeoRSS and of the vocabulary geo.
func (e *entry) place(n *node) {
	for _, name := range []string{"point", "pos"} {
		if p := n.find(name); p != nil {
			if at := strings.Fields(strings.ReplaceAll(p.text(), ",", " ")); len(at) == 2 {
				e.put(adapt.Latitude, at[0])
				e.put(adapt.Longitude, at[1])
			}
		}
	}
	if lat, lon := n.find("lat"), n.find("long"); lat != nil && lon != nil {
		e.put(adapt.Latitude, lat.text())
		e.put(adapt.Longitude, lon.text())
	}
}
