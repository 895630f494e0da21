package build

import (
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/feed"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/schedule"
	"cartaz/builder/internal/words"
	"cartaz/builder/release"
	"cartaz/builder/release/ical"
)

// profiles are the fixed header fields of a brand's sealed answers.
type profiles struct {
	html         release.Profile // a page
	embed        release.Profile // a list in a frame of another site
	titles       release.Profile // of the pages that have such a list
	markdown     release.Profile // the same page, negotiated
	twin         release.Profile // the Markdown at its own address
	listHTML     release.Profile // pages of results: the edge adds ETag and length
	listMarkdown release.Profile
	detail       release.Profile // an event of the API
	calendar     release.Profile
	atom, feed   release.Profile // the two forms of a feed
	lines        release.Profile // NDJSON
	schedule     release.Profile
	signals      []release.Field // Content-Signal and Content-Usage, for documents
}

// newProfiles settles the header fields. Negotiated Markdown is private unless the brand says that
// its cache keys on Accept: a shared cache that ignores Vary would hand it to browsers.
// csp and embedCSP are [page.Renderer.CSP] and [page.Renderer.EmbedCSP].
func newProfiles(b *brands.Brand, csp, embedCSP string) profiles {
	lang := words.For(b.Locale).Lang
	signal := release.Field{Name: "Content-Signal", Value: contentSignal(b)}
	usage := release.Field{Name: "Content-Usage", Value: contentUsage(b)}
	site := release.Field{Name: "Link", Value: siteLinks(b)}
	nosniff := release.Field{Name: "X-Content-Type-Options", Value: "nosniff"}
	language := release.Field{Name: "Content-Language", Value: lang}
	negotiated := release.Field{Name: "Vary", Value: catalog.VaryNegotiated}
	coded := release.Field{Name: "Vary", Value: catalog.VaryCoding}
	markdownCache, listMarkdownCache := catalog.CacheSealedPrivate, catalog.CacheResultsPrivate
	if b.CDN.KeysOnAccept {
		markdownCache, listMarkdownCache = catalog.CacheSealed, catalog.CacheResults
	}
	open := release.Field{Name: "Access-Control-Allow-Origin", Value: "*"}
	profile := func(contentType, cache string, more ...release.Field) release.Profile {
		fields := []release.Field{{Name: "Content-Type", Value: contentType},
			{Name: "Cache-Control", Value: cache}}
		return release.Profile{Fields: append(fields, more...)}
	}
	const html, markdown = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	const policy = "Content-Security-Policy"
	secure := []release.Field{negotiated, language, nosniff, signal, usage, site,
		{Name: "Referrer-Policy", Value: "strict-origin-when-cross-origin"}}
	page := append(slices.Clip(secure), release.Field{Name: policy, Value: csp})
	embed := append(slices.Clip(secure), release.Field{Name: policy, Value: embedCSP},
		release.Field{Name: "X-Robots-Tag", Value: "noindex"})
	text := []release.Field{negotiated, language, nosniff, signal, usage, site}
	return profiles{
		html:     profile(html, catalog.CacheSealed, page...),
		embed:    profile(html, catalog.CacheSealed, embed...),
		titles:   profile("text/plain; charset=utf-8", catalog.CacheNone),
		markdown: profile(markdown, markdownCache, text...),
		twin: profile(markdown, catalog.CacheSealed, coded, language, nosniff, signal, usage,
			site, release.Field{Name: "X-Robots-Tag", Value: "noindex"}),
		listHTML:     profile(html, catalog.CacheResults, page...),
		listMarkdown: profile(markdown, listMarkdownCache, text...),
		detail:       profile("application/json", catalog.CacheSealed, coded, nosniff, signal),
		calendar:     profile(ical.MediaType, catalog.CacheSealed, coded, nosniff, signal, usage, open),
		atom:         profile(feed.AtomType, catalog.CacheSealed, coded, nosniff, signal, usage, open),
		feed:         profile(feed.JSONType, catalog.CacheSealed, coded, nosniff, signal, usage, open),
		lines: profile("application/x-ndjson", catalog.CacheSealed, coded, nosniff, signal, usage,
			open),
		schedule: profile(schedule.MediaType, catalog.CacheSealed, coded, nosniff, signal, usage,
			open),
		signals: []release.Field{signal, usage},
	}
}

// assetPolicy lets nothing run or load in a file that is opened by itself, as an SVG can be, and
// gives it an origin of its own. It has no effect where pages use the file.
const assetPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// asset is the profile of a file that pages use.
func (p *profiles) asset(a assets.Asset) release.Profile {
	cache := catalog.CacheAsset
	if a.Fixed {
		cache = catalog.CacheSealed
	}
	return release.Profile{Fields: []release.Field{
		{Name: "Content-Type", Value: a.MediaType},
		{Name: "Cache-Control", Value: cache},
		{Name: "Vary", Value: catalog.VaryCoding},
		{Name: "X-Content-Type-Options", Value: "nosniff"},
		{Name: "Content-Security-Policy", Value: assetPolicy},
	}}
}

// document is the profile of a discovery document with fields of its own, under one media type or
// as one of several.
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
		fields = append(fields, release.Field{Name: "Cache-Control", Value: catalog.CacheSealed})
	}
	vary := catalog.VaryCoding
	if several {
		vary = catalog.VaryNegotiated
	}
	fields = append(fields, release.Field{Name: "Vary", Value: vary},
		release.Field{Name: "X-Content-Type-Options", Value: "nosniff"})
	fields = append(append(fields, p.signals...), own...)
	return release.Profile{Fields: fields}
}

// contentUsage is the same choice in the words of AIPREF (draft-ietf-aipref-vocab), which has no key
// for answers. It is a header field only (draft-ietf-aipref-attach, section 4), not a line of
// robots.txt: validators of robots.txt, Lighthouse among them, call the line an unknown directive.
func contentUsage(b *brands.Brand) string {
	yesNo := func(v bool) string {
		if v {
			return "y"
		}
		return "n"
	}
	return "search=" + yesNo(b.AI.Search) + ", train-ai=" + yesNo(b.AI.Train)
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
	return "search=" + yesNo(b.AI.Search) + ", ai-input=" + yesNo(b.AI.Input) + ", ai-train=" +
		yesNo(b.AI.Train)
}

// siteLinks lead from every page to the documents of the brand (RFC 8288; the relations are RFC
// 9727 and RFC 8631).
func siteLinks(b *brands.Brand) string {
	return strings.Join([]string{
		"<" + discovery.APICatalogPath + `>; rel="api-catalog"; type="application/linkset+json"`,
		"<" + b.BaseURL + catalog.APIDescription + `>; rel="service-desc"; type="application/json"`,
		"<" + discovery.AuthPath + `>; rel="service-doc"; type="text/markdown"`,
		"<" + discovery.LLMsPath + `>; rel="describedby"; type="text/plain"`,
	}, ", ")
}

// edgeBrand is what the edge has to know of a brand.
func edgeBrand(b *brands.Brand) release.Brand {
	facts := release.Brand{
		Key: b.Key, Name: b.Name, Locale: b.Locale,
		SiteURL: b.SiteURL, BaseURL: b.BaseURL, AuthURL: b.AuthURL, BasePath: b.BasePath(),
		Timezone: b.Timezone, Hosts: b.Hosts(), KeysOnAccept: b.CDN.KeysOnAccept, ContentSignal: contentSignal(b),
		DeprecationLink: b.V1.Link,
	}
	if !b.AsOf.IsZero() {
		facts.AsOf = b.AsOf.Unix()
	}
	if !b.V1.DeprecatedAt.IsZero() {
		facts.DeprecatedAt = b.V1.DeprecatedAt.Unix()
	}
	if !b.V1.SunsetAt.IsZero() {
		facts.SunsetAt = b.V1.SunsetAt.Unix()
	}
	return facts
}
