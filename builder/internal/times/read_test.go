package times_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/times"
)

// TestRead: every form, and texts of no form. "?" marks a doubt, "|" what could not be read.
func TestRead(t *testing.T) {
	show := func(s string, o times.Order) string {
		r, ok := times.Read(s, o)
		if !ok {
			return ""
		}
		out := r.Wall.Format(time.DateOnly)
		if r.Clock {
			out = r.Wall.Format("2006-01-02T15:04:05")
		}
		if r.HasOffset {
			out += time.Time{}.In(time.FixedZone("", r.Offset)).Format("Z07:00")
		}
		if r.Zone != "" {
			out += "[" + r.Zone + "]"
		}
		if r.Doubt {
			out += "?"
		}
		if r.Rest != "" {
			out += "|" + r.Rest
		}
		return out
	}
	for in, want := range map[string]string{
		"2027-03-01T20:00:00-03:00":     "2027-03-01T20:00:00-03:00",
		"2027-03-01t20:00z":             "2027-03-01T20:00:00Z",
		"2027-03-01 20:00:00.123 +02":   "2027-03-01T20:00:00+02:00",
		"2027-03-01T20:00:00,5+0530":    "2027-03-01T20:00:00+05:30",
		"2027-03-01 20:00 UTC-3":        "2027-03-01T20:00:00-03:00",
		"2027-03-01 20:00 CET":          "2027-03-01T20:00:00+01:00",
		"2027-03-01 20:00:00 +0000 UTC": "2027-03-01T20:00:00Z",
		"2027-03-01T20:00:00-03:00[America/Sao_Paulo]": "2027-03-01T20:00:00-03:00" +
			"[America/Sao_Paulo]",
		"2027-07-01T20:00[!Europe/Paris][u-ca=gregory]": "2027-07-01T20:00:00" +
			"[Europe/Paris]",
		"2027-07-01 20:00 Europe/Paris": "2027-07-01T20:00:00" +
			"[Europe/Paris]",
		"2027-07-01[Europe/Paris]":                                   "2027-07-01[Europe/Paris]",
		"Mon Mar 01 2027 20:00:00 GMT-0300 (Brasilia Standard Time)": "2027-03-01T20:00:00-03:00",
		"Mon, 01 Mar 2027 20:00:00 GMT":                              "2027-03-01T20:00:00Z",
		"2027-03-01T21":                                              "2027-03-01T21:00:00",
		"2027-03-01T24:00":                                           "2027-03-02T00:00:00",
		"2027-03-01Z":                                                "2027-03-01",
		"2027-03-01+01:00":                                           "2027-03-01",
		"2027-03-01":                                                 "2027-03-01",
		"2027/03/01":                                                 "2027-03-01",
		"2027/3/1 20:00":                                             "2027-03-01T20:00:00",
		"2027.03.01":                                                 "2027-03-01",
		"20270301":                                                   "2027-03-01",
		"20270301T200000Z":                                           "2027-03-01T20:00:00Z",
		"202703012000":                                               "2027-03-01T20:00:00",
		"1803945600":                                                 "2027-03-02T00:00:00Z",
		"1803945600000":                                              "2027-03-02T00:00:00Z",
		"13/03/2027":                                                 "2027-03-13",
		"03/13/2027":                                                 "2027-03-13",
		"01/03/2027 20h30":                                           "2027-03-01T20:30:00?",
		"03/03/27":                                                   "2027-03-03",
		"1.3.27, 20.30 Uhr":                                          "2027-03-01T20:30:00",
		"1-3-2027":                                                   "2027-03-01?",
		"1-Mar-27":                                                   "2027-03-01",
		"01-MAR-2027":                                                "2027-03-01",
		"2027-Mar-01":                                                "2027-03-01",
		"March 1, 2027":                                              "2027-03-01",
		"Mar 1st, 2027, 8 pm":                                        "2027-03-01T20:00:00",
		"Monday, March 1, 2027 at 8:30 PM":                           "2027-03-01T20:30:00",
		"segunda-feira, 1º de março de 2027 às 20h":   "2027-03-01T20:00:00",
		"lunes, 1 de marzo de 2027 a las 20:00 horas": "2027-03-01T20:00:00",
		"lundi 1er mars 2027 à 20 h 30":               "2027-03-01T20:30:00",
		"mar. 2 mars 2027":                            "2027-03-02",
		"Mo., 1. März 2027 um 20 Uhr":                 "2027-03-01T20:00:00",
		"lunedì 1 marzo 2027 ore 20:30":               "2027-03-01T20:30:00",
		"maandag 1 maart 2027 om 20.30 u":             "2027-03-01T20:30:00",
		"2027-03-01 12 am":                            "2027-03-01T00:00:00",
		"2027-03-01 TBA":                              "2027-03-01|TBA",
		"2027-03-01 24:00 BRT":                        "2027-03-02T00:00:00[America/Sao_Paulo]",
		"2027-03-01 8hrs -03:00":                      "2027-03-01T08:00:00-03:00",
		"2027-03-01 25:00":                            "2027-03-02T01:00:00",
		"2027-03-01 13 pm":                            "2027-03-01|13 pm",
		"2027-03-01T20:00 BRT":                        "2027-03-01T20:00:00[America/Sao_Paulo]",
		"2027-03-01 10:00-12:00":                      "2027-03-01|10:00-12:00",
		"2027-03-01 20:00 - 22:00":                    "2027-03-01|20:00 - 22:00",
		"1 Mar 2027 - 3 Mar 2027":                     "2027-03-01|- 3 Mar 2027",
		"March 10-12, 2027":                           "",
		"10-12 March 2027":                            "",
		"Fri 5 March 20:00":                           "",
		"March 2027":                                  "",
		"Marvellous 1, 2027":                          "",
		"2027-02-30":                                  "",
		"31/04/2027":                                  "",
		"12 10 2027":                                  "",
		"2027":                                        "",
		"46447.83":                                    "",
		"1899-12-30":                                  "1899-12-30",
		"1899-12-29":                                  "",
		"Mon, 1 Mar 27 20:00 GMT":                     "2027-03-01T20:00:00Z",
		"01 Mar 27 20:00:00 +0100":                    "2027-03-01T20:00:00+01:00",
		"1 Mar 20 Uhr":                                "",
		"1 Mar 27 20 Uhr":                             "",
		"2027-03-01 meio-dia":                         "2027-03-01T12:00:00",
		"2027-03-01 à minuit":                         "2027-03-02T00:00:00",
		"27-03-10":                                    "2027-03-10?",
		"10-03-27":                                    "2027-03-10?",
		"25-12-27":                                    "2027-12-25?",
		"45-03-10":                                    "2045-03-10",
		"27.03.10":                                    "2010-03-27",
		"2027-03-01 29:59":                            "2027-03-02T05:59:00",
		"2027-03-01 30:00":                            "2027-03-01|30:00",
		"2201-01-01":                                  "",
		"2027-03-01 20:00 XYZ":                        "2027-03-01|20:00 XYZ",
		"2027-03-01 19h (horário de Brasília)":        "2027-03-01T19:00:00[America/Sao_Paulo]",
		"13.03. - 15.03.2027":                         "",
		"2027-03-01 8:30 p. m.":                       "2027-03-01T20:30:00",
		"2027-03-01 20u15":                            "2027-03-01T20:15:00",
		"2027-03-01 a partir das 15h":                 "2027-03-01T15:00:00",
		"amanhã":                                      "",
		"":                                            "",
	} {
		require.Equal(t, want, show(in, times.OrderOf(nil, "pt-BR")), in)
	}
	english := times.OrderOf(nil, "en-US")
	require.Equal(t, "2027-01-03?", show("01/03/2027", english))
	require.Equal(t, "2027-03-01", show("1.3.2027", english))
}

// TestOrderOf: one date beyond the twelfth shows the order of all; contradictions show nothing.
func TestOrderOf(t *testing.T) {
	for _, tt := range []struct {
		dates            []string
		locale           string
		monthFirst, sure bool
	}{
		{[]string{"01/02/2027", "13/02/2027 20:00"}, "en", false, true},
		{[]string{"01/02/2027", "02/13/27"}, "pt-BR", true, true},
		{[]string{"13/02/2027", "02/13/2027"}, "pt-BR", false, false},
		{[]string{"01/02/2027", "2027-02-13", "13 March 2027"}, "en", true, false},
		{[]string{"01/02/2027"}, "de", false, false},
	} {
		require.Equal(t, times.Order{MonthFirst: tt.monthFirst, Sure: tt.sure},
			times.OrderOf(tt.dates, tt.locale), tt.dates)
	}
}

// TestIn: of two moments the first, in zones on both sides of UTC; skipped hours go forward.
func TestIn(t *testing.T) {
	for _, tt := range []struct {
		zone, wall, want string
		skipped          bool
	}{
		{"Europe/Paris", "2027-10-31T02:30:00", "2027-10-31T02:30:00+02:00", false},
		{"America/New_York", "2027-11-07T01:30:00", "2027-11-07T01:30:00-04:00", false},
		{"Australia/Lord_Howe", "2027-04-04T01:45:00", "2027-04-04T01:45:00+11:00", false},
		{"Pacific/Auckland", "2027-04-04T02:30:00", "2027-04-04T02:30:00+13:00", false},
		{"Europe/Paris", "2027-03-28T02:30:00", "2027-03-28T03:30:00+02:00", true},
		{"America/Sao_Paulo", "2018-11-04T00:30:00", "2018-11-04T01:30:00-02:00", true},
		{"Asia/Tokyo", "2027-03-28T02:30:00", "2027-03-28T02:30:00+09:00", false},
	} {
		loc, _ := times.Zone(tt.zone)
		r, ok := times.Read(tt.wall, times.Order{})
		require.True(t, ok)
		got, skipped := times.In(r.Wall, loc)
		require.Equal(t, tt.want, got.Format(time.RFC3339))
		require.Equal(t, tt.skipped, skipped, tt.wall)
	}
}
