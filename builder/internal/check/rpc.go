package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// rpcError is the error of a JSON-RPC answer.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// call sends a JSON-RPC request and reads its result. The answer may be JSON or,
// as MCP allows, one event of a stream.
func (c *client) call(target, method string, params any, fields ...string) (json.RawMessage,
	*answer, error) {
	body,
		err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method,
		"params": params})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", method, err)
	}
	a, err := c.do(request{
		method: "POST", target: target, body: string(body),
		fields: append([]string{"Content-Type", "application/json", "Accept",
			"application/json, text/event-stream"}, fields...),
	})
	if err != nil {
		return nil, nil, err
	}
	reply := a.body
	if a.mediaType() == "text/event-stream" {
		reply = firstEvent(a.body)
	}
	var r struct {
		JSONRPC string          `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
		Error   *rpcError       `json:"error"`
	}
	if err := json.Unmarshal(reply, &r); err != nil || r.JSONRPC != "2.0" {
		return nil, a, fmt.Errorf("%s: POST %s answers %d %q, which is not JSON-RPC", method,
			target, a.status, a.header.Get("Content-Type"))
	}
	if r.Error != nil {
		return nil, a, fmt.Errorf("%s: error %d: %s", method, r.Error.Code, r.Error.Message)
	}
	if r.Result == nil {
		return nil, a, fmt.Errorf("%s: an answer without result", method)
	}
	return r.Result, a, nil
}

// firstEvent is the data of the first event of a stream that has some.
func firstEvent(stream []byte) []byte {
	var data []byte
	for line := range bytes.Lines(stream) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 && len(data) > 0 {
			break
		}
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(data, bytes.TrimPrefix(rest, []byte(" "))...)
		}
	}
	return data
}

// mcpCard is what this tool reads of a server card.
type mcpCard struct {
	Schema      string `json:"$schema"`
	Name        string `json:"name"`
	Version     string `json:"version"`
	Description string `json:"description"`
	Remotes     []struct {
		Type                      string   `json:"type"`
		URL                       string   `json:"url"`
		SupportedProtocolVersions []string `json:"supportedProtocolVersions"`
	} `json:"remotes"`
}

// mcpServerCard: the card has what its schema requires and says where the server
// is.
func mcpServerCard(s *site) (string, error) {
	var card mcpCard
	a, err := s.document(pathMCPCard, &card)
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json", "application/mcp-server-card+json"); err != nil {
		return "", err
	}
	switch {
	case card.Schema != "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json":
		return "", fmt.Errorf("$schema is %q", card.Schema)
	case strings.Count(card.Name, "/") != 1 || len(card.Name) < 3 || len(card.Name) > 200:
		return "", fmt.Errorf("name is %q: want namespace/name", card.Name)
	case card.Version == "":
		return "", errors.New("version is missing")
	case card.Description == "" || len([]rune(card.Description)) > 100:
		return "", fmt.Errorf("description has %d characters: want 1 to 100",
			len([]rune(card.Description)))
	case len(card.Remotes) == 0:
		return "", errors.New("remotes is missing: nobody can reach the server")
	}
	for _, r := range card.Remotes {
		if r.Type != "streamable-http" && r.Type != "sse" || r.URL == "" {
			return "", fmt.Errorf("remote of type %q at %q", r.Type, r.URL)
		}
	}
	return fmt.Sprintf("%s %s at %s", card.Name, card.Version, card.Remotes[0].URL), nil
}

// mcpVersions are the protocol revisions that this tool speaks: one without a
// session, and the last with one.
const (
	mcpStateless = "2026-07-28"
	mcpSession   = "2025-11-25"
)

// mcpEndpoint: the server that the card promises runs, speaks a version that the
// card lists, and has tools.
func mcpEndpoint(s *site) (string, error) {
	var card mcpCard
	if _, err := s.document(pathMCPCard, &card); err != nil {
		var absent absence
		if errors.As(err, &absent) {
			return "", notOffered("there is no server card")
		}
		return "", skipped("the server card cannot be read")
	}
	target, versions, elsewhere := "", []string(nil), ""
	for _, r := range card.Remotes {
		if t, ok := s.local(r.URL); ok && r.Type == "streamable-http" {
			target, versions = t, r.SupportedProtocolVersions
			break
		}
		elsewhere = r.URL
	}
	if target == "" {
		return "", skipped("the server is on another host: %s", elsewhere)
	}
	version, tools, err := s.mcpStateless(target)
	if err != nil {
		var legacy error
		if version, tools, legacy = s.mcpSession(target); legacy != nil {
			return "", fmt.Errorf("%w; %w", err, legacy)
		}
	}
	if len(versions) > 0 && !strings.Contains(" "+strings.Join(versions, " ")+" ", " "+version+
		" ") {
		return "", fmt.Errorf("the server speaks %s, which its card does not list", version)
	}
	return fmt.Sprintf("%s, tools: %s", version, strings.Join(tools, ", ")), nil
}

// mcpStateless asks as clients of the current revision do.
func (c *client) mcpStateless(target string) (version string, tools []string, err error) {
	meta := map[string]any{"_meta": map[string]any{
		"io.modelcontextprotocol/protocolVersion": mcpStateless,
		"io.modelcontextprotocol/clientInfo": map[string]any{"name": "cartaz-check",
			"version": "1"},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}}
	ask := func(method string) (json.RawMessage, error) {
		result, _, err := c.call(target, method, meta, "MCP-Protocol-Version", mcpStateless,
			"Mcp-Method", method)
		return result, err
	}
	found, err := ask("server/discover")
	if err != nil {
		return "", nil, err
	}
	var server struct {
		SupportedVersions []string `json:"supportedVersions"`
	}
	if err := json.Unmarshal(found, &server); err != nil || len(server.SupportedVersions) == 0 {
		return "", nil, errors.New("server/discover: no supportedVersions")
	}
	list, err := ask("tools/list")
	if err != nil {
		return "", nil, err
	}
	tools, err = toolNames(list)
	return mcpStateless, tools, err
}

// mcpSession asks as clients of the revisions before do.
func (c *client) mcpSession(target string) (version string, tools []string, err error) {
	result, a, err := c.call(target, "initialize", map[string]any{
		"protocolVersion": mcpSession, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "cartaz-check", "version": "1"},
	})
	if err != nil {
		return "", nil, err
	}
	var server struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if err := json.Unmarshal(result, &server); err != nil || server.ProtocolVersion == "" {
		return "", nil, errors.New("initialize: no protocolVersion")
	}
	fields := []string{"MCP-Protocol-Version", server.ProtocolVersion}
	if session := a.header.Get("Mcp-Session-Id"); session != "" {
		fields = append(fields, "Mcp-Session-Id", session)
	}
	if _, err := c.do(request{
		method: "POST", target: target,
		body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		fields: append([]string{"Content-Type", "application/json", "Accept",
			"application/json, text/event-stream"}, fields...),
	}); err != nil {
		return "", nil, err
	}
	list, _, err := c.call(target, "tools/list", map[string]any{}, fields...)
	if err != nil {
		return "", nil, err
	}
	tools, err = toolNames(list)
	return server.ProtocolVersion, tools, err
}

// toolNames reads a list of tools, each with the schema of its input.
func toolNames(result json.RawMessage) ([]string, error) {
	var list struct {
		Tools []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(result, &list); err != nil || len(list.Tools) == 0 {
		return nil, errors.New("tools/list: no tools")
	}
	var names []string
	for _, t := range list.Tools {
		if t.Name == "" || t.InputSchema == nil {
			return nil, fmt.Errorf("tools/list: tool %q has no name or no inputSchema", t.Name)
		}
		names = append(names, t.Name)
	}
	return names, nil
}

// a2aCard is what this tool reads of an agent card.
type a2aCard struct {
	Name                string `json:"name"`
	Description         string `json:"description"`
	Version             string `json:"version"`
	URL                 string `json:"url"` // of 0.3
	SupportedInterfaces []struct {
		URL             string `json:"url"`
		ProtocolBinding string `json:"protocolBinding"`
		ProtocolVersion string `json:"protocolVersion"`
	} `json:"supportedInterfaces"`
	Capabilities       map[string]json.RawMessage `json:"capabilities"`
	DefaultInputModes  []string                   `json:"defaultInputModes"`
	DefaultOutputModes []string                   `json:"defaultOutputModes"`
	Skills             []struct {
		ID, Name, Description string
		Tags                  []string
	} `json:"skills"`
}

// a2aAgentCard: the card is one of A2A 1.0 with all its required members.
func a2aAgentCard(s *site) (string, error) {
	var card a2aCard
	a, err := s.document(pathAgentCard, &card)
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json", "application/a2a-agent-card+json"); err != nil {
		return "", err
	}
	switch {
	case len(card.SupportedInterfaces) == 0 && card.URL != "":
		return "", errors.New("the card has the form of A2A 0.3")
	case len(card.SupportedInterfaces) == 0:
		return "", errors.New("supportedInterfaces is missing")
	case card.Name == "" || card.Description == "" || card.Version == "":
		return "", errors.New("name, description or version is missing")
	case card.Capabilities == nil:
		return "", errors.New("capabilities is missing")
	case card.DefaultInputModes == nil || card.DefaultOutputModes == nil:
		return "", errors.New("defaultInputModes or defaultOutputModes is missing")
	case card.Skills == nil:
		return "", errors.New("skills is missing")
	}
	for _, i := range card.SupportedInterfaces {
		if i.URL == "" || i.ProtocolBinding == "" || i.ProtocolVersion == "" {
			return "", errors.New("an interface has no url, protocolBinding or protocolVersion")
		}
	}
	for _, k := range card.Skills {
		if k.ID == "" || k.Name == "" || k.Description == "" || k.Tags == nil {
			return "", fmt.Errorf("skill %q has no id, name, description or tags", k.ID)
		}
	}
	return fmt.Sprintf("%q, %d skills, at %s", card.Name, len(card.Skills),
		card.SupportedInterfaces[0].URL), nil
}

// a2aEndpoint: the agent that the card promises answers a message.
func a2aEndpoint(s *site) (string, error) {
	var card a2aCard
	if _, err := s.document(pathAgentCard, &card); err != nil {
		var absent absence
		if errors.As(err, &absent) {
			return "", notOffered("there is no agent card")
		}
		return "", skipped("the agent card cannot be read")
	}
	other := "the card names no interface"
	for _, i := range card.SupportedInterfaces {
		if i.ProtocolBinding != "JSONRPC" || !strings.HasPrefix(i.ProtocolVersion, "1.") {
			other = fmt.Sprintf("this tool does not speak %s %s", i.ProtocolBinding,
				i.ProtocolVersion)
			continue
		}
		target, ok := s.local(i.URL)
		if !ok {
			other = "the agent is on another host: " + i.URL
			continue
		}
		return s.sendMessage(target, i.ProtocolVersion)
	}
	return "", skipped("%s", other)
}

func (c *client) sendMessage(target, version string) (string, error) {
	result, _, err := c.call(target, "SendMessage", map[string]any{"message": map[string]any{
		"messageId": "cartaz-check-1", "role": "ROLE_USER",
		"parts": []any{map[string]any{"text": "What can you do?", "mediaType": "text/plain"}},
	}}, "A2A-Version", version)
	if err != nil {
		return "", err
	}
	var reply struct {
		Message *struct {
			Role  string            `json:"role"`
			Parts []json.RawMessage `json:"parts"`
		} `json:"message"`
		Task *struct {
			ID string `json:"id"`
		} `json:"task"`
	}
	if err := json.Unmarshal(result, &reply); err != nil {
		return "", fmt.Errorf("SendMessage: %w", err)
	}
	switch {
	case reply.Task != nil && reply.Task.ID != "":
		return "answers with a task", nil
	case reply.Message == nil || len(reply.Message.Parts) == 0:
		return "", errors.New("SendMessage: neither a message with parts nor a task")
	case reply.Message.Role != "ROLE_AGENT":
		return "", fmt.Errorf("SendMessage: the answer has the role %q", reply.Message.Role)
	}
	return fmt.Sprintf("answers with a message of %d parts", len(reply.Message.Parts)), nil
}
