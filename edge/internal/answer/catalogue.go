package answer

import (
	"fmt"
	"sync/atomic"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/phrases"
)

// common is what all kinds of answers of one brand share.
type common struct {
	brand    release.Brand
	rel      *release.Release // nil while the brand has none
	zone     *time.Location   // of the brand
	spelling catalog.Spelling // of addresses that answers show
	version  []release.Field  // Deprecation, Sunset and their links; see apiFields
}

// Catalogue is one brand as the core sees it: its facts and, if it has one, its open release. It
// never changes and may be used by many requests at once; the release must stay open as long as any
// of them runs.
type Catalogue struct {
	*common
	checkedAt atomic.Int64 // last comparison that checkAgain started, Unix seconds
	index     *search.Index

	sealed *sealed    // pages, documents and assets
	api    *api       // the JSON endpoints
	pages  *listPages // pages of search results
	when   *when      // days by the clock
}

// New prepares a catalogue. rel may be nil. It fails if the release lacks something that the edge
// needs to join answers.
func New(brand release.Brand, rel *release.Release, keys *credential.Keys) (*Catalogue, error) {
	shared := &common{brand: brand, rel: rel, zone: brand.Zone(), version: versionFields(&brand),
		spelling: catalog.NewSpelling(brand.SiteURL, brand.Paths)}
	c := &Catalogue{common: shared, when: &when{shared}}
	c.sealed = &sealed{common: shared, apiHost: apiHost(&brand), when: c.when}
	var found *results
	body := catalog.Health{Status: "ok", Brand: brand.Key}
	if rel != nil {
		m := rel.Manifest()
		id, builtAt := rel.ID(), m.BuiltAt.Format(time.RFC3339)
		body.Release = &id
		body.BuiltAt = &builtAt
		body.Events = m.Events
		var err error
		if found, err = openResults(rel); err != nil {
			return nil, err
		}
		rel.RememberChecks()
		c.index = found.index
	}
	c.api = &api{common: shared, keys: keys, health: jsonLine(&body), sealed: c.sealed,
		results: found}
	var err error
	c.pages, err = openListPages(shared, found)
	return c, err
}

// Brand returns the facts of the brand.
func (c *Catalogue) Brand() *release.Brand { return &c.brand }

// Address returns the absolute address of a path of the site, in the brand's spelling.
func (c *Catalogue) Address(path string) string { return c.brand.SiteURL + c.spelling.Own(path) }

// Key returns the form of a path that releases use, for a path of the site in any spelling.
func (c *Catalogue) Key(path string) string { return c.spelling.Key(path) }

// Release returns the open release, or nil.
func (c *Catalogue) Release() *release.Release { return c.rel }

// MarkVerified records that all files of the release have been compared with their checksums:
// searches no longer compare anything. It also reads the names in the search index, so that the
// first search by name need not wait.
func (c *Catalogue) MarkVerified() {
	c.index.MarkVerified()
	c.pages.reader.Names.Key(phrases.Venue, "")
}

// CheckAgain records that a file of the release may have changed: all bytes that an answer depends
// on are compared again, until MarkVerified.
func (c *Catalogue) CheckAgain() {
	c.recheck()
	c.index.CheckAgain()
}

// recheck makes everything in segments be compared again.
func (c *Catalogue) recheck() {
	c.rel.CheckAgain()
	if past := c.pages.results.past; past != nil {
		past.CheckAgain()
	}
}

// checkEvery is the time in seconds for which a row or a body that has matched its checksum is not
// compared again. A sealed file that is overwritten in place is therefore served for at most this
// time. So a page that is often asked for costs one checksum in this time, which is nearly nothing;
// a page that is seldom asked for is compared for every answer.
const checkEvery = 10

// checkAgain makes the release compare everything again after checkEvery, or if the clock went
// back.
func (c *Catalogue) checkAgain(now time.Time) {
	at := c.checkedAt.Load()
	if passed := now.Unix() - at; passed >= 0 && passed < checkEvery || c.rel == nil {
		return
	}
	if c.checkedAt.CompareAndSwap(at, now.Unix()) {
		c.recheck()
	}
}

// Answer answers one request that Route has classified.
func (c *Catalogue) Answer(a *Answer, r *Request, route Route) {
	c.checkAgain(r.Time)
	switch kind := route.Kind; {
	case kind == Resource:
		c.sealed.resource(a, r, route)
	case kind == TooLong:
		c.reply(a, r, kind, catalog.URITooLong)
	case kind == Malformed:
		c.reply(a, r, kind, catalog.BadRequest)
	case kind == APIUnknown:
		c.unknown(a, r, route)
	case c.Refuse(a, r, kind):
	case kind == Health:
		c.api.live(a, r)
	case kind == SlugMissing:
		c.reply(a, r, kind, catalog.SlugMissing)
	case kind == Identity:
		c.api.identity(a, r)
	case c.rel == nil:
		c.reply(a, r, kind, catalog.UpstreamUnavailable)
	case kind == List:
		c.api.list(a, r)
	case kind == Detail:
		c.api.detail(a, r, route)
	case kind == When:
		c.when.clock(a, r, route)
	case kind == ListCalendar:
		c.pages.calendar(a, r, route)
	case kind == Changes:
		c.pages.changes(a, r, route)
	default:
		c.pages.page(a, r, route)
	}
	c.Doubt(a, r, route.Kind)
}

// Doubt replaces an answer by an internal error if it comes from a search index that proved damaged
// while it was read. Answer calls it; packages of agent endpoints call it themselves.
func (c *Catalogue) Doubt(a *Answer, r *Request, kind Kind) {
	switch kind {
	case List, ListPage, ListTwin, ListCalendar, MCP, A2A:
	default:
		return
	}
	if c.index == nil || a.Code != "" {
		return
	}
	if err := c.index.Err(); err != nil {
		c.fail(a, r, kind, fmt.Errorf("release %s: %w", c.rel.ID(), err))
	}
}

// Internal answers that something outside the core failed.
func (c *Catalogue) Internal(a *Answer, r *Request, route Route) {
	c.reply(a, r, route.Kind, catalog.InternalError)
}
