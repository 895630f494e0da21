package discovery

import (
	"encoding/json"
	"iter"
	"reflect"

	"cartaz/brands"
)

// CheckSchema compares the schema called name in a document with a type of the test.
func CheckSchema(document []byte, name string, t reflect.Type) error {
	var doc struct {
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return err
	}
	return checkSchema(doc.Components.Schemas[name], t)
}

// CheckSchemas compares the schemas of a document with the types of the API.
var CheckSchemas = checkSchemas

// SitemapWithin is Sitemap with limits small enough to reach.
func SitemapWithin(site string, entries iter.Seq[Entry], maxEntries, maxBytes int,
	add func(Document) error) error {
	return sitemap(&brands.Brand{SiteURL: site}, entries, sitemapLimits{maxEntries, maxBytes}, add)
}

// Escapes of the text templates.
var (
	EscapeMarkdown = escapeMarkdown
	LinkTarget     = linkTarget
	Quote          = quote
)
