package lang

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"cartaz/builder/i18n"
	"cartaz/builder/text"
)

// read are the languages whose names of countries are understood. Where two languages name two
// countries alike, the first of them holds.
var read = []language.Tag{
	language.English, language.BrazilianPortuguese, language.EuropeanPortuguese, language.Spanish,
	language.French, language.German, language.Italian, language.Dutch,
}

// renames are the names of countries that changed after CLDR 32, which golang.org/x/text has: North
// Macedonia (2019) and Eswatini (2018), as CLDR 46 has them.
type renames struct {
	ByCode map[string]string `i18n:"country.*"`
}

var renamesOf = i18n.Bind[renames]()

// renamed is the new name of a country in the language of a locale; "" for one that kept its name.
func renamed(code, locale string) string {
	if !slices.Contains(i18n.Names(), locale) {
		return ""
	}
	return renamesOf(locale).ByCode[code]
}

// names leads from a folded name to the code.
var names = sync.OnceValue(func() map[string]string {
	codes := make(map[string]string, 2048)
	Each("countries.txt", func(code string, names []string) {
		for _, name := range names {
			codes[name] = code
		}
	})
	for _, locale := range i18n.Names() {
		for code, name := range renamesOf(locale).ByCode {
			codes[fold(name)] = code
		}
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

// Country returns the code of a country that s names, as a name in one of several languages or as a
// code of ISO 3166-1; "" when it names none.
func Country(s string) string {
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

// CountryOfState returns the code of the country that the state of an address names; "" when it
// names none. Many sources put the name of the country in place of the state. A code means nothing
// there (CA is California), and Georgia is a state of the USA too.
func CountryOfState(state string) string {
	if code := names()[fold(state)]; code != "GE" {
		return code
	}
	return ""
}

// CountryOfLocale returns the code of the country that a locale is of; "" for a language alone.
func CountryOfLocale(locale string) string {
	_, region, _ := strings.Cut(locale, "-")
	return region
}

// CountryName is the name of a country in the language of a locale; the code where CLDR has no
// name for it.
func CountryName(code, locale string) string {
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

// CountryNames lists the names of a country: in the language of a locale, in those whose names are
// understood, and what people say.
func CountryNames(code, locale string) []string {
	list := []string{CountryName(code, locale)}
	for _, lang := range read {
		if name := CountryName(code, lang.String()); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	Each("short.txt", func(short string, words []string) {
		if short == code {
			list = append(list, words...)
		}
	})
	return list
}
