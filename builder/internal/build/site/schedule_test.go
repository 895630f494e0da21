package site_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
)

// festival returns a catalogue of n events on following evenings, at two venues of one name in two
// cities.
func festival(n int) string {
	list := make([]string, n)
	for i := range list {
		city := [...]string{"Recife", "Olinda"}[i%2]
		list[i] = fmt.Sprintf(`{"id":%d,"slug":"show-%d","name":"Show %d","status":"ativo",`+
			`"description":"<p>Com <b>banda</b></p>","starts_at":"2026-11-%02dT20:30:00",`+
			`"location":{"name":"Teatro","city":%q,"state_abbr":"PE"}}`, i+1, i+1,
			i+1, 21+i%5, city)
	}
	return buildtest.Array(list...)
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, festival(12))
	s.MustPublish()
	type room struct {
		Name   string `xml:"name,attr"`
		Events []struct {
			Date, Start, Abstract, URL string
			Inside                     string `xml:",innerxml"`
		} `xml:"event"`
	}
	var doc struct {
		Zone string `xml:"conference>time_zone_name"`
		Days []struct {
			Date  string `xml:"date,attr"`
			Rooms []room `xml:"room"`
		} `xml:"day"`
	}
	raw := buildtest.Body(t, s.Live(), "/schedule.xml", "application/xml")
	require.NoError(t, xml.Unmarshal([]byte(raw), &doc))
	require.Equal(t, "America/Sao_Paulo", doc.Zone)
	require.Len(t, doc.Days, 5)
	require.Equal(t, "2026-11-21", doc.Days[0].Date)
	rooms := doc.Days[0].Rooms
	require.Len(t, rooms, 2, "venues of one name in two cities")
	require.Equal(t, "Teatro, Olinda, PE", rooms[0].Name)
	require.Equal(t, 12, strings.Count(raw, "<event "))
	require.Contains(t, rooms[0].Events[0].Inside, "<date>2026-11-21T20:30:00-03:00</date>")
	require.Contains(t, rooms[0].Events[0].Inside, "<abstract>Com banda</abstract>")
	for _, page := range []string{"/", "/agenda"} {
		require.Contains(t, buildtest.Body(t, s.Live(), page, "text/html"), `href="/schedule.xml"`)
		require.Contains(t, buildtest.Body(t, s.Live(), page, "text/markdown"), "/schedule.xml)")
	}
	for _, document := range []string{"/llms.txt", "/.well-known/api-catalog"} {
		require.Contains(t, buildtest.Body(t, s.Live(), document, ""),
			"https://palco.example/schedule.xml")
	}

	t.Run("an event that is over stays while the festival goes on", func(t *testing.T) {
		s.Write("catalogue.json", strings.Replace(festival(12), `"id":1,`,
			`"id":1,"is_closed":true,`, 1))
		s.MustPublish()
		require.Equal(t, 12, strings.Count(buildtest.Body(t, s.Live(), "/schedule.xml",
			"application/xml"), "<event "))
	})
}

// TestNoSchedule: a catalogue that is no festival has no schedule, unless the brand says so; and
// the other way about.
func TestNoSchedule(t *testing.T) {
	t.Parallel()
	long := strings.Replace(festival(12), "2026-11-25", "2027-02-25", 1)
	nowhere := strings.Replace(festival(12), `{"name":"Teatro","city":"Recife"`,
		`{"city":"Recife"`, 1)
	for name, c := range map[string]struct {
		catalogue, yaml string
		want            bool
	}{
		"few":             {festival(9), "", false},
		"few, asked for":  {festival(9), "schedule: yes\n", true},
		"long":            {long, "", false},
		"long, asked for": {long, "schedule: yes\n", true},
		"without a venue": {nowhere, "", false},
		"not wanted":      {festival(12), "schedule: no\n", false},
		"none on sale": {strings.ReplaceAll(festival(12), `"status"`, `"is_closed":true,"status"`),
			"schedule: yes\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := buildtest.NewShop(t, c.catalogue)
			s.YAML(buildtest.FileSource + c.yaml)
			s.MustPublish()
			_, ok := s.Live().Lookup("/schedule.xml")
			require.Equal(t, c.want, ok)
			require.Equal(t, c.want, strings.Contains(buildtest.Body(t, s.Live(), "/", "text/html"),
				"/schedule.xml"))
		})
	}
}
