// Package feed reads feeds of events (RSS 2.0, RSS 1.0, Atom) and any other XML.
//
// # Feeds
//
//	{"record": {…}, "entry": {"title": "Roda de choro", "ev:startdate": "2027-02-01T20:00", …}}
//
// An entry is an event when it says when it begins: with the event module of RSS
// (http://purl.org/rss/1.0/modules/event/), xCal (RFC 6321, or flat as feeds have it), gd:when, or
// any other extension whose element has a name that [adapt.FieldOf] knows as a start. The date of
// an entry itself (pubDate, published, dc:date) is never the date of an event. Other entries have
// no record.
//
// # XML
//
//	{"record": {…}, "item": {"@id": "7", "nome": "Roda de choro", "local": {"cidade": "Recife"}}}
//
// The items are the elements of source.items: /agenda/evento, or a name alone at any depth. Without
// it the elements that most often have a name and a date are taken. [node.value] says how XML
// becomes JSON; names keep their prefixes.
//
// # Safety
//
// Document types are not read: an entity that one defines makes the document malformed, and nothing
// outside the document is requested. Elements are nested at most 128 deep. The charset is found by
// [adapt.Open].
//
// Sources: RSS 2.0 (rssboard.org), RSS 1.0 (web.resource.org), RFC 4287, RFC 5005 (paged feeds),
// RFC 6321, Media RSS, GeoRSS, XML Base.
package feed

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// Namespaces. The first three are those of feeds themselves and of content in place of a
// description.
const (
	atomSpace    = "http://www.w3.org/2005/Atom"
	rssSpace     = "http://purl.org/rss/1.0/"
	contentSpace = "http://purl.org/rss/1.0/modules/content/"
	mediaSpace   = "http://search.yahoo.com/mrss/"
)

// notEvents are namespaces whose elements are about the entry, not about an event.
var notEvents = strings.Fields(`http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/
	http://www.itunes.com/dtds/podcast-1.0.dtd http://purl.org/rss/1.0/modules/syndication/
	http://purl.org/rss/1.0/modules/slash/ http://wellformedweb.org/CommentAPI/
	http://purl.org/syndication/thread/1.0`)

// entryNames are the elements of RSS and Atom themselves.
var entryNames = strings.Fields(`title link description author category comments enclosure guid
	pubDate source id summary content updated published contributor rights`)

// IsFeed reports whether root, the outermost element of a document, begins a feed.
func IsFeed(root string) bool { return root == "rss" || root == "feed" || root == "RDF" }

// Read is the [adapt.Reader] of feeds.
func Read(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	if root := Root(b[:min(len(b), 64<<10)]); !IsFeed(root) {
		return nil, adapt.ErrMalformed.Errorf("not a feed: its outermost element is %q, not rss, "+
			"feed or rdf:RDF", root)
	}
	return read(b, o, source{
		item: func(path []string) bool {
			name := local(path[len(path)-1])
			return len(path) >= 2 && len(path) <= 3 && (name == "item" || name == "entry")
		},
		said:   func(n *node) map[adapt.Field]any { return entry(n, o.Locale) },
		member: "entry", dated: !o.Mapped,
	}, hand)
}

// source has the differences between kinds of XML.
type source struct {
	item   func(path []string) bool        // which elements are items
	said   func(*node) map[adapt.Field]any // what an item says
	member string                          // of the items
	dated  bool                            // what has no date is not an event
}

// read calls hand with the items of a document. Their dates have the order of day and month that
// all of them show. It returns the elements and attributes beside the items, by their path below an
// element around the list, and links (RFC 5005) by their relation.
func read(b []byte, o adapt.Options, s source, hand func(adapt.Item) error) (map[string]any,
	error) {
	var dates, list []string
	var beside []element
	err := each(b, o.URL, s.item, func([]string, *node) {}, func(n *node) error {
		said := s.said(n)
		dates = append(dates, adapt.Scalar(said[adapt.Starts]), adapt.Scalar(said[adapt.Ends]))
		return nil
	})
	if err != nil {
		return nil, err
	}
	order := times.OrderOf(dates, o.Locale)
	err = each(b, o.URL, func(path []string) bool {
		is := s.item(path)
		if is && list == nil {
			list = slices.Clone(path)
		}
		return is
	}, func(path []string, n *node) {
		if len(beside) < maxPaths {
			beside = append(beside, element{slices.Clone(path), n})
		}
	}, func(n *node) error {
		said := s.said(n)
		item := adapt.Item{Value: map[string]any{s.member: n.value()}}
		if s.dated && said[adapt.Starts] == nil {
			item.Note = "entries without a date of an event"
		} else {
			adapt.Put(item.Value, adapt.RecordMember, adapt.Record(said, order, n.base))
		}
		return hand(item)
	})
	around, found := map[string]any{}, map[string]bool{}
	put := func(name, v string) {
		if _, there := around[name]; !there && len(v) <= maxSaid {
			around[name] = v
		}
	}
	for _, e := range beside {
		found["/"+strings.Join(e.path, "/")] = true
		at := 1
		for at < len(e.path) && at < len(list) && e.path[at] == list[at] {
			at++
		}
		name := local(strings.Join(e.path[at:], "."))
		n := e.node
		text, _ := n.own()
		href, rel := n.attribute("href"), n.attribute("rel")
		if rel != "" {
			put(rel, adapt.Resolve(n.base, href))
			continue
		}
		if name != "" && (text != "" || href == "" && len(n.attributes) > 0) {
			put(name, text)
		}
		for _, a := range n.attributes {
			put(strings.TrimPrefix(name+"."+a.Name.Local, "."), a.Value)
		}
	}
	if list == nil {
		around[adapt.FoundMember] = paths(slices.Sorted(maps.Keys(found)))
	}
	return around, err
}

// element is an element outside the items.
type element struct {
	path []string
	*node
}

// maxSaid bounds what one of them says.
const maxSaid = 4 << 10

// entry returns what an entry says of its event. The elements of RSS and Atom come first: elements
// of other vocabularies never replace them.
func entry(n *node, locale string) map[adapt.Field]any {
	about := n.attribute("about") // rdf:about
	e := elements{own: map[adapt.Field]any{adapt.ID: about}, tags: []any{}}
	for c := range n.children() {
		e.take(c)
	}
	e.put(adapt.BuyURL, e.permalink)
	e.put(adapt.ID, adapt.Scalar(e.own[adapt.BuyURL]))
	for _, c := range append(e.texts, e.summaries...) {
		if text, format := c.description(); text != "" && e.own[adapt.Description] == nil {
			e.own[adapt.Description] = text
			e.own[adapt.Format] = format
		}
	}
	said := adapt.Members(members(nil, e.extensions), locale)
	e.own[adapt.Tags] = append(e.tags, adapt.List(said[adapt.Tags])...)
	for f, v := range e.own {
		if v != "" {
			said[f] = v
		}
	}
	return said
}

// elements are those of an entry, by what they are for.
type elements struct {
	own              map[adapt.Field]any // what RSS and Atom themselves say
	tags             []any
	texts, summaries []*node // a summary counts only without a whole text
	permalink        string
	extensions       []*node // of other vocabularies
}

// put keeps the first text of a field.
func (e *elements) put(f adapt.Field, text string) {
	if e.own[f] == nil || e.own[f] == "" {
		e.own[f] = text
	}
}

// take adds c to the elements of its vocabulary.
func (e *elements) take(c *node) {
	known := slices.Contains(entryNames, c.local)
	foreign := slices.Contains(notEvents, c.space)
	switch {
	case c.space == mediaSpace && c.local == "group":
		for inner := range c.children() {
			e.take(inner)
		}
	case c.space == mediaSpace:
		if c.local == "thumbnail" || c.local == "content" && c.isPicture() {
			e.put(adapt.Image, c.address())
		}
	case foreign && known:
	case c.space != atomSpace && c.space != rssSpace && c.space != contentSpace && !foreign &&
		(c.space != "" || !known):
		e.extensions = append(e.extensions, c)
	default:
		e.takeOwn(c)
	}
}

// takeOwn adds c, an element of RSS or Atom.
func (e *elements) takeOwn(c *node) {
	switch c.local {
	case "title":
		e.put(adapt.Name, c.title())
	case "id", "guid":
		e.put(adapt.ID, c.text())
		if c.local == "guid" && c.attribute("isPermaLink") != "false" &&
			strings.HasPrefix(c.text(), "http") {
			e.permalink = c.text()
		}
	case "link", "enclosure":
		e.takeLink(c)
	case "encoded", "content":
		e.texts = append(e.texts, c)
	case "description", "summary":
		e.summaries = append(e.summaries, c)
	case "category", "subject":
		e.tags = append(e.tags, cmp.Or(c.attribute("label"), c.attribute("term"), c.text()))
	case "updated", "modified", "pubDate":
		e.put(adapt.Updated, c.text())
	}
}

// takeLink adds the address of a picture, or of the page of the event.
func (e *elements) takeLink(c *node) {
	switch rel := c.attribute("rel"); {
	case cmp.Or(rel, c.local) == "enclosure":
		if c.isPicture() {
			e.put(adapt.Image, c.address())
		}
	case c.attribute("href") == "":
		e.put(adapt.BuyURL, adapt.Resolve(c.base, c.text()))
	case rel == "" || rel == "alternate":
		e.put(adapt.BuyURL, c.address())
	}
}

// isPicture reports whether what n links to is a picture.
func (n *node) isPicture() bool {
	return strings.HasPrefix(n.attribute("type"), "image/") || n.attribute("medium") == "image"
}

// address returns what n links to.
func (n *node) address() string {
	return adapt.Resolve(n.base, cmp.Or(n.attribute("href"), n.attribute("url")))
}

// construct returns a text construct (RFC 4287, section 3.1), and whether it is HTML.
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

// title returns the text of a title: titles of RSS may have HTML, though nothing says so.
func (n *node) title() string {
	text, isHTML := n.construct()
	if n.space == atomSpace && !isHTML {
		return text
	}
	return adapt.Plain(text)
}

// description returns a description and its format, or "" if the description is elsewhere.
func (n *node) description() (text, format string) {
	text, isHTML := n.construct()
	switch {
	case n.attribute("src") != "":
		return "", ""
	case !isHTML && n.local != "encoded" && (n.space == atomSpace || !adapt.LooksHTML(text)):
		return text, "text"
	}
	base := n.base
	if div := n.find("div"); div != nil {
		base = div.base
	}
	return adapt.Rebase(text, base), "html"
}
