// Package words is every string that a page says by itself, in pt-BR and in
// English: labels, sentences, numbers, money, dates and the states of an event.
//
// Templates and page models call methods of one [Words] value and hold no words
// of their own, so a page cannot mix languages and a missing string is a
// compile error or a failing test, never an empty place on a page. All results
// are plain text: the caller escapes them for HTML or Markdown.
//
// Nothing here reads a clock, a zone database or the environment: what a method
// says depends on its arguments only, so an unchanged record keeps its bytes
// (pages.md, principle 5).
//
// Method names say what the English string says. A method that counts takes the
// number as any: an int is written with the locale's separator and chooses
// singular or plural, a string is written as it is, in the plural form (it is
// then the mark of a slot that the edge fills in, or digits already written).
package words

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PortugueseBrazil is the locale for which Words speaks Portuguese; every other
// locale gets English.
const PortugueseBrazil = "pt-BR"

// Words speaks one language. It is immutable and safe for use by many
// goroutines.
type Words struct {
	pt bool
}

var (
	portuguese = Words{pt: true}
	english    = Words{}
)

// For is the Words of a locale: Portuguese for "pt-BR", else English.
func For(locale string) *Words {
	if locale == PortugueseBrazil {
		return &portuguese
	}
	return &english
}

// Lang is the BCP 47 tag of the language spoken, for html[lang] and front
// matter.
func (w *Words) Lang() string { return w.pick("pt-BR", "en") }

// OpenGraphLocale is the value of og:locale.
func (w *Words) OpenGraphLocale() string { return w.pick("pt_BR", "en_US") }

// pick is the one place where a string meets its language.
func (w *Words) pick(pt, en string) string {
	if w.pt {
		return pt
	}
	return en
}

// Number is n with the locale's thousands separator: 1.462 or 1,462.
func (w *Words) Number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	return sign + group(digits, w.thousands())
}

func (w *Words) thousands() byte {
	if w.pt {
		return '.'
	}
	return ','
}

func (w *Words) decimal() byte {
	if w.pt {
		return ','
	}
	return '.'
}

// group puts a separator before every third digit from the right.
func group(digits string, separator byte) string {
	if len(digits) <= 3 {
		return digits
	}
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, separator)
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// count writes a number for a sentence and says whether it is one.
func (w *Words) count(n any) (digits string, one bool) {
	switch n := n.(type) {
	case int:
		return w.Number(n), n == 1
	case string:
		return n, false
	}
	return fmt.Sprint(n), false
}

// counted joins a number with the singular or plural after it.
func (w *Words) counted(n any, one, many string) string {
	digits, single := w.count(n)
	if single {
		return digits + " " + one
	}
	return digits + " " + many
}

// quoted puts the typographic quotes of both languages around s.
func quoted(s string) string { return "“" + s + "”" }

// UpperFirst is s with its first letter in upper case, for a phrase that opens
// a sentence or a line.
func UpperFirst(s string) string { return mapFirst(s, unicode.ToUpper) }

// LowerFirst is s with its first letter in lower case.
func LowerFirst(s string) string { return mapFirst(s, unicode.ToLower) }

func mapFirst(s string, to func(rune) rune) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(to(r)) + s[n:]
}

// List joins items with commas, leaving out the empty ones: the parts of an
// address that are known.
func List(items ...string) string { return joinKnown(", ", items) }

// Line joins parts with " · ", leaving out the empty ones: a line of a card.
func Line(parts ...string) string { return joinKnown(" · ", parts) }

func joinKnown(separator string, parts []string) string {
	size, known := 0, 0
	for _, p := range parts {
		if p != "" {
			size += len(p)
			known++
		}
	}
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p == "":
			continue
		case known == 1:
			return p
		case b.Len() > 0:
			b.WriteString(separator)
		default:
			b.Grow(size + (known-1)*len(separator))
		}
		b.WriteString(p)
	}
	return b.String()
}
