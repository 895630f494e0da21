package mcp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/jsonrpc"
)

// tool is a tool of the server: it answers with a page of the site in Markdown.
type tool struct {
	name      string
	arguments []argument
	output    string // schema of the structured content, or ""
	call      func(x *exchange, in url.Values) members
}

// tools are in the order of the list.
var tools = []tool{
	{"search_events", searchArguments, listSchema, (*exchange).searchEvents},
	{"get_event", getArguments, "", (*exchange).getEvent},
	{"get_changes", changesArguments, "", (*exchange).getChanges},
}

// listTools returns the result of tools/list.
func (x *exchange) listTools() members {
	list := []members{}
	for _, t := range tools {
		title := x.texts.Titles[t.name]
		entry := members{"name": t.name, "title": title,
			"description": x.texts.Descriptions[t.name],
			"inputSchema": inputSchema(t.arguments, x.texts),
			"annotations": members{"title": title, "readOnlyHint": true, "idempotentHint": true,
				"destructiveHint": false, "openWorldHint": false}}
		if t.output != "" {
			entry["outputSchema"] = json.RawMessage(t.output)
		}
		list = append(list, entry)
	}
	return members{"tools": list}
}

// callTool calls a tool. What a model can correct comes back as a result that says how.
func (x *exchange) callTool(params parameters) (members, *jsonrpc.Error) {
	name, _ := jsonrpc.String(params["name"])
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == name })
	if i < 0 {
		return nil, invalidParams(fmt.Sprintf("there is no tool %.40q; tools/list has them", name))
	}
	in, wrong := readArguments(params["arguments"], tools[i].arguments)
	if wrong != "" {
		return x.problem(catalog.BadRequest, wrong), nil
	}
	return tools[i].call(x, in), nil
}

func (x *exchange) searchEvents(in url.Values) members {
	a, list := x.list(in)
	x.a.Searched, x.a.Hits = a.Searched, a.Hits
	result := x.content(a)
	if a.Status == 200 {
		result["structuredContent"] = list
	}
	return result
}

// list reads a list of events, as [answer.Catalogue.ReadList] does.
func (x *exchange) list(in url.Values) (*answer.Answer, *answer.Events) {
	a := new(answer.Answer)
	list := x.c.ReadList(a, in.Encode(), x.r.Time)
	if a.Err != nil {
		x.a.Err = a.Err
	}
	return a, list
}

// getEvent reads the pages of up to five events by their slugs, with | between. It is an error if
// no event has one of the slugs.
func (x *exchange) getEvent(in url.Values) members {
	slugs := strings.Split(in.Get("slug"), "|")
	if len(slugs) > 5 {
		return x.problem(catalog.BadRequest, "at most 5 slugs are read")
	}
	var content []members
	all := members{"isError": true}
	for _, slug := range slugs {
		one := x.readEvent(slug)
		if one["isError"] == nil {
			delete(all, "isError")
		} else if len(slugs) > 1 {
			content = append(content, textOf(slug+":"))
		}
		content = append(content, one["content"].([]members)...)
	}
	all["content"] = content
	return all
}

// readEvent reads the page of an event by its slug, or by its address. An event that moved is read
// at its new address; if there is no event, the nearest ones by name come with the problem.
func (x *exchange) readEvent(slug string) members {
	slug, _, _ = strings.Cut(slug, "?")
	slug = strings.ToLower(strings.TrimSuffix(path.Base(strings.TrimSpace(slug)), ".md"))
	if slug == "." || slug == "/" {
		return x.problem(catalog.SlugMissing, "")
	}
	a := x.read(pagePath+url.PathEscape(slug), "")
	if to := a.Field("Location"); to != "" {
		a = x.read(to, "")
	}
	result := x.content(a)
	if a.Code != catalog.EventNotFound {
		return result
	}
	words := listquery.Term(strings.ReplaceAll(slug, "-", " "))
	near, list := x.list(url.Values{"q": {words}, "per_page": {"5"}})
	if near.Status == 200 && len(list.Data)+len(list.NotOnSale) > 0 {
		result["content"] = append(result["content"].([]members), textOf(string(near.Body)))
	}
	return result
}

// getChanges reads what changed since a time.
func (x *exchange) getChanges(in url.Values) members {
	return x.content(x.read(catalog.ChangesTwinPath, in.Encode()))
}

// content returns the result that passes on a page, or the reason why there is no page.
func (x *exchange) content(a *answer.Answer) members {
	if a.Status != 200 {
		return x.problem(a.Code, "")
	}
	return members{"content": []members{textOf(string(a.Body))}}
}

func textOf(text string) members { return members{"type": "text", "text": text} }

// problem returns an error that the model can read and act on: the problem document of the API,
// with its code. detail replaces the general words.
func (x *exchange) problem(code catalog.Code, detail string) members {
	p := catalog.NewProblem(code, x.c.Brand().Locale, x.c.Brand().SiteURL)
	if detail != "" {
		p.Detail = detail
	}
	text, _ := json.Marshal(p) // strings and a number cannot fail
	return members{"isError": true, "content": []members{textOf(string(text))}}
}
