package answer

import (
	"encoding/json"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// problemBody is a prepared problem document: all that is known of a code is
// known when the release is opened.
type problemBody struct {
	status int
	body   []byte
}

func prepareProblems(locale, siteURL string) map[catalog.Code]problemBody {
	prepared := make(map[catalog.Code]problemBody)
	for _, code := range catalog.Codes() {
		p := catalog.NewProblem(code, locale, siteURL)
		body, _ := json.Marshal(p) // a struct of strings and an int cannot fail
		prepared[code] = problemBody{p.Status, append(body, '\n')}
	}
	return prepared
}

// brandless are the problems of requests that reached no brand.
var brandless = prepareProblems("en", "")

// Brandless fills in the problem of a request that reached no brand: an unknown
// host, or one that could not be read at all.
func Brandless(a *Answer, code catalog.Code) {
	a.clear()
	a.problemFields(brandless, code, "en")
}

// problemFields fills in a problem document from prepared ones. Problems are
// no-store: 404, 405 and 414 could be cached by default otherwise (RFC 9110,
// section 15.1).
func (a *Answer) problemFields(prepared map[catalog.Code]problemBody, code catalog.Code, locale string) {
	p, ok := prepared[code]
	if !ok {
		code = catalog.InternalError
		p = prepared[code]
	}
	a.Status, a.Code, a.Body = p.status, code, p.body
	a.set("Content-Type", "application/problem+json")
	a.set("Cache-Control", "no-store")
	a.set("Content-Language", locale)
	a.set("X-Content-Type-Options", "nosniff")
}

// problem answers with a problem. A browser navigation to a page address gets
// the HTML page that explains the code, under the same status.
func (c *Catalogue) problem(a *Answer, r *Request, kind Kind, code catalog.Code) {
	a.clear()
	isPage := kind == Resource || kind == ListPage || kind == ListTwin || kind == Malformed || kind == TooLong
	if !isPage || r.SecFetchDest != "document" || !c.problemPage(a, code) {
		a.problemFields(c.problems, code, c.brand.Locale)
	}
	switch {
	case kind == MCP || kind == A2A:
		c.originFields(a, r)
	case !isPage:
		c.apiFields(a, r)
	case kind != ListTwin:
		a.set("Vary", varyNegotiated)
	}
	if r.Limit != nil && code != catalog.RateLimited {
		a.limitFields(r.Limit)
	}
}

// problemPage fills in the sealed HTML page of a code, and says false when the
// brand has no release or the page cannot be read.
func (c *Catalogue) problemPage(a *Answer, code catalog.Code) bool {
	if c.rel == nil {
		return false
	}
	ref, ok := c.rel.Lookup("/problemas/" + string(code))
	if !ok {
		return false
	}
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		if v.Coding() != release.Identity || !isHTML(v.ContentType()) {
			continue
		}
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
		a.Status, a.Code, a.Body = c.problems[code].status, code, body
		a.set("Cache-Control", "no-store")
		return true
	}
	return false
}

// fail answers an internal error and keeps its cause for the log; the client
// reads nothing of it.
func (c *Catalogue) fail(a *Answer, r *Request, kind Kind, cause error) {
	c.problem(a, r, kind, catalog.InternalError)
	a.Err = cause
}

// methodNotAllowed answers 405 with the methods that the address takes
// (RFC 9110, section 15.5.6).
func (c *Catalogue) methodNotAllowed(a *Answer, r *Request, kind Kind, allow string) {
	c.problem(a, r, kind, catalog.MethodNotAllowed)
	a.set("Allow", allow)
}

// tooManyRequests answers 429 with the time to wait in whole seconds.
func (c *Catalogue) tooManyRequests(a *Answer, r *Request, kind Kind) {
	c.problem(a, r, kind, catalog.RateLimited)
	a.set("Retry-After", strconv.FormatInt(int64(r.Limit.RetryAfter.Seconds()), 10))
	a.limitFields(r.Limit)
}

// Internal answers that something failed outside of the core.
func (c *Catalogue) Internal(a *Answer, r *Request) {
	c.problem(a, r, c.Route(r).Kind, catalog.InternalError)
}
