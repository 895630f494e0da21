package analysis

import (
	"bytes"
	"regexp"
	"strings"

	"cartaz/builder/text"
)

// People type words on the wrong keyboard: the keys of концерт on an English layout give rjywthn.
// Retyped returns what was meant. It is for queries that find nothing.

// The keys of the Russian layout ЙЦУКЕН and of the American layout QWERTY in the same places,
// without and with shift (CLDR keyboards ru-t-k0-windows and en-US-t-k0-windows).
const (
	qwerty = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"
	jcuken = "ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
)

var toCyrillicKeys, toLatinKeys = letters(qwerty, jcuken), letters(jcuken, qwerty)

// letters pairs the letters of two texts.
func letters(from, to string) map[rune]rune {
	m, target := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = target[i]
	}
	return m
}

// Retyped returns the meaning of a text that was typed on the wrong keyboard, or "" if there is no
// such key.
func Retyped(s string) string {
	for _, layout := range [...]map[rune]rune{toLatinKeys, toCyrillicKeys} {
		if other := retyped(s, layout); other != s {
			return other
		}
	}
	return ""
}

func retyped(s string, layout map[rune]rune) string {
	return strings.Map(func(r rune) rune {
		if other, ok := layout[r]; ok {
			return other
		}
		return r
	}, s)
}

// Folded letters of Latin that look like Cyrillic, and the reverse, in capitals or small: the
// confusables of Unicode (UTS #39) that keyboards have. People mix them up, and so do programs that
// read scanned texts.
const (
	likeCyrillic = "abcehikmoptxy"
	likeLatin    = "авсенікмортху"
)

// lookalikes are two maps: from Latin letters to Cyrillic ones, and back.
var lookalikes = [...]map[rune]rune{letters(likeCyrillic, likeLatin),
	letters(likeLatin, likeCyrillic)}

// mixed matches folded words that mix Latin and Cyrillic letters.
var mixed = regexp.MustCompile("[a-z]+[а-џ][a-zа-џ]*|[а-џ]+[a-z][a-zа-џ]*")

// appendScripts appends text as text.AppendFold does, with each word in one script. If a word mixes
// Latin and Cyrillic, and all its letters of one script look like letters of the other, it gets the
// other script, Cyrillic first: кoнцерт with a Latin o becomes Cyrillic. Any other word stays as it
// is; пост-rock is two words.
func appendScripts(dst []byte, s string) []byte {
	start := len(dst)
	dst = text.AppendFold(dst, s)
	folded := dst[start:]
	if bytes.IndexByte(folded, 0xd0) < 0 && bytes.IndexByte(folded, 0xd1) < 0 {
		return dst // no Cyrillic
	}
	return append(dst[:start], mixed.ReplaceAllFunc(folded, func(word []byte) []byte {
		for _, like := range lookalikes {
			if other := []byte(retyped(string(word), like)); !mixed.Match(other) {
				return other
			}
		}
		return word
	})...)
}
