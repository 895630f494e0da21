package listquery

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// escape matches a byte in percent-encoding (RFC 3986, section 2.1).
var escape = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// decoded returns the byte of an escape.
func decoded(escape string) string {
	n, _ := strconv.ParseUint(escape[1:], 16, 8) // two digits
	return string([]byte{byte(n)})
}

// Unescape decodes the percent-encoding of a query and "+". A percent sign that starts no escape
// stays as it is: a person who types "100%" into an address bar means it.
func Unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	return escape.ReplaceAllStringFunc(strings.ReplaceAll(s, "+", " "), decoded)
}

// UnescapePath decodes the escapes of unreserved characters, which mean the same as the characters
// themselves (RFC 3986, section 6.2.2.2). Any other escape stays as it is: "%2F" is not a slash,
// and no key of the resource table holds an escape, so such an address is simply not found. A
// percent sign that starts no escape, or a control character, makes the address malformed.
func UnescapePath(path string) (string, bool) {
	if path == "" || path[0] != '/' ||
		strings.ContainsFunc(path, func(c rune) bool { return c < 0x20 || c == 0x7F }) {
		return "", false
	}
	switch strings.Count(path, "%") {
	case 0:
		return path, true
	case len(escape.FindAllString(path, -1)):
		return escape.ReplaceAllStringFunc(path, func(e string) string {
			if c := decoded(e); url.QueryEscape(c) == c { // unreserved
				return c
			}
			return e
		}), true
	}
	return "", false
}
