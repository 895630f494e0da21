package resultpage

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Escape is a way to make slot values safe.
type Escape byte

// The two escapes: HTML text and quoted attributes; Markdown inline text.
const (
	EscapeHTML     Escape = 'h'
	EscapeMarkdown Escape = 'm'
)

// InnerQuotes returns text for use between quotation marks: its double marks, of any language,
// become single ones. Markdown has no escape for them, and a reader of plain text, such as an
// agent, would take text after a closing mark for the page's own words.
func InnerQuotes(text string) string { return innerQuotes.Replace(text) }

// doubleQuotes are the quotation marks that open or close with two strokes.
const doubleQuotes = "\"«»“”„‟″‴‶‷⹂❝❞〝〞〟＂\U0001F676\U0001F677\U0001F678"

var innerQuotes = func() *strings.Replacer {
	var pairs []string
	for _, double := range doubleQuotes {
		pairs = append(pairs, string(double), "'")
	}
	return strings.NewReplacer(pairs...)
}()

// Append appends value so that it cannot end the text or attribute around it. In both forms control
// characters of ASCII become spaces, and forbidden characters are removed (see unwritten).
func (e Escape) Append(dst []byte, value string) []byte {
	for i := 0; i < len(value); i++ {
		c := value[i]
		if n := unwritten(value[i:]); n > 0 {
			i += n - 1
			continue
		}
		if c < 0x20 || c == 0x7F {
			c = ' '
		}
		switch {
		case e == EscapeHTML && strings.IndexByte(`<>&"'`, c) >= 0:
			dst = append(dst, "&#"...)
			dst = strconv.AppendUint(dst, uint64(c), 10)
			dst = append(dst, ';')
		case e == EscapeMarkdown &&
			(strings.IndexByte("\\[]*_<>|`", c) >= 0 || c == '&' && mayOpenReference(value[i+1:])):
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// unwritten returns the length in bytes of the first character of text if it must not be written,
// else 0. Bidirectional controls would also turn the text after the value; C1 controls and
// noncharacters are errors in HTML.
func unwritten(text string) int {
	if text[0] < utf8.RuneSelf {
		return 0
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case 0x80 <= r && r < 0xA0,
		0x202A <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069,
		r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF:
		return n
	}
	return 0
}

// mayOpenReference reports whether an ampersand before rest could begin a character reference,
// "&copy;" or "&#169;". An ampersand before a space is literal.
func mayOpenReference(rest string) bool {
	for len(rest) > 0 && unwritten(rest) > 0 {
		rest = rest[unwritten(rest):]
	}
	if len(rest) == 0 {
		return false
	}
	c := rest[0]
	return c == '#' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
