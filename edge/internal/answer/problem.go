package answer

import (
	_ "embed" // problem.html
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/edge/internal/negotiate"
)

// plainPage is the page of a problem: language, title, detail.
//
//go:embed problem.html
var plainPage string

// jsonLine returns a value of this program, which can be written as JSON, with a line end.
func jsonLine(v any) []byte {
	body, _ := json.Marshal(v)
	return append(body, '\n')
}

// Brandless fills in the problem of a request that reached no brand: an unknown host, or a request
// that could not be read at all, whose r is nil.
func Brandless(a *Answer, r *Request, code catalog.Code) {
	a.clear()
	a.problemFields(code, i18n.Default, "", isPerson(r))
}

// isPerson reports whether a browser shows the answer to a person. Sec-Fetch-Dest says so; over
// plain HTTP and in older browsers that field is absent, and Accept decides.
func isPerson(r *Request) bool {
	return r != nil &&
		(r.SecFetchDest == "document" || r.SecFetchDest == "" && negotiate.Page(r.Accept))
}

// BrandlessHealth fills in the health of a service that knows no brand yet: it is alive.
func BrandlessHealth(a *Answer) {
	a.clear()
	a.Status, a.Body = 200, jsonLine(&catalog.Health{Status: "ok"})
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheNone)
	a.set("X-Content-Type-Options", "nosniff")
}

// retryAfter is the time in seconds after which to ask again if there is no release yet.
const retryAfter = "60"

// problemFields fills in a problem document for programs, or a plain page for a person. Problems
// are no-store: otherwise 404, 405 and 414 could be cached by default (RFC 9110, section 15.1).
func (a *Answer) problemFields(code catalog.Code, locale, siteURL string, person bool) {
	p := catalog.NewProblem(code, locale, siteURL)
	a.Status, a.Code = p.Status, catalog.Code(p.Code)
	if code == catalog.UpstreamUnavailable {
		a.set("Retry-After", retryAfter)
	}
	if person {
		a.Body = fmt.Appendf(nil, plainPage, locale, html.EscapeString(p.Title),
			html.EscapeString(p.Detail))
		a.set("Content-Type", "text/html; charset=utf-8")
		a.set("Content-Security-Policy", "default-src 'none'")
	} else {
		a.Body = jsonLine(p)
		a.set("Content-Type", "application/problem+json")
	}
	a.set("Cache-Control", catalog.CacheNone)
	a.set("Content-Language", locale)
	a.set("X-Content-Type-Options", "nosniff")
}

// reply answers with a problem. A person who follows a link to a page address gets the HTML page
// that explains the code, under the same status.
func (s *common) reply(a *Answer, r *Request, kind Kind, code catalog.Code) {
	a.clear()
	family := kinds[kind].family
	person := family == page && isPerson(r)
	if !person || !s.problemPage(a, code) {
		a.problemFields(code, s.brand.Locale, s.brand.SiteURL, person)
	}
	switch family {
	case agent:
		a.openFields()
	case endpoint:
		s.apiFields(a, r)
	default:
		a.set("Vary", catalog.VaryNegotiated)
	}
	a.limitFields(r.Limit)
}

// Refuse answers a request that an address does not take: a preflight, another method, a request
// over its limit. It reports whether it has answered.
func (s *common) Refuse(a *Answer, r *Request, kind Kind) bool {
	row := &kinds[kind]
	switch {
	case row.is&open != 0 && isPreflight(r):
		headers := allowHeaders
		if row.family == agent {
			headers = agentHeaders
		}
		preflight(a, row.methods, headers)
		if row.family == endpoint {
			a.Fields = append(a.Fields, s.version...)
		}
	case r.Method != row.methods && !(row.methods == reads && r.Reads()):
		s.reply(a, r, kind, catalog.MethodNotAllowed)
		a.set("Allow", row.methods) // RFC 9110, section 15.5.6
	case row.family != agent && r.Limit != nil && !r.Limit.OK:
		s.reply(a, r, kind, catalog.RateLimited)
	default:
		return false
	}
	return true
}

// problemPage fills in the sealed HTML page of a code. It returns false if the brand has no release
// or the page cannot be read.
func (s *common) problemPage(a *Answer, code catalog.Code) bool {
	if s.rel == nil {
		return false
	}
	ref, ok := s.rel.Lookup(catalog.ProblemPath(code))
	if !ok {
		return false
	}
	if v, ok := ref.Plain(); ok && isHTML(v.ContentType()) {
		body, err := v.Body()
		if err != nil {
			a.Err = err
			return false
		}
		for _, f := range v.Profile() {
			switch f.Name {
			case "Cache-Control", "Vary":
			default:
				a.set(f.Name, f.Value)
			}
		}
		a.Status = catalog.NewProblem(code, s.brand.Locale, "").Status
		a.Code = code
		a.Body = body
		a.set("Cache-Control", catalog.CacheNone)
		return true
	}
	return false
}

// fail answers with an internal error and keeps its cause for the log; the client does not see the
// cause.
func (s *common) fail(a *Answer, r *Request, kind Kind, cause error) {
	s.reply(a, r, kind, catalog.InternalError)
	a.Err = cause
}

// unknown answers an address that does not exist.
func (s *common) unknown(a *Answer, r *Request, route Route) {
	code := catalog.NotFound
	switch {
	case s.rel == nil && route.Kind == Resource:
		code = catalog.UpstreamUnavailable
	case route.Kind == Detail, strings.HasPrefix(route.Path, catalog.EventsPath+"/"):
		code = catalog.EventNotFound
	}
	s.reply(a, r, route.Kind, code)
}
