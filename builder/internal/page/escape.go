package page

import (
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
)

// escapeMarkdown returns inline Markdown that reads as s and cannot become a link, an element, a
// table cell or a new line. It escapes the characters that have a meaning inside a line in
// CommonMark and in its tables. An ampersand is escaped only where it would begin a character
// reference. Names never stand at the start of a line, so block markers need no escape.
func escapeMarkdown(s string) string {
	if plainMarkdown(s) {
		return s
	}
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

// mayNeedEscape marks the first bytes of characters that escapeMarkdown may have to change.
var mayNeedEscape = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	for _, c := range []byte("\\[]*_<>|`&~\x7F") {
		t[c] = true
	}
	return t
}()

// plainMarkdown reports whether escapeMarkdown leaves s as it is.
func plainMarkdown(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case mayNeedEscape[c]:
			return false
		case (c == 0xC2 || c == 0xE2) && strings.IndexFunc(s[i:], isControl) >= 0:
			return false
		}
	}
	return true
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

// quoteJSON returns s as a JSON string, which is also a YAML string.
func quoteJSON(s string) string {
	return string(catalog.AppendString(make([]byte, 0, len(s)+len(`""`)), s))
}

// escapeAddress makes an absolute address safe between "<" and ">" in Markdown: characters that
// could end it are percent-encoded.
func escapeAddress(s string) string {
	const hex = "0123456789ABCDEF"
	unsafe := func(c rune) bool { return c < utf8.RuneSelf && endsAddress(byte(c)) }
	if strings.IndexFunc(s, unsafe) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if endsAddress(c) {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func endsAddress(c byte) bool { return c <= ' ' || c == '<' || c == '>' || c == '\\' || c == 0x7F }

// minifyCSS removes comments, the spaces around line ends, and line ends behind which a rule or a
// part of it ends. It would also change such text inside a string.
func minifyCSS(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		before, rest, found := strings.Cut(s, "/*")
		b.WriteString(before)
		if !found {
			break
		}
		_, s, _ = strings.Cut(rest, "*/")
	}
	lines := strings.Split(b.String(), "\n")
	b.Reset()
	for _, line := range lines {
		line = strings.TrimSpace(line)
		b.WriteString(line)
		if line != "" && strings.IndexByte("{};,", line[len(line)-1]) < 0 {
			b.WriteByte('\n') // a line end between two parts of a selector is a space
		}
	}
	return b.String()
}

// markSVG is the default mark of a brand without a logo: a stage with its arch.
func markSVG(color string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">` +
		`<clipPath id="c"><rect width="30" height="30" rx="5"/></clipPath>` +
		`<g clip-path="url(#c)"><path fill="` + color +
		`" d="M0 0h30v30H0z"/><circle cx="15" cy="33.6" r="16.5" fill="#fff"/></g></svg>`
}
