// Package hygiene removes invisible characters from text, and refuses addresses that no one should
// follow.
//
// Both the checks of a record and the cleaning of a description use it, so a
// name and a description obey the same rules. Everything here is pure and
// gives the same bytes for the same input.
//
// Removed from text: control characters, characters that turn the direction of
// writing, zero-width and other invisible characters (the ones that hide
// instructions inside ordinary words), variation selectors that select
// nothing, private-use characters, and combining marks piled up beyond what any script needs. Kept,
// because scripts and emoji need them: ZWJ inside an emoji or between letters
// of the scripts that join, ZWNJ between such letters, the emoji variation
// selector, and the three sub-region flags. What remains is put in Unicode
// Normalization Form C; bytes that are not UTF-8 become U+FFFD.
package hygiene

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Reference matches a character reference of HTML.
var Reference = regexp.MustCompile(`&(#\d{2,6}|#[xX][\da-fA-F]{2,6}|[a-zA-Z]{2,8});`)

// maxMarks is how many combining marks in a row are kept. Real text of any
// script stays below it; more of them only climb over the neighbouring lines.
const maxMarks = 8

const (
	zwnj      = '\u200C'
	zwj       = '\u200D'
	textStyle = '\uFE0E'
	emojiVS   = '\uFE0F'
	blackFlag = '\U0001F3F4'
	tagFirst  = '\U000E0020'
	tagCancel = '\U000E007F'
)

// joining are the scripts in which ZWJ and ZWNJ change the text.
var joining = func() (tables []*unicode.RangeTable) {
	for script := range strings.FieldsSeq(`Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati
		Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar`) {
		tables = append(tables, unicode.Scripts[script])
	}
	return tables
}()

// subRegions are the tag sequences that Unicode recommends for general
// interchange (UTS 51, annex C): England, Scotland, Wales.
var subRegions = map[string]bool{"gbeng": true, "gbsct": true, "gbwls": true}

// Text cleans text that may have several lines. Every kind of line end becomes
// "\n" and tabs stay; nothing is trimmed.
func Text(s string) string {
	if ordinary(s) {
		return s
	}
	return rewrite(s)
}

// rewrite is Text for a string of any characters.
func rewrite(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	prev, marks := rune(0), 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		rest := s[i+n:]
		i += n
		if r == '\r' && strings.HasPrefix(rest, "\n") {
			continue
		}
		if r == blackFlag {
			if tags := flagTags(rest); tags > 0 {
				b.WriteRune(r)
				b.WriteString(rest[:tags])
				i += tags
				prev, marks = r, 0
				continue
			}
		}
		r = visible(r, prev, rest)
		if r < 0 {
			continue
		}
		if r > 0x2FF && unicode.In(r, unicode.Mn, unicode.Me) {
			if marks++; marks > maxMarks {
				continue
			}
		} else {
			marks = 0
		}
		b.WriteRune(r)
		prev = r
	}
	return norm.NFC.String(b.String())
}

// Line cleans text of one line: like [Text], and then each run of white space becomes one space and
// is removed at both ends.
func Line(s string) string {
	s = Text(s)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}

// Fits reports whether s has at most max runes.
func Fits(s string, max int) bool { return len(s) <= max || utf8.RuneCountInString(s) <= max }

// Cut shortens s to at most max runes, at the end of a word when there is one in the last third,
// and reports whether anything was cut. It never splits what a reader sees as one character.
func Cut(s string, max int) (string, bool) {
	if Fits(s, max) {
		return s, false
	}
	end, word := 0, -1
	for i, r := range s {
		if r == ' ' || (r < ' ' || r >= utf8.RuneSelf) && unicode.IsSpace(r) {
			word = i
		}
		if max == 0 {
			end = i
			break
		}
		max--
	}
	if word > end*2/3 {
		end = word
	}
	for end > 0 && continues(s[:end], s[end:]) {
		_, n := utf8.DecodeLastRuneInString(s[:end])
		end -= n
	}
	return strings.TrimRightFunc(s[:end], unicode.IsSpace), true
}

// continues reports whether the first rune of after belongs to the last of before.
func continues(before, after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	last, _ := utf8.DecodeLastRuneInString(before)
	return r == zwj || last == zwj || unicode.In(r, unicode.M) || r >= 0x1F3FB && r <= 0x1F3FF ||
		r >= tagFirst && r <= tagCancel
}

// ordinary reports whether s has only characters that stay as they are next to any others:
// printable ASCII, tabs and line ends, letters of Latin script and their signs (U+00A0 to U+02FF
// except the soft hyphen), and some dashes, quotes, dots and signs of currencies.
func ordinary(s string) bool {
	for _, r := range s {
		switch {
		case r >= ' ' && r < 0x7F, r == '\n', r == '\t',
			r >= 0xA0 && r <= 0x2FF && r != 0xAD,
			r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205E, r >= 0x20A0 && r <= 0x20BF:
		default:
			return false
		}
	}
	return true
}

// visible returns the rune to write for r, or -1 to write nothing. prev is the last rune written,
// and rest follows r.
func visible(r, prev rune, rest string) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		return '\n'
	case r < ' ' || r >= 0x7F && r < 0xA0:
		return -1
	case r < 0xAD:
		return r
	case r == '\u2800': // a braille cell with no dot: looks like a space
		return ' '
	case r == zwj || r == zwnj:
		next, _ := utf8.DecodeRuneInString(rest)
		if unicode.In(prev, joining...) && unicode.In(next, joining...) ||
			r == zwj && emoji(prev) && emoji(next) {
			return r
		}
		return -1
	case r == emojiVS || r == textStyle:
		if emoji(prev) && prev != emojiVS && prev != textStyle ||
			strings.ContainsRune("0123456789#*©®", prev) {
			return r
		}
		return -1
	case unicode.Is(unicode.Variation_Selector, r),
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r),
		unicode.Is(unicode.Noncharacter_Code_Point, r),
		unicode.Is(unicode.Co, r), // glyphs of the source's own icon font
		r == '\uFFFC':
		return -1
	case unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return -1
	}
	return r
}

// emoji reports whether a joiner or a variation selector may be beside r.
func emoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r == emojiVS ||
		r == 0x203C || r == 0x2049 || r == 0x2122 || r == 0x2139 || r == 0x3030 || r == 0x303D ||
		r == 0x3297 || r == 0x3299
}

// flagTags returns the length of the tag sequence at the start of s when it makes a known flag,
// else 0. All other tag characters are invisible and are dropped.
func flagTags(s string) int {
	var name strings.Builder
	for i, r := range s {
		switch {
		case r == tagCancel && subRegions[name.String()]:
			return i + utf8.RuneLen(r)
		case r >= tagFirst && r < tagCancel && name.Len() < 5:
			name.WriteByte(byte(r - 0xE0000))
		default:
			return 0
		}
	}
	return 0
}
