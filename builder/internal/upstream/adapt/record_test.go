package adapt_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
)

// TestUsualRecord: forms of times, states and places in members of JSON, as the record has them
// after its check.
func TestUsualRecord(t *testing.T) {
	for _, tt := range [][2]string{
		{`"date": "2027-02-13", "start": "20:00", "end": "02:00"`,
			"2027-02-13T20:00:00 2027-02-14T02:00:00"},
		{`"begin": "2027-02-13T20:00", "duration": "PT2H"`,
			"2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"date": "2027-02-13", "duration": "2 h"`, "2027-02-13  lasts PT120M"},
		{`"date": "2027-02-13T20:00", "duration": "PT0S"`, "2027-02-13T20:00:00 "},
		{`"date": "2027-02-13", "event_status": ["EventScheduled", "cancelado"]`,
			"2027-02-13  cancelled"},
		{`"location": [{"type": "virtual"}, {"name": "Sesc"}]`, " "},
		{`"date": "2027-02-13", "start_time": "2027-02-13T20:00"`, "2027-02-13T20:00:00 "},
		{`"startDate": "2027-02-13", "startHour": "8:00 pm", "endHour": 22`,
			"2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"start_date": "2027-02-13", "start_time": "20:00-22:00"`,
			"2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"when": "Saturday, February 13, 2027 from 8 PM to 10 PM"`,
			"2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"data": "13/02/2027 20h às 22h"`, "2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"date": "2027-02-13/2027-02-14"`, "2027-02-13 2027-02-14"},
		{`"date": "13-14 Feb 2027"`, "2027-02-13 2027-02-14"},
		{`"startDate": {"year": 2027, "month": 2, "day": 13}`, "2027-02-13 "},
		{`"dates": {"start": {"localDate": "2027-02-13", "localTime": "20:00"}}`,
			"2027-02-13T20:00:00 "},
		{`"kind": "calendar#event", "start": {"date": "2027-02-13"}, "end": {"date": "2027-02-15"}`,
			"2027-02-13 2027-02-14"},
		{`"isAllDay": true, "start": "2027-02-13T00:00", "end": "2027-02-14T00:00"`,
			"2027-02-13 "},
		{`"begin": 1802548800, "isCanceled": "yes"`, "2027-02-13T20:00:00Z  cancelled"},
		{`"eventStatus": "https://schema.org/EventPostponed"`, "  postponed"},
		{`"location": {"type": "virtual", "url": "https://zoom.us/j/1"}`, "  online"},
		{`"hangoutLink": "https://meet.google.com/x"`, "  online"},
		{`"hangoutLink": "https://meet.google.com/x", "venue": "Sesc"`, " "},
		{`"date": "2027-02-13", "published": false`, "hidden"},
		{`"date": "2027-02-13T20:00", "doorTime": "2027-02-13T19:00"`,
			"2027-02-13T20:00:00  doors 2027-02-13T19:00:00"},
		{`"datum": "13.2.2027", "uhrzeit": "20:00", "Einlass": "19:30 Uhr"`,
			"2027-02-13T20:00:00  doors 2027-02-13T19:30:00"},
		{`"data": "13/02/2027", "abertura_da_casa": "19h"`,
			"2027-02-13  doors 2027-02-13T19:00:00"},
		{`"date": "2027-02-13", "Início das vendas": "3/12/2026 10:00"`,
			"2027-02-13  sales 2026-12-03T10:00:00"},
		{`"start": "2027-02-14T01:00:00Z", "doors": "19:00"`, "2027-02-14T01:00:00Z "},
		{`"timings": [{"begin": "2027-02-13T20:00", "end": "2027-02-13T22:00"},
			{"begin": "2027-02-20T20:00", "end": "2027-02-20T22:00"}]`,
			"2027-02-13T20:00:00 2027-02-20T22:00:00 sessions 2"},
		{`"timings": [{"begin": "2027-02-13T20:00", "end": "2027-02-13T22:00"}]`,
			"2027-02-13T20:00:00 2027-02-13T22:00:00"},
		{`"date": "2027-02-13", "sessions": [{"title": "A", "start": "2027-02-13T10:00"},
			{"title": "B", "start": "2027-02-13T11:00"}]`, "2027-02-13 "},
		{`"typicalAgeRange": "7-12"`, "  age 7-12"},
		{`"age": {"min": 8, "max": 99}`, "  age 8-"},
		{`"age_min": 3, "age_max": 6`, "  age 3-6"},
		{`"Classificação": "Livre"`, "  age 0-"},
		{`"classificacao indicativa": "14 anos"`, "  age 14-"},
		{`"faixa_etaria": "de 7 a 12 anos"`, "  age 7-12"},
		{`"age": "jusqu’à 12 ans"`, "  age 0-12"},
		{`"age": "18+"`, "  age 18-"},
		{`"age": "6 meses"`, " "},
		{`"age": "since 2019"`, " "},
		{`"date": "2027-02-13", "duration": "1h30"`, "2027-02-13  lasts PT90M"},
		{`"date": "2027-02-13", "dauer": "2 Stunden"`, "2027-02-13  lasts PT120M"},
		{`"date": "2027-02-13", "duracao": "90 min"`, "2027-02-13  lasts PT90M"},
		{`"date": "2027-02-13", "duration": 90`, "2027-02-13 "},
		{`"accessibility": {"mi": true, "hi": false, "vi": true}`, "  access step_free,sight"},
		{`"acessibilidade": "Libras, rampa"`, "  access step_free,sign_language"},
		{`"accessibilityFeature": ["captions", "signLanguage"], "wheelchair": "no"`,
			"  access sign_language,captions"},
	} {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"name": "A", `+tt[0]+`}`), &object))
		got := "hidden"
		record := adapt.UsualRecord(object, "pt-BR")
		if rec, _, _ := validate.New(validate.Config{Locale: "pt-BR"}).Check(record,
			""); rec != nil {
			got = fmt.Sprint(rec.Starts, " ", rec.Ends)
			if rec.State != "" {
				got += " " + string(rec.State)
			}
			if rec.DoorsAt.Known() {
				got += " doors " + rec.DoorsAt.String()
			}
			if rec.SalesAt.Known() {
				got += " sales " + rec.SalesAt.String()
			}
			if n := len(rec.Sessions.All); n > 0 {
				got += fmt.Sprint(" sessions ", n)
			}
			for _, part := range [][2]string{{" age ", string(rec.Ages)},
				{" lasts ", string(rec.Duration)}, {" access ", string(rec.Access)}} {
				if part[1] != "" {
					got += part[0] + part[1]
				}
			}
			if rec.IsOnline {
				got += " online"
			}
		}
		require.Equal(t, tt[1], got, tt[0])
	}
}
