package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
)

// The members of the items of [ReadList], and of its result besides the next page.
const (
	AddressMember   = "address"   // of a page, or of another list
	ChangedMember   = "lastmod"   // time of the page's last change by the sitemap; may be missing
	ListMember      = "list"      // true for another list
	CalendarsMember = "calendars" // addresses of calendars (text/calendar) that a page names
	FeedsMember     = "feeds"     // addresses of feeds (RSS, Atom) that a page names
	LinksMember     = "links"     // its links, see links
)

// IsSitemap reports whether a document with this beginning is a sitemap, an index of sitemaps or a
// text of addresses.
func IsSitemap(head []byte) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	u, err := url.Parse(strings.TrimSpace(line))
	root := feed.Root(head)
	return root == "urlset" || root == "sitemapindex" || err == nil && u.Host != "" &&
		(u.Scheme == "http" || u.Scheme == "https")
}

// ReadList is the [adapt.Reader] of lists. Its items are the addresses in a sitemap, an index of
// sitemaps or a text with an address a line (sitemaps.org), or the links of a page to its own host,
// each once and without fragment.
func ReadList(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	entry := func(address, changed string, list bool) error {
		value := map[string]any{AddressMember: address}
		adapt.Put(value, ChangedMember, changed)
		if list {
			value[ListMember] = true
		}
		return hand(adapt.Item{Value: value})
	}
	if IsSitemap(b) {
		if feed.Root(b) != "" {
			return nil, feed.Sitemap(b, o.URL, entry)
		}
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if err := entry(line, "", false); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	root, base, err := parse(b, o.URL)
	if err != nil {
		return nil, err
	}
	around := map[string]any{LinksMember: links(root, base)}
	var calendars, feeds []string
	seen := map[string]bool{"": true}
	for n := range root.Descendants() {
		href, tag := attribute(n, "href"), n.DataAtom
		if tag != atom.Link && tag != atom.A && tag != atom.Area || href == "" {
			continue
		}
		address := adapt.Resolve(base, href)
		media, _, _ := strings.Cut(strings.ToLower(attribute(n, "type")), ";")
		switch {
		case media == "text/calendar" || strings.HasPrefix(href, "webcal:"):
			calendars = append(calendars, address)
		case media == "application/rss+xml" || media == "application/atom+xml":
			feeds = append(feeds, address)
		}
		u, err := url.Parse(address)
		if err != nil || tag == atom.Link || u.Host != base.Host || u.User != nil {
			continue
		}
		u.Fragment, u.RawFragment = "", ""
		if address = u.String(); !seen[address] {
			seen[address] = true
			if err := entry(address, "", false); err != nil {
				return nil, err
			}
		}
	}
	around[CalendarsMember] = calendars
	around[FeedsMember] = feeds
	return around, nil
}
