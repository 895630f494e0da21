package check

// Checks returns every check, in the order of the report.
func Checks() []Check {
	return []Check{
		{"Crawling", "robots", "RFC 9309",
			"serve /robots.txt as text/plain", robotsFile},
		{"Crawling", "sitemap", "sitemaps.org protocol 0.9",
			"name a sitemap in robots.txt, and list whole addresses of this site in it",
			sitemapFile},

		{"Discovery", "link-headers", "RFC 8288, RFC 8631, RFC 9727",
			"send Link with api-catalog, service-desc, service-doc or describedby on GET and " +
				"HEAD /", linkHeaders},
		{"Discovery", "cross-origin", "Fetch, CORS protocol",
			"send Access-Control-Allow-Origin: * on documents", crossOrigin},

		{"Markdown", "markdown", "RFC 9110, section 12.5.1; Markdown for Agents",
			"answer Accept: text/markdown with the page in Markdown", negotiation},
		{"Markdown", "markdown-vary", "RFC 9110, section 12.5.5",
			"send Vary: Accept on every status and variant of a negotiated address", vary},
		{"Markdown", "browsers", "RFC 9110, section 12.5.1",
			"send Markdown only to who names it; wildcards do not", browsers},

		{"Agents", "agent-endpoints", "MCP 2025-11-25, A2A 1.0",
			"let POST through to what the cards name, or take the cards away", agentEndpoints},

		{"HTTP", "head", "RFC 9110, section 9.3.2", "answer HEAD with the header of GET",
			headMethod},
		{"HTTP", "not-found", "RFC 9110, section 15.5.5", "answer 404 to what does not exist",
			notFound},
		{"HTTP", "cache-headers", "RFC 9111", "send Cache-Control and an ETag or Last-Modified",
			cacheHeaders},
		{"HTTP", "conditional", "RFC 9110, section 13",
			"answer 304 with the same ETag, Vary and Cache-Control", conditional},
		{"HTTP", "coding", "RFC 9110, section 8.4",
			"send Vary: Accept-Encoding and an ETag for each coding", coding},

		{"Pages", "canonical", "RFC 6596",
			"name the page's own whole address once, the same in header and page", canonical},
	}
}
