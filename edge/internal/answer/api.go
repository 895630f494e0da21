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

// live answers that the brand is served.
func (e *api) live(a *Answer, r *Request) {
	a.Status, a.Body = 200, e.health
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheNone)
	e.fields.set(a, r)
}

// detail answers an event.
func (e *api) detail(a *Answer, r *Request, route Route) {
	if ref, ok := e.sealed.rel.Lookup(route.Path); ok {
		e.sealed.variant(a, r, route, ref)
	} else {
		e.problems.unknown(a, r, route)
	}
}
