package site_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
)

const seriesCatalogue = `[
{"id": 1, "slug": "s1", "name": "Forró de Quinta", "starts_at": "2026-12-03T21:00:00-03:00",
 "tags": ["Forró"],
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 2, "slug": "s2", "name": "FORRÓ de quinta", "starts_at": "2026-12-10T21:00:00-03:00",
 "tags": ["Forró"],
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 3, "slug": "s3", "name": "Forró de Quinta", "starts_at": "2026-12-17T18:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 4, "slug": "s4", "name": "Forró de Quinta", "starts_at": "2026-12-17T21:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 5, "slug": "outra", "name": "Forró de Quinta", "starts_at": "2026-12-10T21:00:00-03:00",
 "location": {"name": "Casa Azul", "city": "Recife", "state_abbr": "PE"}},
{"id": 6, "slug": "cedo", "name": "Duas Sessões", "starts_at": "2026-12-11T18:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 7, "slug": "tarde", "name": "Duas Sessões", "starts_at": "2026-12-11T21:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}},
{"id": 8, "slug": "alhures", "name": "Alhures", "starts_at": "2026-12-12T21:00:00-03:00",
 "tags": ["Choro"],
 "location": {"name": "Stadthalle", "city": "Graz", "country": "Austria"}}
]`

// TestSeries: the dates of one name at one venue are one card with a link to the others, in both
// forms, on the home page and on the pages of groups; on the page of a day each is listed at its
// hour, and no page of an event mentions the series.
func TestSeries(t *testing.T) {
	s := buildtest.NewShop(t, seriesCatalogue)
	s.MustPublish()
	const query = "?q=%22Forr%C3%B3%20de%20Quinta%22&amp;venue=casa-rosa-recife-pe&amp;order=date"
	for path, cards := range map[string][]string{
		"/":                           {"s1", "cedo", "alhures"}, // one of each name
		"/cidades/recife-pe":          {"s1", "outra", "cedo"},
		"/locais/casa-rosa-recife-pe": {"s1", "cedo"},
		"/paises/br":                  {"s1", "outra", "cedo"},
		"/temas/forro":                {"s1"},
	} {
		html := s.HTML(path)
		require.Equal(t, cards, cardSlugs(html), path)
		require.Contains(t, html, `<p class="again"><a href="/eventos`+query+`">mais 2 `+
			`datas</a></p></div>`, path)
		require.Equal(t, 1, strings.Count(html, "mais 2 datas"), path)
		require.Contains(t, s.Markdown(path), "· [mais 2 datas](https://palco.example/eventos.md"+
			strings.ReplaceAll(query, "&amp;", "&")+")\n", path)
	}
	require.Contains(t, s.HTML("/locais/casa-rosa-recife-pe"),
		`<p class="again"><a href="/eventos?q=%22Duas%20Sess%C3%B5es%22&amp;`+
			`venue=casa-rosa-recife-pe&amp;order=date">mais 1 horário</a></p></div>`)
	require.Equal(t, []string{"cedo", "tarde"}, cardSlugs(s.HTML("/agenda/2026-12-11")))
	require.Contains(t, s.HTML("/cidades/recife-pe"), "7 eventos em cartaz")
	require.Contains(t, s.HTML("/cidades/recife-pe"), "Ver todos os 7 eventos")
	require.Equal(t, []string{"s3", "s4"}, cardSlugs(s.HTML("/agenda/2026-12-17")))
	for _, path := range []string{"/agenda/2026-12-17", "/eventos/s1", "/cidades/graz",
		"/temas/choro"} {
		require.NotContains(t, s.HTML(path), "mais 2 datas", path)
	}
}

// TestApart: another event of the same name has its own card, with a second line; texts that differ
// only further on make no other event.
func TestApart(t *testing.T) {
	about := func(slug, day, text string) string {
		return `{"slug": "` + slug + `", "name": "Oficina", "starts_at": "2026-12-` + day +
			`T10:00:00-03:00", "description": "` + text + `",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}}`
	}
	const fold = "Dobradura de papel para quem nunca dobrou"
	s := buildtest.NewShop(t, buildtest.Array(about("a", "11", fold+"."), about("b", "11", "Coco"),
		about("c", "12", fold+", no domingo."), about("d", "12", "")))
	s.MustPublish()
	html := s.HTML("/locais/casa-rosa-recife-pe")
	require.ElementsMatch(t, []string{"a", "b", "d"}, cardSlugs(html))
	require.Contains(t, html, `</h3><p dir="auto">`+fold+".</p>")
	require.Equal(t, 1, strings.Count(html, "mais 1 data"))
	md := s.Markdown("/agenda/2026-12-11.md")
	require.Contains(t, md, "· Coco\n")
	require.Contains(t, s.HTML("/agenda/2026-12"), "<small>"+fold+". · 10h · Casa Rosa</small>")
}

// TestADateRedrawsWhatShowsItsSeries: another date of a series changes the pages that lead to it,
// and no group that it is not in.
func TestADateRedrawsWhatShowsItsSeries(t *testing.T) {
	s := buildtest.NewShop(t, seriesCatalogue)
	s.MustPublish()
	pages := func() map[string]string {
		all := map[string]string{}
		for ref := range s.Live().Resources() {
			path := string(ref.Path())
			if strings.HasPrefix(ref.Variant(0).ContentType(), "text/html") &&
				!strings.HasPrefix(path, "/_") {
				all[path] = s.HTML(path)
			}
		}
		return all
	}
	before := pages()
	s.Write("catalogue.json", strings.TrimSuffix(seriesCatalogue, "\n]")+`,
{"id": 9, "slug": "s9", "name": "Forró de Quinta", "starts_at": "2026-12-24T21:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "Recife", "state_abbr": "PE"}}]`)
	s.Options.Now = buildtest.Noon.Add(1e9)
	require.Equal(t, 6, s.MustPublish().Drawn)
	after := pages()
	for path := range before {
		if before[path] != after[path] && strings.HasPrefix(path, "/eventos/") {
			require.Contains(t, after[path], `"/eventos/s9">Recife, PE · Casa Rosa</a>`, path)
		}
	}
	require.Contains(t, after["/temas/forro"], "mais 3 datas")
	for _, path := range []string{"/eventos/cedo", "/temas/choro", "/locais/casa-azul-recife-pe",
		"/agenda/2026-12-12"} {
		require.NotEmpty(t, before[path], path)
		require.Equal(t, before[path], after[path], path)
	}
}

// cardSlugs returns the events whose cards a page has.
func cardSlugs(html string) (slugs []string) {
	for _, part := range strings.Split(html, `<h3 dir="auto"><a href="/eventos/`)[1:] {
		slug, _, _ := strings.Cut(part, `"`)
		slugs = append(slugs, slug)
	}
	return slugs
}

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
	raw := s.Body("/schedule.xml", "application/xml")
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
		require.Contains(t, s.HTML(page), `href="/schedule.xml"`)
		require.Contains(t, s.Markdown(page), "/schedule.xml)")
	}
	for _, document := range []string{"/llms.txt", "/.well-known/api-catalog"} {
		require.Contains(t, s.Body(document, ""), "https://palco.example/schedule.xml")
	}

	t.Run("an event that is over stays while the festival goes on", func(t *testing.T) {
		s.Write("catalogue.json", strings.Replace(festival(12), `"id":1,`,
			`"id":1,"is_closed":true,`, 1))
		s.MustPublish()
		require.Equal(t, 12, strings.Count(s.Body("/schedule.xml", "application/xml"), "<event "))
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
			require.Equal(t, c.want, strings.Contains(s.HTML("/"), "/schedule.xml"))
		})
	}
}
