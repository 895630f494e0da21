package answer

import (
	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/credential"
)

// api answers the JSON endpoints of the API.
type api struct {
	brand    *release.Brand
	keys     *credential.Keys // of agent credentials
	health   []byte
	fields   *apiFields
	problems *problems
	sealed   *sealed
	results  *results // nil while the brand has no release
}

// admit lets a request to an API endpoint through: it answers preflights, every
// method but the endpoint's own, and requests over their limit.
func (e *api) admit(a *Answer, r *Request, route Route, method string) bool {
	switch {
	case isPreflight(r):
		preflight(a, method, allowHeaders)
		a.Fields = append(a.Fields, e.fields.version...)
	case r.Method != method:
		e.problems.methodNotAllowed(a, r, route.Kind, method)
	case e.problems.overLimit(a, r, route.Kind):
	default:
		return true
	}
	return false
}

// read answers the read endpoints of the API after their method and limit.
func (e *api) read(a *Answer, r *Request, route Route) {
	switch {
	case route.Kind == Health:
		a.Status, a.Body = 200, e.health
		a.set("Content-Type", "application/json")
		a.set("Cache-Control", catalog.CacheNone)
		e.fields.set(a, r)
	case route.Kind == SlugMissing:
		e.problems.answer(a, r, route.Kind, catalog.SlugMissing)
	case e.results == nil:
		e.problems.answer(a, r, route.Kind, catalog.UpstreamUnavailable)
	case route.Kind == List:
		e.list(a, r)
	default:
		ref, ok := e.sealed.rel.Lookup(route.Path)
		if !ok {
			e.problems.unknown(a, r, route)
			return
		}
		e.sealed.variant(a, r, route, ref)
	}
}
