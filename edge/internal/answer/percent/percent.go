// Package percent reads and writes percent-encoding (RFC 3986, section 2.1) as the edge meets it in
// addresses: forgiving in queries, which people type, and strict in paths, which name resources.
package percent

import "strings"

// Query decodes percent-encoding and "+". A percent sign that starts no
// escape stands for itself: a person who types "100%" into an address bar means
// it.
func Query(s string) string {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+':
			b = append(b, ' ')
		case c == '%' && i+2 < len(s) && unhex(s[i+1]) < 16 && unhex(s[i+2]) < 16:
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func unhex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// Path decodes the escapes of unreserved characters, which mean the
// same as the characters themselves (RFC 3986, section 6.2.2.2). Any other
// escape stays as it is: "%2F" is not a slash, and no key of the resource table
// holds an escape, so such an address is simply not found. A percent sign that
// starts no escape, or a control character, makes the address malformed.
func Path(path string) (string, bool) {
	if path == "" || path[0] != '/' {
		return "", false
	}
	escaped := false
	for i := range len(path) {
		if path[i] < 0x20 || path[i] == 0x7F {
			return "", false
		}
		escaped = escaped || path[i] == '%'
	}
	if !escaped {
		return path, true
	}
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] != '%' {
			b = append(b, path[i])
			continue
		}
		if i+2 >= len(path) || unhex(path[i+1]) > 15 || unhex(path[i+2]) > 15 {
			return "", false
		}
		c := unhex(path[i+1])<<4 | unhex(path[i+2])
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' ||
			c == '_' || c == '~' {
			b = append(b, c)
		} else {
			b = append(b, path[i:i+3]...)
		}
		i += 2
	}
	return string(b), true
}

// Append appends a query value, percent-encoded down to the unreserved
// characters of RFC 3986, section 2.3, so that it is safe in HTML, in Markdown
// and in a header field.
func Append(dst []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' ||
			c == '_' || c == '~' {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', hex[c>>4], hex[c&15])
	}
	return dst
}
