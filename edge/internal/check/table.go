package check

// Checks is every check, in the order of the report.
func Checks() []Check {
	return []Check{
		{"Crawling", "robots", "RFC 9309", "serve /robots.txt as text/plain with a group for User-agent: *", robotsFile},
		{"Crawling", "robots-open", "RFC 9309, section 2.2.2", "take the Disallow line away, or do not publish the address", robotsOpen},
		{"Crawling", "content-signal", "contentsignals.org; draft-romm-aipref-contentsignals", "add Content-Signal: search=…, ai-input=…, ai-train=… to the group for everybody", contentSignal},
		{"Crawling", "content-signal-header", "draft-romm-aipref-contentsignals", "send the value that robots.txt has", signalHeader},
		{"Crawling", "content-usage", "draft-ietf-aipref-attach", "write Content-Usage: search=y, train-ai=n, as Content-Signal says it", contentUsage},
		{"Crawling", "sitemap", "sitemaps.org protocol 0.9", "name a sitemap in robots.txt, and list whole addresses of this site in it", sitemapFile},
		{"Crawling", "sitemap-pages", "sitemaps.org protocol 0.9", "list only pages that answer 200 and want to be found", sitemapPages},

		{"Discovery", "link-headers", "RFC 8288, RFC 8631, RFC 9727", "send Link with api-catalog, service-desc, service-doc or describedby on GET and HEAD /", linkHeaders},
		{"Discovery", "llms-txt", "llmstxt.org", "start with # and a name, list whole addresses that answer, stay below 50,000 characters", llms},
		{"Discovery", "api-catalog", "RFC 9727, RFC 9264", "serve a linkset whose targets answer, and Link rel=api-catalog on HEAD", catalog},
		{"Discovery", "openapi", "OpenAPI 3.1", "serve an OpenAPI 3 document in JSON that describes every answer", openAPI},
		{"Discovery", "ai-catalog", "ARD 0.9, ai-catalog", "follow the schema: identifier, displayName, type, one of url and data", aiCatalog},
		{"Discovery", "cross-origin", "Fetch, CORS protocol", "send Access-Control-Allow-Origin: * on documents", crossOrigin},
		{"Discovery", "web-bot-auth", "draft-meunier-web-bot-auth", "serve a JSON Web Key Set, or nothing", webBotAuth},

		{"Markdown", "markdown", "RFC 9110, section 12.5.1; Markdown for Agents", "answer Accept: text/markdown with the page in Markdown", negotiation},
		{"Markdown", "markdown-charset", "RFC 7763, section 2", "send text/markdown; charset=utf-8", charset},
		{"Markdown", "markdown-tokens", "Markdown for Agents", "send a bare number, the same on GET and HEAD", tokens},
		{"Markdown", "markdown-vary", "RFC 9110, section 12.5.5", "send Vary: Accept on every status and variant of a negotiated address", vary},
		{"Markdown", "markdown-ties", "RFC 9110, section 12.5.1", "let equal weights go to Markdown", ties},
		{"Markdown", "markdown-weights", "RFC 9110, section 12.4.2", "read the weights instead of searching for the name", weights},
		{"Markdown", "browsers", "RFC 9110, section 12.5.1", "send Markdown only to who names it; wildcards do not", browsers},
		{"Markdown", "variant-tags", "RFC 9110, section 8.8.3", "give each variant an ETag of its own", variantTags},
		{"Markdown", "twins", "llmstxt.org", "answer the .md address with Markdown, whatever Accept says, and the page as canonical", twins},
		{"Markdown", "parity", "acceptmarkdown.com; afdocs", "draw both variants from the same facts", parity},
		{"Markdown", "markdown-links", "afdocs markdown-link-portability", "write whole addresses in Markdown", absoluteLinks},

		{"Authentication", "protected-resource", "RFC 9728, section 3", "set resource to the origin that serves it and leave empty members out", protectedResource},
		{"Authentication", "authorization-server", "RFC 8414, section 3", "set issuer to the origin that serves it and claim only what runs", authorizationServer},
		{"Authentication", "auth-md", "auth.md 0.7", "serve Markdown with auth.md in its first heading and a word on registration", authGuide},

		{"Agents", "skills", "Agent Skills Discovery 0.2.0", "follow the schema of the index", skillIndex},
		{"Agents", "skill-digests", "Agent Skills Discovery 0.2.0", "hash the very bytes that are served, and publish index and files together", skillDigests},
		{"Agents", "mcp-card", "MCP server card v1", "follow the schema of the card", mcpServerCard},
		{"Agents", "mcp", "MCP 2026-07-28 or 2025-11-25", "run the server that the card names, or take the card away", mcpEndpoint},
		{"Agents", "agent-card", "A2A 1.0", "follow the schema of the card", a2aAgentCard},
		{"Agents", "a2a", "A2A 1.0", "run the agent that the card names, or take the card away", a2aEndpoint},

		{"HTTP", "head", "RFC 9110, section 9.3.2", "answer HEAD with the header of GET", headMethod},
		{"HTTP", "not-found", "RFC 9110, section 15.5.5", "answer 404 to what does not exist", notFound},
		{"HTTP", "problems", "RFC 9457", "send type or title, and the status of the answer", problems},
		{"HTTP", "cache-headers", "RFC 9111", "send Cache-Control and an ETag or Last-Modified", cacheHeaders},
		{"HTTP", "conditional", "RFC 9110, section 13", "answer 304 with the same ETag, Vary and Cache-Control", conditional},
		{"HTTP", "coding", "RFC 9110, section 8.4", "send Vary: Accept-Encoding and an ETag for each coding", coding},

		{"Pages", "event-data", "schema.org Event", "describe the one event of the page with name, startDate and location", eventData},
		{"Pages", "canonical", "RFC 6596", "name the page's own whole address once, the same in header and page", canonical},
		{"Pages", "structure", "HTML; WCAG 2.2", "give language, title, description, one h1, one main and alt on images", structure},
	}
}
