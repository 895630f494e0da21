package answer

import (
	"bytes"
	"encoding/json"
	"strings"

	"cartaz/builder/catalog"
)

// identity issues an anonymous agent credential. It grants nothing: it lets the
// brand tell one agent from another and is a key for rate limits.
func (c *Catalogue) identity(a *Answer, r *Request) {
	if code := checkIdentity(r); code != "" {
		c.problem(a, r, Identity, code)
		return
	}
	body := catalog.Credential{
		IdentityType:   "anonymous",
		CredentialType: "opaque",
		Credential:     c.keys.Mint(c.brand.Key, r.Network, r.Time, r.Entropy),
		Usage: catalog.CredentialUsage{
			Header:  "X-Agent-Credential",
			Purpose: []string{"telemetry", "rate_limiting"},
		},
	}
	text, err := json.Marshal(body)
	if err != nil {
		c.fail(a, r, Identity, err)
		return
	}
	a.Status = 201
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", "no-store")
	c.apiFields(a, r)
	a.Body = append(text, '\n')
}

// checkIdentity says what is wrong with the request, "" for nothing. No body, an
// empty object and the type "anonymous" are all the same wish.
func checkIdentity(r *Request) catalog.Code {
	if r.BodyOver {
		return catalog.PayloadTooLarge
	}
	if r.ContentEncoding != "" && !strings.EqualFold(r.ContentEncoding, "identity") {
		return catalog.UnsupportedMediaType
	}
	body := bytes.TrimSpace(r.Body)
	if len(body) == 0 {
		return ""
	}
	mediaType, _, _ := strings.Cut(r.ContentType, ";")
	if !strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		return catalog.UnsupportedMediaType
	}
	// A map keeps member names exact: a struct would take "TYPE" for "type".
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil || members == nil {
		return catalog.MalformedBody
	}
	raw, given := members["type"]
	switch {
	case len(members) > 1 || !given && len(members) > 0:
		return catalog.MalformedBody // the object is closed, like all of version 1
	case !given:
		return ""
	}
	var kind string
	if json.Unmarshal(raw, &kind) != nil || kind != "anonymous" {
		return catalog.IdentityTypeNotSupported
	}
	return ""
}
