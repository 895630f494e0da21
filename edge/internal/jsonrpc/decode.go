package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of a body that is decoded. Messages of the protocols are about eight levels deep and have
// some dozens of values. A decoder allocates many times the two bytes that a value may take on the
// wire.
const (
	MaxDepth  = 32
	MaxValues = 1024 // scalars, arrays and objects together
)

// decoder returns a decoder that reads text token by token, without copying it. Half of a surrogate
// pair becomes U+FFFD, as in encoding/json; [Check] refuses other text that is not UTF-8.
// duplicates allows two members of an object to have the same name.
func decoder(text []byte, duplicates bool) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(duplicates))
}

// Check returns nil if a body may be decoded, or the error to answer with. The body must be one
// JSON value in UTF-8, at most [MaxDepth] deep, with at most [MaxValues] values and no duplicate
// name in one object. Check reads the body once, and no further than a bound.
func Check(body []byte) *Error {
	if !utf8.Valid(body) {
		return notJSON()
	}
	dec := decoder(body, false)
	for values := 0; ; {
		token, err := dec.ReadToken()
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return invalidRequest("a name occurs twice in one object")
		}
		if err != nil {
			return notJSON()
		}
		around, nth := dec.StackIndex(dec.StackDepth())
		// Every other text in an object is a name, the first, the third and so on; it is no value.
		isName := token.Kind() == '"' && around == '{' && nth%2 == 1
		if token.Kind() != '}' && token.Kind() != ']' && !isName {
			values++
		}
		switch {
		case dec.StackDepth() > MaxDepth:
			return invalidRequest("the body is nested too deeply")
		case values > MaxValues:
			return invalidRequest("the body has too many values")
		case dec.StackDepth() > 0:
		case len(bytes.Trim(body[dec.InputOffset():], " \t\r\n")) > 0:
			return notJSON()
		default:
			return nil
		}
	}
}

func notJSON() *Error { return &Error{Code: ParseError, Message: "the body is not valid JSON"} }

// CountBatch counts the elements of the JSON array in body, up to most: it stops reading there. It
// counts up to the first syntax error, and returns 0 when body is not an array. It builds nothing,
// so a batch can be charged before any work is done for it.
func CountBatch(body []byte, most int) (n int) {
	dec := decoder(body, true)
	if token, err := dec.ReadToken(); err != nil || token.Kind() != '[' {
		return 0
	}
	for n < most && dec.PeekKind() != ']' && dec.SkipValue() == nil {
		n++
	}
	return n
}

// Elements returns the elements of an array in text that [Check] has accepted, or nil when the
// text is not an array.
func Elements(array []byte) (elements []json.RawMessage) {
	if json.Unmarshal(array, &elements) != nil {
		return nil
	}
	return elements
}

// Members returns the members of a JSON object by their exact names, or nil when the text is not an
// object.
func Members(object []byte) (members map[string]json.RawMessage) {
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	return members
}

// String reads a JSON string.
func String(raw json.RawMessage) (text string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return "", false
	}
	err := json.Unmarshal(raw, &text)
	return text, err == nil
}
