package answer

import (
	"strings"

	"cartaz/builder/catalog"
)

// Kind is what a request asks for.
type Kind uint8

// The kinds of address. Their String is the route label of logs and metrics.
const (
	Resource     Kind = iota // a sealed page, document or asset
	Detail                   // {base}/events/{slug}: sealed, but counted as API
	List                     // {base}/events
	ListPage                 // /eventos, negotiated
	ListTwin                 // /eventos.md
	ListCalendar             // /eventos.ics with a query; without one it is sealed
	When                     // /hoje, /amanha, /fim-de-semana and their twins
	OEmbed                   // /oembed
	SlugMissing              // {base}/events/
	Identity                 // {base}/agent/identity
	Health                   // {base}/health
	MCP                      // /mcp: answered by package mcp
	A2A                      // /a2a: answered by package a2a
	APIUnknown               // anything else below {base}
	Malformed                // a path with a broken escape
	TooLong                  // an address over MaxTarget
)

var kindNames = [...]string{"resource", "detail", "list", "list_page", "list_twin", "list_calendar",
	"when", "oembed", "slug_missing", "identity", "health", "mcp", "a2a", "api_unknown", "malformed", "too_long"}

func (k Kind) String() string { return kindNames[k] }

// Route is a classified address.
type Route struct {
	Kind Kind
	Path string // the key of the resource table for Resource and Detail
}

// Route classifies a request by its address alone. It does not look into the
// release.
func (c *Catalogue) Route(r *Request) Route {
	if len(r.Path)+len(r.Query) >= MaxTarget {
		return Route{Kind: TooLong}
	}
	path, ok := unescapePath(r.Path)
	if !ok {
		return Route{Kind: Malformed}
	}
	rest, isAPI := strings.CutPrefix(path, c.brand.BasePath)
	if !isAPI || rest != "" && rest[0] != '/' {
		switch path {
		case catalog.EventsPath:
			return Route{ListPage, path}
		case catalog.EventsTwinPath:
			return Route{ListTwin, path}
		case catalog.EventsCalendarPath:
			if r.Query != "" {
				return Route{ListCalendar, path}
			}
		case catalog.OEmbedPath:
			return Route{OEmbed, path}
		case catalog.MCPPath:
			return Route{MCP, path}
		case catalog.A2APath:
			return Route{A2A, path}
		}
		if isWhen(path) {
			return Route{When, path}
		}
		return Route{Resource, path}
	}
	switch rest {
	case catalog.APIEvents:
		return Route{List, path}
	case catalog.APIEvents + "/":
		return Route{SlugMissing, path}
	case catalog.APIIdentity:
		return Route{Identity, path}
	case catalog.APIHealth:
		return Route{Health, path}
	case catalog.APIDescription:
		return Route{Resource, path}
	}
	if slug, ok := strings.CutPrefix(rest, catalog.APIEvents+"/"); ok &&
		strings.IndexByte(slug, '/') < 0 {
		return Route{Detail, path}
	}
	return Route{APIUnknown, path}
}

// unescapePath decodes the escapes of unreserved characters, which mean the
// same as the characters themselves (RFC 3986, section 6.2.2.2). Any other
// escape stays as it is: "%2F" is not a slash, and no key of the resource table
// holds an escape, so such an address is simply not found. A percent sign that
// starts no escape, or a control character, makes the address malformed.
func unescapePath(path string) (string, bool) {
	if path == "" || path[0] != '/' {
		return "", false
	}
	escaped := false
	for i := range len(path) {
		if path[i] < 0x20 || path[i] == 0x7F {
			return "", false
		}
		escaped = escaped || path[i] == '%'
	}
	if !escaped {
		return path, true
	}
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] != '%' {
			b = append(b, path[i])
			continue
		}
		if i+2 >= len(path) || unhex(path[i+1]) > 15 || unhex(path[i+2]) > 15 {
			return "", false
		}
		c := unhex(path[i+1])<<4 | unhex(path[i+2])
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' ||
			c == '_' || c == '~' {
			b = append(b, c)
		} else {
			b = append(b, path[i:i+3]...)
		}
		i += 2
	}
	return string(b), true
}
