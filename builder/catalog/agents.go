package catalog

import (
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// AgentVersion is the version of the MCP server and of the A2A agent, on their
// cards and in what they answer. They offer what version 1 of the API does.
const AgentVersion = "1.0.0"

// Addresses of the agent endpoints on every host of a brand.
const (
	MCPPath = "/mcp"
	A2APath = "/a2a"
)

// A2AVersion is the one version of A2A that is spoken (A2A 1.0, section 3.6).
const A2AVersion = "1.0"

// MCPVersions lists the revisions of MCP that are spoken, the newest first.
func MCPVersions() []string {
	return []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// MCPServer is who the MCP server of a brand says that it is. The builder writes
// it on the card and the edge answers with it, so both take it from here.
type MCPServer struct {
	Name        string // reverse DNS of the site's host and a word, 3 to 200 bytes
	Title       string // 1 to 100 characters
	Description string // 1 to 100 characters
}

// maxCardText is the longest title or description of a server card, in
// characters.
const maxCardText = 100

// NewMCPServer is the server of a brand. locale is "pt-BR" or anything else for
// English; siteURL is the brand's site and key its folder, which names a brand
// whose host makes no name.
func NewMCPServer(key, name, locale, siteURL string) MCPServer {
	s := MCPServer{
		Name:        reversedHost(siteURL, key) + "/events",
		Title:       name + ": events",
		Description: "Searches and describes the events on sale in a public catalogue. Read-only.",
	}
	if locale == "pt-BR" {
		s.Title = name + ": eventos"
		s.Description = "Busca e detalha os eventos à venda em um catálogo público. Somente leitura."
	}
	if n := utf8.RuneCountInString(s.Title); n > maxCardText {
		s.Title = string([]rune(s.Title)[:maxCardText-1]) + "…"
	}
	return s
}

// reversedHost is the host of an address with its labels in reverse order, as
// far as it can stand in the name of a server; else the key of the brand under
// "localhost".
func reversedHost(address, key string) string {
	const most = 190 // leaves room for the word behind it
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || len(u.Hostname()) > most || strings.ContainsFunc(u.Hostname(), notInName) {
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

func notInName(r rune) bool {
	return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && r != '.' && r != '-'
}
