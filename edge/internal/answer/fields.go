package answer

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// Header fields that more than one kind of answer sends.
const (
	allowHeaders  = "Content-Type, " + catalog.CredentialHeader + ", If-None-Match"
	exposeHeaders = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset, " +
		"Allow, Content-Signal, Search-Reading, X-Markdown-Tokens"
)

// isPreflight reports whether the request is a CORS preflight (Fetch, section 3.2.2) and not a
// plain OPTIONS.
func isPreflight(r *Request) bool {
	return r.Method == "OPTIONS" && r.Origin != "" && r.PreflightMethod != ""
}

// preflight allows the methods and header fields of an address to every origin. Browsers cap the
// age at a day anyway.
func preflight(a *Answer, methods, headers string) {
	a.Status, a.NoBody = 204, true
	a.set("Access-Control-Allow-Origin", "*")
	a.set("Access-Control-Allow-Methods", methods)
	a.set("Access-Control-Allow-Headers", headers)
	a.set("Access-Control-Max-Age", "86400")
	a.set("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
}

// replaceBySealed gives a preflight the fields that the resource is sealed with, if any: a
// specification may prescribe them.
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

// notModified turns an answer into 304. It drops fields that describe the content and keeps every
// field that a cache updates (RFC 9110, section 15.4.5).
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

// openFields adds the fields by which any origin may read the answer.
func (a *Answer) openFields() {
	a.set("Access-Control-Allow-Origin", "*")
	a.set("Access-Control-Expose-Headers", exposeHeaders)
	if a.Field("X-Content-Type-Options") == "" { // sealed answers and problems carry it already
		a.set("X-Content-Type-Options", "nosniff")
	}
}

// apiFields adds the header fields that every answer of the API carries: they allow any origin to
// read the answer, and announce the end of this version of the API.
func (s *common) apiFields(a *Answer, r *Request) {
	a.openFields()
	a.Fields = append(a.Fields, s.version...)
	if r.Limit != nil && r.Limit.OK {
		a.limitFields(r.Limit)
	}
}

// versionFields announces the end of version 1: Deprecation is a structured
// date (RFC 9745, section 2.1), Sunset an HTTP date (RFC 8594, section 3).
func versionFields(b *release.Brand) []release.Field {
	var fields []release.Field
	var links []string
	link := func(rel string) {
		if b.DeprecationLink != "" {
			links = append(links, "<"+b.DeprecationLink+">; rel="+rel)
		}
	}
	if b.DeprecatedAt != 0 {
		fields = append(fields, release.Field{Name: "Deprecation", Value: "@" +
			strconv.FormatInt(b.DeprecatedAt, 10)})
		link(`"deprecation"`)
	}
	if b.SunsetAt != 0 {
		fields = append(fields, release.Field{Name: "Sunset", Value: httpDate(b.SunsetAt)})
		link(`"sunset"`)
	}
	if links != nil {
		fields = append(fields, release.Field{Name: "Link", Value: strings.Join(links, ", ")})
	}
	return fields
}

// httpDate returns an IMF-fixdate (RFC 9110, section 5.6.7).
func httpDate(unix int64) string { return time.Unix(unix, 0).UTC().Format(http.TimeFormat) }
