package page_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/builder/catalog"
)

func eventSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	const file = "testdata/schemas/own-google-event-jsonld.schema.json"
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(file, doc))
	schema, err := c.Compile(file)
	require.NoError(t, err)
	return schema
}

// jsonLD is the Event of a page's JSON-LD, nil when it has none.
func jsonLD(t *testing.T, page []byte) map[string]any {
	t.Helper()
	for _, script := range find(parse(t, page), atom.Script) {
		if script.FirstChild == nil {
			continue // one of the site's own
		}
		raw := script.FirstChild.Data
		require.NotContains(t, raw, "<")
		var doc map[string]any
		require.NoError(t, json.Unmarshal([]byte(raw), &doc))
		require.Equal(t, "https://schema.org", doc["@context"])
		if doc["@type"] == "Event" {
			return doc
		}
		graph, _ := doc["@graph"].([]any)
		for _, one := range graph {
			if one := one.(map[string]any); one["@type"] == "Event" {
				return one
			}
		}
	}
	return nil
}

// evenings returns 50 sessions, the first passed of them over; the third is at another hour, the
// last one a night and a day.
func evenings(passed int64) (s catalog.Sessions) {
	for i := range 50 {
		from := instant("2026-05-23T21:00:00-03:00").Time.AddDate(0, 0, i)
		if i == 2 {
			from = from.Add(-2 * time.Hour)
		}
		s.Put(catalog.Session{Starts: catalog.Moment{Precision: catalog.Instant, Time: from},
			Ends: catalog.Moment{Precision: catalog.Instant, Time: from.Add(time.Hour)}})
	}
	last := &s.All[len(s.All)-1]
	last.Ends.Time = last.Ends.Time.Add(24 * time.Hour)
	s.Passed = passed
	return s
}

// TestSessions: a page names the sessions that are left, by their hours, and counts the others; its
// twin says the same.
func TestSessions(t *testing.T) {
	rec := evinha()
	rec.Sessions = evenings(1)
	p := mustEvent(t, mustNew(t, palco()), rec)
	require.Contains(t, string(p.Markdown), `
- **Datas e horários:**
  - 21h às 22h: dom 24 mai 2026, ter 26 mai, `)
	require.Contains(t, string(p.Markdown),
		"\n  - 19h às 20h: seg 25 mai 2026\n  - mais 13 datas\n")
	for _, text := range []string{"<b>21h às 22h</b>: dom 24 mai 2026, ter 26 mai, ",
		"<b>19h às 20h</b>: seg 25 mai 2026</p><p>mais 13 datas</p>"} {
		require.Contains(t, string(p.HTML), text)
	}
	rec.Sessions.Passed = 49
	require.Contains(t, string(mustEvent(t, mustNew(t, palco()), rec).Markdown),
		"\n  - a partir de 21h: 11 a 12 de julho de 2026\n")
}

func TestJSONLD(t *testing.T) {
	schema := eventSchema(t)
	require.Error(t, schema.Validate(map[string]any{"@type": "Event"}),
		"the schema refuses nothing")
	for _, rec := range records(palco()) { // what they say is in the golden files
		if doc := jsonLD(t, mustEvent(t, mustNew(t, palco()), rec).HTML); doc != nil {
			require.NoError(t, schema.Validate(doc), rec.Slug)
		}
	}
	for name, test := range map[string]struct {
		rec    *catalog.Record
		change func(*catalog.Record)
		want   func(*testing.T, map[string]any)
	}{
		"sessions": {evinha(), func(rec *catalog.Record) { rec.Sessions = evenings(1) },
			func(t *testing.T, doc map[string]any) {
				require.Equal(t, []any{map[string]any{"@type": "Schedule",
					"startDate": "2026-05-24", "endDate": "2026-05-24", "startTime": "21:00:00",
					"endTime": "22:00:00", "scheduleTimezone": "America/Sao_Paulo"}},
					doc["eventSchedule"].([]any)[:1])
				require.Len(t, doc["eventSchedule"], 36)
			}},
		"a session of days": {evinha(), func(rec *catalog.Record) { rec.Sessions = evenings(49) },
			func(t *testing.T, doc map[string]any) {
				session := doc["eventSchedule"].([]any)[0].(map[string]any)
				require.Equal(t, []any{"2026-07-11", "2026-07-12"},
					[]any{session["startDate"], session["endDate"]})
			}},
		"online": {online(),
			func(rec *catalog.Record) { rec.Starts = instant("2026-05-23T21:00:00-03:00") },
			func(t *testing.T, doc map[string]any) {
				require.Equal(t, "VirtualLocation", doc["location"].(map[string]any)["@type"])
				require.Equal(t, "0.00", doc["offers"].(map[string]any)["price"])
			}},
		"country named as state": {berlin(), nil, func(t *testing.T, doc map[string]any) {
			address := doc["location"].(map[string]any)["address"].(map[string]any)
			require.Equal(t, "DK", address["addressCountry"])
			require.NotContains(t, address, "addressRegion")
		}},
		"total not known": {evinha(), func(rec *catalog.Record) {
			rec.Tickets = []catalog.Ticket{{Name: "x", Currency: "BRL", Available: true}}
		}, func(t *testing.T, doc map[string]any) {
			require.NotContains(t, doc["offers"], "price")
			require.NotContains(t, doc["offers"], "priceCurrency")
		}},
		"marks of elements": {evinha(), func(rec *catalog.Record) {
			rec.Name, rec.Description = "</script><b>", "a &lt;b&gt; c"
			rec.Format = "html"
		}, func(t *testing.T, doc map[string]any) {
			require.Equal(t, "</script><b>", doc["name"])
			require.Equal(t, "a b c", doc["description"])
		}},
		"long text": {evinha(),
			func(rec *catalog.Record) { rec.Description = strings.Repeat("palavra ", 200) },
			func(t *testing.T, doc map[string]any) {
				require.LessOrEqual(t, len([]rune(doc["description"].(string))), 300)
			}},
	} {
		t.Run(name, func(t *testing.T) {
			if test.change != nil {
				test.change(test.rec)
			}
			doc := jsonLD(t, mustEvent(t, mustNew(t, palco()), test.rec).HTML)
			require.NotNil(t, doc)
			require.NoError(t, schema.Validate(doc))
			test.want(t, doc)
		})
	}
	t.Run("country not known", func(t *testing.T) {
		rec := evinha()
		rec.Location.StateAbbr, rec.Location.State, rec.Location.Country = "", "Georgia", ""
		doc := jsonLD(t, mustEvent(t, mustNew(t, palco()), rec).HTML)
		address := doc["location"].(map[string]any)["address"].(map[string]any)
		require.NotContains(t, address, "addressCountry", "Georgia is a country and a state")
		require.Equal(t, "Georgia", address["addressRegion"])
	})
	for name, rec := range map[string]*catalog.Record{"no date": online(), "no city": sparse()} {
		t.Run(name, func(t *testing.T) {
			require.Nil(t, jsonLD(t, mustEvent(t, mustNew(t, palco()), rec).HTML))
		})
	}
}

// TestShare: the links hold what a friend needs to know, escaped once.
func TestShare(t *testing.T) {
	rec := evinha()
	rec.Name = "Rock & roll + 100%?"
	e := mustEvent(t, mustNew(t, palco()), rec)
	var links []string
	for _, a := range find(parse(t, e.HTML), atom.A) {
		for _, attr := range a.Attr {
			if attr.Key == "href" && regexp.MustCompile(`^(https://wa\.me|mailto:)`).MatchString(
				attr.Val) {
				links = append(links, attr.Val)
			}
		}
	}
	text := "Rock%20%26%20roll%20%2B%20100%25%3F%20%C2%B7%20S%C3%A1bado%2C%2023%20de%20maio" +
		"%20de%202026%2C%2021h%20%C2%B7%20Theatro%20Municipal%2C%20S%C3%A3o%20Paulo%2C%20SP%0A" +
		"https%3A%2F%2Fpalco.example%2Feventos%2F" + rec.Slug
	require.Contains(t, links, "https://wa.me/?text="+text)
	require.Contains(t, links,
		"mailto:?subject=Rock%20%26%20roll%20%2B%20100%25%3F&body="+text)
	require.Contains(t, string(e.HTML),
		`<span class="copy">https://palco.example/eventos/`+rec.Slug+`</span>`)
}
