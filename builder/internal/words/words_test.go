package words_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/words"
	"cartaz/builder/rowstest"
)

var update = flag.Bool("update", false, "write the golden files anew")

var locales = i18n.Names()

// requireGolden compares text with a file in testdata.
func requireGolden(tb testing.TB, name, text string) {
	tb.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(tb, os.WriteFile(path, []byte(text), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(tb, err)
	require.Equal(tb, string(want), text)
}

// argument returns a value to call a method with, by its type; ok is false for methods whose
// results have tests of their own.
func argument(t reflect.Type, i int) (v reflect.Value, ok bool) {
	switch {
	case t.Kind() == reflect.Interface:
		return reflect.ValueOf(i + 2), true
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int64:
		return reflect.ValueOf(123456).Convert(t), true
	case t == reflect.TypeFor[catalog.Code]():
		return reflect.ValueOf(catalog.EventNotFound), true
	case t.Kind() == reflect.String:
		return reflect.ValueOf([]string{"‹one›", "‹two›"}[i]).Convert(t), true
	}
	return reflect.Value{}, false
}

// everyString returns every text of w: its fields, and the results of its methods with plain
// arguments; then the same for the types of its subjects.
func everyString(w *words.Words) map[string]string {
	all := make(map[string]string)
	addStrings(all, "", reflect.ValueOf(w))
	return all
}

// addStrings adds the texts of a pointer to a struct, with a prefix to their names.
func addStrings(all map[string]string, prefix string, v reflect.Value) {
	for _, field := range reflect.VisibleFields(v.Type().Elem()) {
		if !field.IsExported() || field.Anonymous {
			continue
		}
		at := v.Elem().FieldByIndex(field.Index)
		switch text := at.Addr().Interface().(type) {
		case *string:
			all[prefix+field.Name] = *text
		case *i18n.Message:
			all[prefix+field.Name] = text.Text(placeholders(field)...)
		case *i18n.Plural:
			if names := placeholders(field); names[0] == "‹n›" {
				all[prefix+field.Name] = text.Count(123456)
			} else {
				all[prefix+field.Name] = text.For(2).Text(names...)
			}
		default:
			if field.Type.Kind() == reflect.Pointer {
				addStrings(all, prefix+field.Name+".", at)
			}
		}
	}
	for i := range v.NumMethod() {
		method, f := v.Type().Method(i), v.Method(i)
		if f.Type().NumOut() != 1 || f.Type().Out(0).Kind() != reflect.String {
			continue
		}
		var args []reflect.Value
		for j := range f.Type().NumIn() {
			arg, ok := argument(f.Type().In(j), j)
			if !ok {
				break
			}
			args = append(args, arg)
		}
		if len(args) == f.Type().NumIn() {
			all[prefix+method.Name] = f.Call(args)[0].String()
		}
	}
}

// placeholders are the names of a message's placeholders, as its arguments.
func placeholders(field reflect.StructField) []string {
	names := strings.Split(field.Tag.Get("i18n"), ",")[1:]
	for i, name := range names {
		names[i] = "‹" + strings.TrimSuffix(name, "?") + "›"
	}
	return names
}

// A string that is missing, empty, left in the other language or left with a placeholder fails
// here, for any method that is added.
func TestEveryStringIsThere(t *testing.T) {
	all := map[string]map[string]string{}
	for _, locale := range locales {
		all[locale] = everyString(words.For(locale))
	}
	en := all["en"]
	require.Greater(t, len(en), 100)
	// Texts that are the same in two languages, by the languages that have the English one.
	same := rowstest.Read[map[string]string](t, "testdata/every-string-is-there.yaml")
	placeholder := regexp.MustCompile(`[{}]\w*[{}]|%!|⟦|⟧|<no value>`)
	// No sentences.
	signs := regexp.MustCompile(`\.(Group|Decimal|LeastGroup|Contractions.*)$|^Colon$`)
	var listing strings.Builder
	names := make([]string, 0, len(en))
	for name := range en {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintln(&listing, name)
		for _, locale := range locales {
			s := all[locale][name]
			fmt.Fprintf(&listing, "\t%-5s %s\n", locale, s)
			if signs.MatchString(name) {
				continue
			}
			require.NotEmpty(t, s, "%s in %s", name, locale)
			require.Equal(t, strings.TrimSpace(s), s, "%s in %s", name, locale)
			require.NotContains(t, s, "  ", "%s in %s", name, locale)
			require.NotContains(t, s, "!", "%s in %s: no exclamation marks", name, locale)
			require.False(t, placeholder.MatchString(s), "%s in %s: %s", name, locale, s)
			switch listed := strings.Fields(same[name]); {
			case locale == "en" || same[name] == "*":
			case slices.Contains(listed, locale):
				require.Equal(t, en[name], s, "%s in %s is listed as the English text", name,
					locale)
			default:
				require.NotEqual(t, en[name], s, "%s in %s is not translated", name, locale)
			}
		}
	}
	requireGolden(t, "words.golden", listing.String())
}

func TestLocale(t *testing.T) {
	require.Equal(t, "pt-BR", words.For("pt-BR").Lang)
	require.Equal(t, "en", words.For("en").Lang)
	require.Equal(t, "en", words.For("").Lang)
	require.Equal(t, "pt_BR", words.For("pt-BR").OpenGraphLocale)
}

// The strings of the design, word for word.
func TestDesignStrings(t *testing.T) {
	pt, en, fr := words.For("pt-BR"), words.For("en"), words.For("fr")
	tests := []struct{ got, want string }{
		{pt.Lists.HomeLead(1462, 5), "1.462 eventos em 5 cidades."},
		{en.Lists.HomeLead(1462, 5), "1,462 events in 5 cities."},
		{pt.Lists.HomeLead(1, 1), "1 evento."},
		{en.Lists.HomeLead(1, 1), "1 event."},
		{pt.Lists.HomeLead(3, 0), "3 eventos."},
		{en.Lists.HomeLead(3, 2), "3 events in 2 cities."},
		{words.Line(pt.Lists.Events.Count(33), pt.Results.Range.Text(pt.Numbers.Text(21),
			pt.Numbers.Text(33))), "33 eventos · 21 a 33"},
		{words.Line(en.Lists.Events.Count(33), en.Results.Range.Text(en.Numbers.Text(21),
			en.Numbers.Text(33))), "33 events · 21 to 33"},
		{pt.Lists.Events.Count(1), "1 evento"},
		{en.Lists.Events.Count(1), "1 event"},
		{pt.Lists.Events.Count(0), "0 eventos"},
		{pt.Lists.Events.Count("⟦total⟧"), "⟦total⟧ eventos"},
		{en.Results.Range.Text("⟦first⟧", "⟦last⟧"), "⟦first⟧ to ⟦last⟧"},
		{pt.Results.PageOf.Text(pt.Numbers.Text(2), pt.Numbers.Text(1234)), "Página 2 de 1.234"},
		{en.Results.PageOf.Text("⟦page⟧", en.Numbers.Text(7)), "Page ⟦page⟧ of 7"},
		{pt.Lists.SeeAll.Count(1462), "Ver todos os 1.462 eventos"},
		{en.Lists.SeeAll.Count(889), "See all 889 events"},
		{en.Lists.SeeAll.Count(1), "See the event"},
		{pt.Results.NoMatch.Text("“opera rock”, Cidade: Osasco"),
			"Nenhum evento em cartaz para “opera rock”, Cidade: Osasco."},
		{en.Results.NoMatch.Text("City: Osasco"), "No events coming up for City: Osasco."},
		{words.Title(pt.Results.Title.Text(pt.Results.Quoted.Text("samba"), pt.Events), "Palco"),
			"“samba” – Eventos · Palco"},
		{pt.Lists.OrganiserLead(4), "Organiza 4 eventos em cartaz."},
		{en.Lists.OrganiserLead(4), "4 upcoming events."},
		{en.Lists.OrganiserLead(1), "1 upcoming event."},
		{pt.Lists.OrganiserLead(0), "Nenhum evento em cartaz no momento."},
		{pt.Lists.CityLead(1398), "1.398 eventos em cartaz, em ordem de data."},
		{en.Lists.CityLead(0), "No events coming up at the moment."},
		{pt.Lists.EventsIn("São Paulo, SP"), "Eventos em São Paulo, SP"},
		{pt.Lists.EventsIn("Rio de Janeiro, RJ"), "Eventos no Rio de Janeiro, RJ"},
		{pt.Lists.EventsIn("Porto"), "Eventos no Porto"},
		{pt.Lists.EventsIn("Porto Alegre, RS"), "Eventos em Porto Alegre, RS"},
		{fr.Lists.EventsIn("Le Havre"), "Événements au Havre"},
		{fr.Lists.SeeEventsIn("Les Lilas"), "Voir les événements aux Lilas"},
		{fr.Lists.OrganisersIn("La Rochelle"), "Organisateurs à La Rochelle"},
		{pt.Prices.Read.Text("20 mai 2026, 16h"),
			"Preços conferidos em 20 mai 2026, 16h. Podem mudar."},
		{en.Prices.Read.Text("20 May 2026, 16:00"),
			"Prices checked on 20 May 2026, 16:00. They may change."},
		{pt.Problems.Status.Text("404"), "Erro 404"},
		{en.Problems.Status.Text("404"), "Error 404"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, tt.got)
	}
}

func TestFirstLetter(t *testing.T) {
	require.Equal(t, "Às 21h", words.UpperFirst("às 21h"))
	require.Equal(t, "às 21h", words.LowerFirst("Às 21h"))
	require.Equal(t, "iOS para todos", words.UpperFirst("iOS para todos"))
	require.Equal(t, "", words.UpperFirst(""))
	require.Equal(t, "\xffx", words.UpperFirst("\xffx"),
		"bytes that are not UTF-8 stay as they are")
}

func TestJoinLeavesOutWhatIsNotKnown(t *testing.T) {
	require.Equal(t, "São Paulo, SP", words.List("", "São Paulo", "", "SP"))
	require.Equal(t, "21h", words.Line("21h", ""))
	require.Empty(t, words.Line("", ""))
}

func TestProblemWords(t *testing.T) {
	for _, locale := range locales {
		w := words.For(locale)
		stories := make(map[string]catalog.Code)
		for _, code := range catalog.Codes() {
			story, advice := w.Problems.Story(code), w.Problems.Advice(code)
			require.NotContains(t, stories, story, "%s tells the story of %s", code, stories[story])
			stories[story] = code
			require.True(t, strings.HasSuffix(story, "."), story)
			require.NotContains(t, story, "`", "%s: a story is for people", code)
			require.Contains(t, advice, "`code`", code)
			require.Zero(t, strings.Count(advice, "`")%2, "%s: %s", code, advice)
			require.Regexp(t, "Repetir|Ripetere|Répéter|[Ww]iederhol|[Rr]etry|Repeating", advice,
				"%s says whether a retry helps", code)
		}
		require.Equal(t, w.Problems.Story(catalog.InternalError), w.Problems.Story("no_such_code"))
	}
	require.Equal(t, []words.Span{{Text: "Use "}, {Text: "code", Code: true}, {Text: "."}},
		words.Spans("Use `code`."))
	require.Empty(t, words.Spans(""))
}
