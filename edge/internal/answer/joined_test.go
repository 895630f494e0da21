package answer_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/programtest"
)

// joinedPaths are the addresses whose answers are joined per request.
var joinedPaths = []string{"/api/public/v1/events", "/eventos", "/eventos.md"}

func gunzip(t testing.TB, b []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(b))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}

// randomEvents are events whose texts are anything, and often alike.
func randomEvents(rnd *rand.Rand, brand release.Brand, n int) []catalog.Event {
	parts := []string{"Festival", "samba", "東京", "São", "d'água", "<b>&amp;</b>", "\"q\"", "\\",
		"\u2028", "🎭", "-", "12", "ção", strings.Repeat("longo ", 40), "\U0010FFFD", "Ж"}
	text := func(most int) string {
		var words []string
		for range 1 + rnd.IntN(most) {
			words = append(words, parts[rnd.IntN(len(parts))])
		}
		return strings.Join(words, " ")
	}
	cities := []string{"São Paulo", "Recife", text(3)}
	events := make([]catalog.Event, n)
	for i := range events {
		slug := fmt.Sprintf("e-%d", i)
		description := text(1 + rnd.IntN(80))
		city, state := cities[rnd.IntN(len(cities))], []string{"SP", "PE"}[rnd.IntN(2)]
		events[i] = catalog.Event{
			ID: rnd.Int64N(1 << 53), Slug: slug, Name: text(6), Description: &description,
			URL:      brand.SiteURL + "/eventos/" + slug,
			Location: &catalog.Location{City: &city, StateAbbr: &state},
			Producer: &catalog.Producer{Name: text(2), Slug: "p"},
		}
	}
	return events
}

// For any catalogue and any query, the gzip answer is the answer: the same bytes once it is
// decoded, and the same fields except those that distinguish codings.
func TestGzipIsTheIdentityAnswer(t *testing.T) {
	brand := edgetest.Brand("palco")
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		c := openEvents(t,
			randomEvents(rnd, brand, []int{0, 1, 3, 20, 70, 200, 400, 90}[seed]))
		var plain, coded answer.Answer // used again and again, as a server does
		for range 150 {
			query := url.Values{}
			for name, values := range map[string][]string{
				"q": {"", "samba", "fes", "東京", "\"><script>", "nada disso", "ЖЖЖ\x00\x7f",
					strings.Repeat("x", 300)}, "city": {"", "sao paulo", "<i>"},
				"state": {"", "sp"}, "organization": {"", "p", "Ünknown"},
				"page": {"1", "2", "3", "99"}, "per_page": {"", "1", "7", "50"},
			} {
				if value := values[rnd.IntN(len(values))]; rnd.IntN(3) == 0 {
					query.Set(name, value)
				}
			}
			r := answer.Request{Method: "GET", Path: joinedPaths[rnd.IntN(len(joinedPaths))],
				Query: query.Encode(), Time: now}
			if rnd.IntN(4) == 0 {
				r.Accept = "text/markdown"
			}
			plain.Reset()
			c.Answer(&plain, &r, c.Route(&r))
			r.AcceptEncoding = "gzip"
			coded.Reset()
			c.Answer(&coded, &r, c.Route(&r))
			require.Equal(t, 200, coded.Status)
			require.Equal(t, release.Gzip, coded.Coding)
			require.Equal(t, "gzip", coded.Field("Content-Encoding"))
			require.True(t, string(plain.Body) == gunzip(t, coded.Body), "%s?%s", r.Path, r.Query)
			require.Equal(t, strings.TrimSuffix(plain.Field("ETag"), `"`)+`-gz"`,
				coded.Field("ETag"))
			for _, f := range plain.Fields {
				if f.Name != "ETag" {
					require.Equal(t, f.Value, coded.Field(f.Name), f.Name)
				}
			}
			require.Len(t, coded.Fields, len(plain.Fields)+1)
		}
	}
}

func TestJoinedCodings(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 30)
	for _, path := range joinedPaths {
		for accept, want := range map[string]string{
			"": "", "identity": "", "br": "", "gzip;q=0": "", "zstd": "", "*;q=0": "",
			"identity, gzip;q=0.5": "",
			"gzip":                 "gzip", "x-gzip": "gzip", "GZIP": "gzip", "*": "gzip",
			"gzip, deflate, br, zstd": "gzip", "zstd, gzip;q=0.1": "gzip",
			"gzip, identity;q=0": "gzip",
		} {
			a := ask(c, answer.Request{Path: path, AcceptEncoding: accept})
			require.Equal(t, want, a.Field("Content-Encoding"), "%s %q", path, accept)
			require.Contains(t, a.Field("Vary"), "Accept-Encoding")
		}
		plain, gz := ask(c, answer.Request{Path: path}), ask(c,
			answer.Request{Path: path, AcceptEncoding: "gzip"})
		require.NotEqual(t, plain.Field("ETag"), gz.Field("ETag"))
		require.Less(t, len(gz.Body), len(plain.Body)*3/5)

		// Each validator is for one coding; a 304 says which answer it confirms, and nothing about
		// content.
		a := ask(c, answer.Request{Path: path, AcceptEncoding: "gzip",
			IfNoneMatch: gz.Field("ETag")})
		require.Equal(t, 304, a.Status)
		require.Equal(t, gz.Field("ETag"), a.Field("ETag"))
		require.Equal(t, gz.Field("Vary"), a.Field("Vary"))
		require.Empty(t, a.Field("Content-Encoding"))
		require.Empty(t, a.Body)
		require.Equal(t, 200,
			ask(c, answer.Request{Path: path, AcceptEncoding: "gzip",
				IfNoneMatch: plain.Field("ETag")}).Status)
		require.Equal(t, 200,
			ask(c, answer.Request{Path: path, IfNoneMatch: gz.Field("ETag")}).Status)

		if path != "/api/public/v1/events" {
			head := ask(c, answer.Request{Method: "HEAD", Path: path, AcceptEncoding: "gzip"})
			require.Equal(t, gz.Fields, head.Fields)
			require.Len(t, head.Body, len(gz.Body), "the length that HEAD tells is that of GET")
		}
	}
	require.Equal(t, "Accept-Encoding", ask(c, answer.Request{Path: "/eventos.md"}).Field("Vary"),
		"the twin has one media type")
	for _, r := range []answer.Request{{Method: "PUT", Path: "/eventos"},
		{Path: "/api/public/v1/events/none"}} {
		r.AcceptEncoding = "gzip"
		require.Empty(t, ask(c, r).Field("Content-Encoding"), "problems are sent as they are")
	}
}

// Parts that are read on first use are asked for by many requests at once.
func TestJoinedAnswersAtOnce(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 60)
	bodies := make([]string, 24)
	var all sync.WaitGroup
	for i := range bodies {
		all.Go(func() {
			bodies[i] = string(ask(c, answer.Request{Path: joinedPaths[i%3],
				AcceptEncoding: "gzip"}).Body)
		})
	}
	all.Wait()
	for i := range bodies {
		require.Equal(t, bodies[i%3], bodies[i])
	}
}

// Compressed answers cost no more memory than plain ones.
func TestJoinedAllocations(t *testing.T) {
	if programtest.Race {
		t.Skip("the race detector makes pools forget")
	}
	c := open(t, edgetest.Brand("palco"), 300)
	for _, path := range joinedPaths {
		count := func(accept string) float64 {
			var a answer.Answer
			r := answer.Request{Method: "GET", Path: path, Query: "q=show&page=2",
				AcceptEncoding: accept, Time: now}
			return testing.AllocsPerRun(200, func() {
				a.Reset()
				c.Answer(&a, &r, c.Route(&r))
			})
		}
		// One more: a collection in the middle empties the pool of search scratch.
		require.LessOrEqual(t, count("gzip"), count("")+1, path)
	}
}

func BenchmarkListGzip(b *testing.B) {
	c := open(b, edgetest.Brand("palco"), 1000)
	r := answer.Request{Method: "GET", Path: "/api/public/v1/events", Query: "q=show&city=recife",
		AcceptEncoding: "gzip", Time: now}
	benchmark(b, c, &r)
}

// dated is a catalogue of n events in Recife, and one in Olinda without a date.
func dated(t testing.TB, n int) *answer.Catalogue {
	t.Helper()
	recife, olinda, state := "Recife", "Olinda", "PE"
	var events []catalog.Event
	for i := range n {
		start := fmt.Sprintf("2026-12-%02dT20:00:00-03:00", 1+i%28)
		events = append(events, catalog.Event{ID: int64(i + 1), Slug: fmt.Sprintf("samba-%d", i),
			Name: fmt.Sprintf("Samba \"%d\"", i), StartsAt: &start, Producer: &catalog.Producer{},
			Location: &catalog.Location{City: &recife, StateAbbr: &state}})
	}
	events = append(events, catalog.Event{ID: 9999, Slug: "frevo", Name: "Frevo",
		Producer: &catalog.Producer{},
		Location: &catalog.Location{City: &olinda, StateAbbr: &state}})
	return openEvents(t, events)
}

// TestCalendarOfASearch: /eventos.ics with a query is the calendar of what the same query finds.
func TestCalendarOfASearch(t *testing.T) {
	c := dated(t, catalog.MaxCalendar+10)
	get := func(query string) (*answer.Answer, *ics.Calendar) {
		r := answer.Request{Method: "GET", Path: "/eventos.ics", Query: query, Time: now}
		require.Equal(t, answer.ListCalendar, c.Route(&r).Kind)
		a := new(answer.Answer)
		c.Answer(a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status, query)
		require.Equal(t, "text/calendar; charset=utf-8", a.Field("Content-Type"))
		require.Equal(t, "*", a.Field("Access-Control-Allow-Origin"))
		cal, err := ics.ParseCalendar(bytes.NewReader(a.Body))
		require.NoError(t, err)
		return a, cal
	}
	a, cal := get("q=samba&city=Recife")
	require.Len(t, cal.Events(), catalog.MaxCalendar)
	require.Equal(t, 1, strings.Count(string(a.Body), "BEGIN:VTIMEZONE"))
	require.Contains(t, string(a.Body), "DESCRIPTION:Os primeiros 500 de 510 eventos.")
	require.Contains(t, string(a.Body), "NAME:“samba” ·")
	require.Contains(t, string(a.Body), "/eventos.ics?q=samba&city=Recife")

	a, cal = get("q=nothing-like-it")
	require.Empty(t, cal.Events())
	require.Contains(t, string(a.Body), "BEGIN:VTIMEZONE", "a calendar must have a component")
	_, cal = get("city=Olinda")
	require.Empty(t, cal.Events(), "an event without a date has no calendar")

	r := answer.Request{Method: "GET", Path: "/eventos.ics", Query: "q=samba&city=Recife",
		AcceptEncoding: "gzip", Time: now}
	whole, _ := get(r.Query)
	for range 2 { // the second time with the buffers of the first
		a.Reset()
		c.Answer(a, &r, c.Route(&r))
		require.Equal(t, "gzip", a.Field("Content-Encoding"))
		require.NotEqual(t, whole.Field("ETag"), a.Field("ETag"))
		require.Less(t, len(a.Body), len(whole.Body)/10)
		require.Equal(t, string(whole.Body), gunzip(t, a.Body))
	}

	r.IfNoneMatch = "*"
	a = new(answer.Answer)
	c.Answer(a, &r, c.Route(&r))
	require.Equal(t, 304, a.Status)
	r = answer.Request{Method: "GET", Path: "/eventos.ics", Time: now}
	require.Equal(t, answer.Resource, c.Route(&r).Kind, "without a query it is sealed")
}

// TestReminder: an event's calendar has an alarm on wish, under a tag of its own, and no other
// query or address has one.
func TestReminder(t *testing.T) {
	c := dated(t, 1)
	get := func(path, query, tag string) *answer.Answer {
		return ask(c, answer.Request{Path: path, Query: query, AcceptEncoding: "gzip",
			IfNoneMatch: tag})
	}
	const path, alarm = "/eventos/samba-0.ics", "TRIGGER:-P1D\r\n"
	plain, with := get(path, "", ""), get(path, "alarm=1d", "")
	require.Contains(t, string(with.Body), alarm)
	require.NotContains(t, string(plain.Body), alarm)
	require.NotContains(t, string(get(path, "alarm=9d", "").Body), alarm)
	require.NotEqual(t, plain.Field("ETag"), with.Field("ETag"))
	require.Equal(t, 304, get(path, "alarm=1d", with.Field("ETag")).Status)
	require.Equal(t, 200, get(path, "alarm=1d", plain.Field("ETag")).Status)
	const other = "/eventos/samba-0"
	require.Equal(t, get(other, "", "").Body, get(other, "alarm=1d", "").Body)
}

func BenchmarkSealedPage(b *testing.B) {
	c := open(b, edgetest.Brand("palco"), 100)
	r := answer.Request{Method: "GET", Path: "/eventos/show-7",
		AcceptEncoding: "gzip, deflate, br, zstd", Accept: "text/html,*/*;q=0.8", Time: now}
	benchmark(b, c, &r)
}

func BenchmarkList(b *testing.B) {
	c := open(b, edgetest.Brand("palco"), 1000)
	r := answer.Request{Method: "GET", Path: "/api/public/v1/events", Query: "q=show&city=recife",
		Time: now}
	benchmark(b, c, &r)
}

func benchmark(b *testing.B, c *answer.Catalogue, r *answer.Request) {
	var a answer.Answer
	b.ReportAllocs()
	for b.Loop() {
		a.Reset()
		c.Answer(&a, r, c.Route(r))
	}
	if a.Status != 200 {
		b.Fatal(a.Status)
	}
	b.ReportMetric(float64(len(a.Body)), "body-B")
}
