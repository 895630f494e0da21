package discovery

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/templates"
)

// Document is one finished document of a brand.
type Document struct {
	Path        string // address on every host of the brand, from "/"
	Body        []byte // the exact bytes, without content coding; must not be changed
	ContentType string
	// NamedType is a second media type of the same bytes, for clients whose
	// Accept names it, or "".
	NamedType string
	Fields    []release.Field // further fixed header fields, in a fixed order
}

// Link is one page of the site with the number of its events on sale.
type Link struct {
	Label string // words for people
	Path  string // path of the HTML page; its Markdown twin is Path + ".md"
	Count int
}

// Input is the part of the catalogue that the documents show. The zero value is valid: a brand
// without events has all of its documents.
type Input struct {
	// Example is an event of the catalogue, shown in the OpenAPI document without its description,
	// because the organiser's text is not part of a description of the API. Nil shows an invented
	// event.
	Example *catalog.Event
	// Cities are listed in llms.txt in this order, at most MaxCities.
	Cities []Link
	// Schedule reports whether there is a schedule.xml.
	Schedule bool
}

// MaxCities is the number of cities in llms.txt: the file is meant to be read in one go, and the
// search finds the other cities.
const MaxCities = 10

// Addresses of the documents on every host of a brand. The OpenAPI document is also below the API's
// own path, as [catalog.APIDescription].
const (
	OpenAPIPath             = "/.well-known/openapi.json"
	APICatalogPath          = "/.well-known/api-catalog"
	ProtectedResourcePath   = catalog.OAuthPrefix + "protected-resource"
	AuthorizationServerPath = catalog.OAuthPrefix + "authorization-server"
	skillsPath              = "/.well-known/agent-skills/"
	SkillsIndexPath         = catalog.SkillsIndexPath
	MCPCardPath             = "/.well-known/mcp/server-card.json"
	// the address that its specification prefers
	MCPCardNearPath = catalog.MCPPath + "/server-card"
	AgentCardPath   = "/.well-known/agent-card.json"
	AICatalogPath   = "/.well-known/ai-catalog.json"
	ARDPath         = "/.well-known/ard.json" // the same, as in later drafts
	AuthPath        = "/auth.md"
	SitemapPath     = "/sitemap.xml"
	RobotsPath      = catalog.RobotsPath
	LLMsPath        = "/llms.txt"
)

// Media types of the documents.
const (
	typeJSON     = "application/json"
	typeLinkset  = `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`
	typeMarkdown = "text/markdown; charset=utf-8"
	typePlain    = "text/plain; charset=utf-8"
	typeXML      = "application/xml; charset=utf-8"
)

// openFields returns the fields of every document, and further ones in pairs of name and value: a
// program in a browser may read it from any origin.
func openFields(more ...string) (fields []release.Field) {
	pairs := append([]string{"Access-Control-Allow-Origin", "*"}, more...)
	for pair := range slices.Chunk(pairs, 2) {
		fields = append(fields, release.Field{Name: pair[0], Value: pair[1]})
	}
	return fields
}

// rows returns the documents of a brand other than skills.
func rows(b *brands.Brand) []documentRow {
	cacheCard := []string{"Cache-Control", catalog.CacheCard} // from the specifications of cards
	return []documentRow{
		{"openapi.yaml", typeJSON, "", nil,
			[]string{OpenAPIPath, b.BasePath() + catalog.APIDescription}},
		{"api-catalog.yaml", typeLinkset, "",
			[]string{"Link", "<" + APICatalogPath + `>; rel="api-catalog"`},
			[]string{APICatalogPath}},
		{"protected-resource.yaml", typeJSON, "", nil, []string{ProtectedResourcePath}},
		{"authorization-server.yaml", typeJSON, "", nil, []string{AuthorizationServerPath}},
		// The specification of server cards demands these fields, to the letter.
		{"server-card.yaml", typeJSON, "application/mcp-server-card+json",
			append([]string{"Access-Control-Allow-Methods", "GET",
				"Access-Control-Allow-Headers", "Content-Type, If-None-Match",
				"Access-Control-Expose-Headers", "ETag"}, cacheCard...),
			[]string{MCPCardPath, MCPCardNearPath}},
		{"agent-card.yaml", typeJSON, "", cacheCard, []string{AgentCardPath}},
		{"ai-catalog.yaml", typeJSON, "application/ai-catalog+json", cacheCard,
			[]string{AICatalogPath, ARDPath}},
		{"skills-index.yaml", typeJSON, "", nil, []string{SkillsIndexPath}},
		{"auth.md", typeMarkdown, "", nil, []string{AuthPath}},
		{"robots.txt", typePlain, "", nil, []string{RobotsPath}},
		{"llms.txt", typePlain, "", nil, []string{LLMsPath}},
	}
}

// documentRow is a template with its media types, further header fields, as pairs of name and
// value, and paths.
type documentRow struct {
	template, contentType, namedType string
	fields, paths                    []string
}

// Documents writes every document of a brand except the sitemap, in a fixed
// order. files holds the templates under discovery/. Errors name the
// brand and the document.
func Documents(b *brands.Brand, in Input, files templates.Set) ([]Document, error) {
	var docs []Document
	f := newFacts(b, in)
	for _, row := range rows(b) {
		body, err := render(b, files, row.template, &f)
		if err != nil {
			return nil, fmt.Errorf("brand %s: document %s: %w", b.Key, row.paths[0], err)
		}
		for _, path := range row.paths {
			docs = append(docs, Document{path, body, row.contentType, row.namedType,
				openFields(row.fields...)})
		}
	}
	for i := range f.Skills {
		s := &f.Skills[i]
		docs = append(docs, Document{Path: s.Path(), Body: s.body, ContentType: typeMarkdown,
			Fields: openFields()})
	}
	return docs, nil
}

// render writes one document. Templates of YAML become JSON. It renders the skills before the index
// of skills.
func render(b *brands.Brand, files templates.Set, name string, f *facts) (body []byte, err error) {
	if name == "skills-index.yaml" {
		if f.Skills, err = renderSkills(b, files, f); err != nil {
			return nil, err
		}
	}
	body, err = renderText(b, files, name, f)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil && strings.HasSuffix(name, ".yaml") {
		if body, err = yamlToJSON(body); err != nil {
			err = fmt.Errorf("%s%s: %w", templateDir, name, err)
		}
	}
	return body, err
}
