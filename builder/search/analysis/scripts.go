package analysis

import "strings"

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
