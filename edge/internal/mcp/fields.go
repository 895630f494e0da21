package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"cartaz/edge/internal/jsonrpc"
)

// firstModern is the first revision whose requests carry everything in
// themselves.
const firstModern = "2026-07-28"

// metaVersion is where such a request says its revision.
const metaVersion = "io.modelcontextprotocol/protocolVersion"

// fields are the header fields that mirror the body (transports, section on
// request metadata). "" is an absent one.
type fields struct{ version, method, name string }

func readFields(h http.Header) fields {
	// A field that is sent twice has two values and so equals nothing.
	get := func(key string) string { return strings.Join(h[key], ", ") }
	return fields{get("Mcp-Protocol-Version"), get("Mcp-Method"), get("Mcp-Name")}
}

// modern says which era a request belongs to. Without a version it belongs to
// revision 2025-03-26, which had no such field.
func (f fields) modern() bool { return f.version >= firstModern }

// check holds the header fields against the body. It returns the error and its
// status, or nil.
func (f fields) check(m jsonrpc.Message) (*jsonrpc.Error, int) {
	inBody, hasVersion := bodyVersion(m.Params)
	isRequest := m.ID != nil && m.Method != ""
	switch {
	case f.version == "" && hasVersion && isRequest:
		return mismatch("the MCP-Protocol-Version header field is missing"), 400
	case f.version != "" && hasVersion && f.version != inBody:
		return mismatch("MCP-Protocol-Version is not the version in the body"), 400
	case f.version != "" && !slices.Contains(versions, f.version):
		return f.unsupported(), 400
	case !f.modern() || !isRequest:
		return nil, 0
	case !hasVersion:
		return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: `params._meta["` + metaVersion + `"] is missing`}, 400
	case f.method == "":
		return mismatch("the Mcp-Method header field is missing"), 400
	case f.method != m.Method:
		return mismatch("Mcp-Method is not the method in the body"), 400
	}
	source := nameMember(m.Method)
	if source == "" {
		return nil, 0
	}
	name, ok := jsonrpc.String(jsonrpc.Members(m.Params)[source])
	switch {
	case !ok:
		return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: "params." + source + " must be a string"}, 400
	case f.name == "":
		return mismatch("the Mcp-Name header field is missing"), 400
	case decodeField(f.name) != name:
		return mismatch("Mcp-Name is not params." + source), 400
	}
	return nil, 0
}

func mismatch(reason string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: headerMismatch, Message: "header mismatch: " + reason}
}

// unsupported is the error that tells a client what it could speak instead.
func (f fields) unsupported() *jsonrpc.Error {
	requested := f.version
	if len(requested) > 64 {
		requested = strings.ToValidUTF8(requested[:64], "")
	}
	data, _ := json.Marshal(struct {
		Supported []string `json:"supported"`
		Requested string   `json:"requested"`
	}{versions, requested}) // strings cannot fail
	return &jsonrpc.Error{Code: unsupportedVersion, Message: "unsupported protocol version", Data: data}
}

// bodyVersion is the version that the body says it is of.
func bodyVersion(params json.RawMessage) (string, bool) {
	raw, ok := jsonrpc.Members(jsonrpc.Members(params)["_meta"])[metaVersion]
	if !ok {
		return "", false
	}
	version, _ := jsonrpc.String(raw) // what is no text equals no header field
	return version, true
}

// nameMember is the parameter that Mcp-Name repeats, "" for none.
func nameMember(method string) string {
	switch method {
	case "tools/call", "prompts/get":
		return "name"
	case "resources/read":
		return "uri"
	}
	return ""
}

// decodeField undoes the Base64 form in which text that is not plain ASCII is
// sent in a header field. What only looks like it stays as it is.
func decodeField(value string) string {
	rest, ok := strings.CutPrefix(value, "=?base64?")
	coded, closed := strings.CutSuffix(rest, "?=")
	if !ok || !closed {
		return value
	}
	text, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		return value
	}
	return string(text)
}

// request is the message in the one form that the SDK is given.
func (f fields) request(ctx context.Context, m jsonrpc.Message) *http.Request {
	body, _ := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params,omitempty"`
	}{"2.0", m.ID, m.Method, m.Params}) // the parts were read from valid JSON
	// A fixed method and address cannot fail.
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, "/mcp", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if f.version != "" {
		r.Header.Set("Mcp-Protocol-Version", f.version)
	}
	if f.modern() {
		r.Header.Set("Mcp-Method", m.Method)
		if source := nameMember(m.Method); source != "" {
			name, _ := jsonrpc.String(jsonrpc.Members(m.Params)[source]) // check has seen that it is one
			r.Header.Set("Mcp-Name", name)
		}
	}
	return r
}
