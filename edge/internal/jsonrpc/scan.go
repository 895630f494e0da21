package jsonrpc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Bounds of a body that is decoded. Messages of the protocols are about eight levels deep and have
// some dozens of values. A decoder allocates many times the two bytes that a value may take on the
// wire.
const (
	MaxDepth  = 32
	MaxValues = 1024 // scalars, arrays and objects together
)

// scanError is why a scan has ended early.
type scanError uint8

const (
	noError       scanError = iota
	badSyntax               // not JSON (RFC 8259)
	tooDeep                 // nested deeper than MaxDepth
	tooManyValues           // more than MaxValues values
	duplicateName           // a name stands twice in one object
)

// jsonScanner reads JSON once from left to right, looks at each byte and builds no values. It
// checks a body before anything decodes it. It assumes UTF-8: it takes every byte above 0x7F for
// part of a string.
type jsonScanner struct {
	text   []byte
	at     int
	values int // how many have begun

	// names are the member names of the open objects, the innermost last, without escapes.
	// They are only collected when unique is set.
	unique bool
	names  [][]byte
}

// unescapedByte marks the bytes of a string that need no escape.
var unescapedByte = func() (set [256]bool) {
	for c := ' '; c < 256; c++ {
		set[c] = c != '"' && c != '\\'
	}
	return set
}()

// scan judges a whole text.
func (s *jsonScanner) scan() scanError {
	s.skipSpace()
	if f := s.value(0); f != noError {
		return f
	}
	s.skipSpace()
	if s.at < len(s.text) {
		return badSyntax
	}
	return noError
}

// skipSpace skips white space.
func (s *jsonScanner) skipSpace() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// accept skips the byte c if it comes next.
func (s *jsonScanner) accept(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// value reads a value that depth arrays and objects enclose.
func (s *jsonScanner) value(depth int) scanError {
	if s.values++; s.values > MaxValues {
		return tooManyValues
	}
	if s.at == len(s.text) {
		return badSyntax
	}
	ok := false
	switch s.text[s.at] {
	case '{':
		return s.object(depth + 1)
	case '[':
		return s.array(depth + 1)
	case '"':
		ok = s.quoted()
	case 't':
		ok = s.literal("true")
	case 'f':
		ok = s.literal("false")
	case 'n':
		ok = s.literal("null")
	default:
		ok = s.number()
	}
	if !ok {
		return badSyntax
	}
	return noError
}

func (s *jsonScanner) literal(w string) bool {
	if len(s.text)-s.at < len(w) || string(s.text[s.at:s.at+len(w)]) != w {
		return false
	}
	s.at += len(w)
	return true
}

// number reads a number (RFC 8259, section 6).
func (s *jsonScanner) number() bool {
	s.accept('-')
	if !s.accept('0') && !s.digits() {
		return false
	}
	if s.accept('.') && !s.digits() {
		return false
	}
	if s.accept('e') || s.accept('E') {
		if !s.accept('+') {
			s.accept('-')
		}
		return s.digits()
	}
	return true
}

// digits reads one digit or more.
func (s *jsonScanner) digits() bool {
	start := s.at
	for s.at < len(s.text) && '0' <= s.text[s.at] && s.text[s.at] <= '9' {
		s.at++
	}
	return s.at > start
}

// quoted reads a string (RFC 8259, section 7). A half of a surrogate pair may stand
// alone, as in encoding/json.
func (s *jsonScanner) quoted() bool {
	if !s.accept('"') {
		return false
	}
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case unescapedByte[c]:
		case c == '"':
			return true
		case c != '\\' || !s.escape():
			return false
		}
	}
	return false
}

// escape reads what stands behind a backslash.
func (s *jsonScanner) escape() bool {
	if s.at == len(s.text) {
		return false
	}
	c := s.text[s.at]
	s.at++
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			if s.at == len(s.text) || !isHex(s.text[s.at]) {
				return false
			}
			s.at++
		}
		return true
	}
	return false
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// array reads an array; depth arrays and objects, itself included, enclose its elements.
func (s *jsonScanner) array(depth int) scanError {
	return s.list('[', ']', depth, func() scanError { return s.value(depth) })
}

// object reads an object.
func (s *jsonScanner) object(depth int) scanError {
	outer := len(s.names)
	f := s.list('{', '}', depth, func() scanError {
		start := s.at
		if !s.quoted() {
			return badSyntax
		}
		if s.unique {
			s.names = append(s.names, unescaped(s.text[start:s.at]))
		}
		s.skipSpace()
		if !s.accept(':') {
			return badSyntax
		}
		s.skipSpace()
		return s.value(depth)
	})
	if f == noError && hasDuplicate(s.names[outer:]) {
		f = duplicateName
	}
	s.names = s.names[:outer]
	return f
}

// list reads two brackets and the items between them, separated by commas.
func (s *jsonScanner) list(open, closing byte, depth int, item func() scanError) scanError {
	if depth > MaxDepth {
		return tooDeep
	}
	if !s.accept(open) {
		return badSyntax
	}
	s.skipSpace()
	if s.accept(closing) {
		return noError
	}
	for {
		s.skipSpace()
		if f := item(); f != noError {
			return f
		}
		s.skipSpace()
		if s.accept(closing) {
			return noError
		}
		if !s.accept(',') {
			return badSyntax
		}
	}
}

// hasDuplicate says whether a name is there twice. It sorts the names.
func hasDuplicate(names [][]byte) bool {
	if len(names) < 2 {
		return false
	}
	slices.SortFunc(names, bytes.Compare)
	for i := range names[1:] {
		if bytes.Equal(names[i], names[i+1]) {
			return true
		}
	}
	return false
}

// CountBatch counts the elements of the JSON array in body, up to most: it stops reading there. It
// counts up to the first syntax error, and returns 0 when body is not an array. It decodes nothing,
// so a batch can be charged before any work is done for it.
func CountBatch(body []byte, most int) (n int) {
	s := jsonScanner{text: body}
	s.skipSpace()
	s.list('[', ']', 1, func() scanError {
		if n == most {
			return tooManyValues
		}
		f := s.value(1)
		if f == noError {
			n++
		}
		return f
	})
	return n
}

// Elements returns the elements of an array in text that [Check] has accepted, or nil when the
// text is not an array. They share its bytes.
func Elements(array []byte) []json.RawMessage {
	s := jsonScanner{text: array}
	s.skipSpace()
	elements := []json.RawMessage{}
	if f := s.list('[', ']', 1, func() scanError {
		start := s.at
		f := s.value(1)
		elements = append(elements, array[start:s.at])
		return f
	}); f != noError {
		return nil
	}
	return elements
}

// Members returns the members of a JSON object by their exact names, or nil when the text is not an
// object. Values have no outer white space and share the bytes of the text.
func Members(object []byte) map[string]json.RawMessage {
	s := jsonScanner{text: object}
	s.skipSpace()
	members := map[string]json.RawMessage{}
	if f := s.list('{', '}', 1, func() scanError {
		start := s.at
		if !s.quoted() {
			return badSyntax
		}
		name := unescaped(object[start:s.at])
		s.skipSpace()
		if !s.accept(':') {
			return badSyntax
		}
		s.skipSpace()
		start = s.at
		f := s.value(1)
		members[string(name)] = object[start:s.at]
		return f
	}); f != noError {
		return nil
	}
	return members
}
