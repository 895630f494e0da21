package discovery

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// agentDocuments are the cards of the two agent endpoints, and the AI catalogue that lists them.
// Facts of a live server (name, versions, address) come from package catalog, as in the server.
func agentDocuments(b *brands.Brand) ([]Document, error) {
	var docs []Document
	for _, d := range []struct {
		paths     []string
		value     any
		namedType string
		fields    []Field
	}{
		{[]string{MCPCardPath, MCPCardNearPath}, mcpCard(b), typeMCPCard, mcpCardFields()},
		{[]string{AgentCardPath}, agentCard(b), "", append(openFields(), cacheHour)},
		{[]string{AICatalogPath, ARDPath}, aiCatalog(b), typeAICatalog,
			append(openFields(), cacheHour)},
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

// cacheHour follows the specifications of the cards.
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

// agentURL is the origin that the agent endpoints are named by: that of the API, which has no
// documents about authorization where it has a host for itself. Some clients ask for a login where
// such documents lie beside an endpoint.
func agentURL(b *brands.Brand) string { return strings.TrimSuffix(b.BaseURL, b.BasePath()) }

// mcpCard is the card of the MCP server (SEP-2127, schema family v1). serverInfo, transport and
// capabilities are the shape that readers of earlier drafts look for; the schema is open, and they
// say the same. Tools are not listed: clients ask the server itself for them.
func mcpCard(b *brands.Brand) object {
	who := catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL)
	endpoint := agentURL(b) + catalog.MCPPath
	return object{
		{"$schema",
			"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"},
		{"name", who.Name},
		{"title", who.Title},
		{"description", who.Description},
		{"version", catalog.AgentVersion},
		{"websiteUrl", b.SiteURL},
		{"remotes", list{object{
			{"type", "streamable-http"},
			{"url", endpoint},
			{"supportedProtocolVersions", catalog.MCPVersions()},
		}}},
		{"serverInfo", object{{"name", who.Name}, {"version", catalog.AgentVersion}}},
		{"transport", object{{"type", "streamable-http"}, {"endpoint", endpoint}}},
		{"capabilities", json.RawMessage(catalog.MCPCapabilities)},
	}
}

// agentCard is the card of the A2A agent (A2A 1.0, section 4.4.1). Optional members that would be
// empty are left out, as are features that are not offered.
func agentCard(b *brands.Brand) object {
	texts := localeOf(b.Locale)
	return object{
		{"name", b.Name},
		{"description", texts.AgentDescription.Text(b.Name)},
		{"supportedInterfaces", list{object{
			{"url", agentURL(b) + catalog.A2APath},
			{"protocolBinding", "JSONRPC"},
			{"protocolVersion", catalog.A2AVersion},
		}}},
		// Members of a card of version 0.3; readers of 1.0 leave them out.
		{"url", agentURL(b) + catalog.A2APath},
		{"preferredTransport", "JSONRPC"},
		{"protocolVersion", "0.3.0"},
		{"provider", object{{"organization", b.Name}, {"url", b.SiteURL}}},
		{"version", catalog.AgentVersion},
		{"documentationUrl", b.SiteURL + AuthPath},
		{"capabilities", object{{"streaming", false}, {"pushNotifications", false},
			{"extendedAgentCard", false}}},
		{"defaultInputModes", list{"text/plain"}},
		{"defaultOutputModes", list{"text/markdown", "application/json"}},
		{"skills", list{object{
			{"id", texts.SkillNames["find-events"]},
			{"name", texts.SkillName},
			{"description", texts.SkillDescription},
			{"tags", texts.SearchTags},
			{"examples", texts.SearchExamples},
		}}},
	}
}

// aiCatalog is the list of a domain's agents and servers (ARD 0.9, ai-catalog 1.0).
func aiCatalog(b *brands.Brand) object {
	who := catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL)
	texts := localeOf(b.Locale)
	entry := func(kind, mediaType, path string) object {
		return object{
			{"identifier", "urn:air:" + airDomain(b) + ":" + kind + ":events"},
			{"displayName", who.Title + " (" + strings.ToUpper(kind) + ")"},
			{"type", mediaType},
			{"url", b.SiteURL + path},
			{"description", who.Description},
			{"tags", texts.SearchTags},
			{"representativeQueries", texts.SearchExamples},
			{"version", catalog.AgentVersion},
		}
	}
	return object{
		{"specVersion", "1.0"},
		{"host", object{{"displayName", b.Name},
			{"documentationUrl", b.SiteURL + AuthPath}}},
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
