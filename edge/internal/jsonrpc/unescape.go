package jsonrpc

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// unescaped decodes a quoted string that the scanner has accepted. A half of a surrogate pair
// becomes U+FFFD, as in encoding/json.
func unescaped(quoted []byte) []byte {
	in := quoted[1 : len(quoted)-1]
	first := bytes.IndexByte(in, '\\')
	if first < 0 {
		return in
	}
	out := append(make([]byte, 0, len(in)), in[:first]...)
	for at := first; at < len(in); {
		c := in[at]
		if c != '\\' {
			out = append(out, c)
			at++
			continue
		}
		c = in[at+1]
		at += 2
		switch c {
		case 'u':
			r := hex4(in[at:])
			at += 4
			if utf16.IsSurrogate(r) {
				r = utf16.DecodeRune(r, lowSurrogate(in[at:]))
				if r != utf8.RuneError {
					at += 6
				}
			}
			out = utf8.AppendRune(out, r)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, c)
		}
	}
	return out
}

// lowSurrogate returns the escaped code unit at the start of text, or -1.
func lowSurrogate(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	return hex4(text[2:])
}

// hex4 reads four hexadecimal digits.
func hex4(digits []byte) (r rune) {
	for _, c := range digits[:4] {
		switch {
		case c <= '9':
			c -= '0'
		default:
			c = c | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}
