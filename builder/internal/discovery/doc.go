// Package discovery writes the documents by which programs find and understand a brand: the OpenAPI
// description of the API, the API catalogue (RFC 9727), the metadata of protected resource (RFC
// 9728) and authorization server (RFC 8414), the cards of the MCP server and of the A2A agent with
// the AI catalogue that lists them, the Agent Skills index with its skills, auth.md, llms.txt,
// robots.txt and the sitemap.
//
// A document claims only features that run. Features that the service does not offer (scopes,
// clients, PKCE, public keys, registration) have no member, and auth.md names them.
//
// Bytes are deterministic: the same brand and the same [Input] give the same documents, so an
// unchanged brand keeps its ETags and its digests. Member order is fixed, and no document holds a
// clock.
//
// Every document except the sitemap is a text template under discovery/ of the set that is passed
// to [Documents]. Templates that render YAML are served as JSON. A test
// compares the schemas of openapi.yaml with the types of package catalog, so the description
// cannot drift from the API.
//
// Every folder discovery/skills/<name>/ with a SKILL.md becomes a skill.
package discovery
