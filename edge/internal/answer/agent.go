package answer

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// The agent endpoints, /mcp and /a2a, speak protocols of their own. The core
// answers what HTTP decides before a protocol is reached ([Catalogue.Refuse]),
// reads the catalogue for them ([Catalogue.Read], [Catalogue.ReadList]), and
// sets the header fields of what they say ([Catalogue.Say]).

// Refuse answers a request to an agent endpoint that never reaches its protocol:
// a preflight of the brand's own pages, a method other than POST, a request over
// its limit, and a body that is no JSON by its header fields. It says whether it
// has answered.
func (c *Catalogue) Refuse(a *Answer, r *Request, route Route) bool {
	switch {
	case isPreflight(r) && c.origins.own(r.Origin):
		a.Status, a.NoBody = 204, true
		c.origins.set(a, r)
		a.set("Access-Control-Allow-Methods", "POST")
		a.set("Access-Control-Allow-Headers", agentHeaders)
		a.set("Access-Control-Max-Age", "86400")
	case r.Method != "POST":
		c.problems.methodNotAllowed(a, r, route.Kind, "POST")
	case c.problems.overLimit(a, r, route.Kind):
	case !isJSON(r):
		c.problems.answer(a, r, route.Kind, catalog.UnsupportedMediaType)
	default:
		return false
	}
	return true
}

const agentHeaders = "Content-Type, " + catalog.CredentialHeader +
	", MCP-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions"

// isJSON says whether the body is declared as JSON that is not compressed.
func isJSON(r *Request) bool {
	mediaType, _, _ := strings.Cut(r.ContentType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), "application/json") &&
		(r.ContentEncoding == "" || strings.EqualFold(r.ContentEncoding, "identity"))
}

// Say fills in an answer in the words of an agent protocol. Nothing of it may be
// stored: it answers a POST. body is nil for an answer without content.
func (c *Catalogue) Say(a *Answer, r *Request, status int, body []byte) {
	a.Status, a.Body, a.NoBody = status, body, false
	if body != nil {
		a.set("Content-Type", "application/json")
		a.set("X-Content-Type-Options", "nosniff")
	}
	a.set("Cache-Control", catalog.CacheNone)
	c.origins.set(a, r)
	if r.Limit != nil {
		a.limitFields(r.Limit)
	}
}

// origins tells the brand's own pages from those of others.
type origins struct {
	hosts      []string
	site, base url.URL // of the brand; empty where it has none that can be read
}

func newOrigins(brand *release.Brand) *origins {
	o := &origins{hosts: brand.Hosts}
	for u, text := range map[*url.URL]string{&o.site: brand.SiteURL, &o.base: brand.BaseURL} {
		if read, err := url.Parse(text); err == nil {
			*u = *read
		}
	}
	return o
}

// set lets the brand's own pages read an answer of an agent endpoint. Other origins are not named:
// a page of another site must not use the endpoints through the browsers of its visitors.
func (o *origins) set(a *Answer, r *Request) {
	if r.Origin != "" && o.own(r.Origin) {
		a.set("Access-Control-Allow-Origin", r.Origin)
		a.set("Access-Control-Expose-Headers", "RateLimit, RateLimit-Policy, Retry-After, Allow")
	}
	a.set("Vary", "Origin")
}

// own says whether an Origin field (RFC 6454, section 7) names a page of
// the brand: the origin of its site or API, or that of another of its hosts with
// scheme and port of the site. "null" is nobody's.
func (o *origins) own(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" || u.RawQuery != "" ||
		u.Fragment != "" || u.User != nil {
		return false
	}
	if u.Scheme == o.site.Scheme && u.Port() == o.site.Port() &&
		slices.Contains(o.hosts, strings.ToLower(u.Hostname())) {
		return true
	}
	return u.Scheme == o.base.Scheme && strings.EqualFold(u.Host, o.base.Host)
}

// OwnOrigin says whether an Origin field names a page of the brand.
func (c *Catalogue) OwnOrigin(origin string) bool { return c.origins.own(origin) }

// Read answers a GET of one of the brand's own addresses, for an agent protocol
// that passes the answer on. path and query are as they would be sent: escaped.
func (c *Catalogue) Read(a *Answer, path, query, accept string, at time.Time) {
	r := Request{Method: "GET", Path: path, Query: query, Accept: accept, Time: at}
	a.Reset()
	c.Answer(a, &r, c.Route(&r))
}
