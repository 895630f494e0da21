package answer_test

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/ratelimit"
)

// embedding is a catalogue of two events with the list of one city for other sites.
func embedding(t *testing.T) (*answer.Catalogue, release.Brand) {
	t.Helper()
	brand, out := edgetest.Brand("palco"), t.TempDir()
	events := []catalog.Event{edgetest.Event(brand, 0, 1), edgetest.Event(brand, 1, 1)}
	id := edgetest.PublishEvents(t, out, brand, events, 1, "/embed/cidades/recife-pe",
		"/cidades/recife-pe", "/embed/locais/sem-titulo")
	return opened(t, out, brand, id), brand
}

func askOEmbed(c *answer.Catalogue, page, more string) *answer.Answer {
	return ask(c, answer.Request{Path: "/oembed", Query: "url=" + url.QueryEscape(page) + more})
}

func TestOEmbedOfAGroup(t *testing.T) {
	c, brand := embedding(t)
	for more, size := range map[string][2]float64{
		"": {600, 600}, "&maxwidth=320&maxheight=200": {320, 200}, "&maxwidth=9999": {600, 600},
		"&maxwidth=x&maxheight=-4": {600, 600}, "&maxwidth=0&format=json": {600, 600},
		"&maxwidth=99999999999999999999": {600, 600},
	} {
		a := askOEmbed(c, brand.SiteURL+"/cidades/recife-pe?utm_source=x#y", more)
		require.Equal(t, 200, a.Status, more)
		require.Equal(t, "application/json", a.Field("Content-Type"))
		require.Equal(t, "public, max-age=3600", a.Field("Cache-Control"))
		require.Equal(t, "*", a.Field("Access-Control-Allow-Origin"))
		var got map[string]any
		require.NoError(t, json.Unmarshal(a.Body, &got))
		require.Equal(t, size, [2]float64{got["width"].(float64), got["height"].(float64)}, more)
		require.Contains(t, got["html"], `<iframe src="`+brand.SiteURL+
			`/embed/cidades/recife-pe" title="Eventos em Recife, PE · `+brand.Name+`" width="`)
		require.Contains(t, got["html"], ` loading="lazy"`)
		delete(got, "html")
		delete(got, "width")
		delete(got, "height")
		require.Equal(t, map[string]any{"type": "rich", "version": "1.0",
			"title": "Eventos em Recife, PE", "provider_name": brand.Name,
			"provider_url": brand.SiteURL, "cache_age": 3600.0}, got)
	}
	first := askOEmbed(c, brand.SiteURL+"/cidades/recife-pe", "")
	require.Equal(t, first.Body, askOEmbed(c, brand.SiteURL+"/cidades/recife%2Dpe/", "").Body)
	again := ask(c, answer.Request{Path: "/oembed", IfNoneMatch: first.Field("ETag"),
		Query: "url=" + url.QueryEscape(brand.SiteURL+"/cidades/recife-pe")})
	require.Equal(t, 304, again.Status)
	head := ask(c, answer.Request{Method: "HEAD", Path: "/oembed",
		Query: "url=" + url.QueryEscape(brand.SiteURL+"/cidades/recife-pe")})
	require.Equal(t, 200, head.Status)
}

// TestOEmbedOfAnEvent: a link with its name.
func TestOEmbedOfAnEvent(t *testing.T) {
	c, brand := embedding(t)
	event := edgetest.Event(brand, 1, 1)
	a := askOEmbed(c, brand.SiteURL+"/eventos/"+event.Slug, "&maxwidth=100")
	require.Equal(t, 200, a.Status)
	var got map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &got))
	require.Equal(t, map[string]any{"type": "link", "version": "1.0", "title": event.Name,
		"author_name": event.Producer.Name, "provider_name": brand.Name,
		"provider_url": brand.SiteURL, "cache_age": 3600.0}, got)
}

// TestOEmbedRefuses: every refusal is a problem document that any origin may read.
func TestOEmbedRefuses(t *testing.T) {
	c, brand := embedding(t)
	site := url.QueryEscape(brand.SiteURL)
	limited := &ratelimit.Decision{RetryAfter: 3 * time.Second}
	none, err := answer.New(brand, nil, edgetest.Keys(t))
	require.NoError(t, err)
	for _, test := range []struct {
		name, query string
		request     answer.Request
		c           *answer.Catalogue
		status      int
		code        string
	}{
		{name: "no address", status: 400, code: "bad_request"},
		{name: "empty address", query: "url=&format=json", status: 400, code: "bad_request"},
		{name: "xml", query: "format=xml&url=" + site + "/cidades/recife-pe", status: 501,
			code: "not_implemented"},
		{name: "unknown page", query: "url=" + site + "/cidades/nada", status: 404,
			code: "not_found"},
		{name: "page of no group", query: "url=" + site + "/", status: 404, code: "not_found"},
		{name: "no title", query: "url=" + site + "/locais/sem-titulo", status: 404,
			code: "not_found"},
		{name: "unknown event", query: "url=" + site + "/eventos/nada", status: 404,
			code: "not_found"},
		{name: "below an event", query: "url=" + site + "/eventos/show-0/x", status: 404,
			code: "not_found"},
		{name: "other host", query: "url=https://other.example/cidades/recife-pe", status: 404,
			code: "not_found"},
		{name: "host in the user", query: "url=https://palco.localhost@other.example/", status: 404,
			code: "not_found"},
		{name: "no address at all", query: "url=%25%00", status: 404, code: "not_found"},
		{name: "javascript", query: "url=javascript:alert(1)", status: 404, code: "not_found"},
		{name: "POST", request: answer.Request{Method: "POST"}, status: 405,
			code: "method_not_allowed"},
		{name: "too often", request: answer.Request{Limit: limited}, status: 429,
			code: "rate_limited"},
		{name: "no release", query: "url=" + site, c: none, status: 502,
			code: "upstream_unavailable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := test.request
			r.Path, r.Query = "/oembed", test.query
			r.Accept, r.SecFetchDest = "text/html", "document"
			if test.c == nil {
				test.c = c
			}
			a := ask(test.c, r)
			require.Equal(t, test.status, a.Status)
			require.Equal(t, "application/problem+json", a.Field("Content-Type"))
			require.Equal(t, "*", a.Field("Access-Control-Allow-Origin"))
			require.Equal(t, "no-store", a.Field("Cache-Control"))
			require.Empty(t, a.Field("Deprecation"))
			var p catalog.Problem
			require.NoError(t, json.Unmarshal(a.Body, &p))
			require.Equal(t, test.code, p.Code)
			require.Equal(t, test.status, p.Status)
		})
	}
	a := ask(c, answer.Request{Method: "OPTIONS", Path: "/oembed", Origin: "https://a.example",
		PreflightMethod: "GET"})
	require.Equal(t, 204, a.Status)
	require.True(t, answer.OEmbed.Counted())
}
