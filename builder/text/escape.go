package text

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Markdown returns inline Markdown that reads as s and cannot become a link, an element, a table
// cell or a new line. It escapes the characters that have a meaning inside a line in CommonMark and
// in its tables. An ampersand is escaped only if it would begin a character reference, an
// exclamation mark only if it would turn a link into a picture. Names are never at the start of a
// line, so block markers need no escape.
func Markdown(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, c := range s {
		switch {
		case c < utf8.RuneSelf && strings.IndexByte("\\[]*_<>|`~", byte(c)) >= 0:
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '&' && reference.MatchString(s[i:]):
			b.WriteString(`\&`)
		case c == '!' && strings.HasPrefix(s[i+1:], "["):
			b.WriteString("&#33;")
		case IsControl(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// IsControl reports whether c ends a line or is a control character.
func IsControl(c rune) bool {
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '\u2028' || c == '\u2029'
}

// reference matches a character reference.
var reference = regexp.MustCompile(`^&[#0-9A-Za-z]+;`)

// active matches what Markdown without front matter would read as more than text. An underscore
// inside a word is text ("America/Sao_Paulo"), as is an ampersand before a space.
var active = regexp.MustCompile("[][<>*`~]|\\b_|_\\b|&\\b|&#")

// FrontMatter returns s as a string of YAML in which Markdown finds nothing but text: "a <b>" is
// written as "a \u003cb\u003e".
func FrontMatter(s string) string {
	quoted := strconv.Quote(s)
	if !strings.ContainsAny(quoted, "][<>*`~_&") {
		return quoted
	}
	return active.ReplaceAllStringFunc(quoted, func(c string) string {
		return fmt.Sprintf(`\u%04x`, c[0]) + c[1:]
	})
}

// MarkdownAddress makes an absolute address safe between "<" and ">" in Markdown: characters that
// could end it are percent-encoded.
func MarkdownAddress(s string) string { return Percent(s, endsAddress) }

// Percent returns s with the bytes that are unsafe percent-encoded.
func Percent(s string, unsafe func(byte) bool) string {
	b := make([]byte, 0, len(s))
	for _, c := range []byte(s) {
		if unsafe(c) {
			b = fmt.Appendf(b, "%%%02X", c)
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

func endsAddress(c byte) bool { return c <= ' ' || c == '<' || c == '>' || c == '\\' || c == 0x7F }

// QueryValue escapes a value of a query down to the unreserved characters, so that it is safe in
// HTML, in Markdown and in a header field, with %20 for a space: mailto knows no "+" (RFC 6068,
// section 5).
func QueryValue(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}
