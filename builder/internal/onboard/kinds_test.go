package onboard_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
)

// kindAnswers are the first answers of sources that are not JSON, by address.
var kindAnswers = map[string]string{
	"/agenda.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\n" +
		"DTSTART:20270201T200000Z\r\nSUMMARY:Roda de choro\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nUID:2\r\nDTSTART:soon\r\nSUMMARY:?\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
	"/agenda.csv": "Nome;Data;Horário;Local\nRoda de choro;01/02/2027;20h;Praça da Sé\n" +
		";13/02/2027;;\n",
	"/agenda.rss": `<rss xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><item>` +
		`<title>Roda de choro</title><ev:startdate>2027-02-01T20:00</ev:startdate></item>` +
		`<item><title>News</title></item></channel></rss>`,
	"/agenda.xml": `<agenda><evento><nome>Roda de choro</nome><data>2027-02-01T20:00</data>` +
		`</evento></agenda>`,
	"/agenda/roda": eventPage("Roda de choro"), "/agenda/sarau": eventPage("Sarau"),
	"/agenda/": `<link rel=alternate type=application/rss+xml href=/none>` +
		`<a href=/sobre>s</a><a href=/sobre/nos>n</a><a href=/agenda/roda>r</a>` +
		`<a href=/agenda/sarau>s</a>`,
	"/sobre": "<p>x", "/sobre/nos": "<p>y", "/casa": "<p>nothing<a href=/sobre>s</a>",
	"/sitemap.xml": `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap>` +
		`<loc>HOST/pages.xml</loc></sitemap><sitemap><loc>HOST/events.xml</loc></sitemap>` +
		`</sitemapindex>`,
	"/pages.xml": `<urlset><url><loc>HOST/sobre</loc></url></urlset>`,
	"/events.xml": `<urlset><url><loc>HOST/agenda/roda</loc></url>` +
		`<url><loc>HOST/agenda/sarau</loc></url><url><loc>HOST/sobre</loc></url></urlset>`,
}

// eventPage is a page with one event.
func eventPage(name string) string {
	return `<script type="application/ld+json">{"@type": "Event", "name": "` + name +
		`", "startDate": "2027-02-01T20:00"}</script>`
}

// TestKinds: an address alone is enough for a source of each kind.
func TestKinds(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := kindAnswers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		// An error ends the connection, which the reader notices.
		_, _ = w.Write([]byte(strings.ReplaceAll(text, "HOST", "http://"+r.Host)))
	}))
	defer backend.Close()
	for _, tt := range []struct {
		path, kind, first string
		records, dropped  int
	}{
		{"/agenda.ics", "ics", "Roda de choro, 2027-02-01T17:00:00-03:00", 1, 1},
		{"/agenda/roda", "html", "Roda de choro, 2027-02-01T20:00:00-03:00", 1, 0},
		{"/agenda/", "html", "Roda de choro, 2027-02-01T20:00:00-03:00", 2, 0},
		{"/sitemap.xml", "html", "Roda de choro, 2027-02-01T20:00:00-03:00", 2, 0},
		{"/casa", "html", "Roda de choro, 2027-02-01T20:00:00-03:00", 2, 0},
		{"/agenda.rss", "feed", "Roda de choro, 2027-02-01T20:00:00-03:00", 1, 0},
		{"/agenda.xml", "xml", "Roda de choro, 2027-02-01T20:00:00-03:00", 1, 0},
		{"/agenda.csv", "csv", "Roda de choro, 2027-02-01T20:00:00-03:00", 1, 1},
	} {
		t.Run(tt.path, func(t *testing.T) {
			dir := t.TempDir()
			n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + tt.path,
				Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
			result, err := n.Write(t.Context(), dir, false)
			require.NoError(t, err)
			require.Equal(t, tt.kind, result.Kind)
			require.NotNil(t, result.Read)
			require.Empty(t, result.Read.Error)
			require.Equal(t, tt.first, result.Read.First)
			require.Equal(t, tt.records, result.Read.Records, result.Read.Why)
			require.Equal(t, tt.dropped, result.Read.Dropped)
			text, err := os.ReadFile(filepath.Join(dir, "palco", "brand.yaml"))
			require.NoError(t, err)
			require.Contains(t, string(text), "kind: "+tt.kind+"\n")
			require.Contains(t, result.Text(), " with kind "+tt.kind+", beginning with")
		})
	}
}

// TestMoved: an address that leads to another host is followed, unless headers were given, which
// would have to go there, or it leads from the Internet into the network of this machine.
func TestMoved(t *testing.T) {
	asked := 0
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		_, _ = w.Write([]byte(kindAnswers["/agenda.ics"])) // as above
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
	require.Equal(t, 1, result.Read.Records, result.Read.Error)
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
	n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/sitemap.xml",
		Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	result, err := n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Equal(t, 20, result.Read.Records, result.Read.Error)
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
		"/agenda.ics": kindAnswers["/agenda.ics"], "/agenda.rss": kindAnswers["/agenda.rss"],
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
		n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + path,
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

// TestAgain: init that could not read its source may run again, until somebody has edited the file.
func TestAgain(t *testing.T) {
	up := false
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !up {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(kindAnswers["/agenda.ics"])) // as above
	}))
	defer backend.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "palco", "brand.yaml")
	write := func() (*onboard.Result, error) {
		n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/x", Now: time.Now()}
		return n.Write(t.Context(), dir, false)
	}
	result, err := write()
	require.NoError(t, err)
	require.Contains(t, result.Read.Error, "404")
	unread, err := os.ReadFile(file)
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "palco", "map.jq"), []byte("."), 0o644))
	_, err = write()
	require.ErrorIs(t, err, fs.ErrExist, "somebody has put a file beside it")
	require.NoError(t, os.Remove(filepath.Join(dir, "palco", "map.jq")))

	up = true
	result, err = write()
	require.NoError(t, err)
	require.Equal(t, "ics", result.Kind)
	read, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NotEqual(t, unread, read)
	_, err = write()
	require.ErrorIs(t, err, fs.ErrExist, "a brand that reads its source is not replaced")
}
