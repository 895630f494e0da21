package page

import (
	"context"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
)

// The members of the items of [ReadList], and of what it returns beside the next page.
const (
	AddressMember   = "address"   // of a page, or of another list
	ChangedMember   = "lastmod"   // when the page changed last, as the sitemap says; may be missing
	ListMember      = "list"      // true for another list
	CalendarsMember = "calendars" // addresses of calendars (text/calendar) that a page names
	FeedsMember     = "feeds"     // addresses of feeds (RSS, Atom) that a page names
)

// IsSitemap reports whether a document that begins like this is a sitemap, an index of sitemaps or
// a text of addresses.
func IsSitemap(head []byte) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n")
	u, err := url.Parse(strings.TrimSpace(line))
	root := feed.Root(head)
	return root == "urlset" || root == "sitemapindex" || err == nil && u.Host != "" &&
		(u.Scheme == "http" || u.Scheme == "https")
}

// ReadList hands on the addresses that a sitemap, an index of sitemaps or a text file of addresses
// names, or the links of a page; it is an [adapt.Reader]. What it returns has the address of the
// next page of a list.
func ReadList(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, Legacy)
	if err != nil {
		return nil, err
	}
	hand = budget.Hand(hand)
	if IsSitemap(b) {
		return nil, sitemap(budget, b, o, hand)
	}
	root, err := parse(budget, b)
	if err != nil {
		return nil, err
	}
	base := baseOf(root, o.URL)
	around := map[string]any{}
	if next := rel(root, base, "next"); next != "" {
		around[adapt.NextMember] = next
	}
	var calendars, feeds []string
	for n := range root.Descendants() {
		media, _, _ := strings.Cut(strings.ToLower(attribute(n, "type")), ";")
		href := attribute(n, "href")
		switch {
		case n.DataAtom != atom.Link && n.DataAtom != atom.A || href == "":
		case media == "text/calendar" || strings.HasPrefix(href, "webcal:"):
			calendars = append(calendars, adapt.Resolve(base, href))
		case media == "application/rss+xml" || media == "application/atom+xml":
			feeds = append(feeds, adapt.Resolve(base, href))
		}
	}
	around[CalendarsMember], around[FeedsMember] = calendars, feeds
	return around, links(budget, root, base, func(address string) error {
		return hand(adapt.Item{Value: map[string]any{AddressMember: address}})
	})
}

// links hands on the addresses on the same host that a page links to, each once, without fragments.
func links(budget *adapt.Budget, root *html.Node, base *url.URL, hand func(string) error) error {
	seen := map[string]bool{}
	for n := range root.Descendants() {
		if n.DataAtom != atom.A && n.DataAtom != atom.Area {
			continue
		}
		u, err := url.Parse(adapt.Resolve(base, attribute(n, "href")))
		if err != nil || u.Host != base.Host || u.User != nil {
			continue
		}
		u.Fragment, u.RawFragment = "", ""
		address := u.String()
		budget.At("link", len(seen)+1)
		if err := budget.Charge(adapt.ValueCost + len(address)); err != nil {
			return err
		}
		if !seen[address] && attribute(n, "href") != "" {
			seen[address] = true
			if err := hand(address); err != nil {
				return err
			}
		}
	}
	return nil
}

// sitemap hands on the entries of a sitemap, of an index, or of a text with an address a line
// (sitemaps.org).
func sitemap(budget *adapt.Budget, b []byte, o adapt.Options, hand func(adapt.Item) error) error {
	entry := func(address, changed string, list bool) error {
		value := map[string]any{AddressMember: address}
		adapt.Put(value, ChangedMember, changed)
		if list {
			value[ListMember] = true
		}
		return hand(adapt.Item{Value: value})
	}
	if feed.Root(b) != "" {
		return feed.Sitemap(budget, b, o.URL, entry)
	}
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" {
			if err := entry(line, "", false); err != nil {
				return err
			}
		}
	}
	return nil
}
