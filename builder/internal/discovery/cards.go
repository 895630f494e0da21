package discovery

import (
	"fmt"
	"net/url"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// agentDocuments are the cards of the two agent endpoints, and the AI catalogue
// that lists them. What they say of a live server (name, versions, address) comes
// from package catalog, where the server takes it from as well.
func agentDocuments(b *brands.Brand) ([]Document, error) {
	var docs []Document
	for _, d := range []struct {
		paths     []string
		value     value
		namedType string
		fields    []Field
	}{
		{[]string{MCPCardPath, MCPCardNearPath}, mcpCard(b), typeMCPCard, mcpCardFields()},
		{[]string{AgentCardPath}, agentCard(b), "", append(openFields(), cacheHour)},
		{[]string{AICatalogPath}, aiCatalog(b), typeAICatalog, append(openFields(), cacheHour)},
	} {
		body, err := encode(d.value)
		if err != nil {
			return nil, fmt.Errorf("document %s: %w", d.paths[0], err)
		}
		for _, path := range d.paths {
			docs = append(docs, Document{Path: path, Body: body, ContentType: typeJSON,
				NamedType: d.namedType, Fields: d.fields})
		}
	}
	return docs, nil
}

// cacheHour is what the specifications of the cards advise.
var cacheHour = Field{"Cache-Control", catalog.CacheCard}

// mcpCardFields are the CORS fields that the specification of server cards
// demands, to the letter.
func mcpCardFields() []Field {
	return []Field{
		{"Access-Control-Allow-Origin", "*"},
		{"Access-Control-Allow-Methods", "GET"},
		{"Access-Control-Allow-Headers", "Content-Type, If-None-Match"},
		{"Access-Control-Expose-Headers", "ETag"},
		cacheHour,
	}
}

// mcpCard is the card of the MCP server (SEP-2127, schema family v1). serverInfo,
// transport and capabilities are the shape that readers of earlier drafts look
// for; the schema is open, and they say the same. Tools are not listed: that is
// what the server itself is asked for.
func mcpCard(b *brands.Brand) value {
	who := catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL)
	endpoint := text(b.SiteURL + catalog.MCPPath)
	return object{
		{"$schema",
			text("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json")},
		{"name", text(who.Name)},
		{"title", text(who.Title)},
		{"description", text(who.Description)},
		{"version", text(catalog.AgentVersion)},
		{"websiteUrl", text(b.SiteURL)},
		{"remotes", list{object{
			{"type", text("streamable-http")},
			{"url", endpoint},
			{"supportedProtocolVersions", texts(catalog.MCPVersions()...)},
		}}},
		{"serverInfo", object{{"name", text(who.Name)}, {"version", text(catalog.AgentVersion)}}},
		{"transport", object{{"type", text("streamable-http")}, {"endpoint", endpoint}}},
		{"capabilities", object{{"tools", object{}}, {"resources", object{}}}},
	}
}

// agentCard is the card of the A2A agent (A2A 1.0, section 4.4.1). Optional
// members that would be empty are left out, and so is what is not offered.
func agentCard(b *brands.Brand) value {
	say := localeOf(b.Locale)
	return object{
		{"name", text(b.Name)},
		{"description", text(say.AgentDescription.Text(b.Name))},
		{"supportedInterfaces", list{object{
			{"url", text(b.SiteURL + catalog.A2APath)},
			{"protocolBinding", text("JSONRPC")},
			{"protocolVersion", text(catalog.A2AVersion)},
		}}},
		{"provider", object{{"organization", text(b.Name)}, {"url", text(b.SiteURL)}}},
		{"version", text(catalog.AgentVersion)},
		{"documentationUrl", text(b.SiteURL + AuthPath)},
		{"capabilities", object{{"streaming", truth(false)}, {"pushNotifications", truth(false)},
			{"extendedAgentCard", truth(false)}}},
		{"defaultInputModes", texts("text/plain")},
		{"defaultOutputModes", texts("text/markdown", "application/json")},
		{"skills", list{object{
			{"id", text(say.SkillNames["find-events"])},
			{"name", text(say.SkillName)},
			{"description", text(say.SkillDescription)},
			{"tags", texts(say.SearchTags...)},
			{"examples", texts(say.SearchExamples...)},
		}}},
	}
}

// aiCatalog is the list of what a domain has for agents (ARD 0.9, ai-catalog
// 1.0).
func aiCatalog(b *brands.Brand) value {
	who := catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL)
	say := localeOf(b.Locale)
	entry := func(kind, mediaType, path string) value {
		return object{
			{"identifier", text("urn:air:" + airDomain(b) + ":" + kind + ":events")},
			{"displayName", text(who.Title + " (" + strings.ToUpper(kind) + ")")},
			{"type", text(mediaType)},
			{"url", text(b.SiteURL + path)},
			{"description", text(who.Description)},
			{"tags", texts(say.SearchTags...)},
			{"representativeQueries", texts(say.SearchExamples...)},
			{"version", text(catalog.AgentVersion)},
		}
	}
	return object{
		{"specVersion", text("1.0")},
		{"host", object{{"displayName", text(b.Name)},
			{"documentationUrl", text(b.SiteURL + AuthPath)}}},
		{"entries", list{
			entry("mcp", typeMCPCard, MCPCardPath),
			entry("a2a", typeAgentCard, AgentCardPath),
		}},
	}
}

// airDomain is the site's host in the form of its URNs; colons of an IPv6
// address would part them.
func airDomain(b *brands.Brand) string {
	u, err := url.Parse(b.SiteURL)
	if err != nil || strings.Contains(u.Hostname(), ":") {
		return "localhost"
	}
	return strings.ToLower(u.Hostname())
}
