package answer

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/credential"
)

// Catalogue is one brand as the core sees it: its facts and, when it has one,
// its open release. It never changes and may be used by many requests at once;
// the release must stay open as long as any of them runs.
type Catalogue struct {
	brand release.Brand
	rel   *release.Release // nil while the brand has none
	index *search.Index
	keys  *credential.Keys

	site, base url.URL // of the brand; empty where it has none that can be read
	problems   map[catalog.Code]problemBody
	version    []release.Field // Deprecation, Sunset and their links, on every v1 answer
	health     []byte
	list       listPage // /eventos as HTML
	twin       listPage // /eventos as Markdown
}

// New prepares a catalogue. rel may be nil. It fails when the release lacks
// what the edge needs to join answers.
func New(brand release.Brand, rel *release.Release, keys *credential.Keys) (*Catalogue, error) {
	c := &Catalogue{brand: brand, rel: rel, keys: keys, problems: prepareProblems(brand.Locale, brand.SiteURL)}
	c.version = versionFields(&brand)
	for u, text := range map[*url.URL]string{&c.site: brand.SiteURL, &c.base: brand.BaseURL} {
		if read, err := url.Parse(text); err == nil {
			*u = *read
		}
	}
	body := catalog.Health{Status: "ok", Brand: brand.Key}
	if rel != nil {
		m := rel.Manifest()
		id, builtAt := rel.ID(), m.BuiltAt.Format(time.RFC3339)
		body.Release, body.BuiltAt, body.Events = &id, &builtAt, m.Events
		index, err := search.Open(rel.SearchIndex())
		if err != nil {
			return nil, fmt.Errorf("release %s: search index: %w", rel.ID(), err)
		}
		c.index = index
		if c.list, err = openListPage(rel, index, release.PathListHTML, search.CardForm); err != nil {
			return nil, err
		}
		if c.twin, err = openListPage(rel, index, release.PathListMarkdown, search.LineForm); err != nil {
			return nil, err
		}
	}
	c.health = appendHealth(nil, &body)
	return c, nil
}

// Brand is the facts of the brand.
func (c *Catalogue) Brand() *release.Brand { return &c.brand }

// Release is the open release, nil when there is none.
func (c *Catalogue) Release() *release.Release { return c.rel }

// Verify checks the search index completely; New has only looked at its header.
func (c *Catalogue) Verify() error {
	if c.index == nil {
		return nil
	}
	if err := c.index.Verify(); err != nil {
		return fmt.Errorf("release %s: search index: %w", c.rel.ID(), err)
	}
	return nil
}

// versionFields announces the end of version 1: Deprecation is a structured
// date (RFC 9745, section 2.1), Sunset an HTTP date (RFC 8594, section 3).
func versionFields(b *release.Brand) []release.Field {
	var fields []release.Field
	var links []string
	if b.DeprecatedAt != 0 {
		fields = append(fields, release.Field{Name: "Deprecation", Value: "@" + strconv.FormatInt(b.DeprecatedAt, 10)})
		if b.DeprecationLink != "" {
			links = append(links, "<"+b.DeprecationLink+`>; rel="deprecation"; type="text/html"`)
		}
	}
	if b.SunsetAt != 0 {
		fields = append(fields, release.Field{Name: "Sunset", Value: httpDate(b.SunsetAt)})
		if b.DeprecationLink != "" {
			links = append(links, "<"+b.DeprecationLink+`>; rel="sunset"; type="text/html"`)
		}
	}
	if len(links) > 0 {
		fields = append(fields, release.Field{Name: "Link", Value: strings.Join(links, ", ")})
	}
	return fields
}

// httpDate is an IMF-fixdate (RFC 9110, section 5.6.7).
func httpDate(unix int64) string {
	return time.Unix(unix, 0).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")
}

// Answer answers one request that Route has classified.
func (c *Catalogue) Answer(a *Answer, r *Request, route Route) {
	switch route.Kind {
	case TooLong:
		c.problem(a, r, route.Kind, catalog.URITooLong)
	case Malformed:
		c.problem(a, r, route.Kind, catalog.BadRequest)
	case APIUnknown:
		c.unknown(a, r, route)
	case Resource:
		c.resource(a, r, route)
	case Detail, List, SlugMissing, Health:
		if c.admit(a, r, route, "GET") {
			c.api(a, r, route)
		}
	case Identity:
		if c.admit(a, r, route, "POST") {
			c.identity(a, r)
		}
	case ListPage, ListTwin:
		c.listPage(a, r, route)
	}
}

// admit lets a request to an API endpoint through: it answers preflights, every
// method but the endpoint's own, and requests over their limit.
func (c *Catalogue) admit(a *Answer, r *Request, route Route, method string) bool {
	switch {
	case isPreflight(r):
		preflight(a, method)
		a.Fields = append(a.Fields, c.version...)
	case r.Method != method:
		c.methodNotAllowed(a, r, route.Kind, method)
	case r.Limit != nil && !r.Limit.OK:
		c.tooManyRequests(a, r, route.Kind)
	default:
		return true
	}
	return false
}

// readable answers everything but GET and HEAD, and says whether the request is
// one of them.
func (c *Catalogue) readable(a *Answer, r *Request, kind Kind) bool {
	if r.Method == "GET" || r.Method == "HEAD" {
		return true
	}
	c.methodNotAllowed(a, r, kind, "GET, HEAD")
	return false
}

// unknown answers an address that names nothing.
func (c *Catalogue) unknown(a *Answer, r *Request, route Route) {
	code := catalog.NotFound
	switch {
	case c.rel == nil && route.Kind == Resource:
		code = catalog.UpstreamUnavailable
	case route.Kind == Detail, strings.HasPrefix(route.Path, listPath+"/"):
		code = catalog.EventNotFound
	}
	c.problem(a, r, route.Kind, code)
}
