package build_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/release"
)

// backend answers /events with one document.
type backend struct {
	*httptest.Server
	mu     sync.Mutex
	text   string
	status int
	asked  chan struct{} // nil, or receives the next request, which waits
	answer chan struct{}
}

func newBackend(t testing.TB) *backend {
	b := &backend{status: http.StatusOK}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	text, status, asked, answer := b.text, b.status, b.asked, b.answer
	b.asked, b.answer = nil, nil
	b.mu.Unlock()
	if asked != nil {
		close(asked)
		<-answer
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// body changes what the backend answers.
func (b *backend) body(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = text
}

// fail changes the status that it answers with.
func (b *backend) fail(status int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = status
}

// pause makes the next request wait: asked is closed when it came, and it goes
// on when answer is closed.
func (b *backend) pause() (asked <-chan struct{}, answer chan<- struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, c := make(chan struct{}), make(chan struct{})
	b.asked, b.answer = a, c
	return a, c
}

// noWaiting returns a pull that does not sleep between its tries.
func noWaiting() upstream.Options {
	return upstream.Options{
		Options: fetch.Options{Sleep: func(context.Context, time.Duration) error { return nil }}}
}

// laravel serves the recorded first and last page of a Laravel backend as a
// catalogue of two pages: 62 events.
func laravel(t testing.TB) *httptest.Server {
	pages := map[string]string{"1": "resource-page-1.json", "2": "resource-page-30.json"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := pages[r.URL.Query().Get("page")]
		if !ok || r.URL.Path != "/api/eventos" || r.URL.Query().Get("per_page") != "50" ||
			r.Header.Get("Authorization") != "Bearer s3cr3t" {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		data, err := os.ReadFile(filepath.Join("..", "upstream", "testdata", "laravel", file))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		text := strings.NewReplacer(`"last_page":30`, `"last_page":2`, `"total":1462`, `"total":62`,
			`"current_page":30`, `"current_page":2`, "page=30", "page=2").Replace(string(data))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server
}

// laravelMap turns the recorded shape into records.
const laravelMap = `{
  id, slug, name: .nome, description: .descricao, description_format: "text",
  starts_at: .inicio, ends_at: .fim,
  location: {name: .local, formatted_address: .endereco, city: "São Paulo", state_abbr: "SP",
    latitude, longitude},
  producer: {name: "Prefeitura de São Paulo"}
}
`

// TestLaravelToRelease goes the whole way: two recorded pages over HTTP, mapped
// by a jq program, to a release and its export.
func TestLaravelToRelease(t *testing.T) {
	t.Setenv("PALCO_TOKEN", "s3cr3t")
	server := laravel(t)
	s := exporting(t, "")
	s.Write("map.jq", laravelMap)
	s.YAML(`as_of: 2026-05-22T12:00:00-03:00
source:
  kind: http
  url: ` + server.URL + `/api/eventos
  headers: {Authorization: "Bearer ${PALCO_TOKEN}"}
  pages: {style: number, size: 50}
  map: map.jq
`)
	out := s.MustPublish()
	require.Equal(t, 2, out.Report.Documents)
	require.Equal(t, 62, out.Report.Records)
	require.Equal(t, 62, out.Report.Published+out.Report.Dropped)
	require.Zero(t, out.Report.Dropped, "%s", out.Report.Reasons())
	rel := s.Live()
	require.NoError(t, rel.Verify(true))
	require.Len(t, buildtest.EventSlugs(rel), 62)

	var e struct {
		ID       int64
		Name     string
		Starts   string `json:"starts_at"`
		Timezone string
		Location struct{ Name, City, State, Latitude string }
		Producer struct{ Slug string }
	}
	detail := s.Body("/api/public/v1/events/dj-andrezinho-9090", "application/json")
	require.NoError(t, json.Unmarshal([]byte(detail), &e))
	require.Equal(t, int64(1), e.ID)
	require.Equal(t, "DJ Andrezinho", e.Name)
	require.Equal(t, "2026-05-23T00:00:00-03:00", e.Starts)
	require.Equal(t, "America/Sao_Paulo", e.Timezone)
	require.Equal(t, "Palco Grajaú", e.Location.Name)
	require.Equal(t, "São Paulo", e.Location.State)
	require.Equal(t, "-23.7355711", e.Location.Latitude)
	require.Equal(t, "prefeitura-de-sao-paulo", e.Producer.Slug)
	require.Contains(t, s.Markdown("/eventos/dj-andrezinho-9090.md"), "# DJ Andrezinho\n")
	for name := range buildtest.Tree(t, s.Dir()) {
		if filepath.Base(name) == release.ReportFile {
			continue // names positions, and is not served
		}
		data, err := os.ReadFile(filepath.Join(s.Dir(), name))
		require.NoError(t, err)
		require.NotContains(t, string(data), "s3cr3t", name)
		require.NotContains(t, string(data), server.URL,
			"%s: no address of the backend is published", name)
	}
	require.False(t, s.MustBuild().Published)
}

// TestB1SourceFails: the release before stays, whatever the backend does.
func TestB1SourceFails(t *testing.T) {
	t.Parallel()
	source := newBackend(t)
	s := exporting(t, "")
	s.Options.Upstream = noWaiting()
	s.YAML("source: {kind: http, url: " + source.URL + "/events}\n")
	source.body(buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.MustPublish()
	before, site := s.Sealed(), buildtest.Tree(t, s.site())
	for _, status := range []int{500, 502, 503, 429, 403, 404, 301, 204} {
		source.fail(status)
		out := s.Build()
		require.ErrorIs(t, out.Err, upstream.ErrUnavailable, "%d", status)
		require.False(t, out.Published)
		require.NotEmpty(t, out.Release)
	}
	source.fail(http.StatusOK)
	for _, text := range []string{"", "<html>", `{"data":[`, `[{"id":1,"id":2}]`, `"x"`, "\x00"} {
		source.body(text)
		require.ErrorIs(t, s.Build().Err, upstream.ErrMalformed, "%q", text)
	}
	source.Close()
	require.ErrorIs(t, s.Build().Err, upstream.ErrUnavailable)
	require.Equal(t, before, s.Sealed())
	require.Equal(t, site, buildtest.Tree(t, s.site()))
	s.RequireClean()
}

// TestB9AddressesAreNotFetched: the addresses in a record are for people. None of
// them is asked, nor its name looked up, by a build, a check or a build over what it left.
func TestB9AddressesAreNotFetched(t *testing.T) {
	var asked atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Add(1)
	}))
	t.Cleanup(elsewhere.Close)
	resolver := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			asked.Add(1)
			return nil, errors.New("no name is looked up")
		}}
	t.Cleanup(func() { net.DefaultResolver = resolver })
	const at = "http://elsewhere.example"
	s := newShop(t, buildtest.Array(`{"id":1,"name":"A","images":{"banner":"`+at+`/b.jpg",`+
		`"thumbnail":"`+elsewhere.URL+`/t.jpg"},"buy_url":"`+at+`/buy","description":"<img src='`+
		elsewhere.URL+`/i.png'><a href='`+elsewhere.URL+`/a'>mais</a> <script src='`+at+
		`/s.js'></script>"}`))
	s.MustPublish()
	require.Contains(t, s.HTML("/eventos/a"), at+"/b.jpg")
	require.Contains(t, s.HTML("/eventos/a"), elsewhere.URL+"/a")
	require.NoError(t, s.Live().Verify(true))
	require.False(t, s.MustBuild().Published)
	require.Zero(t, asked.Load())
}
