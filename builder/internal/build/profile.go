package build

import (
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/words"
	"cartaz/builder/release"
)

// Caching of sealed answers: short in front of people, long where a cache may
// use what it has while it fetches anew or the origin is down.
const (
	cachePublic  = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400"
	cachePrivate = "private, max-age=60"
	cacheForever = "public, max-age=31536000, immutable"
)

// profiles are the fixed header fields of a brand's sealed answers.
type profiles struct {
	html         release.Profile // a page
	markdown     release.Profile // the same page, negotiated
	twin         release.Profile // the Markdown at its own address
	listHTML     release.Profile // pages of results: the edge adds ETag and length
	listMarkdown release.Profile
	detail       release.Profile // an event of the API
	calendar     release.Profile
	signal       release.Field // Content-Signal, for documents
}

// newProfiles settles the header fields. Negotiated Markdown is private unless
// the brand says that its cache keys on Accept: a shared cache that ignores
// Vary would hand it to browsers.
func newProfiles(b *brands.Brand, csp string) profiles {
	lang := words.For(b.Locale).Lang()
	signal := release.Field{Name: "Content-Signal", Value: contentSignal(b)}
	site := release.Field{Name: "Link", Value: siteLinks(b)}
	nosniff := release.Field{Name: "X-Content-Type-Options", Value: "nosniff"}
	language := release.Field{Name: "Content-Language", Value: lang}
	negotiated := release.Field{Name: "Vary", Value: "Accept, Accept-Encoding"}
	coded := release.Field{Name: "Vary", Value: "Accept-Encoding"}
	markdownCache := cachePrivate
	if b.CDN.KeysOnAccept {
		markdownCache = cachePublic
	}
	profile := func(contentType, cache string, more ...release.Field) release.Profile {
		fields := []release.Field{{Name: "Content-Type", Value: contentType}, {Name: "Cache-Control", Value: cache}}
		return release.Profile{Fields: append(fields, more...)}
	}
	const html, markdown = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	page := []release.Field{negotiated, language, nosniff, signal, site,
		{Name: "Content-Security-Policy", Value: csp},
		{Name: "Referrer-Policy", Value: "strict-origin-when-cross-origin"}}
	text := []release.Field{negotiated, language, nosniff, signal, site}
	const cacheList = "public, max-age=15"
	listMarkdownCache := "private, max-age=15"
	if b.CDN.KeysOnAccept {
		listMarkdownCache = cacheList
	}
	return profiles{
		html:         profile(html, cachePublic, page...),
		markdown:     profile(markdown, markdownCache, text...),
		twin:         profile(markdown, cachePublic, coded, language, nosniff, signal, site, release.Field{Name: "X-Robots-Tag", Value: "noindex"}),
		listHTML:     profile(html, cacheList, page...),
		listMarkdown: profile(markdown, listMarkdownCache, text...),
		detail:       profile("application/json", cachePublic, coded, nosniff, signal),
		calendar:     profile("text/calendar; charset=utf-8", cachePublic, coded, nosniff, signal),
		signal:       signal,
	}
}

// asset is the profile of a file whose address holds the hash of its bytes.
func (p *profiles) asset(contentType string) release.Profile {
	return release.Profile{Fields: []release.Field{
		{Name: "Content-Type", Value: contentType}, {Name: "Cache-Control", Value: cacheForever},
		{Name: "Vary", Value: "Accept-Encoding"}, {Name: "X-Content-Type-Options", Value: "nosniff"},
	}}
}

// document is the profile of a discovery document with fields of its own, under
// one media type or as one of several.
func (p *profiles) document(contentType string, several bool, own []release.Field) release.Profile {
	fields := []release.Field{{Name: "Content-Type", Value: contentType}}
	has := func(name string) bool {
		for _, f := range own {
			if f.Name == name {
				return true
			}
		}
		return false
	}
	if !has("Cache-Control") {
		fields = append(fields, release.Field{Name: "Cache-Control", Value: cachePublic})
	}
	vary := "Accept-Encoding"
	if several {
		vary = "Accept, Accept-Encoding"
	}
	fields = append(fields, release.Field{Name: "Vary", Value: vary}, release.Field{Name: "X-Content-Type-Options", Value: "nosniff"}, p.signal)
	return release.Profile{Fields: append(fields, own...)}
}

// contentSignal is the brand's choice about uses of its text by machines
// (draft-romm-aipref-contentsignals).
func contentSignal(b *brands.Brand) string {
	yesNo := func(v bool) string {
		if v {
			return "yes"
		}
		return "no"
	}
	return "search=" + yesNo(b.AI.Search) + ", ai-input=" + yesNo(b.AI.Input) + ", ai-train=" + yesNo(b.AI.Train)
}

// siteLinks lead from every page to the documents of the brand (RFC 8288; the
// relations are RFC 9727 and RFC 8631).
func siteLinks(b *brands.Brand) string {
	return strings.Join([]string{
		`</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
		"<" + b.BaseURL + `/openapi.json>; rel="service-desc"; type="application/json"`,
		`</auth.md>; rel="service-doc"; type="text/markdown"`,
		`</llms.txt>; rel="describedby"; type="text/plain"`,
	}, ", ")
}

// edgeBrand is what the edge has to know of a brand.
func edgeBrand(b *brands.Brand) release.Brand {
	facts := release.Brand{
		Key: b.Key, Name: b.Name, Locale: b.Locale,
		SiteURL: b.SiteURL, BaseURL: b.BaseURL, AuthURL: b.AuthURL, BasePath: b.BasePath(),
		Hosts: b.Hosts(), KeysOnAccept: b.CDN.KeysOnAccept, ContentSignal: contentSignal(b),
		DeprecationLink: b.V1.Link,
	}
	if !b.V1.DeprecatedAt.IsZero() {
		facts.DeprecatedAt = b.V1.DeprecatedAt.Unix()
	}
	if !b.V1.SunsetAt.IsZero() {
		facts.SunsetAt = b.V1.SunsetAt.Unix()
	}
	return facts
}
