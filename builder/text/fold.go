package text

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s without case and accents, the form in which names, cities, slugs and queries are
// compared: compatibility decomposition (NFKD), lower case, accents removed, letters that do not
// decompose spelled out (ß→ss, æ→ae, œ→oe, ø→o, đ→d, ł→l, ı→i …), invisible format characters
// dropped, recomposed (NFC). Digits of all scripts become 0 to 9. Arabic letters that are typed one
// for the other become one (ى and ی are ي, ة is ه, ک is ك), and the stroke that only stretches a
// word (tatweel) is dropped.
//
// Accents are the nonspacing marks that scripts share, and the marks of Latin, Greek, Cyrillic,
// Hebrew and Arabic. Marks that spell sounds stay: Devanagari and Thai vowels, the voicing of kana.
// Letters of all scripts survive, spaces and punctuation too. Each invalid byte becomes U+FFFD.
// Fold(Fold(s)) equals Fold(s).
func Fold(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return string(AppendFold(make([]byte, 0, len(s)+8), s))
		}
	}
	return s
}

// AppendFold appends Fold(s) to dst and returns it. It allocates only to grow dst, or when letters
// arrive decomposed in scripts that need their marks (Hangul jamo, kana with a separate voicing
// mark).
func AppendFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		// ASCII never composes with what precedes it, so each run of other bytes folds on its own.
		j := i + 1
		for j < len(s) && s[j] >= utf8.RuneSelf {
			j++
		}
		dst = appendFoldRun(dst, s[i:j])
		i = j
	}
	return dst
}

// AppendKey appends the form in which facet values (cities, slugs) are compared: folded, without
// space around it, one blank for space inside.
func AppendKey(dst []byte, s string) []byte {
	start := len(dst)
	dst = AppendFold(dst, s)
	out, gap := start, false
	for i := start; i < len(dst); {
		r, n := utf8.DecodeRune(dst[i:])
		if unicode.IsSpace(r) {
			gap = out > start
			i += n
			continue
		}
		if gap {
			dst[out] = ' '
			out++
			gap = false
		}
		out += copy(dst[out:], dst[i:i+n])
		i += n
	}
	return dst[:out]
}

// tableEnd is the first rune after Latin Extended-B: what Portuguese, and nearly all of Europe,
// writes.
const tableEnd = 0x250

// foldTable answers for U+0080..U+024F; it is computed from the general rule, so both always agree.
var foldTable = func() (t [tableEnd]string) {
	for r := rune(utf8.RuneSelf); r < tableEnd; r++ {
		t[r] = string(appendFoldAny(nil, string(r)))
	}
	return t
}()

// appendFoldRun folds a run of letters that are all in the table, or leaves it to appendFoldAny.
func appendFoldRun(dst []byte, run string) []byte {
	start := len(dst)
	for _, r := range run {
		switch {
		case r < tableEnd:
			dst = append(dst, foldTable[r]...)
		case 0x300 <= r && r < 0x370: // combining accents, decomposed input
		default:
			return appendFoldAny(dst[:start], run)
		}
	}
	return dst
}

// appendFoldAny folds a run of any letters.
func appendFoldAny(dst []byte, run string) []byte {
	start := len(dst)
	for i, r := range run {
		if r == utf8.RuneError {
			dst = utf8.AppendRune(dst, r)
			continue
		}
		dst = appendFoldRune(dst, r, run[i:i+utf8.RuneLen(r)])
	}
	if norm.NFC.QuickSpan(dst[start:]) != len(dst)-start {
		dst = append(dst[:start], norm.NFC.Bytes(dst[start:])...)
	}
	return dst
}

// appendFoldRune folds one rune, whose bytes are encoded.
func appendFoldRune(dst []byte, r rune, encoded string) []byte {
	// Typed as an apostrophe; NFKD would make it a space. U+1FFD is the same character to Unicode
	// (NFC).
	if r == '´' || r == '\u1FFD' {
		return append(dst, '\'')
	}
	parts := norm.NFKD.PropertiesString(encoded).Decomposition()
	if parts == nil || !bytes.ContainsFunc(parts, isDropped) && bytes.Equal(parts,
		norm.NFC.PropertiesString(encoded).Decomposition()) {
		return appendFoldLetter(dst, r) // folding keeps every rune of it
	}
	for _, p := range string(parts) {
		dst = appendFoldLetter(dst, p)
	}
	return dst
}

func isDropped(r rune) bool {
	if unicode.Is(unicode.Cf, r) {
		return true
	}
	if !unicode.Is(unicode.Mn, r) || r == 0x3099 || r == 0x309A {
		return false
	}
	return unicode.In(r, unicode.Inherited, unicode.Latin, unicode.Greek, unicode.Cyrillic,
		unicode.Hebrew, unicode.Arabic)
}

// appendFoldLetter appends one decomposed rune in lower case, or nothing.
func appendFoldLetter(dst []byte, r rune) []byte {
	if isDropped(r) {
		return dst
	}
	r = unicode.ToLower(r)
	if spelling, ok := spellings[r]; ok {
		return append(dst, spelling...)
	}
	if r > unicode.MaxLatin1 && unicode.IsDigit(r) {
		r = digit(r)
	}
	return utf8.AppendRune(dst, r)
}

// spellings holds letters that do not decompose, each with what stands for it. Nothing stands for
// the tatweel.
var spellings = func() map[rune]string {
	all := map[rune]string{}
	for pair := range strings.FieldsSeq("ßss æae œoe þth øo đd ðd łl ıi ħh ŧt ŋn ĸk ƒf ƶz ςσ ʼ' " +
		"ـ ىي یي ةه کك") {
		r, n := utf8.DecodeRuneInString(pair)
		all[r] = pair[n:]
	}
	return all
}()

// digit returns the ASCII digit for a digit of another script. Scripts have their digits in tens,
// from zero to nine.
func digit(r rune) rune {
	zero := r
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return '0' + (r-zero)%10
}

// Slug folds s and reduces it to a-z, 0-9 and single hyphens between them: the last part of the
// address of a city, a venue or a topic. It is "" for a text without such a letter or digit.
func Slug(s string) string {
	b := make([]byte, 0, len(s))
	gap := false
	for _, c := range []byte(Fold(s)) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			gap = len(b) > 0
			continue
		}
		if gap {
			b = append(b, '-')
		}
		gap = false
		b = append(b, c)
	}
	return string(b)
}

// IsSlug reports whether s is its own [Slug], as the key of a brand is.
func IsSlug(s string) bool { return s != "" && Slug(s) == s }

// Shorten returns s for people to read: its first n characters and "…" if it has more than n.
func Shorten(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
