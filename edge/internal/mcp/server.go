package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/jsonrpc"
)

// How long clients may cache results, in milliseconds. The list of tools changes only with the
// program; a page is cached as long as on the site.
const (
	keepLists = 3_600_000
	keepPage  = 60_000
)

// newServer is the server of a brand.
func newServer(f facts) *mcp.Server {
	who := catalog.NewMCPServer(f.key, f.name, f.locale, f.site)
	w := textsOf(f.locale)
	s := mcp.NewServer(&mcp.Implementation{
		Name: who.Name, Title: who.Title, Version: catalog.AgentVersion,
		Description: who.Description, WebsiteURL: f.site,
	}, &mcp.ServerOptions{
		Instructions: w.Instructions,
		// Nothing here changes while the server runs, and the server logs nothing.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{},
			Resources: &mcp.ResourceCapabilities{}},
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
		return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true,
			DestructiveHint: &no, OpenWorldHint: &no}
	}
	t := tools{facts: f, texts: w}
	s.AddTool(&mcp.Tool{
		Name: "search_events", Title: w.SearchTitle, Description: w.SearchText,
		Annotations: readOnly(w.SearchTitle),
		InputSchema: searchInput(w), OutputSchema: listOutput(),
	}, t.searchEvents)
	s.AddTool(&mcp.Tool{
		Name: "get_event", Title: w.GetTitle, Description: w.GetText,
		Annotations: readOnly(w.GetTitle),
		InputSchema: getInput(w),
	}, t.getEvent)
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "event_page", Title: w.GetTitle, Description: w.GetText, MIMEType: typeMarkdown,
		URITemplate: f.site + pagePath + "{slug}",
	}, t.eventPage)
	return s
}

const (
	typeMarkdown = "text/markdown"
	pagePath     = catalog.EventsPath + "/"
)

// tools answers calls for one brand.
type tools struct {
	facts facts
	texts *texts
}

func (t tools) searchEvents(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult,
	error) {
	in, wrong := readArguments(toolArguments(ctx), searchArguments)
	if wrong != "" {
		return t.problem(catalog.BadRequest, wrong), nil
	}
	query := url.Values{}
	for name, value := range in {
		// Clipped to what the search reads, so that no address gets too long.
		query.Set(name, listquery.Term(value))
	}
	var data []byte
	a, err := readCatalogue(ctx, func(c *answer.Catalogue, a *answer.Answer, at time.Time) {
		data = c.ReadList(a, query.Encode(), at)
	})
	result := t.result(a, err)
	if !result.IsError {
		result.StructuredContent = json.RawMessage(data)
	}
	return result, nil
}

func (t tools) getEvent(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	in, wrong := readArguments(toolArguments(ctx), getArguments)
	if wrong == "" && in["slug"] == "" {
		return t.problem(catalog.SlugMissing, ""), nil
	}
	if wrong != "" {
		return t.problem(catalog.BadRequest, wrong), nil
	}
	return t.result(readPath(ctx, pagePath+url.PathEscape(in["slug"]), typeMarkdown)), nil
}

// result passes on a Markdown page of the catalogue.
func (t tools) result(a *answer.Answer, err error) *mcp.CallToolResult {
	switch {
	case err != nil:
		return t.problem(catalog.InternalError, "")
	case a.Status != 200:
		return t.problem(a.Code, "")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(a.Body)}}}
}

// problem is an error that the model can read and act on: the problem document of the API, with its
// code. detail replaces the general words.
func (t tools) problem(code catalog.Code, detail string) *mcp.CallToolResult {
	p := catalog.NewProblem(code, t.facts.locale, t.facts.site)
	if detail != "" {
		p.Detail = detail
	}
	text, _ := json.Marshal(p) // strings and a number cannot fail
	return &mcp.CallToolResult{IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
}

// pageSlug returns the slug of an event page's address, "" for any other text. It is checked before
// the SDK sees the address, because the SDK's own error for an unknown address is not always JSON.
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

// eventPage reads the page of an event in Markdown. The page already has the organiser's words in a
// quoted block.
func (t tools) eventPage(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult,
	error) {
	uri := r.Params.URI
	a, err := readPath(ctx, pagePath+t.facts.pageSlug(uri), typeMarkdown)
	switch {
	case err != nil:
		return nil, catalogueError(catalog.InternalError)
	case a.Code == catalog.UpstreamUnavailable || a.Code == catalog.InternalError:
		return nil, catalogueError(a.Code)
	case a.Status != 200 || !strings.HasPrefix(a.Field("Content-Type"), typeMarkdown):
		missing := notFound(uri)
		return nil, &sdk.Error{Code: int64(missing.Code), Message: missing.Message,
			Data: missing.Data}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri,
		MIMEType: typeMarkdown, Text: string(a.Body)}}}, nil
}

// catalogueError is the error of a catalogue that could not answer.
func catalogueError(code catalog.Code) error {
	data, _ := json.Marshal(map[string]string{"code": string(code)}) // a string cannot fail
	return &sdk.Error{Code: jsonrpc.InternalError,
		Message: catalog.NewProblem(code, i18n.Default, "").Detail, Data: data}
}
