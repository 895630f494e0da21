package discovery

import (
	"iter"
	"reflect"
)

// SchemaKeys are the keys of every description that the API's types need.
func SchemaKeys() map[string]bool {
	keys := map[string]bool{}
	for _, s := range schemaTypes {
		keys[s.name] = true
		for i := range s.typ.NumField() {
			keys[s.name+"."+memberOf(s.typ.Field(i))] = true
		}
	}
	return keys
}

// DescribedKeys are the keys that have words, with their words.
func DescribedKeys() map[string][2]string {
	keys := map[string][2]string{}
	for key, w := range schemaWords {
		keys[key] = [2]string{w.pt, w.en}
	}
	return keys
}

// RuledKeys are the keys of constraints, and of required members as type.member.
func RuledKeys() []string {
	var keys []string
	for key := range schemaRules {
		keys = append(keys, key)
	}
	for name, members := range schemaRequired {
		for _, m := range members {
			keys = append(keys, name+"."+m)
		}
	}
	return keys
}

// SchemaOf derives the schema of a type of the test's own.
func SchemaOf(name string, t reflect.Type) error {
	_, err := schemaOf(name, t, true)
	return err
}

// ErrNoWords and ErrNoType are what SchemaOf fails with.
var (
	ErrNoWords = errNoWords
	ErrNoType  = errNoType
)

// SitemapWithin is Sitemap with limits small enough to meet.
func SitemapWithin(site string, entries iter.Seq[Entry], maxEntries, maxBytes int, add func(Document) error) error {
	return sitemap(site, entries, sitemapLimits{maxEntries, maxBytes}, add)
}

// Escapes of the text templates.
var (
	EscapeMarkdown = escapeMarkdown
	LinkTarget     = linkTarget
	Quote          = quote
)
