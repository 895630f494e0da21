package answer_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// open returns the catalogue of a fresh brand with n events.
func open(t testing.TB, brand release.Brand, n int) *answer.Catalogue {
	t.Helper()
	out := t.TempDir()
	return opened(t, out, brand, edgetest.Publish(t, out, brand, n, 1))
}

// opened returns the catalogue of a release in out.
func opened(t testing.TB, out string, brand release.Brand, id string) *answer.Catalogue {
	t.Helper()
	c, err := answer.New(brand, edgetest.Open(t, out, brand, id), edgetest.Keys(t))
	require.NoError(t, err)
	c.MarkVerified()
	return c
}

// openEvents returns the catalogue of a fresh brand with these events.
func openEvents(t testing.TB, events []catalog.Event) *answer.Catalogue {
	t.Helper()
	out, brand := t.TempDir(), edgetest.Brand("palco")
	return opened(t, out, brand, edgetest.PublishEvents(t, out, brand, events, 1))
}

// openMore returns the catalogue of a fresh brand that has further resources.
func openMore(t testing.TB, brand release.Brand,
	more map[string]releasetest.Resource) *answer.Catalogue {
	t.Helper()
	out := t.TempDir()
	return opened(t, out, brand, edgetest.PublishMore(t, out, brand, more))
}

// ask answers one request on values.
func ask(c *answer.Catalogue, r answer.Request) *answer.Answer {
	if r.Method == "" {
		r.Method = "GET"
	}
	if r.Time.IsZero() {
		r.Time = now
	}
	var a answer.Answer
	c.Answer(&a, &r, c.Route(&r))
	return &a
}

func TestRoutes(t *testing.T) {
	c, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	kinds := rowstest.Read[map[string]string](t, "testdata/routes.yaml")
	kinds["/"+strings.Repeat("a", answer.MaxTarget)] = answer.TooLong.String()
	for path, kind := range kinds {
		require.Equal(t, kind, c.Route(&answer.Request{Path: path}).Kind.String(), "%.40s", path)
	}
}

func TestEveryErrorIsAProblem(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 3)
	empty, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	type row struct {
		Name, Method, Path, Type, Body string
		Over, Limited                  bool // the body is too large, the quota is used up
		Empty                          bool // there is no release
		Status                         int
		Code                           string
	}
	for _, tc := range append(rowstest.Read[[]row](t, "testdata/problems.yaml"),
		row{Name: "too long", Path: "/" + strings.Repeat("a", answer.MaxTarget), Status: 414,
			Code: string(catalog.URITooLong)}) {
		r := answer.Request{Method: tc.Method, Path: tc.Path, ContentType: tc.Type,
			Body: []byte(tc.Body), BodyOver: tc.Over}
		if tc.Limited {
			r.Limit = &ratelimit.Decision{Policy: "address", Limit: 1, RetryAfter: time.Second}
		}
		c := c
		if tc.Empty {
			c = empty
		}
		t.Run(tc.Name, func(t *testing.T) {
			a := ask(c, r)
			require.Equal(t, tc.Status, a.Status)
			require.Equal(t, "application/problem+json", a.Field("Content-Type"))
			require.Equal(t, "no-store", a.Field("Cache-Control"))
			require.Empty(t, a.Field("ETag"))
			require.Empty(t, a.Field("Content-Encoding"))
			var p catalog.Problem
			require.NoError(t, json.Unmarshal(a.Body, &p))
			require.Equal(t, tc.Code, p.Code)
			require.Equal(t, p.Code, p.Error)
			require.Equal(t, tc.Status, p.Status)
			require.Equal(t, "https://palco.example/problemas/"+p.Code, p.Type)
			if kind := c.Route(&r).Kind; kind == answer.Resource || kind == answer.ListPage {
				require.Equal(t, "Accept, Accept-Encoding", a.Field("Vary"),
					"of a negotiated address, whatever its status")
			}
			if tc.Status == 405 {
				require.NotEmpty(t, a.Field("Allow"))
			}
			if tc.Status == 429 {
				require.Equal(t, "1", a.Field("Retry-After"))
				require.NotEmpty(t, a.Field("RateLimit"))
			}
		})
	}
}

func TestWithoutReleaseHealthAndIdentityAnswer(t *testing.T) {
	c, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	a := ask(c, answer.Request{Path: "/api/public/v1/health"})
	require.Equal(t, 200, a.Status)
	require.JSONEq(t, `{"status":"ok","brand":"palco","release":null,"built_at":null,"events":0}`,
		string(a.Body))
	require.Equal(t, 201,
		ask(c, answer.Request{Method: "POST", Path: "/api/public/v1/agent/identity"}).Status)
	require.Equal(t, "60", ask(c, answer.Request{Path: "/"}).Field("Retry-After"))
	a = ask(c, answer.Request{Path: "/robots.txt"})
	require.Equal(t, 200, a.Status, "an error would ban crawlers from the whole site")
	require.Equal(t, "User-agent: *\nContent-Signal: search=yes\nAllow: /\n", string(a.Body))
}

func TestIdentityAcceptsTheThreeForms(t *testing.T) {
	c, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	for _, body := range []string{"", "  ", "{}", `{"type":"anonymous"}`} {
		a := ask(c, answer.Request{Method: "POST", Path: "/api/public/v1/agent/identity",
			ContentType: "application/json", Body: []byte(body), Entropy: [16]byte{1}})
		require.Equal(t, 201, a.Status, body)
		var got catalog.Credential
		require.NoError(t, json.Unmarshal(a.Body, &got))
		id, ok := edgetest.Keys(t).Verify("palco", got.Credential, now)
		require.True(t, ok)
		require.Equal(t, [16]byte{1}, [16]byte(id.ID))
	}
}

func TestDeprecationIsOnEveryAnswerOfTheVersion(t *testing.T) {
	brand := edgetest.Brand("palco")
	brand.DeprecatedAt, brand.SunsetAt, brand.DeprecationLink = 1798761600, 1822348799,
		"https://palco.example/v2"
	c := open(t, brand, 2)
	for _, r := range []answer.Request{
		{Path: "/api/public/v1/events"}, {Path: "/api/public/v1/events/show-0"},
		{Path: "/api/public/v1/events/none"},
		{Path: "/api/public/v1/events/"}, {Path: "/api/public/v1/none"},
		{Path: "/api/public/v1/health"}, {Method: "PUT", Path: "/api/public/v1/events"},
		{Path: "/api/public/v1/openapi.json"}, {Path: "/.well-known/openapi.json"},
		{Method: "POST", Path: "/api/public/v1/agent/identity"},
		{Method: "OPTIONS", Path: "/api/public/v1/events", Origin: "https://x.example",
			PreflightMethod: "GET"},
	} {
		a := ask(c, r)
		require.Equal(t, "@1798761600", a.Field("Deprecation"), r.Path)
		require.Equal(t, "Thu, 30 Sep 2027 23:59:59 GMT", a.Field("Sunset"), r.Path)
		links := 0
		for _, f := range a.Fields {
			if f.Name == "Link" && strings.Contains(f.Value, `rel="deprecation"`) &&
				strings.Contains(f.Value, `rel="sunset"`) {
				links++
			}
		}
		require.Equal(t, 1, links, r.Path)
	}
	require.Empty(t, ask(c, answer.Request{Path: "/"}).Field("Deprecation"),
		"pages are no part of the API")
}

func TestOnlyNegotiationChangesABody(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 3)
	plain := ask(c, answer.Request{Path: "/eventos/show-1"})
	for name, r := range map[string]answer.Request{
		"query":      {Path: "/eventos/show-1", Query: "utm_source=x"},
		"fetch dest": {Path: "/eventos/show-1", SecFetchDest: "document"},
		"origin":     {Path: "/eventos/show-1", Origin: "https://x.example"},
	} {
		a := ask(c, r)
		require.Equal(t, plain.Body, a.Body, name)
		require.Equal(t, plain.Fields, a.Fields, name)
	}
}

func TestConditionalRequests(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 3)
	for _, path := range []string{"/", "/eventos/show-0", "/api/public/v1/events/show-0",
		"/api/public/v1/events", "/eventos"} {
		full := ask(c, answer.Request{Path: path})
		require.Equal(t, 200, full.Status, path)
		etag := full.Field("ETag")
		for field, want := range map[string]int{etag: 304, "W/" + etag: 304, `"a", ` + etag: 304,
			"*": 304, `"other"`: 200} {
			a := ask(c, answer.Request{Path: path, IfNoneMatch: field})
			require.Equal(t, want, a.Status, "%s %s", path, field)
			if want != 304 {
				continue
			}
			require.Empty(t, a.Body)
			for _, kept := range []string{"ETag", "Vary", "Cache-Control", "Last-Modified",
				"Link"} {
				require.Equal(t, full.Field(kept), a.Field(kept), "%s %s", path, kept)
			}
			require.Empty(t, a.Field("Content-Type"))
		}
		// The tag decides alone, for any date.
		a := ask(c, answer.Request{Path: path, IfNoneMatch: `"other"`,
			IfModifiedSince: "Fri, 20 Nov 2099 12:00:00 GMT"})
		require.Equal(t, 200, a.Status)
	}
}

// TestA15DatesToCome: the builder made content while its clock was ahead. No answer has a date in
// the future (RFC 9110, section 8.8.2.1), and a client that received the time of an answer instead
// never hears later that nothing changed.
func TestA15DatesToCome(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 3)
	at, err := http.ParseTime(ask(c,
		answer.Request{Path: "/eventos/show-0"}).Field("Last-Modified"))
	require.NoError(t, err)
	early := at.AddDate(-1, 0, 0)
	full := ask(c, answer.Request{Path: "/eventos/show-0", Time: early})
	require.Equal(t, early.Format(http.TimeFormat), full.Field("Last-Modified"))
	for date, want := range map[time.Time]int{early: 200, at.Add(-time.Second): 200, at: 304} {
		a := ask(c, answer.Request{Path: "/eventos/show-0", Time: early.Add(time.Hour),
			IfModifiedSince: date.Format(http.TimeFormat)})
		require.Equal(t, want, a.Status, date)
	}
	late := ask(c, answer.Request{Path: "/eventos/show-0", Time: at.Add(time.Hour)})
	require.Equal(t, at.Format(http.TimeFormat), late.Field("Last-Modified"))
}

// A browser reads a page, also where no release has one; a program reads the document.
func TestPlainPage(t *testing.T) {
	empty, err := answer.New(edgetest.Brand("palco"), nil, edgetest.Keys(t))
	require.NoError(t, err)
	for _, path := range []string{"/", "/hoje", "/eventos", "/eventos/x", "/api/public/v1/events"} {
		a := ask(empty, answer.Request{Path: path, Accept: "text/html,*/*;q=0.8"})
		require.Equal(t, 502, a.Status, path)
		require.Equal(t, "60", a.Field("Retry-After"), path)
		if strings.HasPrefix(path, "/api/") {
			require.Equal(t, "application/problem+json", a.Field("Content-Type"), path)
			continue
		}
		require.Equal(t, "text/html; charset=utf-8", a.Field("Content-Type"), path)
		require.Equal(t, "pt-BR", a.Field("Content-Language"), path)
		require.Contains(t, string(a.Body), "<html lang=\"pt-BR\">")
		require.Contains(t, string(a.Body), "<h1>Catálogo indisponível</h1>")
	}
}

func TestBrandlessHasNoBrand(t *testing.T) {
	var a answer.Answer
	answer.Brandless(&a, nil, catalog.UnknownHost)
	require.Equal(t, 421, a.Status)
	require.Contains(t, string(a.Body), `"about:blank"`)
}

// A document with a type of its own beside JSON: the type by its name alone,
// each with a tag of its own, and the CORS fields that it was sealed with.
func TestDocumentOfTwoTypes(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 1)
	tags := map[string]bool{}
	for _, coding := range []string{"", "gzip", "zstd"} {
		for accept, want := range map[string]string{"": "application/json",
			"*/*": "application/json", "application/card+json": "application/card+json"} {
			a := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding})
			require.Equal(t, want, a.Field("Content-Type"), accept)
			require.Equal(t, "Accept, Accept-Encoding", a.Field("Vary"))
			tags[a.Field("ETag")] = true
			same := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding,
				IfNoneMatch: a.Field("ETag")})
			require.Equal(t, 304, same.Status)
			require.Equal(t, a.Field("ETag"), same.Field("ETag"))
		}
	}
	require.Len(t, tags, 6, "two types in three codings")
	a := ask(c, answer.Request{Method: "OPTIONS", Path: "/card", Origin: "https://x.example",
		PreflightMethod: "GET"})
	require.Equal(t, "GET", a.Field("Access-Control-Allow-Methods"))
	// Pages are as they were.
	require.Equal(t, "text/html; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "*/*"}).Field("Content-Type"))
	require.Equal(t, "text/markdown; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "text/markdown, text/html"}).Field("Content-Type"))
}

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
