package i18n_test

import (
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
	"cartaz/builder/rowstest"
)

func TestCheck(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name, Key string
		Own       i18n.Text
		Want      string // "" if the text can be used
	}](t, "testdata/own.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			err := i18n.Check("pt-BR", tt.Key, tt.Own)
			if tt.Want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.Want)
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
