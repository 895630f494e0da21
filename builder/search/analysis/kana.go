package analysis

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/text"
)

// Folding of kana and Han, which applies to every index: hiragana are katakana and small kana are
// large (ねこ is ネコ, キャンプ is キヤンプ); ヴァ, ヴィ, ヴ, ヴェ, ヴォ are バ, ビ, ブ, ベ, ボ; a long mark at the end of
// three kana or more is left out, as in JIS Z 8301 (サーバー is サーバ, but バー is not バ); an iteration
// mark is the letter before it (佐々木 is 佐佐木); a Han letter has one form (音樂 is 音乐, 渡邉 is 渡辺). These
// are the cases and accents of their scripts: forms that differ in them are the same word.

const (
	longMark    = 'ー'
	leastKana   = 3 // before a long mark that is left out
	hiraganaEnd = 'ゖ'
	toKatakana  = 'ア' - 'あ'
)

// hanTable has a row for each Han letter with several forms. The first form represents all of them:
// the simplified form of Chinese (Unihan, kSimplifiedVariant), or for Japanese the form in use
// (常用漢字表, 2010, and the tables of characters for names).
//
//go:embed han.tsv
var hanTable string

var (
	largeKana = letters("ァィゥェォッャュョヮヵヶ", "アイウエオツヤユヨワカケ")
	vKana     = letters("アイエオ", "バビベボ")
	hanForms  = func() map[rune]rune {
		all := map[rune]rune{}
		for row := range strings.Lines(hanTable) {
			forms := []rune(strings.TrimSpace(row))
			for _, form := range forms[1:] {
				all[form] = forms[0]
			}
		}
		return all
	}()
)

// foldKana rewrites folded text in place. The result is never longer: all replaced letters take
// three bytes.
func foldKana(b []byte) []byte {
	out, kana := 0, 0 // kana is the number of kana directly before
	var before rune
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		i += n
		switch {
		case 'ぁ' <= r && r <= hiraganaEnd:
			r += toKatakana
		case r == '々' && unicode.Is(unicode.Han, before):
			r = before
		}
		if large, ok := largeKana[r]; ok {
			r = large
		}
		if form, ok := hanForms[r]; ok {
			r = form
		}
		if plain, ok := vKana[r]; ok && before == 'ヴ' {
			// The letter before was written as ブ.
			out -= utf8.RuneLen('ブ')
			kana--
			r = plain
		}
		if r == longMark && kana >= leastKana && endsKana(b[i:]) {
			before = r
			continue
		}
		before = r
		if r == 'ヴ' {
			r = 'ブ'
		}
		kana++
		if !isKana(r) {
			kana = 0
		}
		out += utf8.EncodeRune(b[out:], r)
	}
	return b[:out]
}

// isKana reports whether a letter is a katakana or the long mark.
func isKana(r rune) bool { return 'ァ' <= r && r <= 'ヺ' || r == longMark }

// endsKana reports whether no kana except long marks follow.
func endsKana(rest []byte) bool {
	for len(rest) > 0 {
		r, n := utf8.DecodeRune(rest)
		if r != longMark {
			return !isKana(r) && (r < 'ぁ' || r > 'ゞ') && r != 'ヽ' && r != 'ヾ'
		}
		rest = rest[n:]
	}
	return true
}

// mapping is a char filter that replaces words with several spellings by one of them: まつり by 祭り. If
// several begin at a place, the longest counts. A spelling in kana counts only if no kana comes
// before it: ひまつり does not contain まつり.
type mapping struct {
	to      map[string]string // by the other spellings, folded
	longest map[rune]int      // length of the longest spelling with this first letter, in bytes
	inside  bool              // kana also count after kana
}

// newMapping returns the mapping of rows: a word, then its other spellings.
func newMapping(rows [][]string) *mapping {
	m := &mapping{to: map[string]string{}, longest: map[rune]int{}}
	for _, row := range rows {
		one := string(appendSearch(nil, row[0]))
		for _, other := range row {
			key := string(appendSearch(nil, other))
			if _, taken := m.to[key]; taken {
				continue
			}
			m.to[key] = one
			r, _ := utf8.DecodeRuneInString(key)
			m.longest[r] = max(m.longest[r], len(key))
		}
	}
	return m
}

// apply appends folded text with one spelling for each word.
func (m *mapping) apply(dst, folded []byte) []byte {
	var before rune
	for i := 0; i < len(folded); {
		r, size := utf8.DecodeRune(folded[i:])
		if !m.inside && isKana(r) && isKana(before) {
			dst = append(dst, folded[i:i+size]...)
			before = r
			i += size
			continue
		}
		n := min(m.longest[r], len(folded)-i)
		for ; n > 0; n-- {
			if one, ok := m.to[string(folded[i:i+n])]; ok {
				dst = append(dst, one...)
				break
			}
		}
		if n == 0 {
			n = size
			dst = append(dst, folded[i:i+n]...)
		}
		i += n
		before, _ = utf8.DecodeLastRune(folded[:i])
	}
	return dst
}

// appendSearch appends s folded, with one form of kana and Han.
func appendSearch(dst []byte, s string) []byte {
	start := len(dst)
	dst = text.AppendFold(dst, s)
	for _, c := range dst[start:] {
		// The first byte of kana and of the letters of Chinese; 﨑 is further on.
		if 0xe3 <= c && c <= 0xe9 || c == 0xef {
			return dst[:start+len(foldKana(dst[start:]))]
		}
	}
	return dst
}
