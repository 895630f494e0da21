package discovery

import (
	"fmt"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/templates"
)

// Field is one header field that a document is always served with.
type Field struct{ Name, Value string }

// Document is one finished document of a brand.
type Document struct {
	Path        string // address on every host of the brand, from "/"
	Body        []byte // the exact bytes, without content coding; not to be changed
	ContentType string
	// NamedType is a second media type of the same bytes, for clients whose
	// Accept names it; "" for none.
	NamedType string
	Fields    []Field // further fixed header fields, in a fixed order
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
	// Example is an event of the catalogue, shown in the OpenAPI document
	// without its description (the organiser's text is no part of a
	// description of the API). Nil shows an invented one.
	Example *catalog.Event
	// Cities are listed in llms.txt in the order given, at most MaxCities.
	Cities []Link
	// Schedule reports that there is a schedule.xml.
	Schedule bool
}

// MaxCities is how many cities llms.txt has: it is meant to be read in one go, and the search finds
// the rest.
const MaxCities = 10

// Addresses of the documents on every host of a brand. The OpenAPI document also
// lies below the API's own path, as [catalog.APIDescription].
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
	ARDPath         = "/.well-known/ard.json" // the same, as later drafts have it
	AuthPath        = "/auth.md"
	SitemapPath     = "/sitemap.xml"
	RobotsPath      = catalog.RobotsPath
	LLMsPath        = "/llms.txt"
)

// Media types of the documents.
const (
	typeJSON      = "application/json"
	typeLinkset   = `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`
	typeMCPCard   = "application/mcp-server-card+json"
	typeAgentCard = "application/a2a-agent-card+json"
	typeAICatalog = "application/ai-catalog+json"
	typeMarkdown  = "text/markdown; charset=utf-8"
	typePlain     = "text/plain; charset=utf-8"
	typeXML       = "application/xml; charset=utf-8"
)

// Documents writes every document of a brand except the sitemap, in a fixed
// order. files holds the text templates under discovery/. Errors name the
// brand and the document.
func Documents(b *brands.Brand, in Input, files templates.Set) ([]Document, error) {
	var docs []Document
	add := func(path, contentType string, body []byte, more ...Field) {
		docs = append(docs, Document{Path: path, Body: body, ContentType: contentType,
			Fields: append(openFields(), more...)})
	}
	fail := func(path string, err error) ([]Document, error) {
		return nil, fmt.Errorf("brand %s: document %s: %w", b.Key, path, err)
	}

	description, err := openAPI(b, in.Example, files)
	if err != nil {
		return fail(OpenAPIPath, err)
	}
	add(b.BasePath()+catalog.APIDescription, typeJSON, description)
	add(OpenAPIPath, typeJSON, description)

	for _, d := range []struct {
		path, contentType string
		value             any
		more              []Field
	}{
		{APICatalogPath, typeLinkset, apiCatalog(b, in),
			[]Field{{"Link", "<" + APICatalogPath + `>; rel="api-catalog"`}}},
		{ProtectedResourcePath, typeJSON, protectedResource(b), nil},
		{AuthorizationServerPath, typeJSON, authorizationServer(b), nil},
	} {
		body, err := encode(d.value)
		if err != nil {
			return fail(d.path, err)
		}
		add(d.path, d.contentType, body, d.more...)
	}

	cards, err := agentDocuments(b)
	if err != nil {
		return nil, fmt.Errorf("brand %s: %w", b.Key, err)
	}
	docs = append(docs, cards...)

	skills, err := renderSkills(b, files)
	if err != nil {
		return fail(SkillsIndexPath, err)
	}
	index, err := encode(skillsIndex(skills))
	if err != nil {
		return fail(SkillsIndexPath, err)
	}
	add(SkillsIndexPath, typeJSON, index)
	for _, s := range skills {
		add(s.path(), typeMarkdown, s.body)
	}

	auth, err := renderText(b, files, "auth.md", facts(b))
	if err != nil {
		return fail(AuthPath, err)
	}
	add(AuthPath, typeMarkdown, auth)
	robots, err := renderText(b, files, "robots.txt", facts(b))
	if err != nil {
		return fail(RobotsPath, err)
	}
	add(RobotsPath, typePlain, robots)
	llms, err := renderLLMs(b, in, files)
	if err != nil {
		return fail(LLMsPath, err)
	}
	add(LLMsPath, typePlain, llms)
	return docs, nil
}

// openFields are the fields of every document: a program in a browser may read
// it from any origin.
func openFields() []Field {
	return []Field{{"Access-Control-Allow-Origin", "*"}}
}
