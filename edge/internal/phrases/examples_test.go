package phrases_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
	"cartaz/builder/search"
)

// examples are the requests that documents give to other agents.
type examples struct {
	List []string `i18n:"documents.search_examples"`
}

// The examples of the documents are understood: the place, and no more words than the topic.
func TestExamplesAreUnderstood(t *testing.T) {
	type q = request
	var docs []search.Doc
	for _, city := range []string{"Recife", "São Paulo", "Lisboa", "Porto", "Coimbra", "Berlin",
		"London", "Paris", "Madrid", "Sevilla", "Barcelona", "Lyon", "Toulouse", "Wien",
		"München", "Roma", "Torino", "Milano"} {
		d := search.Doc{Name: "x", City: city}
		if city == "São Paulo" {
			d.State = "SP"
		}
		docs = append(docs, d)
	}
	names := catalogueOf(t, docs)
	want := map[string][]q{
		"pt-BR": {{City: "Recife"}, {State: "SP"}, {Text: "samba", City: "São Paulo"}},
		"pt-PT": {{Text: "concertos", City: "Lisboa"}, {City: "Porto"},
			{Text: "fado", City: "Coimbra"}},
		"en": {{City: "Berlin"}, {City: "London"},
			{Text: "security conferences", City: "Paris"}},
		"es": {{Text: "conciertos", City: "Madrid"}, {City: "Sevilla"},
			{Text: "congresos seguridad", City: "Barcelona"}},
		"fr": {{Text: "concerts", City: "Paris"}, {City: "Lyon"},
			{Text: "conférences sécurité", City: "Toulouse"}},
		"de": {{Text: "Konzerte", City: "Berlin"}, {City: "Wien"},
			{Text: "Konferenzen Sicherheit", City: "München"}},
		"it": {{Text: "concerti", City: "Roma"}, {City: "Torino"},
			{Text: "conferenze sicurezza", City: "Milano"}},
	}
	examplesOf := i18n.Bind[examples]()
	for _, locale := range i18n.Names() {
		var got []q
		for _, text := range examplesOf(locale).List {
			got = append(got, understand(text, locale, names))
		}
		require.Equal(t, want[locale], got, locale)
	}
}

// Requests in Spanish, French and German, and words that must stay words to search for.
func TestRequestsInOtherLanguages(t *testing.T) {
	type q = request
	names := brazil(t)
	for _, tc := range []struct {
		locale, text string
		want         q
	}{
		{"es", "¿Qué conciertos hay en Recife esta noche?",
			q{Text: "conciertos", City: "Recife", Time: "11-20 11-20 evening"}},
		{"es", "busco eventos de jazz mañana", q{Text: "jazz", Time: "11-21 11-21 0"}},
		{"fr", "Quels spectacles y a-t-il à Recife ce soir ?",
			q{Text: "spectacles", City: "Recife", Time: "11-20 11-20 evening"}},
		{"fr", "je cherche du jazz à nice", q{Text: "jazz", City: "Nice"}},
		{"de", "Was gibt es heute Abend in Recife?",
			q{City: "Recife", Time: "11-20 11-20 evening"}},
		{"de", "Ich möchte Jazz in Manaus", q{Text: "Jazz", City: "Manaus"}},
		{"en", "a nice concert", q{Text: "nice concert"}},
		{"en", "comic con", q{Text: "comic con"}},
		{"en", "MIT talks", q{Text: "MIT talks"}},
	} {
		require.Equal(t, tc.want, understand(tc.text, tc.locale, names), tc.text)
	}
}
