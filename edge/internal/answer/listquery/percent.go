package listquery

import (
	"net/url"
	"strconv"
	"strings"
)

// Unescape decodes the percent-encoding (RFC 3986, section 2.1) of a query and "+". A percent sign
// that starts no escape stays as it is: a person who types "100%" into an address bar means it.
func Unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c, ok := unescape(s, i)
		switch {
		case ok:
			i += 2
		case c == '+':
			c = ' '
		}
		b = append(b, c)
	}
	return string(b)
}

// unescape returns the byte of an escape at s[i], or s[i] and false if there is none.
func unescape(s string, i int) (c byte, ok bool) {
	if s[i] != '%' || i+2 >= len(s) {
		return s[i], false
	}
	n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
	if err != nil {
		return '%', false
	}
	return byte(n), true
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
	if !strings.Contains(path, "%") {
		return path, true
	}
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		c, ok := unescape(path, i)
		switch {
		case ok && isUnreserved(c):
			b, i = append(b, c), i+2
		case ok:
			b, i = append(b, path[i:i+3]...), i+2
		case c == '%':
			return "", false
		default:
			b = append(b, c)
		}
	}
	return string(b), true
}

// isUnreserved reports whether a character is unreserved (RFC 3986, section 2.3).
func isUnreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' ||
		strings.IndexByte("-._~", c) >= 0
}

// appendEscaped appends a query value, percent-encoded down to the unreserved
// characters, so that it is safe in HTML, in Markdown and in a header field.
func appendEscaped(dst []byte, s string) []byte {
	return append(dst, strings.ReplaceAll(url.QueryEscape(s), "+", "%20")...)
}
