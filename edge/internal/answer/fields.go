package answer

import (
	"strings"

	"cartaz/builder/release"
	"cartaz/edge/internal/ratelimit"
)

// Header fields that more than one kind of answer sends.
const (
	varyNegotiated = "Accept, Accept-Encoding"
	varyCoding     = "Accept-Encoding"
	cacheList      = "public, max-age=15"
	allowHeaders   = "Content-Type, X-Agent-Credential, If-None-Match"
	exposeHeaders  = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset, Allow, Content-Signal"
)

// apiFields adds what every answer of the API carries: it may be read by any
// origin, and it announces the end of its version.
func (c *Catalogue) apiFields(a *Answer, r *Request) {
	a.set("Access-Control-Allow-Origin", "*")
	a.set("Access-Control-Expose-Headers", exposeHeaders)
	if a.Field("X-Content-Type-Options") == "" { // sealed answers and problems carry it already
		a.set("X-Content-Type-Options", "nosniff")
	}
	a.Fields = append(a.Fields, c.version...)
	if r.Limit != nil && r.Limit.OK {
		a.limitFields(r.Limit)
	}
}

// limitFields says what is left of the quota
// (draft-ietf-httpapi-ratelimit-headers-11).
func (a *Answer) limitFields(d *ratelimit.Decision) {
	if d.Policy == "" || a.Field("RateLimit") != "" {
		return // switched off, or said already
	}
	a.set("RateLimit-Policy", string(ratelimit.AppendPolicy(nil, *d)))
	a.set("RateLimit", string(ratelimit.AppendRateLimit(nil, *d)))
}

// isPreflight says whether the request is a CORS preflight (Fetch, section
// 3.2.2) and no plain OPTIONS.
func isPreflight(r *Request) bool {
	return r.Method == "OPTIONS" && r.Origin != "" && r.PreflightMethod != ""
}

// preflight allows the methods of an address to every origin. A day is what
// browsers cap the age at anyway.
func preflight(a *Answer, methods string) {
	a.Status, a.NoBody = 204, true
	a.set("Access-Control-Allow-Origin", "*")
	a.set("Access-Control-Allow-Methods", methods)
	a.set("Access-Control-Allow-Headers", allowHeaders)
	a.set("Access-Control-Max-Age", "86400")
	a.set("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
}

// replaceBySealed gives a preflight the words of the resource itself, where it is
// sealed with any: a specification may say exactly what they are.
func (a *Answer) replaceBySealed(sealed []release.Field) {
	for i := range a.Fields {
		f := &a.Fields[i]
		for _, s := range sealed {
			if s.Name == f.Name && strings.HasPrefix(f.Name, "Access-Control-Allow-") {
				f.Value = s.Value
			}
		}
	}
}

// notModified turns an answer into 304. What describes the content is dropped,
// everything that a cache updates is kept (RFC 9110, section 15.4.5).
func (a *Answer) notModified() {
	kept := a.Fields[:0]
	for _, f := range a.Fields {
		switch f.Name {
		case "Content-Type", "Content-Encoding", "Content-Language":
		default:
			kept = append(kept, f)
		}
	}
	a.Fields, a.Status, a.Body, a.NoBody = kept, 304, nil, true
}

// hasField says whether fixed fields name one.
func hasField(fields []release.Field, name string) bool {
	for i := range fields {
		if fields[i].Name == name {
			return true
		}
	}
	return false
}
