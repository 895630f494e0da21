package keep

import (
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/syndication"
	"cartaz/builder/internal/words"
	"cartaz/builder/release"
)

// Profiles are the fixed header fields of a brand's sealed answers.
type Profiles struct {
	HTML         release.Profile // a page
	Embed        release.Profile // a list in a frame of another site
	Private      release.Profile // of what only the edge or the next build reads
	Markdown     release.Profile // the same page, negotiated
	Twin         release.Profile // the Markdown at its own address
	ListHTML     release.Profile // pages of results: the edge adds ETag and length
	ListMarkdown release.Profile
	Detail       release.Profile // an event of the API
	Calendar     release.Profile
	Picture      map[bool]release.Profile // of a link: true for JPEG
	Atom, Feed   release.Profile          // the two forms of a feed
	Lines        release.Profile          // NDJSON
	Schedule     release.Profile
	signals      []release.Field // Content-Signal and Content-Usage, for documents
}

func field(name, value string) release.Field { return release.Field{Name: name, Value: value} }

// NewProfiles decides the header fields. Negotiated Markdown is private unless the brand says that
// its cache keys on Accept: a shared cache that ignores Vary would send it to browsers. origins are
// the origins of the event images.
func NewProfiles(b *brands.Brand, origins []string) Profiles {
	lang := words.For(b.Locale).Lang
	signal := field("Content-Signal", discovery.ContentSignal(b.AI))
	usage := field("Content-Usage", contentUsage(b))
	site := field("Link", siteLinks(b))
	nosniff := field("X-Content-Type-Options", "nosniff")
	language := field("Content-Language", lang)
	negotiated := field("Vary", catalog.VaryNegotiated)
	coded := field("Vary", catalog.VaryCoding)
	markdownCache := catalog.CacheSealedPrivate
	listMarkdownCache := catalog.CacheResultsPrivate
	if b.CDN.KeysOnAccept {
		markdownCache = catalog.CacheSealed
		listMarkdownCache = catalog.CacheResults
	}
	open := field("Access-Control-Allow-Origin", "*")
	profile := func(contentType, cache string, more ...release.Field) release.Profile {
		fields := []release.Field{field("Content-Type", contentType),
			field("Cache-Control", cache)}
		return release.Profile{Fields: append(fields, more...)}
	}
	const html, markdown = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	const policy = "Content-Security-Policy"
	secure := []release.Field{negotiated, language, nosniff, signal, usage, site,
		field("Referrer-Policy", "strict-origin-when-cross-origin")}
	page := append(slices.Clip(secure), field(policy, pagePolicy(b, origins)))
	embed := append(slices.Clip(secure), field(policy, embedPolicy(b, origins)),
		field("X-Robots-Tag", "noindex"))
	exposed := field("Access-Control-Expose-Headers",
		"ETag, Link, X-Markdown-Tokens, Content-Signal")
	data := []release.Field{coded, nosniff, signal, usage, open}
	text := []release.Field{negotiated, language, nosniff, signal, usage, site, open, exposed}
	return Profiles{
		HTML:     profile(html, catalog.CacheSealed, page...),
		Embed:    profile(html, catalog.CacheSealed, embed...),
		Private:  profile("text/plain; charset=utf-8", catalog.CacheNone),
		Markdown: profile(markdown, markdownCache, text...),
		Twin: profile(markdown, catalog.CacheSealed, coded, language, nosniff, signal, usage,
			site, open, exposed, field("X-Robots-Tag", "noindex")),
		ListHTML:     profile(html, catalog.CacheResults, page...),
		ListMarkdown: profile(markdown, listMarkdownCache, text...),
		Detail:       profile("application/json", catalog.CacheSealed, coded, nosniff, signal),
		Calendar:     profile(ical.MediaType, catalog.CacheSealed, data...),
		Picture: map[bool]release.Profile{
			false: profile("image/png", catalog.CacheSealed, nosniff, open),
			true:  profile("image/jpeg", catalog.CacheSealed, nosniff, open)},
		Atom:     profile(syndication.AtomType, catalog.CacheSealed, data...),
		Feed:     profile(syndication.JSONType, catalog.CacheSealed, data...),
		Lines:    profile("application/x-ndjson", catalog.CacheSealed, data...),
		Schedule: profile(syndication.ScheduleType, catalog.CacheSealed, data...),
		signals:  []release.Field{signal, usage},
	}
}

// assetPolicy lets nothing run or load in a file that is opened by itself, as an SVG can be, and
// gives it an origin of its own. It has no effect where pages use the file.
const assetPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// asset returns the profile of a file that pages use.
func (p *Profiles) asset(a assets.Asset) release.Profile {
	cache := catalog.CacheAsset
	if a.Fixed {
		cache = catalog.CacheSealed
	}
	return release.Profile{Fields: assetFields(a.MediaType, cache)}
}

func assetFields(mediaType, cache string) []release.Field {
	return []release.Field{
		field("Content-Type", mediaType),
		field("Cache-Control", cache),
		field("Vary", catalog.VaryCoding),
		field("X-Content-Type-Options", "nosniff"),
		field("Content-Security-Policy", assetPolicy),
	}
}

// static returns the profile of one of the brand's own files. It differs from an asset's in two
// ways: its address stays the same when its bytes change, and a file that proves something about
// the host is hidden from search engines.
func (p *Profiles) static(contentType string) release.Profile {
	fields := assetFields(contentType, catalog.CacheSealed)
	if strings.HasPrefix(contentType, "text/html") {
		fields = append(fields, field("X-Robots-Tag", "noindex"))
	}
	return release.Profile{Fields: fields}
}

// document returns the profile of a discovery document with fields of its own, under one media type
// or as one of several.
func (p *Profiles) document(contentType string, several bool, own []release.Field) release.Profile {
	fields := []release.Field{field("Content-Type", contentType)}
	if !slices.ContainsFunc(own, func(f release.Field) bool { return f.Name == "Cache-Control" }) {
		fields = append(fields, field("Cache-Control", catalog.CacheSealed))
	}
	vary := catalog.VaryCoding
	if several {
		vary = catalog.VaryNegotiated
	}
	fields = append(fields, field("Vary", vary), field("X-Content-Type-Options", "nosniff"))
	fields = append(append(fields, p.signals...), own...)
	return release.Profile{Fields: fields}
}

// contentUsage returns the same choice in the words of AIPREF (draft-ietf-aipref-vocab), which has
// no key for answers. It is only a header field (draft-ietf-aipref-attach, section 4), not a line
// of robots.txt: validators of robots.txt, Lighthouse among them, call the line an unknown
// directive.
func contentUsage(b *brands.Brand) string {
	yesNo := func(v bool) string {
		if v {
			return "y"
		}
		return "n"
	}
	return "search=" + yesNo(b.AI.Search) + ", train-ai=" + yesNo(b.AI.Train)
}

// siteLinks returns the links of every page to the documents of the brand (RFC 8288; the relations
// are RFC 9727 and RFC 8631).
func siteLinks(b *brands.Brand) string {
	return strings.Join([]string{
		"<" + discovery.APICatalogPath + `>; rel="api-catalog"; type="application/linkset+json"`,
		"<" + b.BaseURL + catalog.APIDescription + `>; rel="service-desc"; type="application/json"`,
		"<" + discovery.AuthPath + `>; rel="service-doc"; type="text/markdown"`,
		"<" + discovery.ARDPath + `>; rel="ard"; type="application/json"`,
		"<" + discovery.LLMsPath + `>; rel="describedby"; type="text/plain"`,
	}, ", ")
}
