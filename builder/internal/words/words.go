// Package words writes every text of a page that is not from the catalogue, in the language of its
// brand: labels, sentences, numbers, money, dates and the states of an event.
//
// The texts are from package i18n. Labels that stand alone and that Go code needs are fields of one
// [Words] value; templates take all other labels by their keys, as in {{t "event.tickets"}}. Texts
// with a number, a date or a name are written by the types of their subjects: [Dates], [Days],
// [Zones], [Money], [Prices], [States], [Lists], [Results] and [Problems]. Templates and page
// models hold no words of their own, so a page cannot mix languages, and a missing string is a
// compile error or a failing test, never an empty place on a page. All results are plain text: the
// caller escapes them for HTML or Markdown.
//
// No code here reads a clock, a zone database or the environment: the result of a method depends
// only on its arguments, so an unchanged record keeps its bytes.
//
// Fields and methods are named after the English string.
package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/i18n"
)

// For returns the Words of a locale; an unknown locale counts as [i18n.Default].
func For(locale string) *Words {
	w, err := Own(locale, nil)
	if err != nil {
		panic(err) // the files of locales do not fit the types: the test of package i18n says so
	}
	return w
}

// Own returns the Words of a locale with some texts replaced by the brand's own. It fails on texts
// that [i18n.Check] refuses.
func Own(locale string, own i18n.Own) (*Words, error) {
	f := filler{locale: locale, own: own}
	w := fill[Words](&f)
	w.Numbers, w.Zones, w.Money = fill[i18n.Numbers](&f), fill[Zones](&f), fill[Money](&f)
	w.Dates, w.Prices, w.States, w.Lists = fill[Dates](&f), fill[Prices](&f), fill[States](&f),
		fill[Lists](&f)
	w.Results, w.Problems, w.Days = fill[Results](&f), fill[Problems](&f), fill[Days](&f)
	w.Audience = fill[Audience](&f)
	w.Dates.zones, w.Prices.money = w.Zones, w.Money
	w.States.dates, w.Lists.numbers = w.Dates, w.Numbers
	w.Lists.places = strings.NewReplacer(w.Lists.Contractions...)
	w.Days.dates = w.Dates
	return w, f.err
}

// filler fills in texts and keeps the first error.
type filler struct {
	locale string
	own    i18n.Own
	err    error
}

func fill[T any](f *filler) *T {
	into, err := i18n.Fill[T](f.locale, f.own)
	f.err = cmp.Or(f.err, err)
	return into
}

// Title returns the title element of a page: its own title and the brand's name.
func Title(page, brand string) string { return page + " · " + brand }

// UpperFirst returns s with its first letter in upper case, for a phrase that opens a sentence or a
// line. A word with a capital further on, as "iOS", stays.
func UpperFirst(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if strings.IndexFunc(first, unicode.IsUpper) > 0 {
		return s
	}
	return mapFirst(s, unicode.ToUpper)
}

// LowerFirst returns s with its first letter in lower case.
func LowerFirst(s string) string { return mapFirst(s, unicode.ToLower) }

func mapFirst(s string, to func(rune) rune) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(to(r)) + s[n:]
}

// List joins items with commas and omits the empty ones: the known parts of an address.
func List(items ...string) string { return joinKnown(", ", items) }

// Line joins parts with " · " and omits the empty ones: a line of a card.
func Line(parts ...string) string { return joinKnown(" · ", parts) }

func joinKnown(separator string, parts []string) string {
	known := slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(known, separator)
}
