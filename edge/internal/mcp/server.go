package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// How long clients may keep results, in milliseconds: what the server offers
// changes with the program only, a page as the site says.
const (
	keepLists = 3_600_000
	keepPage  = 60_000
)

// newServer is the server of a brand.
func newServer(f facts) *mcp.Server {
	who := catalog.NewMCPServer(f.key, f.name, f.locale, f.site)
	w := wordsFor(f.locale)
	s := mcp.NewServer(&mcp.Implementation{
		Name: who.Name, Title: who.Title, Version: catalog.AgentVersion, Description: who.Description, WebsiteURL: f.site,
	}, &mcp.ServerOptions{
		Instructions: w.instructions,
		// Nothing here changes while the server runs, and nothing is logged.
		Capabilities:              &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
		SupportedProtocolVersions: versions,
		SetCacheable: func(_ context.Context, r mcp.Request, c *mcp.Cacheable) {
			c.TTLMs, c.CacheScope = keepLists, "public"
			if _, ok := r.(*mcp.ReadResourceRequest); ok {
				c.TTLMs = keepPage
			}
		},
	})
	readOnly := func(title string) *mcp.ToolAnnotations {
		no := false
		return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no}
	}
	t := tools{facts: f, words: w}
	s.AddTool(&mcp.Tool{
		Name: "search_events", Title: w.searchTitle, Description: w.searchText, Annotations: readOnly(w.searchTitle),
		InputSchema: searchInput(w), OutputSchema: listOutput(),
	}, t.searchEvents)
	s.AddTool(&mcp.Tool{
		Name: "get_event", Title: w.getTitle, Description: w.getText, Annotations: readOnly(w.getTitle),
		InputSchema: getInput(w), OutputSchema: eventOutput(),
	}, t.getEvent)
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "event_page", Title: w.pageTitle, Description: w.pageText, MIMEType: typeMarkdown,
		URITemplate: f.site + pagePath + "{slug}",
	}, t.eventPage)
	return s
}

const (
	typeMarkdown = "text/markdown"
	pagePath     = "/eventos/"
)

// tools answers calls for one brand.
type tools struct {
	facts facts
	words words
}

func (t tools) searchEvents(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	in, wrong := readArguments(r.Params.Arguments, searchArguments)
	if wrong != "" {
		return t.problem(catalog.BadRequest, wrong), nil
	}
	query := url.Values{}
	for name, value := range in {
		query.Set(name, value)
	}
	return t.get(ctx, "/events", query.Encode())
}

func (t tools) getEvent(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	in, wrong := readArguments(r.Params.Arguments, getArguments)
	if wrong == "" && in["slug"] == "" {
		return t.problem(catalog.SlugMissing, ""), nil
	}
	if wrong != "" {
		return t.problem(catalog.BadRequest, wrong), nil
	}
	return t.get(ctx, "/events/"+url.PathEscape(in["slug"]), "")
}

// get passes on an answer of the API: as data, for programs and for models that
// read no data as text too, below a label that says whose words are in it.
func (t tools) get(ctx context.Context, path, query string) (*mcp.CallToolResult, error) {
	a, err := ask(ctx, t.facts.base+path, query, "")
	if err != nil {
		return t.problem(catalog.InternalError, ""), nil
	}
	if a.Status != 200 {
		return t.problem(a.Code, ""), nil
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: t.words.note}, &mcp.TextContent{Text: string(a.Body)}},
		StructuredContent: json.RawMessage(a.Body),
	}, nil
}

// problem is an error that the model can read and act on: the problem document
// of the API, with its code. detail replaces the general words.
func (t tools) problem(code catalog.Code, detail string) *mcp.CallToolResult {
	p := catalog.NewProblem(code, t.facts.locale, t.facts.site)
	if detail != "" {
		p.Detail = detail
	}
	text, _ := json.Marshal(p) // strings and a number cannot fail
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
}

// pageSlug is the slug of an event page's address, "" for any other text. It is
// asked before the SDK sees an address, whose own error for an unknown one is
// not always JSON.
func (f facts) pageSlug(uri string) string {
	slug, ok := strings.CutPrefix(uri, f.site+pagePath)
	if !ok || len(slug) > maxSlug || strings.ContainsFunc(slug, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	}) {
		return ""
	}
	return slug
}

// maxSlug is the longest slug of a catalogue, in bytes.
const maxSlug = 200

// notFound is the error for a resource that is not there.
func notFound(uri string) *jsonrpc.Error {
	data, _ := json.Marshal(map[string]string{"uri": uri}) // a string cannot fail
	return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: "resource not found", Data: data}
}

// eventPage reads the page of an event in Markdown. Its organiser's words are in
// a quoted block there already.
func (t tools) eventPage(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := r.Params.URI
	a, err := ask(ctx, pagePath+t.facts.pageSlug(uri), "", typeMarkdown)
	switch {
	case err != nil:
		return nil, failed(catalog.InternalError)
	case a.Code == catalog.UpstreamUnavailable || a.Code == catalog.InternalError:
		return nil, failed(a.Code)
	case a.Status != 200 || !strings.HasPrefix(a.Field("Content-Type"), typeMarkdown):
		missing := notFound(uri)
		return nil, &sdk.Error{Code: int64(missing.Code), Message: missing.Message, Data: missing.Data}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: typeMarkdown, Text: string(a.Body)}}}, nil
}

// failed is the error of a catalogue that could not answer.
func failed(code catalog.Code) error {
	data, _ := json.Marshal(map[string]string{"code": string(code)}) // a string cannot fail
	return &sdk.Error{Code: jsonrpc.InternalError, Message: catalog.NewProblem(code, "en", "").Detail, Data: data}
}
