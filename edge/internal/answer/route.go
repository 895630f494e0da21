package answer

import (
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer/listquery"
)

// Kind is the kind of address that a request asks for.
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
	Changes                  // /mudancas.md
	SlugMissing              // {base}/events/
	Identity                 // {base}/agent/identity
	Health                   // {base}/health
	MCP                      // /mcp: answered by package mcp
	A2A                      // /a2a: answered by package a2a
	APIUnknown               // anything else below {base}
	Malformed                // a path with a broken escape
	TooLong                  // an address over MaxTarget
)

// kindRow holds the properties of a kind, the same for all its requests.
type kindRow struct {
	name    string
	methods string // that the address takes
	family
	is   uint8 // counted, open
	body int   // how much of the body of a POST is read, in bytes; 0 if no body is taken
}

// family is the form of problems.
type family uint8

const (
	page     family = iota // for people, as a page
	endpoint               // of the API
	agent                  // in the words of a protocol
)

const (
	counted = 1 << iota // requests count against a rate limit
	open                // preflights are answered, with or without a resource
)

const reads = "GET, HEAD"

var kinds = [...]kindRow{
	Resource:     {name: "resource", methods: reads},
	Detail:       {"detail", "GET", endpoint, counted | open, 0},
	List:         {"list", "GET", endpoint, counted | open, 0},
	ListPage:     {"list_page", reads, page, counted, 0},
	ListTwin:     {"list_twin", reads, page, counted | open, 0},
	ListCalendar: {"list_calendar", reads, page, counted | open, 0},
	When:         {name: "when", methods: reads},
	Changes:      {"changes", reads, page, counted | open, 0},
	SlugMissing:  {"slug_missing", "GET", endpoint, counted | open, 0},
	Identity:     {"identity", "POST", endpoint, counted | open, MaxBody},
	Health:       {"health", "GET", endpoint, open, 0},
	MCP:          {"mcp", "POST", agent, counted | open, MaxAgentBody},
	A2A:          {"a2a", "POST", agent, counted | open, MaxAgentBody},
	APIUnknown:   {name: "api_unknown", family: endpoint},
	Malformed:    {name: "malformed"},
	TooLong:      {name: "too_long"},
}

func (k Kind) String() string { return kinds[k].name }

// Counted reports whether requests of this kind count against a rate limit: requests to the API do,
// except for its liveness, and so do requests to the agent endpoints and for pages of search
// results. Sealed pages and documents do not.
func (k Kind) Counted() bool { return kinds[k].is&counted != 0 }

// MaxBody returns how much of the body of a POST is read, in bytes, or 0 if no body is taken.
func (k Kind) MaxBody() int { return kinds[k].body }

// Route is a classified address.
type Route struct {
	Kind Kind
	Path string // the key of the resource table, for any spelling of the address
}

// Route classifies a request by its address alone. It does not read the release.
func (c *Catalogue) Route(r *Request) Route {
	if len(r.Path)+len(r.Query) >= MaxTarget {
		return Route{Kind: TooLong}
	}
	path, ok := listquery.UnescapePath(r.Path)
	if !ok {
		return Route{Kind: Malformed}
	}
	rest, isAPI := strings.CutPrefix(path, c.brand.BasePath)
	if !isAPI || rest != "" && rest[0] != '/' {
		path = c.spelling.Key(path)
		switch path {
		case catalog.EventsPath:
			return Route{ListPage, path}
		case catalog.EventsTwinPath:
			return Route{ListTwin, path}
		case catalog.EventsCalendarPath:
			if r.Query != "" {
				return Route{ListCalendar, path}
			}
		case catalog.ChangesTwinPath:
			return Route{Changes, path}
		case catalog.MCPPath, catalog.MCPPath + "/":
			return Route{MCP, path}
		case catalog.A2APath, catalog.A2APath + "/":
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
