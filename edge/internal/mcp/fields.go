package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// firstModern is the first revision in which every request is complete in itself.
const firstModern = "2026-07-28"

// metaVersion is the member of _meta in which a modern request names its revision.
const metaVersion = "io.modelcontextprotocol/protocolVersion"

// fields are the header fields that repeat values of the body (transports, section on request
// metadata). A missing field is "".
type fields struct{ version, method, name string }

func readFields(h http.Header) fields {
	// A field that is sent twice gets a joined value, which equals nothing in a body.
	get := func(key string) string { return strings.Join(h[key], ", ") }
	return fields{get("Mcp-Protocol-Version"), get("Mcp-Method"), get("Mcp-Name")}
}

// modern reports whether a request belongs to the modern era. A request without a version belongs
// to revision 2025-03-26, which had no such field.
func (f fields) modern() bool { return f.version >= firstModern }

// check compares the header fields with the body. It returns the error and its status, or nil.
func (f fields) check(m jsonrpc.Message, params map[string]json.RawMessage) (*jsonrpc.Error, int) {
	inBody, hasVersion := bodyVersion(params)
	isRequest := m.ID != nil && m.Method != ""
	switch {
	case f.version == "" && hasVersion && isRequest:
		return mismatch("the MCP-Protocol-Version header field is missing"), 400
	case f.version != "" && hasVersion && f.version != inBody:
		return mismatch("MCP-Protocol-Version is not the version in the body"), 400
	case f.version != "" && !slices.Contains(versions, f.version):
		return f.unsupportedVersionError(), 400
	case !f.modern() || !isRequest:
		return nil, 0
	case !hasVersion:
		return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: `params._meta["` + metaVersion +
			`"] is missing`}, 400
	case f.method == "":
		return mismatch("the Mcp-Method header field is missing"), 400
	case f.method != m.Method:
		return mismatch("Mcp-Method is not the method in the body"), 400
	}
	source := mirroredParam(m.Method)
	if source == "" {
		return nil, 0
	}
	name, ok := jsonrpc.String(params[source])
	switch {
	case !ok:
		return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: "params." + source +
			" must be a string"}, 400
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

// unsupportedVersionError tells the client which revisions it could speak instead.
func (f fields) unsupportedVersionError() *jsonrpc.Error {
	requested := f.version
	if len(requested) > 64 {
		requested = strings.ToValidUTF8(requested[:64], "")
	}
	data, _ := json.Marshal(struct {
		Supported []string `json:"supported"`
		Requested string   `json:"requested"`
	}{versions, requested}) // strings cannot fail
	return &jsonrpc.Error{Code: unsupportedVersion, Message: "unsupported protocol version",
		Data: data}
}

// bodyVersion returns the revision that the body names.
func bodyVersion(params map[string]json.RawMessage) (string, bool) {
	raw, ok := jsonrpc.Members(params["_meta"])[metaVersion]
	if !ok {
		return "", false
	}
	version, _ := jsonrpc.String(raw) // what is no text equals no header field
	return version, true
}

// mirroredParam is the parameter that Mcp-Name repeats, "" for none.
func mirroredParam(method string) string {
	switch method {
	case "tools/call", "prompts/get":
		return "name"
	case "resources/read":
		return "uri"
	}
	return ""
}

// decodeField decodes the Base64 form that header fields use for text that is not plain ASCII. Text
// that only looks like that form is returned unchanged.
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

// maxParams is the largest size of parameters that the SDK gets, in bytes. The SDK reads parameters
// many times: 64 KiB took it 5 ms.
const maxParams = 4 << 10

// metaCapabilities is the member of _meta in which a modern request lists the abilities of its
// client.
const metaCapabilities = "io.modelcontextprotocol/clientCapabilities"

// reduceParams keeps only the parameters that the SDK itself reads. Objects that must be there but
// mean nothing to this server become empty: the abilities of a client and its description. The
// arguments of a tool are left out, because [requestCatalogue] carries them.
func reduceParams(params map[string]json.RawMessage) json.RawMessage {
	reduced := map[string]json.RawMessage{}
	copyMember := func(to, from map[string]json.RawMessage, name string, read bool) {
		raw, ok := from[name]
		if ok && !read && raw[0] == '{' {
			raw = json.RawMessage("{}")
		}
		if ok {
			to[name] = raw
		}
	}
	for _, name := range [...]string{"name", "uri", "cursor", "protocolVersion"} {
		copyMember(reduced, params, name, true)
	}
	copyMember(reduced, params, "capabilities", false)
	copyMember(reduced, params, "clientInfo", false)
	if sent := jsonrpc.Members(params["_meta"]); sent != nil {
		meta := map[string]json.RawMessage{}
		copyMember(meta, sent, metaVersion, true)
		copyMember(meta, sent, metaCapabilities, false)
		reduced["_meta"], _ = json.Marshal(meta) // parts of valid JSON
	}
	text, _ := json.Marshal(reduced) // as above
	return text
}

// sdkRequest writes the message in the one form that the SDK gets.
func (f fields) sdkRequest(ctx context.Context, m jsonrpc.Message,
	params map[string]json.RawMessage) *http.Request {
	body, _ := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params,omitempty"`
	}{"2.0", m.ID, m.Method, m.Params}) // the parts were read from valid JSON
	// A fixed method and address cannot fail.
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, catalog.MCPPath, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if f.version != "" {
		r.Header.Set("Mcp-Protocol-Version", f.version)
	}
	if f.modern() {
		r.Header.Set("Mcp-Method", m.Method)
		if source := mirroredParam(m.Method); source != "" {
			name, _ := jsonrpc.String(params[source]) // check has seen that it is one
			r.Header.Set("Mcp-Name", name)
		}
	}
	return r
}
