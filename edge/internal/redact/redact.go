// Package redact makes texts of requests fit for a log. People paste addresses and numbers of
// persons into a search box, and logs are stored. One rule finds them, whatever their country:
//
//   - a word that holds an "@";
//   - digits of any script, eight or more with no letter between them, dates aside.
//
// Each becomes "[masked]". A date is a day of the years 1900 to 2099, as 2026-11-22, 20261122 or
// 22/11/2026, and the time of day after it. Prices, places and ids of eight digits or more are
// masked, too: a rule that spared them would also spare the numbers of some persons.
//
// Texts are read with their percent escapes undone, also nested escapes, and in a query with "+" as
// a blank. In the rest, control characters, characters without a shape (such as those that turn the
// direction of writing) and bytes that are not UTF-8 become percent escapes. The work is linear in
// the length of the text, which is cut to the limit first.
package redact

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	searchtext "cartaz/builder/text"
)

const (
	// lookahead is how many bytes after the limit are read, so that a match that begins before the
	// limit is seen whole.
	lookahead = 256
	label     = "[masked]"
	digit     = `[\pN零一二三四五六七八九]`
)

var (
	// word matches a word that holds an "@", and the words around an "@" that is alone.
	word = regexp.MustCompile(`[^\s"&=?/;,<>()[\]{}]*[\s"']*[@＠﹫][\s"']*[^\s"&=?/;,<>()[\]{}]*`)
	// number matches eight digits or more without a letter between them.
	number = regexp.MustCompile(digit + `(?:[^\pL\pN]*` + digit + `){7,}`)
	// date matches a day and the time after it, in a text with "!" for each letter.
	date = regexp.MustCompile(`\b(?:(?:19|20)\d\d[-/.]?(?:0[1-9]|1[0-2])[-/.]?` +
		`(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.]` +
		`(?:19|20)\d\d)(?:[! ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?` +
		`(?:[-+ ][01]\d:[0-5]\d)?)?\b`)
	letter = regexp.MustCompile(`[A-Za-z_]`)
)

// Text returns at most limit bytes of a text, masked and escaped.
func Text(text string, limit int) string { return mask(text, limit, false) }

// Query is Text for a query (application/x-www-form-urlencoded), in which "+" is a blank.
func Query(text string, limit int) string { return mask(text, limit, true) }

// Message returns at most limit bytes of a message of a server, with the addresses of clients
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

// mask returns at most limit bytes of text. It finds what must be masked in the decoded text, and
// replaces the bytes of text from which that was decoded. isForm is for a query, in which "+" is a
// blank.
func mask(text string, limit int, isForm bool) string {
	text = text[:min(len(text), limit+lookahead)]
	bare, at := decode(text, isForm)
	var masked [][]int
	if isSuspect(bare) {
		undated := bytes.Clone(bare)
		for _, d := range date.FindAllIndex(letter.ReplaceAll(bare, []byte("!")), -1) {
			copy(undated[d[0]:d[1]], bytes.Repeat([]byte(" "), d[1]-d[0]))
		}
		masked = append(word.FindAllIndex(bare, -1), number.FindAllIndex(undated, -1)...)
		slices.SortFunc(masked, func(a, b []int) int { return a[0] - b[0] })
	}
	var out []byte
	end, kept := len(searchtext.Clip(text, limit)), 0 // in text, and in bare
	for _, m := range append(masked, []int{len(bare), len(bare)}) {
		if from, to := at[kept], min(at[max(kept, m[0])], end); from < to {
			out = appendEscaped(out, text[from:to])
		}
		if m[0] >= kept && at[m[0]] < end {
			out = append(out, label...)
		}
		kept = max(kept, m[1])
	}
	return searchtext.Clip(string(out), limit)
}

// isSuspect reports whether a text has an "@" or eight digits: most texts do not.
func isSuspect(bare []byte) bool {
	digits := 0
	for _, r := range string(bare) {
		switch {
		case r == '@', r == '＠', r == '﹫':
			return true
		case unicode.IsNumber(r), unicode.Is(unicode.Han, r):
			digits++
		}
	}
	return digits >= 8
}

// decode undoes the escapes of a text; for isForm see mask. at holds where each byte begins in the
// text, and the end of the text.
func decode(text string, isForm bool) (bare []byte, at []int) {
	bare, at = make([]byte, 0, len(text)), make([]int, 0, len(text)+1)
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
	return bare, append(at, len(text))
}

// appendEscaped appends a piece of a text, with percent escapes for characters that could change
// how a log is read.
func appendEscaped(out []byte, s string) []byte {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		for _, c := range []byte(s[:size]) {
			if searchtext.IsReadable(r) && (r != utf8.RuneError || size > 1) {
				out = append(out, c)
			} else {
				out = fmt.Appendf(out, "%%%02X", c)
			}
		}
		s = s[size:]
	}
	return out
}
