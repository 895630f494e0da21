package i18n

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"

	"cartaz/builder/rowstest"
)

type sample struct {
	Title  string            `i18n:"title"`
	PageOf Message           `i18n:"page_of,page,last"`
	Clock  Message           `i18n:"clock,h?,hh?"`
	Events Plural            `i18n:"events,n"`
	Day    Plural            `i18n:"day,n" range:"1-31"`
	Days   [2]string         `i18n:"days"`
	Tags   []string          `i18n:"tags"`
	Zones  map[string]string `i18n:"zone.*.city"`
}

const good = `
title: Eventos
page_of: Página %{page} de %{last}
clock: "%{hh}:00"
events: {=0: "%{n} eventos", one: "%{n} evento", many: "%{n} de eventos", other: "%{n} eventos"}
day: {=1: 1º, other: "%{n}"}
days: [dom, seg]
tags: [busca]
zone.Europe/Rome.city: Roma
number.group: "."
number.decimal: ","
number.least_group: "1"
`

// numbersOf is the Numbers of a locale.
var numbersOf = Bind[Numbers]()

func bound(t *testing.T, name, source string) (*sample, error) {
	t.Helper()
	l, err := read(name, []byte(source))
	require.NoError(t, err)
	s := new(sample)
	err = l.fill(reflect.ValueOf(s).Elem())
	for field := range reflect.TypeFor[sample]().Fields() {
		if b, ok := newBinding(field.Tag); ok && err == nil && field.Type == kinds["i18n.Plural"] {
			err = l.missingForms(b, field.Tag)
		}
	}
	return s, err
}

func TestBind(t *testing.T) {
	s, err := bound(t, "pt-BR", good)
	require.NoError(t, err)
	require.Equal(t, "Eventos", s.Title)
	require.Equal(t, "Página 2 de 7", s.PageOf.Text("2", "7"))
	require.Equal(t, "07:00", s.Clock.Text("7", "07"))
	for n, want := range map[int]string{
		0: "0 eventos", 1: "1 evento", 2: "2 eventos", 21: "21 eventos", 999_999: "999999 eventos",
		1_000_000: "1000000 de eventos", 3_000_000: "3000000 de eventos",
		1_000_001: "1000001 eventos",
	} {
		require.Equal(t, want, s.Events.For(n).Text(strings.Fields(want)[0]))
	}
	require.Equal(t, "1.462 eventos", s.Events.Count(1462))
	require.Equal(t, "⟦n⟧ eventos", s.Events.Count("⟦n⟧"))
	require.Equal(t, "1º", s.Day.For(1).Text("1"))
	require.Equal(t, "31", s.Day.For(31).Text("31"))
	require.Equal(t, [2]string{"dom", "seg"}, s.Days)
	require.Equal(t, []string{"busca"}, s.Tags)
	require.Equal(t, map[string]string{"Europe/Rome": "Roma"}, s.Zones)
	require.Panics(t, func() { s.PageOf.Text("2") }, "a placeholder without a value")
}

// Each mistake of a translator is reported with the file, the line and the key.
func TestFaults(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, Locale, Old, New, Want string }](t,
		"testdata/faults.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			require.Contains(t, good, tt.Old)
			_, err := bound(t, tt.Locale, strings.Replace(good, tt.Old, tt.New, 1))
			require.ErrorContains(t, err, tt.Want)
		})
	}
}

func TestRead(t *testing.T) {
	_, err := read("pt-BR", []byte("a: b\na: c\n"))
	require.ErrorContains(t, err, "already defined", "one key twice")
	_, err = read("no locale", nil)
	require.ErrorContains(t, err, `locale "no locale"`)
}

// The comparison of locales with the sources finds each kind of fault.
func TestProblems(t *testing.T) {
	l, err := read("pt-BR", []byte("title: Eventos\nold: Antigo\n"))
	require.NoError(t, err)
	errs := l.problems([]use{{binding: binding{key: "title"}, typ: kinds["string"]},
		{binding: binding{key: "new"}, typ: kinds["string"]}})
	require.Len(t, errs, 2)
	require.ErrorContains(t, errs[0], "pt-BR.yaml: new: the key is missing")
	require.ErrorContains(t, errs[1], "pt-BR.yaml:2: old: the key is used nowhere")

	en, err := read("en", []byte("title: Events\n"))
	require.NoError(t, err)
	errs = differences(l, en)
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "en.yaml: old: the key is missing; pt-BR.yaml has it")
}

// Texts of templates, and the mistakes of a template.
func TestFuncs(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Locale, Text, Want, Fault string }](t,
		"testdata/funcs.yaml") {
		var out strings.Builder
		err := template.Must(template.New("").Funcs(Funcs(tt.Locale, nil)).Parse(tt.Text)).Execute(
			&out, nil)
		if tt.Fault != "" {
			require.ErrorContains(t, err, tt.Fault)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, tt.Want, out.String())
	}
}

func TestDefault(t *testing.T) {
	numbers := Bind[Numbers]()
	require.Same(t, numbers("pt-BR"), numbers("pt-BR"))
	require.Same(t, numbers("en"), numbers("xx"))
	require.Same(t, numbers("en"), numbers(""))
}

func TestMatch(t *testing.T) {
	for lang, want := range map[string]string{
		"de_AT": "de", "pt": "pt-BR", "pt_PT": "pt-PT", "pt_AO": "pt-PT", "es_MX": "es",
		"fr-CA": "fr", "en_US": "en", "ja": "none", "C": "none", "": "none",
	} {
		require.Equal(t, want, Match(lang, "none"), lang)
	}
}

// Every locale says 0, 1, 2, 5 and a million events, each with its number.
func TestCounts(t *testing.T) {
	type counts struct {
		Events Plural `i18n:"lists.events,n"`
	}
	countsOf := Bind[counts]()
	for locale, want := range rowstest.Read[map[string][5]string](t, "testdata/counts.yaml") {
		for i, n := range []int{0, 1, 2, 5, 1_000_000} {
			require.Equal(t, want[i], countsOf(locale).Events.Count(n))
		}
	}
	require.Len(t, Names(), 7, "a new locale has its line above")
}

// French sets a no-break space before double signs and inside its quotation marks, a narrow one
// before ; ! and ?.
func TestFrenchSpaces(t *testing.T) {
	wrong := regexp.MustCompile(`[^\x{202f}][;!?]|[^\x{a0}]:(\s|$)|«[^\x{a0}]|[^\x{a0}]»`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\]\\([^)]*\\)(: )?|https?:\\S+|<[^>]*>")
	for key, node := range localeOf("fr").texts {
		if strings.HasPrefix(key, "robots.") {
			continue
		}
		for _, text := range append(node.Content, &node) {
			require.NotRegexp(t, wrong, code.ReplaceAllString(text.Value, ""), key)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{999: "999", 1000: "1000", 9999: "9999",
		10000: "10.000", 1234567: "1.234.567"} {
		require.Equal(t, want, numbersOf("es").Text(n), "no group of one digit alone")
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.000", 100000: "100.000",
		1234567: "1.234.567"} {
		require.Equal(t, want, numbersOf("pt-BR").Text(n))
	}
}

// missingForms compares the forms of a text with those that its language needs for the numbers that
// occur, as the tag range of a field says.
func (l *locale) missingForms(b binding, tag reflect.StructTag) error {
	low, high := 0, 0
	if text := tag.Get("range"); text != "" {
		if n, err := fmt.Sscanf(text, "%d-%d", &low, &high); n == 0 {
			return fmt.Errorf("%s: range %q: write 1-31 or 1-: %w", b.key, text, err)
		}
	}
	p, err := l.plural(b)
	if err != nil {
		return err
	}
	occur := formSet{plural.Other: true}
	needed := occur
	note := func(n int) {
		category := form(l.tag, n)
		occur[category] = true
		_, exact := p.exact[n]
		needed[category] = needed[category] || !exact
	}
	if high == 0 {
		// Every rule of CLDR looks at the last two digits at most, or at millions.
		high = low + 999
		note(1_000_000)
	}
	for n := low; n <= high; n++ {
		note(n)
	}
	return l.complete(b.key, &p, occur, needed)
}
