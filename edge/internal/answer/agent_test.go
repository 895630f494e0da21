package answer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
)

// The answers that HTTP decides for a request to an agent endpoint, in order, with and without a
// release.
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
			status int // 0 if it is let through
		}{
			{"JSON", json, 0},
			{"JSON with a parameter",
				with(func(r *answer.Request) { r.ContentType = "Application/JSON; charset=utf-8" }),
				0},
			{"JSON without a coding",
				with(func(r *answer.Request) { r.ContentEncoding = "Identity" }), 0},
			{"any origin",
				with(func(r *answer.Request) { r.Origin = "https://elsewhere.example" }), 0},
			{"too large", with(func(r *answer.Request) { r.BodyOver = true }), 413},
			{"GET", answer.Request{Method: "GET"}, 405},
			{"HEAD", answer.Request{Method: "HEAD"}, 405},
			{"DELETE", answer.Request{Method: "DELETE"}, 405},
			{"method before limit", answer.Request{Method: "PUT", Limit: over}, 405},
			{"plain OPTIONS", answer.Request{Method: "OPTIONS"}, 405},
			{"preflight", answer.Request{Method: "OPTIONS",
				Origin: "https://elsewhere.example", PreflightMethod: "POST"}, 204},
			{"over the limit", with(func(r *answer.Request) { r.Limit = over }), 429},
			{"limit before type", answer.Request{Method: "POST", Limit: over}, 429},
			{"no type", answer.Request{Method: "POST"}, 415},
			{"a type that begins like it", answer.Request{Method: "POST",
				ContentType: "application/json-seq"}, 415},
			{"form",
				answer.Request{Method: "POST", ContentType: "application/x-www-form-urlencoded"},
				415},
			{"gzip", with(func(r *answer.Request) { r.ContentEncoding = "gzip" }), 415},
		} {
			for _, path := range []string{"/mcp", "/a2a", "/mcp/", "/a2a/"} {
				tc.r.Path = path
				var a answer.Answer
				if !c.Refuse(&a, &tc.r, c.Route(&tc.r).Kind) {
					status, err := c.Refusal(&tc.r)
					require.Equal(t, tc.status, status, tc.name)
					require.Equal(t, status != 0, err != nil, tc.name)
					if err == nil {
						continue
					}
					require.NotEmpty(t, err.Message)
					c.Say(&a, &tc.r, status, []byte("{}"))
					require.Equal(t, status == 429, a.Field("Retry-After") == "1", tc.name)
				}
				require.Equal(t, tc.status, a.Status, tc.name)
				require.Equal(t, tc.status == 405, a.Field("Allow") == "POST", tc.name)
				require.Equal(t, "*", a.Field("Access-Control-Allow-Origin"), tc.name)
			}
		}
	}
}
