// Package country names countries: from what a source writes to a code, and from a code to the name
// that pages show. Codes are those of ISO 3166-1 alpha-2, in upper case. Names are those of CLDR,
// by golang.org/x/text/language/display, and where they changed since then the new ones.
package country

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"cartaz/builder/text"
)

// read are the languages whose names of countries are understood. Where two languages name two
// countries alike, the first of them holds.
var read = []language.Tag{
	language.English, language.BrazilianPortuguese, language.EuropeanPortuguese, language.Spanish,
	language.French, language.German, language.Italian, language.Dutch,
}

// names leads from a folded name to the code.
var names = sync.OnceValue(func() map[string]string {
	codes := make(map[string]string, 2048)
	for name, code := range aliases() {
		codes[name] = code
	}
	list := all()
	for _, lang := range read {
		namer := display.Regions(lang)
		for _, region := range list {
			name := fold(namer.Name(region))
			if _, ok := codes[name]; !ok && name != "" {
				codes[name] = region.String()
			}
		}
	}
	return codes
})

// fold is the form in which names are compared: "Bosnia & Herzegovina" is "Bosnia and Herzegovina".
func fold(s string) string { return strings.TrimSpace(inNames.Replace(text.Fold(s))) }

var inNames = strings.NewReplacer("&", "and", "’", "'")

// all lists the countries in the order of their codes.
func all() []language.Region {
	var list []language.Region
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			region, err := language.ParseRegion(string([]rune{first, second}))
			if err == nil && region.IsCountry() && region.Canonicalize() == region {
				list = append(list, region)
			}
		}
	}
	return list
}

// Code returns the code of a country that s names, as a name in one of several languages or as a
// code of ISO 3166-1; "" when it names none.
func Code(s string) string {
	if code := names()[fold(s)]; code != "" {
		return code
	}
	s = strings.TrimSpace(s)
	if len(s) != 2 && len(s) != 3 {
		return ""
	}
	region, err := language.ParseRegion(strings.ToUpper(s))
	if region = region.Canonicalize(); err != nil || !region.IsCountry() {
		return ""
	}
	return region.String()
}

// OfState returns the code of the country that the state of an address names; "" when it names
// none. Many sources put the name of the country in place of the state. A code means nothing there
// (CA is California), and Georgia is a state of the USA too.
func OfState(state string) string {
	if code := names()[fold(state)]; code != "GE" {
		return code
	}
	return ""
}

// OfLocale returns the code of the country that a locale is of; "" for a language alone.
func OfLocale(locale string) string {
	_, region, _ := strings.Cut(locale, "-")
	return region
}

// Name is the name of a country in the language of a locale; the code where CLDR has no
// name for it.
func Name(code, locale string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	if name := renamed(code, locale); name != "" {
		return name
	}
	namer := display.Regions(language.Make(locale))
	if namer == nil {
		namer = display.English.Regions()
	}
	if name := namer.Name(region); name != "" {
		return name
	}
	return code
}

// Names lists the names of a country: in the language of a locale, in those whose names are
// understood, and what people say.
func Names(code, locale string) []string {
	list := []string{Name(code, locale)}
	for _, lang := range read {
		if name := Name(code, lang.String()); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return append(list, short[code]...)
}

// short are the names by which people look for a country besides those of CLDR.
var short = map[string][]string{
	"US": {"USA", "EUA"}, "GB": {"UK", "England"}, "NL": {"Holland"}, "TR": {"Turkey"},
	"CZ": {"Czech Republic"},
}
