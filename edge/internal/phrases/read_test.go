package phrases_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/edge/internal/phrases"
)

// now is Wednesday, 18 November 2026, in the afternoon.
var now = time.Date(2026, 11, 18, 15, 0, 0, 0, time.FixedZone("", -3*3600))

func ExampleRules() {
	m := phrases.For("pt-BR").Read("samba sábado à noite", now)
	fmt.Printf("%q %q %s %s %s\n", m.Rest, m.Words, m.From, m.To, m.Hour)
	// Output: "samba" ["sábado à noite"] 2026-11-21 2026-11-21 evening
}

// Each row has the rest of a query and the meaning of its words for time: first day, last day and
// hour; "" is no time at all.
func TestRead(t *testing.T) {
	for _, tc := range []struct{ locale, query, rest, want string }{
		// Days counted from today.
		{"pt-BR", "hoje", "", "11-18 11-18 0"},
		{"pt-BR", "o que tem hoje à noite", "o que tem", "11-18 11-18 evening"},
		{"pt-BR", "Samba AMANHÃ", "Samba", "11-19 11-19 0"},
		{"pt-BR", "depois de amanhã", "", "11-20 11-20 0"},
		{"pt-BR", "teatro neste fim de semana", "teatro", "11-21 11-22 0"},
		{"pt-BR", "fim-de-semana infantil", "infantil", "11-21 11-22 0"},
		{"pt-BR", "próximo fim de semana", "", "11-28 11-29 0"},
		{"pt-BR", "esta semana", "", "11-18 11-22 0"},
		{"pt-BR", "semana que vem", "", "11-23 11-29 0"},
		{"pt-BR", "mês que vem", "", "12-01 12-31 0"},
		{"en", "jazz tonight", "jazz", "11-18 11-18 evening"},
		{"en", "this weekend", "", "11-21 11-22 0"},
		{"pt-BR", "this weekend", "", "11-21 11-22 0"},
		{"fr", "ce soir", "", "11-18 11-18 evening"},
		{"fr", "concert aujourd’hui", "concert", "11-18 11-18 0"},
		{"fr", "week-end prochain", "", "11-28 11-29 0"},
		{"es", "esta noche en Madrid", "en Madrid", "11-18 11-18 evening"},
		{"es", "mañana", "", "11-19 11-19 0"},
		{"de", "heute Abend", "", "11-18 11-18 evening"},
		{"de", "Kino am Wochenende", "Kino", "11-21 11-22 0"},
		{"pt-BR", "ـ hoje", "ـ", "11-18 11-18 0"}, // a kashida alone folds to nothing
		// Days of the week; today is one of them.
		{"pt-BR", "samba no sábado", "samba", "11-21 11-21 0"},
		{"pt-BR", "quarta-feira", "", "11-18 11-18 0"},
		{"pt-BR", "show sexta à noite", "show", "11-20 11-20 evening"},
		{"pt-BR", "forró na quinta", "forró", "11-19 11-19 0"},
		{"pt-BR", "próxima quarta", "", "11-25 11-25 0"},
		{"pt-BR", "sexta que vem", "", "11-20 11-20 0"},
		{"en", "on saturday", "", "11-21 11-21 0"},
		{"en", "friday night jazz", "jazz", "11-20 11-20 evening"},
		{"en", "next wednesday", "", "11-25 11-25 0"},
		{"fr", "samedi prochain", "", "11-21 11-21 0"},
		{"fr", "théâtre samedi soir", "théâtre", "11-21 11-21 evening"},
		{"es", "el sábado por la noche", "", "11-21 11-21 evening"},
		{"de", "Samstagabend", "", "11-21 11-21 evening"},
		{"de", "nächsten Freitag", "", "11-20 11-20 0"},
		{"pt-BR", "de sexta-feira a domingo", "", "11-20 11-22 0"},
		{"en", "from Friday to Sunday", "", "11-20 11-22 0"},
		{"pt-BR", "sábado e domingo", "", "11-21 11-22 0"},
		// An exhibition that is open on a day is on that day.
		{"pt-BR", "exposição aberta no domingo", "exposição", "11-22 11-22 0"},
		{"pt-BR", "microfone aberto", "microfone aberto", ""},
		{"en", "museums open on Sunday", "museums", "11-22 11-22 0"},
		{"en", "open air tomorrow", "open air", "11-19 11-19 0"},
		{"fr", "musée ouvert le dimanche", "musée", "11-22 11-22 0"},
		{"es", "museos abiertos hoy", "museos", "11-18 11-18 0"},
		{"de", "am Sonntag geöffnet", "geöffnet", "11-22 11-22 0"},
		// Dates.
		{"pt-BR", "28 de novembro", "", "11-28 11-28 0"},
		{"pt-BR", "dia 28/11", "", "11-28 11-28 0"},
		{"pt-BR", "show 28/11/2026", "show", "11-28 11-28 0"},
		{"pt-BR", "2026-11-28", "", "11-28 11-28 0"},
		{"pt-BR", "de 20 a 25 de novembro", "", "11-20 11-25 0"},
		{"pt-BR", "1º de dezembro", "", "12-01 12-01 0"},
		{"pt-BR", "3 de março", "", "2027-03-03 2027-03-03 0"},
		{"en", "November 28th", "", "11-28 11-28 0"},
		{"en", "28 november 2026 jazz", "jazz", "11-28 11-28 0"},
		{"fr", "le 1er décembre", "", "12-01 12-01 0"},
		{"es", "28 de noviembre de 2026", "", "11-28 11-28 0"},
		{"de", "28. November", "", "11-28 11-28 0"},
		{"de", "am 28.11.", "", "11-28 11-28 0"},
		{"pt-BR", "29 de fevereiro", "", "2028-02-29 2028-02-29 0"},
		// A day of the week next to its date, or next to a number.
		{"pt-BR", "sáb 28 nov 2026", "", "11-28 11-28 0"},
		{"pt-BR", "samba sábado, 28 de novembro", "samba", "11-28 11-28 0"},
		{"pt-BR", "28/11 (sáb)", "", "11-28 11-28 0"},
		{"pt-BR", "sexta 28/11", "", "11-28 11-28 0"}, // the date counts
		{"pt-BR", "sábado 28", "", "11-28 11-28 0"},
		{"pt-BR", "sábado dia 28", "", "11-28 11-28 0"},
		{"pt-BR", "dia 28", "", "11-28 11-28 0"},
		{"pt-BR", "no dia 5 samba", "samba", "12-05 12-05 0"},
		{"pt-BR", "sexta 13", "sexta 13", ""}, // 13 August of next year: rather a title
		{"pt-BR", "domingo 6.12", "", "12-06 12-06 0"},
		{"pt-BR", "samba 19-11-2026 à noite", "samba", "11-19 11-19 evening"},
		{"pt-BR", "dias 4 e 5 de dezembro", "", "12-04 12-05 0"},
		{"pt-BR", "sábado 22 h", "", "11-21 11-21 22"},
		{"pt-BR", "sábado 20:30", "", "11-21 11-21 20"},
		{"pt-BR", "sex–dom 22–24 jan 2027", "", "2027-01-22 2027-01-24 0"},
		{"en", "Saturday 28th", "", "11-28 11-28 0"},
		{"en", "on the 28th", "", "11-28 11-28 0"},
		{"en", "Sat, 28 Nov", "", "11-28 11-28 0"},
		{"en", "saturday 6 pm", "", "11-21 11-21 18"},
		{"fr", "samedi 28 novembre", "", "11-28 11-28 0"},
		{"fr", "sam. 28", "", "11-28 11-28 0"},
		{"es", "el sábado 28 de noviembre", "", "11-28 11-28 0"},
		{"es", "el día 28", "", "11-28 11-28 0"},
		{"de", "Sa. 28.11.", "", "11-28 11-28 0"},
		{"de", "am 28.", "", "11-28 11-28 0"},
		{"de", "Samstag, 28. November 2026", "", "11-28 11-28 0"},
		// Two dates of two months or years.
		{"pt-BR", "28 nov – 2 dez", "", "11-28 12-02 0"},
		{"pt-BR", "28/11 - 2/12", "", "11-28 12-02 0"},
		{"en", "28 Dec to 2 Jan 2027", "", "12-28 2027-01-02 0"},
		{"de", "28. Nov. bis 2. Dez. 2025", "", "2025-11-28 2025-12-02 0"},
		{"fr", "le 1er décembre à 20h30", "", "12-01 12-01 20"},
		{"fr", "le 2 décembre à 20h", "", "12-02 12-02 20"},
		{"pt-BR", "de março a maio de 2027", "", "2027-03-01 2027-05-31 0"},
		{"en", "March to May", "", "2027-03-01 2027-05-31 0"},
		{"en", "between Dec 30 and Jan 2", "", "12-30 2027-01-02 0"},
		{"es", "a partir de las 20:30 el jueves", "", "11-19 11-19 20"},
		// Up to a day, and from one on.
		{"en", "until the end of January", "", "11-18 2027-01-31 0"},
		{"de", "bis Ende Januar", "", "11-18 2027-01-31 0"},
		{"pt-BR", "até 5 de dezembro", "", "11-18 12-05 0"},
		{"pt-BR", "samba até sexta", "samba", "11-18 11-20 0"},
		{"pt-BR", "a partir de 5 de dezembro", "", "12-05  0"},
		{"pt-BR", "antes de 5/12", "", "11-18 12-04 0"},
		{"pt-BR", "depois do dia 5", "", "12-06  0"},
		{"pt-BR", "desde 5/12 até 8/12", "", "12-05 12-08 0"},
		{"en", "jazz until December 5", "jazz", "11-18 12-05 0"},
		{"en", "from 5 December", "", "12-05  0"},
		// Feasts and seasons.
		{"en", "free before Christmas", "free", "11-18 12-24 0"},
		{"en", "jazz on New Year's Eve", "jazz", "12-31 12-31 0"},
		{"en", "New Year's Day", "", "2027-01-01 2027-01-01 0"},
		{"en", "Christmas market", "Christmas market", ""},
		{"en", "christmas", "christmas", ""},
		{"en", "late night show", "late night show", ""},
		{"en", "in spring", "", "2027-03-01 2027-05-31 0"},
		{"en", "this winter", "", "12-01 2027-02-28 0"},
		{"en", "in autumn", "", "11-18 11-30 0"},
		{"en", "summer school", "summer school", ""},
		{"en", "jazz this month evenings", "jazz", "11-18 11-30 evening"},
		{"pt-BR", "samba no réveillon", "samba", "12-31 12-31 0"},
		{"pt-BR", "até o Natal", "", "11-18 12-25 0"},
		{"pt-BR", "concerto de natal", "concerto de natal", ""},
		{"pt-BR", "fim de semana", "", "11-21 11-22 0"},
		{"fr", "à la Saint-Sylvestre", "", "12-31 12-31 0"},
		{"fr", "ce mois-ci", "", "11-18 11-30 0"},
		{"fr", "cet été", "", "2027-06-01 2027-08-31 0"},
		{"fr", "concert de Noël", "concert de Noël", ""},
		{"es", "en Nochevieja", "", "12-31 12-31 0"},
		{"es", "antes de Navidad", "", "11-18 12-24 0"},
		{"de", "an Silvester", "", "12-31 12-31 0"},
		{"de", "Silvestergala", "Silvestergala", ""},
		{"de", "Theater ab April", "Theater", "2027-04-01  0"},
		{"de", "im Sommer", "", "2027-06-01 2027-08-31 0"},
		{"it", "concerti a dicembre", "concerti", "12-01 12-31 0"},
		{"it", "domenica mattina", "", "11-22 11-22 morning"},
		{"it", "stasera", "", "11-18 11-18 evening"},
		{"it", "il 6 gennaio", "", "2027-01-06 2027-01-06 0"},
		{"it", "prossimo weekend", "", "11-28 11-29 0"},
		{"it", "sabato 28 novembre alle 21:30", "", "11-28 11-28 21"},
		{"it", "dal 5 al 12 dicembre", "", "12-05 12-12 0"},
		{"it", "mercatino di Natale", "mercatino di Natale", ""},
		{"fr", "jusqu’au 5 décembre", "", "11-18 12-05 0"},
		{"fr", "à partir du 5 décembre", "", "12-05  0"},
		{"es", "hasta el viernes", "", "11-18 11-20 0"},
		{"de", "ab dem 5. Dezember", "", "12-05  0"},
		{"de", "bis Sonntag", "", "11-18 11-22 0"},
		// Years.
		{"pt-BR", "2027", "", "2027-01-01 2027-12-31 0"},
		{"pt-BR", "festival em 2026", "festival", "11-18 12-31 0"},
		{"pt-BR", "Rock in Rio 2026", "Rock in Rio 2026", ""},
		{"en", "10000 Maniacs 28", "10000 Maniacs 28", ""},
		// Hours of an event.
		{"pt-BR", "21h às 22h40", "", " 21"},
		{"en", "20:00–22:00", "", " 20"},
		// An end of the time is no filter, so its words stay.
		{"pt-BR", "samba até 22h", "samba até 22h", ""},
		{"pt-BR", "antes das 20h", "antes das 20h", ""},
		{"en", "jazz before 8 pm", "jazz before 8 pm", ""},
		{"en", "until 10pm", "until 10pm", ""},
		{"fr", "jusqu’à 22h", "jusqu’à 22h", ""},
		{"es", "hasta las 22h", "hasta las 22h", ""},
		{"de", "vor 20 Uhr", "vor 20 Uhr", ""},
		{"pt-BR", "amanhã até 22h", "até 22h", "11-19 11-19 0"},
		{"pt-BR", "a partir das 20h", "", " 20"},
		// Months.
		{"pt-BR", "festival em dezembro", "festival", "12-01 12-31 0"},
		{"pt-BR", "novembro", "", "11-18 11-30 0"},
		{"pt-BR", "em março", "", "2027-03-01 2027-03-31 0"},
		{"pt-BR", "dezembro de 2026", "", "12-01 12-31 0"},
		{"en", "conference in May", "conference", "2027-05-01 2027-05-31 0"},
		{"fr", "en décembre", "", "12-01 12-31 0"},
		{"es", "teatro en enero", "teatro", "2027-01-01 2027-01-31 0"},
		{"de", "im Dezember", "", "12-01 12-31 0"},
		// Hours.
		{"pt-BR", "samba 22h", "samba", " 22"},
		{"pt-BR", "depois das 20h30", "", " 20"},
		{"pt-BR", "hoje às 22h", "", "11-18 11-18 22"},
		{"en", "after 8 pm", "", " 20"},
		{"en", "jazz at 8:30pm", "jazz", " 20"},
		{"en", "tomorrow 21:00", "", "11-19 11-19 21"},
		{"fr", "à 20 h 30", "", " 20"},
		{"de", "ab 20 Uhr", "", " 20"},
		{"de", "20.30 Uhr", "", " 20"},
		// Parts of the day, without a day where something says that a time is meant.
		{"pt-BR", "domingo de manhã", "", "11-22 11-22 morning"},
		{"pt-BR", "jazz à noite", "jazz", " evening"},
		{"en", "yoga in the morning", "yoga", " morning"},
		{"fr", "atelier le matin", "atelier", " morning"},
		{"es", "teatro por la tarde", "teatro", " afternoon"},
		{"de", "Konzerte abends", "Konzerte", " evening"},
		// Words that only look like a time.
		{"pt-BR", "quinta sinfonia", "quinta sinfonia", ""},
		{"pt-BR", "quinta", "quinta", ""},
		{"pt-BR", "quinta da boa vista", "quinta da boa vista", ""},
		{"pt-BR", "águas de março", "águas de março", ""},
		{"pt-BR", "oficina de 2h", "oficina de 2h", ""},
		{"pt-BR", "festival 24h", "festival 24h", ""},
		{"pt-BR", "31 de fevereiro", "31 de fevereiro", ""},
		{"pt-BR", "noite", "noite", ""},
		{"pt-BR", "set", "set", ""},
		{"en", "may the fourth", "may the fourth", ""},
		{"en", "march", "march", ""},
		{"en", "web 2.0", "web 2.0", ""},
		{"en", "11/28", "11/28", ""},
		{"de", "Version 2.0", "Version 2.0", ""},
		{"fr", "bal de mai", "bal de mai", ""},
		{"pt-BR", `"hoje"`, `"hoje"`, ""},
		{"pt-BR", "", "", ""},
		{"pt-BR", "  ", "  ", ""},
		// Two times that contradict each other leave the query as it is.
		{"pt-BR", "sábado ou segunda-feira", "sábado ou segunda-feira", ""},
		{"pt-BR", "20h 22h", "20h 22h", ""},
	} {
		t.Run(tc.locale+" "+tc.query, func(t *testing.T) {
			m := phrases.For(tc.locale).Read(tc.query, now)
			require.Equal(t, tc.rest, m.Rest)
			got := ""
			if m.Found() {
				days := ""
				if m.From != 0 {
					days = fmt.Sprintf("%s %s", m.From, m.To)
					days = strings.ReplaceAll(days, "2026-", "")
				}
				got = fmt.Sprintf("%s %d", days, m.After)
				if m.Hour != "" {
					got = days + " " + m.Hour
				}
			}
			require.Equal(t, tc.want, got)
		})
	}
}

// On a Sunday the weekend is the rest of it, and "next Sunday" is not today.
func TestOnASunday(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	m := phrases.For("pt-BR").Read("fim de semana", sunday)
	require.Equal(t, "2026-11-22 2026-11-22", m.From.String()+" "+m.To.String())
	require.Equal(t, "2026-11-22", phrases.For("pt-BR").Read("domingo", sunday).From.String())
	require.Equal(t, "2026-11-29",
		phrases.For("pt-BR").Read("próximo domingo", sunday).From.String())
	m = phrases.For("pt-BR").Read("semana que vem", sunday)
	require.Equal(t, "2026-11-23 2026-11-29", m.From.String()+" "+m.To.String())
}

// For any query, days are in order, hours exist, and words are only taken out.
func TestAnyQuery(t *testing.T) {
	words := []string{"samba", "hoje", "sábado", "na", "sexta", "20h", "28", "/",
		"11", "de", "maio", "a", "à noite", "22:30", "pm", "next", "weekend", "2026", "-", ".",
		"\"", "日本", "é", "in"}
	rapid.Check(t, func(t *rapid.T) {
		query := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(words), rapid.String()),
			0, 8).Draw(t, "words"), rapid.SampledFrom([]string{" ", "", "  "}).Draw(t, "between"))
		locale := rapid.SampledFrom([]string{"pt-BR", "en", "es", "fr", "de", "pt-PT"}).Draw(t, "l")
		m := phrases.For(locale).Read(query, now)
		if !m.Found() {
			require.Equal(t, phrases.Meaning{Rest: query, Unread: m.Unread}, m)
			return
		}
		require.True(t, m.From != 0 || m.After != 0 || m.Hour != "")
		require.True(t, m.To == 0 || m.From <= m.To)
		require.True(t, m.After >= 0 && m.After <= 23)
		if utf8.ValidString(query) {
			require.True(t, utf8.ValidString(m.Rest))
		}
		for _, word := range strings.Fields(m.Rest) {
			require.Contains(t, query, word)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("samba sábado à noite 28/11 22h")
	f.Fuzz(func(t *testing.T, query string) {
		for _, locale := range []string{"pt-BR", "fr", "de"} {
			if m := phrases.For(locale).Read(query, now); m.To != 0 && m.From > m.To {
				t.Fatal(m)
			}
		}
	})
}
