package answer

import (
	"bytes"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// identity issues an anonymous agent credential. It grants nothing: it lets the
// brand tell one agent from another and is a key for rate limits.
func (e *api) identity(a *Answer, r *Request) {
	if code := checkIdentity(r); code != "" {
		e.reply(a, r, Identity, code)
		return
	}
	body := catalog.Credential{
		IdentityType:   "anonymous",
		CredentialType: "opaque",
		Credential:     e.keys.Mint(e.brand.Key, r.Network, r.Time, r.Entropy),
		Usage: catalog.CredentialUsage{
			Header:  catalog.CredentialHeader,
			Purpose: []string{"telemetry", "rate_limiting"},
		},
	}
	a.Status = 201
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheNone)
	e.apiFields(a, r)
	a.Body = jsonLine(&body)
}

// Mints reports whether a request to the identity endpoint asks for a credential in a form that is
// granted one. Any other request is answered with an error, and counts as ordinary for rate limits.
func Mints(r *Request) bool { return r.Method == "POST" && checkIdentity(r) == "" }

// checkIdentity returns the code of an error in the request, or "". No body, an empty object and
// the type "anonymous" all mean the same.
func checkIdentity(r *Request) catalog.Code {
	body := bytes.TrimSpace(r.Body)
	switch {
	case r.BodyOver:
		return catalog.PayloadTooLarge
	case isCompressed(r), len(body) > 0 && !isJSON(r):
		return catalog.UnsupportedMediaType
	case len(body) == 0:
		return ""
	case jsonrpc.Check(body) != nil:
		return catalog.MalformedBody
	}
	members := jsonrpc.Members(body)
	raw, given := members["type"]
	switch {
	case members == nil, len(members) > 1 || !given && len(members) > 0:
		return catalog.MalformedBody // the object is closed, like all of version 1
	case !given:
		return ""
	}
	if kind, _ := jsonrpc.String(raw); kind != "anonymous" {
		return catalog.IdentityTypeNotSupported
	}
	return ""
}
