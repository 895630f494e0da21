// Package redact makes texts of requests fit for a log. People paste addresses and numbers of
// persons into a search box, and logs are stored. One rule finds them, whatever their country:
//
//   - a word that holds an "@";
//   - digits of any script, eight or more with no letter between them, dates aside.
//
// Each becomes "[masked]". A date is a day of the years 1900 to 2099, as 2026-11-22, 20261122 or
// 22/11/2026, and the time of day after it. Prices, places and ids of so many digits are masked,
// too: a rule that spares them spares the numbers of some persons.
//
// Texts are read with their percent escapes undone, also nested escapes, and in a query with "+" as
// a blank. In what stays, control characters, characters without a shape (such as those that turn
// the direction of writing) and bytes that are no UTF-8 become percent escapes. The work is linear
// in the length of the text, which is cut to the limit first.
package redact

import (
	"encoding/hex"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// lookahead is how many bytes after the limit are read, so that what begins before the limit is
	// seen whole.
	lookahead = 256
	// fewest is how many digits may be the number of a person.
	fewest = 8
	label  = "[masked]"
)

// Text returns at most limit bytes of a text, masked and escaped.
func Text(text string, limit int) string { return mask(text, limit, false) }

// Query is Text for a query (application/x-www-form-urlencoded), in which "+" is a blank.
func Query(text string, limit int) string { return mask(text, limit, true) }

// Message returns at most limit bytes of a message of a server, in which addresses of clients are
// masked.
func Message(text string, limit int) string {
	words := strings.Fields(text[:min(len(text), limit+lookahead)])
	for i, word := range words {
		bare := strings.Trim(word, ":,;()")
		_, noAddr := netip.ParseAddr(bare)
		_, noPort := netip.ParseAddrPort(bare)
		if noAddr == nil || noPort == nil {
			words[i] = strings.Replace(word, bare, label, 1)
		}
	}
	return Text(strings.Join(words, " "), limit)
}

// symbol is one character of a text after its escapes are undone.
type symbol struct {
	r      rune
	at     int // where it begins in the text
	hidden bool
}

func mask(text string, limit int, isForm bool) string {
	text = text[:min(len(text), limit+lookahead)]
	if isPlain(text) {
		return text[:min(len(text), limit)]
	}
	symbols := decode(text, isForm)
	hideWords(symbols)
	hideNumbers(symbols)
	out := make([]byte, 0, limit)
	for i, s := range symbols[:len(symbols)-1] {
		kept := len(out)
		switch {
		case !s.hidden:
			out = appendEscaped(out, text[s.at:symbols[i+1].at])
		case i == 0 || !symbols[i-1].hidden:
			out = append(out, label...)
		}
		if s.at >= limit || len(out) > limit {
			return string(out[:kept])
		}
	}
	return string(out)
}

// isPlain reports whether a text is its own masked form at the first look.
func isPlain(text string) bool {
	digits := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c > '~' || c == '@' || c == '%':
			return false
		case '0' <= c && c <= '9':
			digits++
		}
	}
	return digits < fewest
}

// decode undoes the escapes of a text. A blank follows the last symbol.
func decode(text string, isForm bool) (symbols []symbol) {
	bare, at := make([]byte, 0, len(text)), make([]int, 0, len(text))
	for i := range len(text) {
		c := text[i]
		if c == '+' && isForm {
			c = ' '
		}
		bare, at = append(bare, c), append(at, i)
		// "%2540" is "@" as well: a proxy may have escaped an address twice.
		for n := len(bare) - 3; n >= 0 && bare[n] == '%'; n -= 2 {
			if _, err := hex.Decode(bare[n:n+1], bare[n+1:n+3]); err != nil {
				break
			}
			bare, at = bare[:n+1], at[:n+1]
		}
	}
	symbols = make([]symbol, 0, len(bare)+1)
	for i, r := range string(bare) {
		symbols = append(symbols, symbol{r: r, at: at[i]})
	}
	return append(symbols, symbol{r: ' ', at: len(text)})
}

// hideWords hides words that hold an "@", and those beside an "@" that stands alone.
func hideWords(symbols []symbol) {
	for i, s := range symbols {
		if s.r != '@' && s.r != '＠' && s.r != '﹫' {
			continue
		}
		from, to := i, i+1
		for from > 0 && isGap(symbols[from-1].r) {
			from--
		}
		for from > 0 && !isEdge(symbols[from-1].r) && !symbols[from-1].hidden {
			from--
		}
		for to < len(symbols)-1 && isGap(symbols[to].r) {
			to++
		}
		for to < len(symbols)-1 && !isEdge(symbols[to].r) && !symbols[to].hidden {
			to++
		}
		for j := from; j < to; j++ {
			symbols[j].hidden = true
		}
	}
}

// isGap reports whether a character may stand between the parts of an address.
func isGap(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == '\'' }

// isEdge reports whether a word ends before a character.
func isEdge(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"&=?/;,<>()[]{}", r)
}

// date matches a day and the time after it in the shape of a text.
var date = regexp.MustCompile(`\b(?:(?:19|20)\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?` +
	`(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d)` +
	`(?:[! ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:[-+ ][01]\d:[0-5]\d)?)?\b`)

// hideNumbers hides digits that no letter parts, but for dates.
func hideNumbers(symbols []symbol) {
	shape := make([]byte, len(symbols)) // "!" for a letter, "9" for a digit beyond ASCII
	digits := 0
	for i, s := range symbols {
		switch {
		case '0' <= s.r && s.r <= '9':
			shape[i] = byte(s.r)
			digits++
		case unicode.IsLetter(s.r) && !strings.ContainsRune("一二三四五六七八九零", s.r):
			shape[i] = '!'
		case s.r >= utf8.RuneSelf && unicode.In(s.r, unicode.N, unicode.L):
			shape[i] = '9'
			digits++
		case s.r < utf8.RuneSelf && s.r != '_' && s.r != '!':
			shape[i] = byte(s.r)
		}
	}
	if digits < fewest {
		return
	}
	for _, d := range date.FindAllIndex(shape, -1) {
		clear(shape[d[0]:d[1]])
	}
	count, first, last := 0, 0, 0
	for i, c := range append(shape, '!') {
		switch {
		case '0' <= c && c <= '9':
			if count++; count == 1 {
				first = i
			}
			last = i
		case c == '!':
			for ; count >= fewest && first <= last; first++ {
				symbols[first].hidden = true
			}
			count = 0
		}
	}
}

// appendEscaped appends a piece of a text, with percent escapes for what could change how a log is
// read.
func appendEscaped(out []byte, s string) []byte {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		for _, c := range []byte(s[:size]) {
			if unicode.IsGraphic(r) && (r != utf8.RuneError || size > 1) {
				out = append(out, c)
			} else {
				out = fmt.Appendf(out, "%%%02X", c)
			}
		}
		s = s[size:]
	}
	return out
}
