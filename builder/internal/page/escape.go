package page

import (
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
)

// escapeMarkdown makes s inline Markdown text that reads as s and cannot become
// a link, an element, a table cell or a new line. It escapes what CommonMark and
// its tables give a meaning inside a line; an ampersand only where it would
// begin a character reference. Names are never at the start of a line, so
// markers of blocks need no escape.
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

// isControl says whether c ends a line or is not to be seen at all.
func isControl(c rune) bool {
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '\u2028' || c == '\u2029'
}

// suspicious are the bytes with which a character begins that escapeMarkdown may
// have to change.
var suspicious = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	for _, c := range []byte("\\[]*_<>|`&~\x7F") {
		t[c] = true
	}
	return t
}()

// plainMarkdown says whether escapeMarkdown leaves s as it is.
func plainMarkdown(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case suspicious[c]:
			return false
		case (c == 0xC2 || c == 0xE2) && strings.IndexFunc(s[i:], isControl) >= 0:
			return false
		}
	}
	return true
}

// opensReference says whether s goes on like a character reference after "&".
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

// quoteJSON is s as a JSON string, which is a YAML string too.
func quoteJSON(s string) string {
	return string(catalog.AppendString(make([]byte, 0, len(s)+len(`""`)), s))
}

// escapeAddress makes an absolute address safe between "<" and ">" of Markdown:
// what could end it is percent-encoded.
func escapeAddress(s string) string {
	const hex = "0123456789ABCDEF"
	if strings.IndexFunc(s, func(c rune) bool { return c < utf8.RuneSelf && endsAddress(byte(c)) }) < 0 {
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

// minifyCSS drops comments, line ends and the blanks around them. The rules
// keep no string that holds any of these.
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
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// markSVG is the drawn mark of a brand without a logo: a stage with its arch.
func markSVG(color string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><clipPath id="c"><rect width="30" height="30" rx="5"/></clipPath>` +
		`<g clip-path="url(#c)"><path fill="` + color + `" d="M0 0h30v30H0z"/><circle cx="15" cy="33.6" r="16.5" fill="#fff"/></g></svg>`
}
