package mcp

import (
	"encoding/json"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/jsonrpc"
)

// members are the members of a JSON object of an answer.
type members = map[string]any

// era is a range of revisions of the protocol.
type era uint8

const (
	always era = iota
	legacy     // before [firstModern]
	modern
)

// How long clients may cache results, in milliseconds. The list of tools changes only with the
// program; what comes from the release is cached as long as a page of the site.
const (
	ttlProgram = 3_600_000
	ttlRelease = 60_000
)

// parameters are the members of params of a request, undecoded.
type parameters = map[string]json.RawMessage

// handler returns the result of a method.
type handler func(x *exchange, params parameters) (members, *jsonrpc.Error)

// method is a method of the server.
type method struct {
	only      era
	isList    bool // takes a cursor, and has one page
	hasParams bool // may not be called without
	ttl       int  // of its result, in milliseconds; 0 where the protocol has none
	answer    handler
}

// methods are the methods of the server's capabilities: there are no prompts, completion, logging
// or subscriptions.
var methods = map[string]method{
	"initialize":      {only: legacy, hasParams: true, answer: (*exchange).initialize},
	"ping":            {only: legacy, answer: fixed(func(*exchange) members { return members{} })},
	"server/discover": {only: modern, ttl: ttlProgram, answer: fixed((*exchange).discover)},

	"tools/list": {isList: true, ttl: ttlProgram, answer: fixed((*exchange).listTools)},
	"tools/call": {hasParams: true, answer: (*exchange).callTool},
	"resources/list": {isList: true, ttl: ttlRelease,
		answer: (*exchange).listResources},
	"resources/templates/list": {isList: true, ttl: ttlProgram,
		answer: fixed((*exchange).listTemplates)},
	"resources/read": {ttl: ttlRelease, answer: (*exchange).readResource},

	"skills/list": {isList: true, ttl: ttlRelease, answer: (*exchange).listSkills},
	"skills/get":  {ttl: ttlRelease, answer: (*exchange).getSkill},
	"events/list": {isList: true, ttl: ttlProgram, answer: fixed((*exchange).listEvents)},
	"events/poll": {hasParams: true, answer: (*exchange).pollEvents},
}

// fixed returns the answer of a method that reads no parameters and cannot fail.
func fixed(result func(*exchange) members) handler {
	return func(x *exchange, _ parameters) (members, *jsonrpc.Error) { return result(x), nil }
}

// serverInfo returns the identity of the server, as on its card.
func (x *exchange) serverInfo() members {
	b := x.c.Brand()
	who := catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL)
	return members{"name": who.Name, "title": who.Title, "version": catalog.AgentVersion,
		"description": who.Description, "websiteUrl": b.SiteURL}
}

// initialize answers the handshake of the older revisions, in the client's revision or else in the
// newest of them. The server keeps no session.
func (x *exchange) initialize(params parameters) (members, *jsonrpc.Error) {
	version, _ := jsonrpc.String(params["protocolVersion"])
	if old := versions[1:]; !slices.Contains(old, version) {
		version = old[0]
	}
	return members{"protocolVersion": version, "capabilities": capabilities,
		"serverInfo": x.serverInfo(), "instructions": x.texts.Instructions}, nil
}

func (x *exchange) discover() members {
	return members{"supportedVersions": versions, "capabilities": capabilities,
		"instructions": x.texts.Instructions}
}

var capabilities = json.RawMessage(catalog.MCPCapabilities)

// listResources lists the skills: the pages of events are too many, and have a template.
func (x *exchange) listResources(parameters) (members, *jsonrpc.Error) {
	skills, err := x.skills()
	resources := []members{}
	for _, s := range skills {
		resources = append(resources, members{"uri": s.uri(), "name": s.Name,
			"description": s.Description, "mimeType": typeMarkdown})
	}
	return members{"resources": resources}, err
}

func (x *exchange) listTemplates() members {
	return members{"resourceTemplates": []members{{"name": "event_page",
		"title": x.texts.Titles["get_event"], "mimeType": typeMarkdown,
		"description": x.texts.Descriptions["get_event"],
		"uriTemplate": x.c.Address(pagePath) + "{slug}"}}}
}

const (
	typeMarkdown = "text/markdown"
	pagePath     = catalog.EventsPath + "/"
)

// readResource reads the page of an event or a skill, in Markdown.
func (x *exchange) readResource(params parameters) (members, *jsonrpc.Error) {
	uri, _ := jsonrpc.String(params["uri"])
	path := ""
	if page, ok := strings.CutPrefix(uri, x.c.Brand().SiteURL); ok {
		page = x.c.Key(page) // lists have the brand's spelling
		if slug, ok := strings.CutPrefix(page, pagePath); ok && isSlug(slug) {
			path = page
		}
	}
	if strings.HasPrefix(uri, skillScheme) {
		s, err := x.skill(uri)
		if err != nil {
			return nil, err
		}
		path = s.URL
	}
	if path == "" {
		return nil, x.notFound(uri)
	}
	a := x.read(path, "")
	switch {
	case a.Code == catalog.UpstreamUnavailable || a.Code == catalog.InternalError:
		return nil, catalogueError(a.Code)
	case a.Status != 200:
		return nil, x.notFound(uri)
	}
	return members{"contents": []members{{"uri": uri, "mimeType": typeMarkdown,
		"text": string(a.Body)}}}, nil
}

// read reads an address of the brand, as Markdown where it has several forms. A fault of the
// release goes into the log of the request.
func (x *exchange) read(path, query string) *answer.Answer {
	a := new(answer.Answer)
	x.c.Read(a, path, query, typeMarkdown, x.r.Time)
	if a.Err != nil {
		x.a.Err = a.Err
	}
	return a
}

// isSlug reports whether a text may be the slug of an event.
func isSlug(text string) bool {
	return text != "" && len(text) <= maxSlug &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// maxSlug is the longest slug of a catalogue, in bytes.
const maxSlug = 200

func invalidParams(reason string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: reason}
}

// notFound returns the error for a resource that is not there: -32002 until revision 2025-11-25.
func (x *exchange) notFound(uri string) *jsonrpc.Error {
	data, _ := json.Marshal(members{"uri": uri}) // a string cannot fail
	err := &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: "resource not found", Data: data}
	if !x.fields.modern() {
		err.Code = resourceNotFound
	}
	return err
}

// catalogueError returns the error of a catalogue that could not answer.
func catalogueError(code catalog.Code) *jsonrpc.Error {
	data, _ := json.Marshal(members{"code": code}) // a string cannot fail
	return &jsonrpc.Error{Code: jsonrpc.InternalError,
		Message: catalog.NewProblem(code, i18n.Default, "").Detail, Data: data}
}
