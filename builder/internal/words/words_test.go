package words_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

var update = flag.Bool("update", false, "write the golden files anew")

var locales = []string{"pt-BR", "en"}

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

// argument is a value to call a method with, by its type; ok is false for the
// methods whose results have tests of their own.
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

// everyString calls every method of w that yields text and takes plain
// arguments.
func everyString(w *words.Words) map[string]string {
	all := make(map[string]string)
	v := reflect.ValueOf(w)
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
			all[method.Name] = f.Call(args)[0].String()
		}
	}
	return all
}

// A string that is missing, empty, left in the other language or left with a
// placeholder fails here, whatever method is added.
func TestEveryStringIsThere(t *testing.T) {
	pt, en := everyString(words.For("pt-BR")), everyString(words.For("en"))
	require.Greater(t, len(pt), 100)
	same := map[string]bool{"Online": true, "Total": true, "Links": true, "Title": true, "TermChip": true}
	placeholder := regexp.MustCompile(`[{}]\w*[{}]|%!|⟦|⟧|<no value>`)
	var listing strings.Builder
	names := make([]string, 0, len(pt))
	for name := range pt {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for locale, s := range map[string]string{"pt-BR": pt[name], "en": en[name]} {
			require.NotEmpty(t, s, "%s in %s", name, locale)
			require.Equal(t, strings.TrimSpace(s), s, "%s in %s", name, locale)
			require.NotContains(t, s, "  ", "%s in %s", name, locale)
			require.NotContains(t, s, "!", "%s in %s: no exclamation marks", name, locale)
			require.False(t, placeholder.MatchString(s), "%s in %s: %s", name, locale, s)
		}
		if same[name] {
			require.Equal(t, pt[name], en[name], "%s is listed as the same in both", name)
		} else {
			require.NotEqual(t, pt[name], en[name], "%s is not translated", name)
		}
		fmt.Fprintf(&listing, "%s\n\t%s\n\t%s\n", name, pt[name], en[name])
	}
	requireGolden(t, "words.golden", listing.String())
}

func TestLocale(t *testing.T) {
	require.Equal(t, "pt-BR", words.For("pt-BR").Lang())
	require.Equal(t, "en", words.For("en").Lang())
	require.Equal(t, "en", words.For("").Lang())
	require.Equal(t, "pt_BR", words.For("pt-BR").OpenGraphLocale())
}

// The strings of the design, word for word.
func TestDesignStrings(t *testing.T) {
	pt, en := words.For("pt-BR"), words.For("en")
	tests := []struct{ got, want string }{
		{pt.HomeLead(1462, 5), "1.462 eventos em 5 cidades. Preços sempre com a taxa."},
		{en.HomeLead(1462, 5), "1,462 events in 5 cities. Prices always include fees."},
		{pt.HomeLead(1, 1), "1 evento em 1 cidade. Preços sempre com a taxa."},
		{en.HomeLead(1, 1), "1 event in 1 city. Prices always include fees."},
		{pt.HomeLead(3, 0), "3 eventos. Preços sempre com a taxa."},
		{words.Line(pt.EventsCount(33), pt.ResultRange(21, 33)), "33 eventos · 21 a 33"},
		{words.Line(en.EventsCount(33), en.ResultRange(21, 33)), "33 events · 21 to 33"},
		{pt.EventsCount(1), "1 evento"},
		{en.EventsCount(1), "1 event"},
		{pt.EventsCount(0), "0 eventos"},
		{pt.EventsCount("⟦total⟧"), "⟦total⟧ eventos"},
		{en.ResultRange("⟦first⟧", "⟦last⟧"), "⟦first⟧ to ⟦last⟧"},
		{pt.PageOf(2, 1234), "Página 2 de 1.234"},
		{en.PageOf("⟦page⟧", 7), "Page ⟦page⟧ of 7"},
		{pt.SeeAllCount(1462), "Ver todos os 1.462 eventos"},
		{en.SeeAllCount(889), "See all 889 events"},
		{en.SeeAllCount(1), "See the event"},
		{pt.NoMatch("opera rock", "Osasco"), "Não há evento à venda com “opera rock” em Osasco."},
		{en.NoMatch("opera rock", "Osasco"), "No event on sale matches “opera rock” in Osasco."},
		{pt.NoMatch("opera rock", ""), "Não há evento à venda com “opera rock”."},
		{en.NoMatch("", "Osasco"), "No event is on sale in Osasco."},
		{pt.NoMatch("", "Osasco"), "Não há evento à venda em Osasco."},
		{pt.SearchEverywhere("opera rock"), "Buscar “opera rock” em todas as cidades"},
		{pt.SearchTitle("samba", "Palco"), "“samba” – Eventos · Palco"},
		{pt.CityChip("Osasco"), "Cidade: Osasco"},
		{pt.OrganiserLead(4), "Organiza 4 eventos à venda."},
		{en.OrganiserLead(4), "4 events on sale."},
		{en.OrganiserLead(1), "1 event on sale."},
		{pt.OrganiserLead(0), "Nenhum evento à venda no momento."},
		{pt.CityLead(1398), "1.398 eventos à venda, em ordem de data."},
		{en.CityLead(0), "No events on sale at the moment."},
		{pt.EventsIn("São Paulo, SP"), "Eventos em São Paulo, SP"},
		{pt.PricesRead("20 mai 2026, 16h"), "Preços lidos em 20 mai 2026, 16h. Podem mudar: vale o valor da página de compra."},
		{en.PricesRead("20 May 2026, 16:00"), "Prices read on 20 May 2026, 16:00. They may change: the checkout price is the one that counts."},
		{pt.ErrorStatus(404), "Erro 404"},
		{en.ErrorStatus(404), "Error 404"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, tt.got)
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int][2]string{
		0: {"0", "0"}, 7: {"7", "7"}, 999: {"999", "999"}, 1000: {"1.000", "1,000"}, 1462: {"1.462", "1,462"},
		100000: {"100.000", "100,000"}, 1234567: {"1.234.567", "1,234,567"}, -1462: {"-1.462", "-1,462"},
	} {
		require.Equal(t, want[0], words.For("pt-BR").Number(n))
		require.Equal(t, want[1], words.For("en").Number(n))
	}
}

func TestFirstLetter(t *testing.T) {
	require.Equal(t, "Às 21h", words.UpperFirst("às 21h"))
	require.Equal(t, "às 21h", words.LowerFirst("Às 21h"))
	require.Equal(t, "", words.UpperFirst(""))
	require.Equal(t, "\xffx", words.UpperFirst("\xffx"), "bytes that are not UTF-8 stay as they are")
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
			story, advice := w.ProblemStory(code), w.ProblemAdvice(code)
			require.NotContains(t, stories, story, "%s tells the story of %s", code, stories[story])
			stories[story] = code
			require.True(t, strings.HasSuffix(story, "."), story)
			require.NotContains(t, story, "`", "%s: a story is for people", code)
			require.Contains(t, advice, "`code`", code)
			require.Zero(t, strings.Count(advice, "`")%2, "%s: %s", code, advice)
			require.Regexp(t, w.Pick("Repetir", "[Rr]etry|Repeating"), advice, "%s says whether a retry helps", code)
		}
		require.Equal(t, w.ProblemStory(catalog.InternalError), w.ProblemStory("no_such_code"))
	}
	require.Equal(t, []words.Span{{Text: "Use "}, {Text: "code", Code: true}, {Text: "."}}, words.Spans("Use `code`."))
	require.Empty(t, words.Spans(""))
}
