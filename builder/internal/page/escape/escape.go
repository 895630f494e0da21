// Package escape writes unchecked texts in the languages of pages: a line of Markdown, an address
// in Markdown, a JSON string, a value of a query. HTML is escaped by html/template.
package escape

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
)

// Markdown returns inline Markdown that reads as s and cannot become a link, an element, a
// table cell or a new line. It escapes the characters that have a meaning inside a line in
// CommonMark and in its tables. An ampersand is escaped only where it would begin a character
// reference. Names never stand at the start of a line, so block markers need no escape.
func Markdown(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, c := range s {
		switch {
		case c < utf8.RuneSelf && strings.IndexByte("\\[]*_<>|`~", byte(c)) >= 0:
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '&' && opensReference(s[i+1:]):
			b.WriteString(`\&`)
		case isControl(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// isControl reports whether c ends a line or is a control character.
func isControl(c rune) bool {
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '\u2028' || c == '\u2029'
}

// opensReference reports whether "&" followed by s begins a character reference.
func opensReference(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ';':
			return i > 0
		case (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '#':
			return false
		}
	}
	return false
}

// JSON returns s as a JSON string, which is also a YAML string.
func JSON(s string) string {
	return string(catalog.AppendString(make([]byte, 0, len(s)+len(`""`)), s))
}

// Address makes an absolute address safe between "<" and ">" in Markdown: characters that
// could end it are percent-encoded.
func Address(s string) string { return Percent(s, endsAddress) }

// Percent is s with the bytes that are unsafe percent-encoded.
func Percent(s string, unsafe func(byte) bool) string {
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s))
	for _, c := range []byte(s) {
		if unsafe(c) {
			b = append(b, '%', hex[c>>4], hex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

func endsAddress(c byte) bool { return c <= ' ' || c == '<' || c == '>' || c == '\\' || c == 0x7F }

// Component escapes a value of a query with %20 for a space: mailto knows no "+" (RFC 6068,
// section 5).
func Component(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}
