package i18n_test

import (
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
)

func TestCheck(t *testing.T) {
	text := func(s string) i18n.Text { return i18n.Text{Text: s} }
	forms := func(pairs ...string) i18n.Text {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return i18n.Text{Forms: m}
	}
	for _, tt := range []struct {
		name, key string
		own       i18n.Text
		want      string
	}{
		{"a text", "lists.whats_on", text("Agenda do bairro"), ""},
		{"a text with a placeholder", "event.see_events_in", text("Mais em %{city}"), ""},
		{"forms", "lists.events", forms("one", "%{n} show", "many", "%{n} de shows", "other",
			"%{n} shows"), ""},
		{"an exact number may leave the placeholder out", "lists.events", forms("=0", "nenhum show",
			"one", "%{n} show", "many", "%{n} de shows", "other", "%{n} shows"), ""},
		{"a list", "date.short_days", i18n.Text{List: []string{"d", "s", "t", "q", "q", "s", "s"}},
			""},

		{"no such key", "lists.whatson", text("x"), "there is no text of that key"},
		{"a text of the API", "problem.slug_missing.title", text("x"),
			"texts of problem describe the service"},
		{"empty", "lists.whats_on", text(" "), "is empty"},
		{"mark of a slot", "lists.whats_on", text("Agenda ⟦q⟧"), "which pages of results use"},
		{"unknown placeholder", "event.see_events_in", text("%{city} %{cty}"),
			"there is no placeholder %{cty}: this text has %{city}"},
		{"placeholder in a text without", "lists.whats_on", text("%{n}"),
			"there is no placeholder %{n}: this text has none"},
		{"missing placeholder", "event.see_events_in", text("Mais"),
			`the placeholder %{city} is missing in "Mais"`},
		{"forms for a text", "lists.whats_on", forms("other", "x"), "write one text"},
		{"text for forms", "lists.events", text("shows"), "depends on a number"},
		{"missing form", "lists.events", forms("other", "%{n}"), `the form "many" is missing`},
		{"form of another language", "lists.events", forms("one", "%{n}", "few", "%{n}", "many",
			"%{n}", "other", "%{n}"), `the form "few" is used for no number`},
		{"form without the placeholder", "lists.events", forms("one", "um", "many", "%{n}", "other",
			"%{n}"), `the placeholder %{n} is missing in "um"`},
		{"exact form with an unknown one", "lists.events", forms("=0", "%{m}", "one", "%{n}",
			"many", "%{n}", "other", "%{n}"), "there is no placeholder %{m}"},
		{"no number", "lists.events", forms("=x", "nada", "one", "%{n}", "many", "%{n}", "other",
			"%{n}"), `there is no form "=x"`},
		{"short list", "date.short_days", i18n.Text{List: []string{"d"}},
			"must be a list of 7 texts"},
		{"text for a list", "date.short_days", text("dom"), "must be a list of 7 texts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := i18n.Check("pt-BR", tt.key, tt.own)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
}

type ownTexts struct {
	Heading string      `i18n:"lists.whats_on"`
	Home    string      `i18n:"frame.home"`
	Events  i18n.Plural `i18n:"lists.events,n"`
}

func TestFill(t *testing.T) {
	own := i18n.Own{"lists.whats_on": {Text: "Agenda"}, "lists.events": {Forms: map[string]string{
		"=0": "nada", "one": "%{n} show", "many": "%{n} de shows", "other": "%{n} shows"}}}
	texts, err := i18n.Fill[ownTexts]("pt-BR", own)
	require.NoError(t, err)
	require.Equal(t, "Agenda", texts.Heading)
	require.Equal(t, "Início", texts.Home, "of the locale")
	require.Equal(t, "nada", texts.Events.For(0).Text("0"))
	require.Equal(t, "1 show", texts.Events.For(1).Text("1"))
	require.Equal(t, "2 shows", texts.Events.For(2).Text("2"))

	plain, err := i18n.Fill[ownTexts]("pt-BR", nil)
	require.NoError(t, err)
	require.NotEqual(t, "Agenda", plain.Heading, "the texts of the locale are untouched")

	var out strings.Builder
	require.NoError(t, template.Must(template.New("").Funcs(i18n.Funcs("pt-BR", own)).Parse(
		`{{t "lists.whats_on"}}: {{tn "lists.events" 2}}, {{t "frame.home"}}`)).Execute(&out, nil))
	require.Equal(t, "Agenda: 2 shows, Início", out.String())

	// An exact form may take the only number of a category that occurs.
	lead := i18n.Own{"lists.city_lead": {Forms: map[string]string{"=1": "um show",
		"one": "%{n} show", "many": "%{n} de shows", "other": "%{n} shows"}}}
	require.NoError(t, i18n.Check("pt-BR", "lists.city_lead", lead["lists.city_lead"]))
	_, err = i18n.Fill[struct {
		Lead i18n.Plural `i18n:"lists.city_lead,n" range:"1-"`
	}]("pt-BR", lead)
	require.NoError(t, err)

	_, err = i18n.Fill[ownTexts]("pt-BR", i18n.Own{"lists.whats_on": {List: []string{"x"}}})
	require.ErrorContains(t, err, "lists.whats_on")
}

// Every text of every locale passes as a brand's own: the locales keep the checked rules.
func TestKeysTakeTheirOwnText(t *testing.T) {
	for _, name := range i18n.Names() {
		keys := i18n.Keys(name)
		require.Contains(t, keys, "frame.events")
		require.NotContains(t, keys, "openapi.info.title")
		require.False(t, slices.ContainsFunc(keys, func(k string) bool { return k == "" }))
	}
}
