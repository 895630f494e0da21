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

// read holds the languages whose names of countries are understood. If two languages have the same
// name for two countries, the first language counts.
var read = []language.Tag{
	language.English, language.BrazilianPortuguese, language.EuropeanPortuguese, language.Spanish,
	language.French, language.German, language.Italian, language.Dutch,
}

// renames holds the names of countries that changed after CLDR 32, which golang.org/x/text has:
// North Macedonia (2019) and Eswatini (2018), as in CLDR 46.
type renames struct {
	ByCode map[string]string `i18n:"country.*"`
}

var renamesOf = i18n.Bind[renames]()

// renamed returns the new name of a country in the language of a locale, or "" if it kept its name.
func renamed(code, locale string) string {
	if !slices.Contains(i18n.Names(), locale) {
		return ""
	}
	return renamesOf(locale).ByCode[code]
}

// names maps folded names to codes.
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

// fold returns the form in which names are compared: "Bosnia & Herzegovina" is "Bosnia and
// Herzegovina".
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

// Country returns the code of the country that s names, as a name in one of several languages or as
// a code of ISO 3166-1, or "".
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

// CountryOfState returns the code of the country that the state of an address names, or "". Many
// sources put the name of the country in place of the state. A code means nothing there (CA is
// California), and Georgia is also a state of the USA.
func CountryOfState(state string) string {
	if code := names()[fold(state)]; code != "GE" {
		return code
	}
	return ""
}

// CountryOfLocale returns the code of the country of a locale, or "" for a language alone.
func CountryOfLocale(locale string) string {
	_, region, _ := strings.Cut(locale, "-")
	return region
}

// CountryName returns the name of a country in the language of a locale, or the code if CLDR has no
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

// CountryNames lists the names of a country: in the language of a locale, in the languages whose
// names are understood, and in common use.
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
