package answer

import (
	"cartaz/builder/catalog"
	"cartaz/edge/internal/credential"
)

// api answers the JSON endpoints of the API.
type api struct {
	*common
	keys    *credential.Keys // of agent credentials
	health  []byte
	sealed  *sealed
	results *results // nil while the brand has no release
}

// live answers that the brand is served.
func (e *api) live(a *Answer, r *Request) {
	a.Status, a.Body = 200, e.health
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheNone)
	e.apiFields(a, r)
}

// detail answers an event.
func (e *api) detail(a *Answer, r *Request, route Route) {
	if ref, ok := e.rel.Lookup(route.Path); ok {
		e.sealed.variant(a, r, route, ref)
	} else {
		e.unknown(a, r, route)
	}
}
