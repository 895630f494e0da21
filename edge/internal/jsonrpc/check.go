package jsonrpc

import "unicode/utf8"

// Check reports whether a body may be decoded, as the error to answer with; nil means yes. The body
// must be one JSON value in UTF-8, at most [MaxDepth] deep, with at most [MaxValues] values and no
// duplicate name in one object. Check reads the body once. It decodes only names with escapes.
func Check(body []byte) *Error {
	if !utf8.Valid(body) {
		return notJSON()
	}
	s := jsonScanner{text: body, unique: true}
	switch s.scan() {
	case noError:
		return nil
	case tooDeep:
		return invalidRequest("the body is nested too deeply")
	case tooManyValues:
		return invalidRequest("the body has too many values")
	case duplicateName:
		return invalidRequest("a name stands twice in one object")
	}
	return notJSON()
}

func notJSON() *Error { return &Error{Code: ParseError, Message: "the body is not valid JSON"} }
