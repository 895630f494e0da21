package onboard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/text"
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

// site finds the events of a site of whose page or sitemap s was seen.
func (a *asker) site(ctx context.Context, address string, s upstream.Sight) (found, error) {
	if s.Sitemap {
		return a.sitemap(ctx, address, s)
	}
	if s.Events > 0 {
		return found{kind: brands.KindHTML, url: address}, nil
	}
	for _, calendar := range s.Calendars[:min(len(s.Calendars), mostFeeds)] {
		if rest, ok := strings.CutPrefix(calendar, "webcal://"); ok {
			calendar = "https://" + rest
		}
		if c, err := a.look(ctx, calendar); err == nil && c.Kind == brands.KindICS && c.Events > 0 {
			return found{kind: brands.KindICS, url: calendar}, nil
		}
	}
	if links, _ := a.patterns(ctx, s.Links); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links}, nil
	}
	for _, address := range a.sitemaps(ctx, address) {
		list, err := a.look(ctx, address)
		if err != nil || !list.Sitemap {
			continue
		}
		if f, err := a.sitemap(ctx, address, list); err == nil {
			return f, nil
		}
	}
	for _, address := range s.Feeds[:min(len(s.Feeds), mostFeeds)] {
		if f, err := a.look(ctx, address); err == nil && f.Kind == brands.KindFeed &&
			f.Events > 0 {
			return found{kind: brands.KindFeed, url: address}, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return found{}, err
	}
	return found{}, fmt.Errorf("the page has no schema.org Event (it speaks of %s), and neither "+
		"have the pages of the same site that it or a sitemap names: give the address of a "+
		"calendar, a feed, a list in JSON, or of a page with one event",
		cmp.Or(s.Types, "nothing that schema.org has"))
}

// sitemaps are the addresses where a site may have its sitemap.
func (a *asker) sitemaps(ctx context.Context, address string) (addresses []string) {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	root := u.Scheme + "://" + u.Host
	if text, _, err := a.get(ctx, root+"/robots.txt"); err == nil {
		addresses = fetch.ParseRobots(string(text), "").Maps
	}
	if len(addresses) == 0 {
		addresses = []string{root + "/sitemap.xml", root + "/sitemap_index.xml",
			root + "/wp-sitemap.xml"}
	}
	return addresses[:min(len(addresses), mostFeeds)]
}

// sitemap finds the pages of events that a sitemap, or those that an index names, lists.
func (a *asker) sitemap(ctx context.Context, address string, s upstream.Sight) (found, error) {
	// Sitemaps of events first.
	slices.SortStableFunc(s.Lists,
		func(a, b string) int { return cmp.Compare(score(b), score(a)) })
	pages := s.Links
	for _, list := range s.Lists[:min(len(s.Lists), mostSitemaps)] {
		if more, err := a.look(ctx, list); err == nil {
			pages = append(pages, more.Links...)
		}
	}
	// The address stays that of the index: events may be spread over several of its sitemaps.
	if links, n := a.patterns(ctx, pages); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links, pages: n}, nil
	}
	return found{}, errors.Join(ctx.Err(), fmt.Errorf("no page that the sitemap names has a "+
		"schema.org Event: give the address of a page with one event"))
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
			if page, err := a.look(ctx, address); err == nil && page.Kind == brands.KindHTML &&
				page.Events > 0 {
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
func grouped(pages []string) []*group {
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
	return groups
}

// score is 1 for an address that sounds like events.
func score(address string) int {
	if eventWords.MatchString(text.Fold(address)) {
		return 1
	}
	return 0
}
