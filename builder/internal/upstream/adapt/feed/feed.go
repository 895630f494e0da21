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
// them. Encodings are those of the declaration, or UTF-16 with its mark.
//
// Sources: RSS 2.0 (rssboard.org), RSS 1.0 (web.resource.org), RFC 4287, RFC 5005 (paged feeds),
// RFC 6321, GeoRSS.
package feed

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

const (
	atomSpace = "http://www.w3.org/2005/Atom"
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
	budget, b, err := adapt.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	if root := Root(b[:min(len(b), 64<<10)]); !IsFeed(root) {
		return nil, fmt.Errorf("%w: not a feed: its outermost element is %q, not rss, feed or "+
			"rdf:RDF", adapt.ErrMalformed, root)
	}
	base, err := url.Parse(o.URL)
	if err != nil {
		base = &url.URL{}
	}
	order, err := orderOf(budget, b, isEntry, o, func(n *node) map[adapt.Field]string {
		return entryFields(n, base)
	})
	if err != nil {
		return nil, err
	}
	around := map[string]any{}
	outside := func(_ []string, e xml.StartElement) {
		if e.Name.Local != "link" || e.Name.Space != atomSpace {
			return
		}
		var rel, href string
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "rel":
				rel = a.Value
			case "href":
				href = a.Value
			}
		}
		if ref, err := base.Parse(href); err == nil && rel == "next" && href != "" {
			around[adapt.NextMember] = ref.String()
		}
	}
	hand = budget.Hand(hand)
	return around, newDocument(budget, b).each(isEntry, outside, func(n *node) error {
		value := map[string]any{"entry": n.value()}
		item := adapt.Item{Value: value}
		if fields := entryFields(n, base); fields[adapt.Starts] != "" {
			value[adapt.RecordMember], item.Note = adapt.Record(budget, fields, order)
		}
		return hand(item)
	})
}

// orderOf looks at the dates of all items.
func orderOf(budget *adapt.Budget, b []byte, item func([]string) bool, o adapt.Options,
	fields func(*node) map[adapt.Field]string) (adapt.Order, error) {
	var dates []string
	err := newDocument(budget, b).each(item, func([]string, xml.StartElement) {},
		func(n *node) error {
			f := fields(n)
			dates = append(dates, f[adapt.Starts], f[adapt.Ends])
			return nil
		})
	return adapt.OrderOf(dates, o.Locale), err
}

// ownSpaces are the namespaces of feeds themselves, and of what stands for a description.
var ownSpaces = []string{atomSpace, "http://purl.org/rss/1.0/",
	"http://purl.org/rss/1.0/modules/content/"}

// Namespaces whose elements are not about an event.
var notEvents = []string{
	"http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/",
	"http://search.yahoo.com/mrss/", "http://www.itunes.com/dtds/podcast-1.0.dtd",
	"http://purl.org/rss/1.0/modules/syndication/",
	"http://purl.org/rss/1.0/modules/slash/", "http://wellformedweb.org/CommentAPI/",
	"http://purl.org/syndication/thread/1.0", "http://www.w3.org/2003/01/geo/wgs84_pos#",
	"http://www.georss.org/georss", "http://www.opengis.net/gml",
}

// entryNames are the elements of RSS and Atom themselves.
var entryNames = []string{"title", "link", "description", "author", "category", "comments",
	"enclosure", "guid", "pubDate", "source", "id", "summary", "content", "updated", "published",
	"contributor", "rights"}

// entryFields are what an entry says of its event.
func entryFields(n *node, base *url.URL) map[adapt.Field]string {
	var s said
	put := s.put
	put(adapt.ID, n.attribute("about")) // rdf:about
	// The elements of RSS and Atom go first: those of other vocabularies never stand for them.
	for _, own := range []bool{true, false} {
		for _, c := range n.children {
			name := slices.Contains(entryNames, c.local)
			switch {
			case own != (c.space == "" && name || slices.Contains(ownSpaces, c.space)):
			case own || slices.Contains(notEvents, c.space) && (!name || c.attribute("url") != ""):
				entryOwn(c, base, put)
			case !slices.Contains(notEvents, c.space):
				extension(c, put)
			}
		}
	}
	place(n, put)
	f := s.fields()
	if f[adapt.Updated] == "" {
		if d := n.find("pubDate"); d != nil {
			f[adapt.Updated] = d.all()
		}
	}
	for _, field := range []adapt.Field{adapt.Starts, adapt.Ends, adapt.Updated} {
		text, zone := mailDate(f[field])
		f[field] = text
		if f[adapt.Timezone] == "" && zone != "" && field == adapt.Starts {
			f[adapt.Timezone] = zone
		}
	}
	return f
}

// mailZones are the offsets of the names that RFC 822 has for zones (section 5.1).
var mailZones = map[string]string{"UT": "+0000", "UTC": "+0000", "GMT": "+0000", "Z": "+0000",
	"EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500", "MST": "-0700", "MDT": "-0600",
	"PST": "-0800", "PDT": "-0700"}

// mailDate reads a date of RFC 822, and gives any other text back. A name of a zone that RFC 822
// does not have is given apart from a local time: nothing depends on the zone of the machine.
func mailDate(text string) (moment, zone string) {
	at := strings.LastIndexByte(text, ' ') + 1
	name := strings.ToUpper(text[at:])
	date, form := text, time.RFC3339
	if offset := mailZones[name]; offset != "" {
		date = text[:at] + offset
	} else if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		date, zone, form = text[:at]+"+0000", text[at:], "2006-01-02T15:04:05"
	}
	t, err := mail.ParseDate(date)
	if err != nil {
		return text, ""
	}
	return t.Format(form), zone
}

// said is what an element says of an event: of each field what it says first, and all tags.
type said struct {
	first map[adapt.Field]string
	tags  []string
}

func (s *said) put(field adapt.Field, text string) {
	text = strings.TrimSpace(text)
	switch {
	case field == "" || text == "":
	case field == adapt.Tags:
		s.tags = append(s.tags, text)
	case s.first[field] == "":
		if s.first == nil {
			s.first = map[adapt.Field]string{}
		}
		s.first[field] = text
	}
}

func (s *said) fields() map[adapt.Field]string {
	s.put("", "")
	if len(s.tags) > 0 {
		s.first[adapt.Tags] = strings.Join(s.tags, ",")
	}
	return s.first
}

// entryOwn reads an element of RSS or Atom itself, or of the modules that all feeds have.
func entryOwn(c *node, base *url.URL, put func(adapt.Field, string)) {
	whole := func(address string) string {
		if ref, err := base.Parse(strings.TrimSpace(address)); err == nil && address != "" {
			return ref.String()
		}
		return address
	}
	picture := strings.HasPrefix(c.attribute("type"), "image/") || c.attribute("medium") == "image"
	switch c.local {
	case "title":
		put(adapt.Name, c.all())
	case "guid", "id":
		put(adapt.ID, c.all())
	case "link":
		switch rel := c.attribute("rel"); {
		case c.attribute("href") == "":
			put(adapt.BuyURL, whole(c.all()))
		case rel == "" || rel == "alternate":
			put(adapt.BuyURL, whole(c.attribute("href")))
		case rel == "enclosure" && picture:
			put(adapt.Image, whole(c.attribute("href")))
		}
	case "encoded", "content", "description", "summary":
		if c.attribute("url") == "" {
			put(adapt.Description, c.all())
		} else if picture { // media:content
			put(adapt.Image, whole(c.attribute("url")))
		}
	case "thumbnail":
		put(adapt.Image, whole(c.attribute("url")))
	case "enclosure":
		if picture {
			put(adapt.Image, whole(c.attribute("url")))
		}
	case "category", "subject":
		if term := c.attribute("term"); term != "" {
			put(adapt.Tags, term)
		} else {
			put(adapt.Tags, c.all())
		}
	case "updated", "modified":
		put(adapt.Updated, c.all())
	}
}

// extension reads an element that another vocabulary adds to an entry.
func extension(c *node, put func(adapt.Field, string)) {
	if c.local == "when" { // gd:when of Google's calendars
		put(adapt.Starts, c.attribute("startTime"))
		put(adapt.Ends, c.attribute("endTime"))
		return
	}
	if text := c.attribute("valueString"); c.local == "where" {
		put(adapt.Venue, text)
	}
	if zone := c.find("tzid"); zone != nil {
		put(adapt.Timezone, zone.all())
	}
	field := adapt.FieldOf(c.local)
	switch {
	case len(c.children) == 0:
		put(field, c.all())
	case slices.ContainsFunc(c.children, func(v *node) bool {
		return slices.Contains(valueNames, v.local)
	}):
		for _, v := range c.children {
			if v.local != "parameters" {
				put(field, v.all())
			}
		}
	case field != "":
		group(field, c, put, 0)
	default:
		for _, inner := range c.children { // as the properties of a vevent
			extension(inner, put)
		}
	}
}

// valueNames are the elements that hold the values of properties, RFC 6321 section 3.6.
var valueNames = []string{"text", "date", "date-time", "uri", "cal-address"}

// place reads the coordinates of GeoRSS and of the vocabulary geo.
func place(n *node, put func(adapt.Field, string)) {
	for _, name := range []string{"point", "pos"} {
		if p := n.find(name); p != nil {
			if at := strings.Fields(strings.ReplaceAll(p.all(), ",", " ")); len(at) == 2 {
				put(adapt.Latitude, at[0])
				put(adapt.Longitude, at[1])
			}
		}
	}
	if lat, lon := n.find("lat"), n.find("long"); lat != nil && lon != nil {
		put(adapt.Latitude, lat.all())
		put(adapt.Longitude, lon.all())
	}
}
