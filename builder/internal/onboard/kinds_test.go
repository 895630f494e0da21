package onboard_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/rowstest"
)

// kindAnswers returns the first answers of sources that are not JSON, by address.
func kindAnswers(t *testing.T) map[string]string {
	return rowstest.Read[map[string]string](t, "testdata/kind-answers.yaml")
}

// eventPage is a page with one event.
func eventPage(name string) string {
	return `<script type="application/ld+json">{"@type": "Event", "name": "` + name +
		`", "startDate": "2027-02-01T20:00"}</script>`
}

// TestKinds: an address alone is enough for a source of each kind.
func TestKinds(t *testing.T) {
	answers := kindAnswers(t)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := answers[r.URL.Path]
		if r.URL.Path == "/graphql" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		// An error ends the connection, which the reader notices.
		_, _ = w.Write([]byte(strings.ReplaceAll(text, "HOST", "http://"+r.Host)))
	}))
	t.Cleanup(backend.Close)
	for _, tt := range rowstest.Read[[]struct {
		Path, Kind    string
		First         string // the first event as visitors see it
		Good, Dropped int
		Wrong         string // "" if init writes the brand
		Program       string // the map.jq that it names
	}](t, "testdata/kinds.yaml") {
		t.Run(tt.Path, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + tt.Path,
				Locale: "pt-BR", Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
			if tt.Path != "/zone.ics" {
				n.Timezone = "America/Sao_Paulo"
			}
			result, err := n.Write(t.Context(), dir, false)
			require.NoError(t, err)
			require.Equal(t, tt.Kind, result.Kind)
			p := result.Read
			first := append(p.Events, "")[0]
			require.Equal(t, tt.First, first)
			require.Equal(t, []int{tt.Good, tt.Dropped}, []int{p.Good, p.Dropped}, p.Why)
			require.Contains(t, strings.Join(p.Wrong, "\n"), tt.Wrong)
			require.Contains(t, p.Map, tt.Program)
			require.Equal(t, tt.Wrong != "", result.Wrong(), p.Wrong)
			file := filepath.Join(dir, "palco", "brand.yaml")
			if tt.Wrong != "" {
				require.NoFileExists(t, file)
				require.Contains(t, result.Text(), "nothing was written; --yes writes it")
				return
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if tt.Kind == "" {
				require.Contains(t, string(text), `preset: "generic"`)
			} else {
				require.Contains(t, string(text), "kind: "+tt.Kind)
			}
		})
	}
}

// TestPager: a page with a pager is written as the first of several.
func TestPager(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := eventPage("Sarau")
		if r.URL.RawQuery == "" {
			page = eventPage("Roda de choro") + `<a href="?page=2">2</a>`
		}
		_, _ = w.Write([]byte(page)) // the reader notices
	}))
	t.Cleanup(backend.Close)
	dir := t.TempDir()
	n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/agenda", Yes: true,
		Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	result, err := n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Equal(t, 2, result.Read.Good)
	text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(text), "pages: {style: next}")
}

// TestMoved: init follows an address that leads to another host, unless headers were given, which
// would have to go there, or it leads from the Internet into the network of this machine.
func TestMoved(t *testing.T) {
	asked := 0
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		_, _ = w.Write([]byte(kindAnswers(t)["/agenda.ics"])) // as above
	}))
	defer home.Close()
	target := strings.Replace(home.URL, "127.0.0.1", "localhost", 1) + "/agenda.ics"
	backend := httptest.NewServer(http.RedirectHandler(target, http.StatusMovedPermanently))
	defer backend.Close()
	dir := t.TempDir()
	n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL,
		Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	result, err := n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Equal(t, 1, result.Read.Good, result.Read.Error)
	text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(text), `url: "`+target+`"`)

	asked = 0
	n = onboard.Brand{Key: "festa", Lookup: noEnv, URL: backend.URL,
		Headers: []string{"Authorization: Bearer x"}, Now: n.Now}
	result, err = n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Contains(t, result.Read.Error, "redirects to another host (http://localhost")
	require.Zero(t, asked)

	for _, tt := range []struct {
		from, to string
		follows  bool
	}{
		{"https://a.example/x", "https://b.example/y", true},
		{"https://a.example/x", "http://b.example/y", false},
		{"http://a.example/x", "http://169.254.169.254/latest", false},
		{"http://a.example/x", "http://[::ffff:10.0.0.1]/", false},
		{"http://a.example/x", "http://backend/", false},
		{"http://192.168.0.9/x", "http://backend/", true},
	} {
		to, err := url.Parse(tt.to)
		require.NoError(t, err)
		n = onboard.Brand{URL: tt.from}
		require.Equal(t, tt.follows, n.Follows(to), "%s to %s", tt.from, tt.to)
	}
}

// TestManyPages: events that are spread over several sitemaps are all found, and get the time that
// they take.
func TestManyPages(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := eventPage(r.URL.Path)
		switch r.URL.Path {
		case "/robots.txt":
			text = ""
		case "/sitemap.xml":
			text = "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap>" +
				"<sitemap><loc>/2.xml</loc></sitemap></sitemapindex>"
		case "/1.xml", "/2.xml":
			text = "<urlset>"
			for i := range 700 {
				text += fmt.Sprintf("<url><loc>/pt/agenda%s/%d/</loc></url>", r.URL.Path[1:2], i)
			}
			text += "</urlset>"
		}
		_, _ = w.Write([]byte(text)) // as above
	}))
	defer backend.Close()
	dir := t.TempDir()
	n := onboard.Brand{Key: "palco", Lookup: noEnv, Yes: true, URL: backend.URL + "/sitemap.xml",
		Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	result, err := n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Equal(t, 20, result.Read.Good, result.Read.Error)
	text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(text), `  url: "`+backend.URL+`/sitemap.xml"
  links: ["/pt/agenda1/*/", "/pt/agenda2/*/"]
  timeout: 23m # 1400 pages, two a second
`)
}

// TestNamed: a page without events leads to the calendar or the feed that it names.
func TestNamed(t *testing.T) {
	answers := map[string]string{
		"/calendar": `<link rel=alternate type=text/calendar href=agenda.ics>`,
		"/feed": `<link rel=alternate type=application/rss+xml href=/empty.rss>` +
			`<link rel=alternate type="application/rss+xml" href=/agenda.rss>`,
		"/empty.rss":  `<rss><channel><item><title>News</title></item></channel></rss>`,
		"/agenda.ics": kindAnswers(t)["/agenda.ics"], "/agenda.rss": kindAnswers(t)["/agenda.rss"],
		"/none": "<p>nothing",
	}
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := answers[r.URL.Path]; !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte(answers[r.URL.Path])) // as above
	}))
	defer backend.Close()
	for path, want := range map[string]string{
		"/calendar": `kind: ics
  url: "` + backend.URL + `/agenda.ics"`,
		"/feed": `kind: feed
  url: "` + backend.URL + `/agenda.rss"`,
		"/none": "kind: http",
	} {
		dir := t.TempDir()
		n := onboard.Brand{Key: "palco", Lookup: noEnv, Yes: true, URL: backend.URL + path,
			Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		result, err := n.Write(t.Context(), dir, false)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
		require.NoError(t, err)
		require.Contains(t, string(text), want)
		require.Equal(t, path == "/none", strings.Contains(result.Read.Error,
			"the page has no schema.org Event (it speaks of nothing that schema.org has)"))
	}
}

// TestIDs: if no table names the id, a member that is unique in every item is one.
func TestIDs(t *testing.T) {
	for _, tt := range []struct{ name, text, program string }{
		{"a.json", `[{"Cód. \"[]\\(1)\" nº.no": "A1", "title": "Roda", "date": "2027-02-01"},
			{"Cód. \"[]\\(1)\" nº.no": "A2", "title": "Roda", "date": "2027-02-08"}]`,
			`preset + {id: .["Cód. \"\u005b]\\(1)\" nº.no"]}`},
		{"a.xml", `<?xml version="1.0"?><list><event><no>1</no><title>Roda</title>
			<date>2027-02-01</date><venue>Casa</venue></event><event><no>2</no><title>Roda</title>
			<date>2027-02-08</date><venue>Casa</venue></event></list>`,
			"(.record // empty) + {id: .item.no}"},
		{"b.json", `[{"no": 1, "uid": "x", "title": "Roda", "date": "2027-02-01"},
			{"no": 2, "uid": "y", "title": "Roda", "date": "2027-02-08"}]`, ""},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, tt.name)
		require.NoError(t, os.WriteFile(file, []byte(tt.text), 0o644))
		n := onboard.Brand{Key: "palco", Lookup: noEnv, Path: file, Yes: true,
			Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		result, err := n.Write(t.Context(), dir, false)
		require.NoError(t, err)
		require.Equal(t, 2, result.Read.Good, tt.text)
		records := onboard.Records(result.Read)
		require.NotEqual(t, records[0].ID, records[1].ID)
		program, err := os.ReadFile(filepath.Join(dir, "palco", "map.jq"))
		require.Equal(t, tt.program == "", errors.Is(err, os.ErrNotExist), tt.text)
		require.Contains(t, string(program), tt.program)
	}
}

// TestIDOf: an id is a member with a name for one whose values are all there and differ. A value
// that changes with the event, and a number of something else, is none.
func TestIDOf(t *testing.T) {
	record := map[string]any{"name": "Roda"}
	for _, tt := range rowstest.Read[[]struct {
		Name          string
		First, Second any
		Records       int
		Want          string
	}](t, "testdata/id-of.yaml") {
		var items []upstream.Item
		for _, v := range []any{tt.First, tt.Second} {
			items = append(items, upstream.Item{Value: map[string]any{tt.Name: v},
				Records: slices.Repeat([]any{record}, tt.Records)})
		}
		require.Equal(t, tt.Want, onboard.IDOf(items), "%s: %v", tt.Name, tt.First)
	}
	var items []upstream.Item
	for i := range 20 {
		items = append(items, upstream.Item{Records: []any{record}, Value: map[string]any{
			"lot": "L" + strconv.Itoa(i), "fone": strconv.Itoa(1133334444 + i)}})
	}
	require.Equal(t, ".lot", onboard.IDOf(items), "by any name in a longer list")
	require.Empty(t, onboard.IDOf(items[:19]))
}

// TestLearn: language, time zone and currency come from the catalogue; init asks for facts that it
// does not state.
func TestLearn(t *testing.T) {
	const feed = `<rss xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel>%s<item>` +
		`<title>Roda</title><ev:startdate>%s</ev:startdate><ev:location>x</ev:location></item>` +
		`</channel></rss>`
	for _, tt := range []struct{ text, yaml, ask string }{
		{fmt.Sprintf(feed, "<language>de-AT</language>", "2027-02-01"), "locale: \"de\"\n\n", ""},
		{fmt.Sprintf(feed, "", "2027-02-01"), "locale: \"pt-BR\"\n\n", "the language is not known"},
		{fmt.Sprintf(feed, "<language>fr</language>", "2027-02-01T20:00:00"), "locale: \"fr\"\n\n",
			"the time zone is not known"},
		{"Name,Date,Venue,Admission\nThe night of the proms and all that jazz for you,2027-02-01," +
			"Hall,£ 20\nAn evening with the band in the old town,2027-02-02,Hall,£ 25\n",
			"locale: \"en\"\ncurrency: GBP\n\n", ""},
		{`<html lang=es-MX><script type="application/ld+json">{"@type": "Event", "name": "Roda",
			"startDate": "2027-02-01", "location": "Casa", "offers": {"price": 0,
			"priceCurrency": "MXN"}}</script>`, "locale: \"es\"\ncurrency: MXN\n\n", ""},
	} {
		backend := httptest.NewServer(http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(tt.text)) // an error ends the connection, which init says
			}))
		defer backend.Close()
		dir := t.TempDir()
		n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/x",
			Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		result, err := n.Write(t.Context(), dir, false)
		require.NoError(t, err)
		require.Empty(t, result.Read.Wrong)
		text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
		require.NoError(t, err)
		require.Contains(t, string(text), tt.yaml)
		require.Contains(t, strings.Join(result.Read.Ask, "\n"), tt.ask)
		require.Equal(t, tt.ask == "", len(result.Read.Ask) == 0, result.Read.Ask)
	}
}

// TestFiles: a file is read as a build reads it, a file of another kind is called by its name, and
// members that may mean that an event is not public are shown with their counts.
func TestFiles(t *testing.T) {
	const events = `[{"title": "Roda", "start": "2027-02-01T20:00", "local": "Casa", ` +
		`"situacao": "x7"}, {"title": "Sarau", "start": "2027-02-02T20:00", "local": "Casa"}]`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(events))
	require.NoError(t, errors.Join(err, z.Close()))
	for _, tt := range []struct{ text, wrong string }{
		{"\ufeff" + events, ""},
		{packed.String(), ""},
		{"PK\x03\x04 xl/workbook.xml", "this is a workbook of Excel: save it as CSV"},
		{"%PDF-1.4", "this is a PDF: ask for the data as CSV or JSON"},
	} {
		file := filepath.Join(t.TempDir(), "agenda.json")
		require.NoError(t, os.WriteFile(file, []byte(tt.text), 0o600))
		n := onboard.Brand{Key: "palco", Lookup: noEnv, Path: file, Timezone: "America/Recife",
			Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		result, err := n.Write(t.Context(), t.TempDir(), false)
		require.NoError(t, err)
		if tt.wrong != "" {
			require.Contains(t, strings.Join(result.Read.Wrong, "\n"), tt.wrong)
			continue
		}
		require.Empty(t, result.Read.Wrong)
		require.Len(t, result.Read.Events, 2)
		require.Contains(t, strings.Join(result.Read.Ask, "\n"),
			`situacao "x7", of 1 of 2 events, is not understood`)
		for _, path := range []string{filepath.Dir(file), filepath.Dir(file) + "/*.json"} {
			n.Path = path
			result, err = n.Write(t.Context(), t.TempDir(), false)
			require.NoError(t, err)
			require.Len(t, result.Read.Events, 2, path)
		}
	}
}
