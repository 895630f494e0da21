package catalog

import (
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/i18n"
)

// AgentVersion is the version of the MCP server and of the A2A agent, on their cards and in their
// answers. Both offer the functions of version 1 of the API.
const AgentVersion = "1.0.0"

// Addresses of the agent endpoints on every host of a brand.
const (
	MCPPath = "/mcp"
	A2APath = "/a2a"
)

// CredentialHeader carries the anonymous agent credential.
const CredentialHeader = "X-Agent-Credential"

// A2AVersion is the version of A2A that the edge speaks (A2A 1.0, section 3.6). It also answers the
// methods of version 0.3.
const A2AVersion = "1.0"

// MCPVersions lists the revisions of MCP that are spoken, the newest first.
func MCPVersions() []string {
	return []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// MCPCapabilities are the capabilities of the MCP server, as JSON: with the extensions for skills
// (SEP-2640) and events (SEP-3415).
const MCPCapabilities = `{"tools":{},"resources":{},"extensions":{` +
	`"io.modelcontextprotocol/skills":{},"io.modelcontextprotocol/events":{}}}`

// SkillsIndexPath is the address of the index of skills (Agent Skills Discovery 0.2.0).
const SkillsIndexPath = "/.well-known/agent-skills/index.json"

// MCPServer is the identity of a brand's MCP server. The builder writes it on the server card and
// the edge sends it in answers; both take it from here, so they agree.
type MCPServer struct {
	Name        string // reverse DNS of the site's host and a word, 3 to 200 bytes
	Title       string // 1 to 100 characters
	Description string // 1 to 100 characters
}

// maxCardText is the longest title or description of a server card, in
// characters.
const maxCardText = 100

// mcpTexts are what the server says of itself.
type mcpTexts struct {
	Title       i18n.Message `i18n:"mcp.server_title,brand"`
	Description string       `i18n:"mcp.server_description"`
}

var mcpTextsOf = i18n.Bind[mcpTexts]()

// NewMCPServer returns the identity of a brand's MCP server. locale is one of [i18n.Names]. siteURL
// is the brand's site. key is the brand's folder; it makes the name when the host of siteURL
// cannot.
func NewMCPServer(key, name, locale, siteURL string) MCPServer {
	texts := mcpTextsOf(locale)
	s := MCPServer{
		Name:        reversedHost(siteURL, key) + "/events",
		Title:       texts.Title.Text(name),
		Description: texts.Description,
	}
	if n := utf8.RuneCountInString(s.Title); n > maxCardText {
		s.Title = string([]rune(s.Title)[:maxCardText-1]) + "…"
	}
	return s
}

// reversedHost returns the host of an address with its labels in reverse order ("org.example" for
// example.org). When the host is empty, too long, or has characters that a server name cannot
// contain, it returns "localhost." and the key of the brand.
func reversedHost(address, key string) string {
	const most = 190 // leaves room for "/events"
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || len(u.Hostname()) > most ||
		strings.ContainsFunc(u.Hostname(), invalidInName) {
		return "localhost." + key
	}
	host := u.Hostname()
	if net.ParseIP(host) != nil {
		return host
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

func invalidInName(r rune) bool {
	return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && r != '.' && r != '-'
}
