package analysis

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/text"
)

// People type words on the wrong keyboard, or in the letters that they have: rjywthn is what the
// keys of концерт give on an English layout, and kino is кино. Retypings says what such a text may
// stand for. It is for texts that find nothing.

// The keys of the Russian layout ЙЦУКЕН and those of the American layout QWERTY in the same places,
// without and with shift (CLDR keyboards ru-t-k0-windows and en-US-t-k0-windows).
const (
	qwerty = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"
	jcuken = "ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
)

// CyrillicLatin is a table of Cyrillic letters and their Latin spellings, in turns, "-" for none:
// BGN/PCGN without its marks; the Ukrainian, Serbian and Macedonian letters as their own languages
// write them in Latin.
const CyrillicLatin = "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r " +
	"с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya і i ї yi є ye ґ g ў u " +
	"ј j љ lj њ nj ћ c ђ dj џ dz ѓ g ќ k ѕ dz"

// latinCyrillic reads Latin spellings of Russian: those of BGN/PCGN, and what people and passports
// write beside it (GOST 7.79-2000 B, ISO 9, ICAO 9303). Longer spellings come first.
var latinCyrillic = strings.Fields("shch щ sch щ iya ия iye ие zh ж kh х ts ц tc ц ch " +
	"ч sh ш yo ё jo ё yu ю iu ю ju ю ya я ia я ja я ye е je е iy ий yy ый ii ий eh э ' ь \" ъ a " +
	"а b б v в w в g г d д e е z з i и j й k к l л m м n н o о p п r р s с t т u у f ф h х c ц " +
	"y ы x кс q к")

var (
	toCyrillicKeys = letters(qwerty, jcuken)
	toLatinKeys    = letters(jcuken, qwerty)
	toLatinLetters = Spellings(CyrillicLatin)
)

// letters pairs the letters of two texts.
func letters(from, to string) map[rune]rune {
	m, target := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = target[i]
	}
	return m
}

// Spellings reads a table such as CyrillicLatin.
func Spellings(table string) map[string]string {
	m, fields := map[string]string{}, strings.Fields(table)
	for i := 0; i+1 < len(fields); i += 2 {
		m[fields[i]] = strings.Trim(fields[i+1], "-")
	}
	return m
}

// Retypings returns what a text may stand for that was typed on the wrong keyboard or in other
// letters, the likeliest first. There are none for a text with letters of both alphabets, or of
// neither.
func Retypings(s string) (all []string) {
	latin, cyrillic := false, false
	for _, r := range s {
		latin = latin || unicode.Is(unicode.Latin, r)
		cyrillic = cyrillic || unicode.Is(unicode.Cyrillic, r)
	}
	switch {
	case latin == cyrillic:
		return nil
	case latin:
		all = []string{retyped(s, toCyrillicKeys), cyrillicOf(s)}
	default:
		all = []string{retyped(s, toLatinKeys), latinOf(s)}
	}
	return slices.DeleteFunc(slices.Compact(all), func(other string) bool { return other == s })
}

func retyped(s string, layout map[rune]rune) string {
	return strings.Map(func(r rune) rune {
		if other, ok := layout[r]; ok {
			return other
		}
		return r
	}, s)
}

// cyrillicOf writes Latin letters in Cyrillic. A y behind a vowel is й, and an e that begins a word
// is э; a search forgives the other reading, е, as a typing error.
func cyrillicOf(s string) string {
	s = strings.ToLower(s)
	var b strings.Builder
	var before byte = ' '
	for len(s) > 0 {
		switch {
		case s[0] == 'y' && isVowel(before) && before != 'y' &&
			(len(s) == 1 || !isVowel(s[1])):
			b.WriteString("й")
			before, s = 'y', s[1:]
			continue
		case s[0] == 'e' && !('a' <= before && before <= 'z'):
			b.WriteString("э")
			before, s = 'e', s[1:]
			continue
		}
		n := 1
		spelled := s[:1]
		for i := 0; i+1 < len(latinCyrillic); i += 2 {
			if strings.HasPrefix(s, latinCyrillic[i]) {
				n, spelled = len(latinCyrillic[i]), latinCyrillic[i+1]
				break
			}
		}
		b.WriteString(spelled)
		before, s = s[n-1], s[n:]
	}
	return b.String()
}

func isVowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

// latinOf writes Cyrillic letters in Latin.
func latinOf(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if spelled, ok := toLatinLetters[string(r)]; ok {
			b.WriteString(spelled)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// lookalikes are folded letters of Latin and of Cyrillic that look alike, in capitals or small: the
// confusables of Unicode (UTS #39) that keyboards have. People mix them, and programs that read
// scanned texts do.
const (
	likeCyrillic = "abcehikmoptxy"
	likeLatin    = "авсенікмортху"
)

// lookalike leads from a letter of one script to that of the other.
var lookalike = letters(likeCyrillic+likeLatin, likeLatin+likeCyrillic)

// appendScripts is text.AppendFold with words of one script: one that has letters of Latin and of
// Cyrillic gets those of the script that it has more of, if all others look like some of it:
// кoнцерт with a Latin o. Words of other letters stay, as пост-rock does, which is two.
func appendScripts(dst []byte, s string) []byte {
	start := len(dst)
	dst = text.AppendFold(dst, s)
	folded := dst[start:]
	if bytes.IndexByte(folded, 0xd0) < 0 && bytes.IndexByte(folded, 0xd1) < 0 {
		return dst // no Cyrillic
	}
	var out []byte
	for len(folded) > 0 {
		end, latin, cyrillic := mixedUntil(folded)
		if latin > 0 && cyrillic > 0 {
			out = appendScript(out, folded[:end], cyrillic >= latin)
		} else {
			end = max(end, 1)
			out = append(out, folded[:end]...)
		}
		folded = folded[end:]
	}
	return append(dst[:start], out...)
}

// mixedUntil returns the end of the word of Latin and Cyrillic letters at the start of s, 0 for
// none, and its letters of both.
func mixedUntil(s []byte) (end, latin, cyrillic int) {
	for end < len(s) {
		switch c := s[end]; {
		case 'a' <= c && c <= 'z':
			end, latin = end+1, latin+1
		case (c == 0xd0 || c == 0xd1) && end+1 < len(s):
			end, cyrillic = end+2, cyrillic+1
		default:
			return end, latin, cyrillic
		}
	}
	return end, latin, cyrillic
}

// appendScript appends a word of Latin and Cyrillic letters in those of one, or as it is when the
// others do not all look like some of it.
func appendScript(dst, word []byte, cyrillic bool) []byte {
	start := len(dst)
	for _, r := range string(word) {
		if (r < utf8.RuneSelf) == cyrillic {
			other, ok := lookalike[r]
			if !ok {
				return append(dst[:start], word...)
			}
			r = other
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
