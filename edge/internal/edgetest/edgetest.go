// Package edgetest makes the output folder of a small brand for tests of the
// edge, through the real writers of releases and search indexes.
package edgetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/credential"
)

// Brand returns the facts of a test brand: site https://<key>.example, API at
// https://api.<key>.example/api/public/v1.
func Brand(key string) release.Brand {
	return release.Brand{
		Key: key, Name: strings.ToUpper(key[:1]) + key[1:], Locale: "pt-BR",
		SiteURL: "https://" + key + ".example", BaseURL: "https://api." + key +
			".example/api/public/v1",
		AuthURL: "https://auth." + key + ".example", BasePath: "/api/public/v1",
		Hosts: []string{key + ".example", "api." + key + ".example"}, ContentSignal: "search=yes",
	}
}

// Keys returns a key ring that is the same in every test.
func Keys(t testing.TB) *credential.Keys {
	t.Helper()
	keys, err := credential.ParseKeys("test:" + strings.Repeat("QUFB", 10) + "QUE=")
	require.NoError(t, err)
	return keys
}

// Publish builds and publishes a release of a brand into out, with n events
// show-0 … that carry a version, and returns its id. Events alternate between
// São Paulo and Recife.
func Publish(t testing.TB, out string, brand release.Brand, n, version int) (id string) {
	t.Helper()
	events := make([]catalog.Event, n)
	for i := range events {
		events[i] = Event(brand, i, version)
	}
	return PublishEvents(t, out, brand, events, version)
}

// Open opens a release of a brand below out until the test ends.
func Open(t testing.TB, out string, brand release.Brand, id string) *release.Release {
	t.Helper()
	rel, err := release.Open(filepath.Join(out, brand.Key), id)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, rel.Close()) })
	return rel
}

// PublishEvents is Publish for the given events, which have a place and an organiser. The release
// has more pages at the paths given, each with its twin.
func PublishEvents(t testing.TB, out string, brand release.Brand, events []catalog.Event,
	version int, pages ...string) (id string) {
	t.Helper()
	more := map[string]releasetest.Resource{}
	for _, path := range pages {
		html, markdown, twin := "<h1>"+path+"</h1>", "# "+path+"\n", catalog.TwinPath(path)
		more[path] = canonical(releasetest.Page(html, markdown), path, twin)
		more[twin] = releasetest.Text("text/markdown; charset=utf-8", markdown)
	}
	return publish(t, out, brand, events, version, more)
}

// PublishMore is Publish without events, with more resources.
func PublishMore(t testing.TB, out string, brand release.Brand,
	more map[string]releasetest.Resource) (id string) {
	t.Helper()
	return publish(t, out, brand, nil, 1, more)
}

// publish publishes a release with the resources that all have, and more.
func publish(t testing.TB, out string, brand release.Brand, events []catalog.Event, version int,
	more map[string]releasetest.Resource) (id string) {
	t.Helper()
	resources := map[string]releasetest.Resource{
		"/": canonical(releasetest.Page(fmt.Sprintf("<h1>Casa %d</h1>",
			version), fmt.Sprintf("# Casa %d\n", version)), "/", "/index.md"),
		"/index.md": releasetest.Text("text/markdown; charset=utf-8",
			fmt.Sprintf("# Casa %d\n", version)),
		"/problemas/event_not_found": releasetest.Page("<h1>Evento não encontrado</h1>",
			"# Evento não encontrado\n"),
		"/.well-known/openapi.json":   document(`{"openapi":"3.1.2"}`),
		"/api/public/v1/openapi.json": document(`{"openapi":"3.1.2"}`),
		"/card": typed(`{"name":"card"}`, "application/json",
			"application/card+json"),
		resultpage.PathHTML: pieces(t, resultpage.EscapeHTML, listHTML,
			"text/html; charset=utf-8", 0),
		resultpage.PathMarkdown: pieces(t, resultpage.EscapeMarkdown, listMarkdown,
			"text/markdown; charset=utf-8", 256),
	}
	zones := (&ical.Calendar{Product: brand.Name, Lang: brand.Locale}).AppendHead(nil)
	zones = ical.AppendZone(zones, saoPaulo(t), ical.Years{First: 2026, Last: 2027})
	zones = ical.AppendZone(zones, time.UTC, ical.Years{First: 2026, Last: 2026})
	resources[ical.PathZones] = releasetest.Text(ical.MediaType, string(ical.AppendEnd(zones)))
	maps.Copy(resources, more)
	spool, err := os.CreateTemp(t.TempDir(), "spool")
	require.NoError(t, err)
	defer spool.Close()
	index, past := search.NewWriter(spool), search.NewWriter(nil)
	for i := range events {
		e := &events[i]
		resources["/eventos/"+e.Slug] = canonical(releasetest.Page("<h1>"+e.Name+"</h1>", "# "+
			e.Name+"\n"), "/eventos/"+e.Slug, "/eventos/"+e.Slug+".md")
		resources["/api/public/v1/events/"+e.Slug] = releasetest.Text("application/json",
			string(e.AppendDetail(nil)))
		if e.StartsAt != nil {
			resources["/eventos/"+e.Slug+".ics"] = releasetest.Text(ical.MediaType, calendar(t, e))
		}
		doc, w := docOf(e), index
		if e.IsClosed {
			gone := resultpage.Past{Slug: e.Slug, Name: e.Name, Note: "Cancelado"}
			item, err := json.Marshal(gone)
			require.NoError(t, err)
			w, doc.JSON = past, item
		}
		require.NoError(t, w.Add(doc))
	}
	var names bytes.Buffer
	_, err = past.WriteTo(&names)
	require.NoError(t, err)
	resources[resultpage.PathPast] = releasetest.Text("text/plain", names.String())
	var built bytes.Buffer
	_, err = index.WriteTo(&built)
	require.NoError(t, err)
	return releasetest.Build(t, filepath.Join(out, brand.Key), brand, resources,
		releasetest.Search(built.Bytes()),
		releasetest.Change(func(f *release.Facts) {
			f.Events, f.OnSale = len(events), len(events)
		}))
}

func saoPaulo(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("America/Sao_Paulo")
	require.NoError(t, err)
	return zone
}

// calendar returns the calendar of an event, in São Paulo.
func calendar(t testing.TB, e *catalog.Event) string {
	t.Helper()
	head := ical.Calendar{Product: "Test", Lang: "pt-BR"}
	return string(ical.AppendEnd(ical.AppendEvent(head.AppendHead(nil), &ical.Event{
		UID: fmt.Sprint(e.ID, "@test.example"), Revised: time.Unix(1, 0), Summary: e.Name,
		Start: catalog.ParseMoment(*e.StartsAt), Zone: saoPaulo(t),
	})))
}

// docOf returns an event in the search index. Its country is Brazil, its topic the first word of
// its name, every other one is free, the others cost R$ 10 times their number, and every third has
// an open call for papers.
func docOf(e *catalog.Event) search.Doc {
	topic, _, _ := strings.Cut(e.Name, " ")
	doc := search.Doc{
		Name: e.Name, City: *e.Location.City, State: *e.Location.StateAbbr,
		Producer: e.Producer.Name, ProducerSlug: e.Producer.Slug,
		Country: "BR", CountryNames: []string{"Brasil"},
		Topics: []search.Topic{{Key: text.Fold(topic), Label: topic}},
		Price:  int(e.ID%2*e.ID) * 10, Currency: "BRL",
		Free: e.ID%2 == 0, CFP: e.ID%3 == 0, Online: e.IsOnline,
		JSON: e.AppendListItem(nil), Card: []byte("<li>" + e.Name + "</li>"),
		Line: []byte("- " + e.Name + "\n"),
	}
	if e.Location.Name != nil {
		doc.Venue = *e.Location.Name
		doc.VenueKey = strings.ReplaceAll(text.Fold(doc.Venue), " ", "-")
	}
	if e.StartsAt != nil {
		start := catalog.ParseMoment(*e.StartsAt)
		end := catalog.ParseMoment(*cmp.Or(e.EndsAt, new(string)))
		if span, ok := catalog.SpanOf(start, end); ok {
			doc.First, doc.Last = search.DayOf(span.First.Time()), search.DayOf(span.Last.Time())
			doc.Hour = cmp.Or(start.Time.Hour(), 24)
		}
	}
	return doc
}

// WriteBrand writes the folder of a brand that has no release yet.
func WriteBrand(t testing.TB, out string, brand release.Brand) {
	t.Helper()
	f, err := release.Lock(filepath.Join(out, brand.Key), release.Options{})
	require.NoError(t, err)
	require.NoError(t, f.WriteBrand(brand))
	require.NoError(t, f.Close())
}

// The pages of results of test brands: every slot and condition once.
var (
	listHTML = `<title>⟦if q⟧“⟦q⟧” – ⟦end⟧Eventos</title>⟦each wrong⟧<b>⟦label⟧</b>⟦end⟧` +
		`⟦if refined⟧<u></u>⟦end⟧` +
		`⟦each filters⟧<a href="⟦address⟧">⟦label⟧</a>⟦end⟧` +
		fields() +
		`⟦if any_free⟧<input name="free"⟦each free⟧ checked⟦end⟧>⟦end⟧` +
		`⟦if any_online⟧<input name="online"⟦each online⟧ checked⟦end⟧>⟦end⟧` +
		`<a href="⟦today_address⟧"⟦if is_today⟧ aria-current="true"⟦end⟧>hoje</a>` +
		`<a href="⟦tomorrow_address⟧"⟦if is_tomorrow⟧ aria-current="true"⟦end⟧>amanhã</a>` +
		`<a href="⟦weekend_address⟧"⟦if is_weekend⟧ aria-current="true"⟦end⟧>fim de semana</a>` +
		`⟦if q⟧⟦if by_date⟧<a href="⟦by_rank_address⟧">relevância</a>⟦end⟧` +
		`⟦if !by_date⟧<a href="⟦by_date_address⟧">data</a>⟦end⟧⟦end⟧` +
		`⟦if searching⟧<meta name="robots" ` +
		`content="noindex,follow">⟦end⟧` +
		`<link rel="alternate" href="/eventos.md⟦self⟧"><input value="⟦q⟧">` +
		`⟦if none⟧<p>nenhum</p>⟦end⟧⟦if one⟧<p>1 evento</p>⟦end⟧⟦if many !past⟧<p>⟦total⟧ ` +
		`eventos, ⟦first⟧ a ⟦last⟧</p>⟦end⟧⟦if past⟧<p>passou do fim</p><a href="⟦first_page⟧` +
		`">primeira</a>⟦end⟧` +
		`⟦if read⟧<p>lido <a href="⟦literal_address⟧">⟦typed⟧</a></p>⟦end⟧` +
		`⟦if corrected⟧<p>para <a href="⟦corrected_address⟧">⟦corrected⟧</a></p>⟦end⟧⟦if none⟧` +
		`<i>⟦all_count⟧</i>⟦end⟧` +
		`⟦if partial⟧<p>parcial “⟦found⟧”, sem “⟦missing⟧”</p>⟦end⟧` +
		`⟦each gone⟧<s><a href="⟦address⟧">⟦label⟧</a> ⟦value⟧</s>⟦end⟧` +
		`⟦if none⟧<p>com ⟦asked⟧</p>⟦end⟧⟦if tries⟧<ol>⟦each without⟧<a href="⟦address⟧">` +
		`⟦label⟧: ⟦count⟧</a>⟦end⟧</ol>⟦end⟧` +
		`⟦if filter⟧<p>⟦filter_count⟧ filtros</p>⟦end⟧` +
		`<ul>⟦items⟧</ul>⟦if prev⟧<a rel="prev" href="⟦prev⟧">antes</a>⟦end⟧<p>⟦page⟧ de ` +
		`⟦last_page⟧</p>⟦if next⟧<a rel="next" href="⟦next⟧">depois</a>⟦end⟧`
	listMarkdown = "# Eventos\n\n⟦if q⟧“⟦q⟧”\n⟦end⟧⟦if corrected⟧“⟦corrected⟧”\n⟦end⟧⟦if " +
		"partial⟧“⟦found⟧”, sem “⟦missing⟧”\n⟦end⟧" +
		"⟦if gone⟧⟦each gone⟧⟦label⟧ (⟦address⟧) ⟦value⟧\n⟦end⟧⟦end⟧" +
		"⟦if tries⟧⟦each without⟧⟦label⟧: ⟦count⟧\n⟦end⟧⟦end⟧⟦total⟧\n\n" +
		"⟦items⟧\n⟦if next⟧[depois](⟦next⟧)\n⟦end⟧"
)

// fields are hidden fields for the filters in use that are not boxes.
func fields() (form string) {
	for _, f := range search.Filters {
		if f.Type != search.OfFlag {
			form += "⟦each " + f.Name + `⟧<input name="` + f.Name + `" value="⟦value⟧">⟦end⟧`
		}
	}
	return form
}

// Event returns the event number i of [Publish].
func Event(brand release.Brand, i, version int) catalog.Event {
	city, state := "São Paulo", "SP"
	if i%2 == 1 {
		city, state = "Recife", "PE"
	}
	status := "ativo"
	slug := fmt.Sprintf("show-%d", i)
	return catalog.Event{
		ID: int64(i + 1), Slug: slug, Name: fmt.Sprintf("Show %d versão %d", i, version),
		Status:   &status,
		URL:      brand.SiteURL + "/eventos/" + slug,
		Location: &catalog.Location{City: &city, StateAbbr: &state},
		Producer: &catalog.Producer{Name: "Samba & Cia", Slug: "samba-cia"},
	}
}

func canonical(r releasetest.Resource, path, twin string) releasetest.Resource {
	r.Canonical, r.Alternate = path, twin
	return r
}

func document(text string) releasetest.Resource {
	r := releasetest.Text("application/json", text)
	r.Bodies[0].Fields = append(r.Bodies[0].Fields,
		release.Field{Name: "Access-Control-Allow-Origin", Value: "*"})
	return r
}

// typed is one document under several media types.
func typed(text string, contentTypes ...string) releasetest.Resource {
	var r releasetest.Resource
	for _, contentType := range contentTypes {
		r.Bodies = append(r.Bodies, releasetest.Body{Text: text, Fields: []release.Field{
			{Name: "Content-Type", Value: contentType},
			{Name: "Vary", Value: "Accept, Accept-Encoding"},
			{Name: "Access-Control-Allow-Origin", Value: "*"},
			{Name: "Access-Control-Allow-Methods", Value: "GET"},
		}})
	}
	return r
}

func pieces(t testing.TB, escape resultpage.Escape, text, contentType string,
	tokens uint32) releasetest.Resource {
	t.Helper()
	p, err := resultpage.Compile(text, escape)
	require.NoError(t, err)
	cache := "public, max-age=15"
	if escape == resultpage.EscapeMarkdown {
		cache = "private, max-age=15"
	}
	return releasetest.Resource{Bodies: []releasetest.Body{{
		Fields: []release.Field{
			{Name: "Content-Type", Value: contentType}, {Name: "Cache-Control", Value: cache},
			{Name: "Vary", Value: "Accept, Accept-Encoding"},
		},
		Text: p.Text, Tokens: tokens, Codings: []release.Coding{release.Identity},
	}}}
}

// Damage flips one bit in every 16 bytes of the stored bodies of a brand, as a failing disk would,
// after the header of each segment.
func Damage(t testing.TB, dir string) {
	t.Helper()
	segments, err := filepath.Glob(filepath.Join(dir, release.SegmentsDir, "*.seg"))
	require.NoError(t, err)
	require.NotEmpty(t, segments)
	for _, name := range segments {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		for i := 64; i < len(b); i += 16 {
			b[i] ^= 1
		}
		require.NoError(t, os.Chmod(name, 0o644))
		require.NoError(t, os.WriteFile(name, b, 0o644))
	}
}

// Version rewrites the format version of a release's manifest.
func Version(t testing.TB, dir, id string, version int) {
	t.Helper()
	path := filepath.Join(dir, release.ReleasesDir, id, release.ManifestFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	old := fmt.Sprintf(`"format": %d`, release.FormatVersion)
	require.Contains(t, string(b), old)
	require.NoError(t, os.Chmod(path, 0o644))
	text := strings.Replace(string(b), old, fmt.Sprintf(`"format": %d`, version), 1)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}
