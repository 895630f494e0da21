package check

import (
	"encoding/json"
	"errors"
	"strings"
)

// Paths of documents.
const (
	pathCatalog   = "/.well-known/api-catalog"
	pathResource  = "/.well-known/oauth-protected-resource"
	pathSkills    = "/.well-known/agent-skills/index.json"
	pathMCPCard   = "/.well-known/mcp/server-card.json"
	pathAgentCard = "/.well-known/agent-card.json"
	pathAICatalog = "/.well-known/ai-catalog.json"
)

// agentEndpoints: the endpoints that the cards of MCP and A2A name accept POST and answer in
// JSON-RPC. A proxy that lets only GET through breaks them.
func agentEndpoints(s *site) (string, error) {
	type named struct {
		URL string `json:"url"`
	}
	var card struct {
		Remotes    []named `json:"remotes"`             // of an MCP server
		Interfaces []named `json:"supportedInterfaces"` // of an A2A agent
	}
	cards := 0
	for _, target := range []string{pathMCPCard, pathAgentCard} {
		_, err := s.document(target, &card)
		if absent := (absence{}); errors.As(err, &absent) {
			continue
		}
		if err != nil {
			return "", err
		}
		cards++
	}
	if cards == 0 {
		return "", notOffered("there is no card of an agent or a server")
	}
	var asked []string
	for _, endpoint := range append(card.Remotes, card.Interfaces...) {
		target, ok := s.local(endpoint.URL)
		if !ok {
			return "", skipped("on another host: %s", endpoint.URL)
		}
		a, err := s.do("POST", target, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Content-Type",
			"application/json", "Accept", "application/json, text/event-stream")
		if err != nil {
			return "", err
		}
		var reply struct {
			JSONRPC string `json:"jsonrpc"`
		}
		if json.Unmarshal(a.body, &reply) != nil || reply.JSONRPC != "2.0" {
			return fail("POST %s answers %d %q, which is not JSON-RPC", target, a.status,
				a.header.Get("Content-Type"))
		}
		asked = append(asked, target)
	}
	if len(asked) == 0 {
		return fail("the cards name no endpoint")
	}
	return strings.Join(asked, ", "), nil
}
