package mcp

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"cartaz/builder/text"
	"cartaz/edge/internal/jsonrpc"
)

// firstModern is the first revision in which every request is complete in itself.
const firstModern = "2026-07-28"

// Members of _meta that every modern request has: its revision, and the abilities of its client.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
)

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

// check compares the header fields with the body. It returns an error, or nil.
func (f fields) check(m jsonrpc.Message, params parameters) *jsonrpc.Error {
	meta := jsonrpc.Members(params["_meta"])
	raw, hasVersion := meta[metaVersion]
	inBody, _ := jsonrpc.String(raw) // a number equals no header field
	isRequest := m.ID != nil && m.Method != ""
	switch {
	case f.version == "" && hasVersion && isRequest:
		return mismatch("the MCP-Protocol-Version header field is missing")
	case f.version != "" && hasVersion && f.version != inBody:
		return mismatch("MCP-Protocol-Version is not the version in the body")
	case f.version != "" && !slices.Contains(versions, f.version):
		return f.unsupportedVersionError()
	case !f.modern() || !isRequest:
		return nil
	case !hasVersion:
		return invalidParams(`params._meta["` + metaVersion + `"] is missing`)
	case len(meta[metaCapabilities]) == 0:
		return invalidParams(`params._meta["` + metaCapabilities + `"] is missing`)
	case f.method == "":
		return mismatch("the Mcp-Method header field is missing")
	case f.method != m.Method:
		return mismatch("Mcp-Method is not the method in the body")
	}
	source := mirrored[m.Method]
	if source == "" {
		return nil
	}
	name, ok := jsonrpc.String(params[source])
	switch {
	case !ok:
		return invalidParams("params." + source + " must be a string")
	case f.name == "":
		return mismatch("the Mcp-Name header field is missing")
	case decodeField(f.name) != name:
		return mismatch("Mcp-Name is not params." + source)
	}
	return nil
}

func mismatch(reason string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: headerMismatch, Message: "header mismatch: " + reason}
}

// unsupportedVersionError tells the client which revisions it could speak instead.
func (f fields) unsupportedVersionError() *jsonrpc.Error {
	data, _ := json.Marshal(members{"supported": versions, // strings cannot fail
		"requested": text.Clip(f.version, 64)})
	return &jsonrpc.Error{Code: unsupportedVersion, Message: "unsupported protocol version",
		Data: data}
}

// mirrored are the parameters that Mcp-Name repeats, by their methods.
var mirrored = map[string]string{"tools/call": "name", "resources/read": "uri"}

// decodeField decodes the Base64 form that header fields use for text that is not plain ASCII. Text
// that only looks like that form is returned unchanged.
func decodeField(value string) string {
	rest, ok := strings.CutPrefix(value, "=?base64?")
	coded, closed := strings.CutSuffix(rest, "?=")
	text, err := base64.StdEncoding.DecodeString(coded)
	if !ok || !closed || err != nil {
		return value
	}
	return string(text)
}
