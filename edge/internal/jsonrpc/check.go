package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// MaxDepth is how deep values may be nested. Requests of the protocols need
// about eight.
const MaxDepth = 32

// Check judges a body: it must be one JSON value in UTF-8, at most MaxDepth deep,
// with no name twice in one object. It returns the error to answer with, nil for
// none. Its work is linear in the length of the body, which the caller bounds.
func Check(body []byte) *Error {
	if !utf8.Valid(body) {
		return notJSON()
	}
	// Depth first: it needs no parser, and parsers keep a stack.
	if tooDeep(body) {
		return invalid("the body is nested too deeply")
	}
	if !json.Valid(body) {
		return notJSON()
	}
	if repeats(body) {
		return invalid("a name stands twice in one object")
	}
	return nil
}

func notJSON() *Error { return &Error{Code: ParseError, Message: "the body is not valid JSON"} }

// tooDeep counts brackets outside of strings, whether or not the text is JSON.
func tooDeep(body []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// repeats looks for a name that stands twice in one object of valid JSON.
func repeats(body []byte) bool {
	type level struct {
		names map[string]bool // nil in an array
		value bool            // in an object: a value comes next, not a name
	}
	var stack []level
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:len(stack)-1]
			continue
		}
		if n := len(stack); n > 0 && stack[n-1].names != nil {
			top := &stack[n-1]
			if !top.value {
				name, _ := token.(string)
				if top.names[name] {
					return true
				}
				top.names[name], top.value = true, true
				continue
			}
			top.value = false
		}
		switch token {
		case json.Delim('{'):
			stack = append(stack, level{names: map[string]bool{}})
		case json.Delim('['):
			stack = append(stack, level{})
		}
	}
}
