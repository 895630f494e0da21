package jsonrpc

import (
	"encoding/json"
	"unicode/utf8"
)

// Codes of JSON-RPC 2.0, section 5.1.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

// MaxID is the longest id of a request that is read, in bytes.
const MaxID = 256

// Error is the error object of an answer.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Message is one JSON-RPC message.
type Message struct {
	// ID is the id as it was sent, a string or a number, or nil.
	ID json.RawMessage
	// Method is "" in an answer, which servers never receive.
	Method string
	// Params is the object of parameters, or nil.
	Params json.RawMessage
}

// Read reads one message from text that [Check] has accepted. On an error the message still has its
// id if that could be read, so that the answer can name it.
func Read(text []byte) (Message, *Error) {
	var m Message
	members := Members(text)
	if members == nil {
		return m, invalidRequest("the message is not an object")
	}
	if raw, ok := members["id"]; ok {
		if !isID(raw) {
			return m, invalidRequest("id must be a string or a number")
		}
		m.ID = raw
	}
	if string(members["jsonrpc"]) != `"2.0"` {
		return m, invalidRequest(`jsonrpc must be "2.0"`)
	}
	raw, isCall := members["method"]
	if !isCall {
		if members["result"] == nil && members["error"] == nil {
			return m, invalidRequest("method is missing")
		}
		return m, nil
	}
	if m.Method, _ = String(raw); m.Method == "" {
		return m, invalidRequest("method must be a string")
	}
	if raw, ok := members["params"]; ok {
		if len(raw) == 0 || raw[0] != '{' {
			return m, invalidRequest("params must be an object")
		}
		m.Params = raw
	}
	return m, nil
}

func invalidRequest(reason string) *Error { return &Error{Code: InvalidRequest, Message: reason} }

// isID reports whether a value may be the id of a request: null may not, since MCP forbids it and
// no client could tell answers to it apart.
func isID(raw json.RawMessage) bool {
	return len(raw) > 0 && len(raw) <= MaxID &&
		(raw[0] == '"' || raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9')
}

// Answer returns the answer to a request: a result, or an error. If id is nil, the answer has no
// member id, as MCP requires.
func Answer(id json.RawMessage, result any, err *Error) ([]byte, error) {
	return json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Result  any             `json:"result,omitempty"`
		Error   *Error          `json:"error,omitempty"`
	}{"2.0", id, result, err})
}

// ID returns the id of the message at the beginning of a body, even if the body is cut after the
// id. It returns nil if there is none.
func ID(body []byte) json.RawMessage {
	dec := decoder(body, true)
	if token, err := dec.ReadToken(); err != nil || token.Kind() != '{' {
		return nil
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		isID := name.String() == "id"
		v, err := dec.ReadValue()
		switch {
		case err != nil, isID && (len(v) > MaxID || !utf8.Valid(v) || v[0] >= '['):
			return nil
		case isID:
			return json.RawMessage(v)
		}
	}
	return nil
}
