package newbrand

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/robots"
	"cartaz/builder/search/text"
)

// The limits of looking for events on a site.
const (
	mostGroups   = 8 // kinds of pages that are tried
	samplePages  = 2 // of each
	mostSitemaps = 6 // of an index that are read
	mostFeeds    = 3 // that a page names
)

// eventWords are the words in addresses of events, folded, in the languages of the interface.
var eventWords = regexp.MustCompile(`event|evento|agenda|program|show|concert|espetaculo|sess|` +
	`festival|veranstaltung|termin|konzert|spectacle|evenement|calend|kalender|ticket|ingresso|` +
	`whats-on|gig|funcion|cartelera`)

// site finds the events of a site whose page or sitemap b is.
func (a *asker) site(ctx context.Context, address string, b []byte) (found, error) {
	if page.IsSitemap(b) {
		return a.sitemap(ctx, address, b)
	}
	site, err := page.Look(ctx, b, address)
	if err != nil {
		return found{}, err
	}
	if site.Events > 0 {
		return found{kind: brands.KindHTML, url: address}, nil
	}
	for _, calendar := range site.Calendars[:min(len(site.Calendars), mostFeeds)] {
		if rest, ok := strings.CutPrefix(calendar, "webcal://"); ok {
			calendar = "https://" + rest
		}
		if b, err := a.get(ctx, calendar); err == nil && kindOf(b) == brands.KindICS &&
			bytes.Contains(b, []byte("BEGIN:VEVENT")) {
			return found{kind: brands.KindICS, url: calendar}, nil
		}
	}
	if links, _ := a.patterns(ctx, site.Links); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links}, nil
	}
	for _, address := range a.sitemaps(ctx, address) {
		b, err := a.get(ctx, address)
		if err != nil || !page.IsSitemap(b) {
			continue
		}
		if f, err := a.sitemap(ctx, address, b); err == nil {
			return f, nil
		}
	}
	for _, address := range site.Feeds[:min(len(site.Feeds), mostFeeds)] {
		if b, err := a.get(ctx, address); err == nil && hasEvents(ctx, b, address) {
			return found{kind: brands.KindFeed, url: address}, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return found{}, err
	}
	return found{}, fmt.Errorf("the page has no schema.org Event (it speaks of %s), and neither "+
		"have the pages of the same site that it or a sitemap names: give the address of a "+
		"calendar, a feed, a list in JSON, or of a page with one event",
		cmp.Or(site.Types, "nothing that schema.org has"))
}

// hasEvents reports whether a feed has an event.
func hasEvents(ctx context.Context, b []byte, address string) (has bool) {
	_, err := feed.Read(ctx, bytes.NewReader(b), adapt.Options{URL: address},
		func(i adapt.Item) error {
			has = has || i.Record() != nil
			return nil
		})
	return has && err == nil
}

// sitemaps are the addresses where a site may have its sitemap.
func (a *asker) sitemaps(ctx context.Context, address string) (addresses []string) {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	root := u.Scheme + "://" + u.Host
	if text, err := a.get(ctx, root+"/robots.txt"); err == nil {
		addresses = robots.Parse(string(text), "").Maps
	}
	if len(addresses) == 0 {
		addresses = []string{root + "/sitemap.xml", root + "/sitemap_index.xml",
			root + "/wp-sitemap.xml"}
	}
	return addresses[:min(len(addresses), mostFeeds)]
}

// sitemap finds the pages of events that a sitemap, or those that an index names, lists.
func (a *asker) sitemap(ctx context.Context, address string, b []byte) (found, error) {
	pages, lists, err := listed(ctx, address, b)
	if err != nil {
		return found{}, err
	}
	// Sitemaps of events first.
	slices.SortStableFunc(lists, func(a, b string) int { return -cmp.Compare(score(a), score(b)) })
	for _, list := range lists[:min(len(lists), mostSitemaps)] {
		b, err := a.get(ctx, list)
		if err != nil {
			continue
		}
		if more, _, err := listed(ctx, list, b); err == nil {
			pages = append(pages, more...)
		}
	}
	// The address stays that of the index: events may be spread over several of its sitemaps.
	if links, n := a.patterns(ctx, pages); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links, pages: n}, nil
	}
	return found{}, errors.Join(ctx.Err(), fmt.Errorf("no page that the sitemap names has a "+
		"schema.org Event: give the address of a page with one event"))
}

// listed are the pages and the sitemaps that a sitemap names.
func listed(ctx context.Context, address string, b []byte) (pages, lists []string, err error) {
	_, err = page.ReadList(ctx, bytes.NewReader(b), adapt.Options{URL: address},
		func(i adapt.Item) error {
			text, _ := i.Value[page.AddressMember].(string)
			if i.Value[page.ListMember] == true {
				lists = append(lists, text)
			} else {
				pages = append(pages, text)
			}
			return nil
		})
	return pages, lists, err
}

// group is the pages of a site whose addresses are alike.
type group struct {
	pattern string
	pages   []string
}

// patterns are the patterns of pages that have events, by trying some of each, and how many pages
// fit; nil for none.
func (a *asker) patterns(ctx context.Context, pages []string) (patterns []string, fit int) {
	groups := grouped(pages)
	for _, g := range groups[:min(len(groups), mostGroups)] {
		for i := range min(samplePages, len(g.pages)) {
			address := g.pages[i*len(g.pages)/samplePages]
			b, err := a.get(ctx, address)
			if err != nil || kindOf(b) != brands.KindHTML {
				continue
			}
			if site, err := page.Look(ctx, b, address); err == nil && site.Events > 0 {
				patterns, fit = append(patterns, g.pattern), fit+len(g.pages)
				break
			}
		}
	}
	return patterns, fit
}

var languageFolder = regexp.MustCompile(`^[a-z]{2}([-_][a-zA-Z]{2})?$`)

// grouped groups pages by the folders of their addresses: those that sound like events first, then
// those with most pages.
func grouped(pages []string) []group {
	byPattern := map[string]*group{}
	var groups []*group
	for _, address := range pages {
		u, err := url.Parse(address)
		if err != nil {
			continue
		}
		parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
		fixed := 0
		if len(parts) > 1 && languageFolder.MatchString(parts[0]) {
			fixed++
		}
		slash := ""
		if strings.HasSuffix(u.Path, "/") && len(u.Path) > 1 {
			slash = "/"
		}
		pattern := "/*" + slash
		switch folder := "/" + strings.Join(parts[:min(fixed+1, len(parts))], "/"); {
		case len(parts) > fixed+2:
			pattern = folder + "/**"
		case len(parts) == fixed+2:
			pattern = folder + "/*" + slash
		case u.RawQuery != "":
			pattern = u.EscapedPath() + "?*"
		}
		g := byPattern[pattern]
		if g == nil {
			g = &group{pattern: pattern}
			byPattern[pattern] = g
			groups = append(groups, g)
		}
		g.pages = append(g.pages, address)
	}
	slices.SortStableFunc(groups, func(a, b *group) int {
		return cmp.Or(-cmp.Compare(score(a.pattern), score(b.pattern)),
			-cmp.Compare(len(a.pages), len(b.pages)))
	})
	out := make([]group, len(groups))
	for i, g := range groups {
		out[i] = *g
	}
	return out
}

// score is 1 for an address that sounds like events.
func score(address string) int {
	if eventWords.MatchString(text.Fold(address)) {
		return 1
	}
	return 0
}
