package i18n

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strconv"
	"sync"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed locales
var files embed.FS

// names are the locales that have a file, in the order in which messages name them. A new locale is
// one line here and its file.
var names = []string{
	"pt-BR",
	"pt-PT",
	"en",
	"es",
	"fr",
	"de",
	"it",
}

// Default is the locale that replaces an unknown one.
const Default = "en"

// Names returns all locales, as BCP 47 tags. The caller owns the list.
func Names() []string { return slices.Clone(names) }

// matcher finds the locale that is closest to a language.
var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(names))
	for i, name := range names {
		tags[i] = language.Make(name)
	}
	return language.NewMatcher(tags)
})

// Match returns the best locale for readers of a language, given as a BCP 47 tag or with an
// underscore as in LANG (de_AT), or otherwise if no locale fits or the language cannot be read.
func Match(lang, otherwise string) string {
	tag, err := language.Parse(lang)
	if err != nil {
		return otherwise
	}
	if _, i, confidence := matcher().Match(tag); confidence > language.Low {
		return names[i]
	}
	return otherwise
}

// locale holds the texts of one file.
type locale struct {
	name  string
	tag   language.Tag
	texts map[string]yaml.Node
}

func read(name string, source []byte) (*locale, error) {
	tag, err := language.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("i18n: locale %q: %w", name, err)
	}
	l := &locale{name: name, tag: tag}
	if err := yaml.Unmarshal(source, &l.texts); err != nil {
		return nil, fmt.Errorf("i18n: %s.yaml: %w", name, err)
	}
	return l, nil
}

// localeOf returns a locale of the program; an unknown one counts as [Default].
var localeOf = forLocale(func(name string) (*locale, error) {
	source, err := files.ReadFile(path.Join("locales", name+".yaml"))
	if err != nil {
		return nil, err
	}
	return read(name, source)
})

// forLocale returns a function that returns the result of read for a locale, or for [Default] if
// the locale is unknown. It calls read once for each locale, and panics on an error.
func forLocale[T any](read func(name string) (*T, error)) func(name string) *T {
	results := map[string]func() *T{}
	for _, name := range names {
		results[name] = sync.OnceValue(func() *T {
			result, err := read(name)
			if err != nil {
				panic(err)
			}
			return result
		})
	}
	return func(name string) *T {
		if result, ok := results[name]; ok {
			return result()
		}
		return results[Default]()
	}
}

// fault is an error in the file of a locale.
type fault struct{ at, text string }

func (f *fault) Error() string { return "i18n: " + f.at + ": " + f.text }

// fault returns an error at a key of a locale's file.
func (l *locale) fault(key, format string, args ...any) error {
	at := l.name + ".yaml"
	if node, ok := l.texts[key]; ok {
		at += ":" + strconv.Itoa(node.Line)
	}
	return &fault{at + ": " + key, fmt.Sprintf(format, args...)}
}

// millions holds the languages that CLDR gives a form for whole millions, from release 38 on
// ("1.000.000 de eventos"). Package plural carries the rules of release 32, which do not have it.
var millions = []string{"ca", "es", "fr", "it", "pt"}

// form returns the CLDR category of a whole number in a language.
func form(tag language.Tag, n int) plural.Form {
	if n < 0 {
		n = -n
	}
	if n != 0 && n%1_000_000 == 0 {
		if base, _ := tag.Base(); slices.Contains(millions, base.String()) {
			return plural.Many
		}
	}
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}
