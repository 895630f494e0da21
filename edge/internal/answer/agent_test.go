package answer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
)

// What HTTP decides about a request to an agent endpoint, in order, with and
// without a release.
func TestRefuse(t *testing.T) {
	over := &ratelimit.Decision{Policy: "address", Limit: 1, RetryAfter: time.Second}
	json := answer.Request{Method: "POST", ContentType: "application/json"}
	with := func(edit func(*answer.Request)) answer.Request {
		r := json
		edit(&r)
		return r
	}
	empty, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	for _, c := range []*answer.Catalogue{open(t, edgetest.Brand("palco"), 2), empty} {
		for _, tc := range []struct {
			name   string
			r      answer.Request
			status int // 0 when it is let through
			code   catalog.Code
		}{
			{"JSON", json, 0, ""},
			{"JSON with a parameter",
				with(func(r *answer.Request) { r.ContentType = "Application/JSON; charset=utf-8" }),
				0, ""},
			{"JSON without a coding",
				with(func(r *answer.Request) { r.ContentEncoding = "Identity" }), 0, ""},
			// for the protocol to say
			{"foreign origin",
				with(func(r *answer.Request) { r.Origin = "https://elsewhere.example" }), 0, ""},
			{"too large", with(func(r *answer.Request) { r.BodyOver = true }), 0, ""},
			{"GET", answer.Request{Method: "GET"}, 405, catalog.MethodNotAllowed},
			{"HEAD", answer.Request{Method: "HEAD"}, 405, catalog.MethodNotAllowed},
			{"DELETE", answer.Request{Method: "DELETE"}, 405, catalog.MethodNotAllowed},
			{"method before limit", answer.Request{Method: "PUT", Limit: over}, 405,
				catalog.MethodNotAllowed},
			{"plain OPTIONS", answer.Request{Method: "OPTIONS"}, 405, catalog.MethodNotAllowed},
			{"foreign preflight", answer.Request{Method: "OPTIONS",
				Origin: "https://elsewhere.example", PreflightMethod: "POST"}, 405,
				catalog.MethodNotAllowed},
			{"own preflight", answer.Request{Method: "OPTIONS", Origin: "https://palco.example",
				PreflightMethod: "POST"}, 204, ""},
			{"over the limit", with(func(r *answer.Request) { r.Limit = over }), 429,
				catalog.RateLimited},
			{"limit before type", answer.Request{Method: "POST", Limit: over}, 429,
				catalog.RateLimited},
			{"no type", answer.Request{Method: "POST"}, 415, catalog.UnsupportedMediaType},
			{"a type that begins like it", answer.Request{Method: "POST",
				ContentType: "application/json-seq"}, 415, catalog.UnsupportedMediaType},
			{"form",
				answer.Request{Method: "POST", ContentType: "application/x-www-form-urlencoded"},
				415, catalog.UnsupportedMediaType},
			{"gzip", with(func(r *answer.Request) { r.ContentEncoding = "gzip" }), 415,
				catalog.UnsupportedMediaType},
		} {
			for _, path := range []string{"/mcp", "/a2a"} {
				tc.r.Path = path
				var a answer.Answer
				refused := c.Refuse(&a, &tc.r, c.Route(&tc.r))
				require.Equal(t, tc.status != 0, refused, tc.name)
				require.Equal(t, tc.status, a.Status, tc.name)
				require.Equal(t, tc.code, a.Code, tc.name)
				if tc.code != "" {
					require.Equal(t, "application/problem+json", a.Field("Content-Type"), tc.name)
				}
				if tc.status == 405 {
					require.Equal(t, "POST", a.Field("Allow"), tc.name)
				}
				require.NotEqual(t, "*", a.Field("Access-Control-Allow-Origin"), tc.name)
			}
		}
	}
}

func TestOwnOrigin(t *testing.T) {
	local := edgetest.Brand("palco")
	local.SiteURL, local.BaseURL, local.Hosts = "http://palco.localhost:8080",
		"http://127.0.0.1:9090/api", []string{"palco.localhost", "127.0.0.1", "alias.localhost"}
	for _, tc := range []struct {
		brand  release.Brand
		origin string
		own    bool
	}{
		{edgetest.Brand("palco"), "https://palco.example", true},
		{edgetest.Brand("palco"), "https://api.palco.example", true},
		{edgetest.Brand("palco"), "https://Palco.Example", true},
		{edgetest.Brand("palco"), "https://palco.example:443", false}, // browsers leave it out
		{edgetest.Brand("palco"), "http://palco.example", false},
		{edgetest.Brand("palco"), "https://palco.example.", false},
		{edgetest.Brand("palco"), "https://palco.example/", false},
		{edgetest.Brand("palco"), "https://x@palco.example", false},
		{edgetest.Brand("palco"), "https://palco.example.evil.example", false},
		{edgetest.Brand("palco"), "null", false},
		{edgetest.Brand("palco"), "palco.example", false},
		{edgetest.Brand("palco"), "", false},
		{edgetest.Brand("palco"), "https://palco.example, https://palco.example", false},
		{edgetest.Brand("palco"), "https://%zz", false},
		{local, "http://palco.localhost:8080", true},
		{local, "http://alias.localhost:8080", true},
		{local, "http://127.0.0.1:9090", true},
		{local, "http://palco.localhost:9090", false},
		{local, "http://palco.localhost", false},
	} {
		c, err := answer.New(tc.brand, nil, edgetest.Keys(t))
		require.NoError(t, err)
		require.Equal(t, tc.own, c.OwnOrigin(tc.origin), tc.origin)
	}
}
