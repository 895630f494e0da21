package main_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/text"
	"cartaz/edge/internal/programtest"
	"cartaz/edge/internal/webtest"
)

// samples is the output folder with the sample brands, built once by the real builder; it is beside
// the programs and goes with them.
var samples = sync.OnceValues(func() (out string, err error) {
	dir, err := programs()
	return filepath.Join(dir, "out"), err
})

var buildSamples sync.Once

func sampleOut(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the sample brands")
	}
	out, err := samples()
	require.NoError(t, err)
	buildSamples.Do(func() {
		stdout := mustRun(t, "build", "--brands", "brands", "--out", out, "--export=false")
		require.Contains(t, stdout, "palco: published")
		require.Contains(t, stdout, "114 events (105 on sale) of 114 records")
		require.Contains(t, stdout, "1462 events (1373 on sale) of 1462 records")
		require.Contains(t, stdout, "6007 events (180 on sale) of 6831 records, 824 merged")
		t.Log(stdout)
	})
	return out
}

// TestScripts plays the plain-text scripts against a running edge that serves
// the sample brands.
func TestScripts(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	webtest.Run(t, edge.Addr, "testdata/scripts")
	require.Equal(t, 0, edge.Stop(t))
}

// sampleKeys are the sample brands.
var sampleKeys = []string{"palco", "virada", "confs", "paris"}

// web asks one running edge, whatever host an address names: the addresses of
// the samples say port 8080, the edge under test has another. An address of
// any other site cannot leave the machine this way.
type web struct{ client *http.Client }

func newWeb(t testing.TB, edge *programtest.Edge) *web {
	transport := &http.Transport{
		DisableCompression:  true,
		MaxIdleConnsPerHost: 4,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, edge.Addr)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &web{&http.Client{
		Timeout: time.Minute, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}}
}

// reply is an answer that was read to its end.
type reply struct {
	method, url string
	status      int
	header      http.Header
	body        []byte // after gzip was undone
	wire        int    // bytes of the body as they were sent
}

// ask sends a request; header alternates names and values, and a body is sent
// when it is not "".
func (w *web) ask(t testing.TB, method, url, body string, header ...string) *reply {
	t.Helper()
	req := newRequest(t, method, url, body, header...)
	res, err := w.client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	r := &reply{method: method, url: url, status: res.StatusCode, header: res.Header}
	r.body, err = io.ReadAll(res.Body)
	require.NoError(t, err, "%s %s", method, url)
	r.wire = len(r.body)
	if res.Header.Get("Content-Encoding") == "gzip" && r.wire > 0 {
		z, err := gzip.NewReader(bytes.NewReader(r.body))
		require.NoError(t, err, "%s %s", method, url)
		r.body, err = io.ReadAll(z)
		require.NoError(t, err, "%s %s", method, url)
	}
	return r
}

// get is ask for a GET that must be answered 200.
func (w *web) get(t testing.TB, url string, header ...string) *reply {
	t.Helper()
	r := w.ask(t, "GET", url, "", header...)
	require.Equal(t, 200, r.status, "GET %s\n%s", url, r.body)
	return r
}

// json is the body as a document.
func (r *reply) json(t testing.TB) map[string]any {
	t.Helper()
	var document map[string]any
	require.NoError(t, json.Unmarshal(r.body, &document), "%s %s", r.method, r.url)
	return document
}

func newRequest(t testing.TB, method, url, body string, header ...string) *http.Request {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, url, content)
	require.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req
}

// sampleBrand reads a brand that the builder has sealed in an output folder.
func sampleBrand(t testing.TB, out, key string) release.Brand {
	t.Helper()
	brand, err := release.ReadBrand(filepath.Join(out, key))
	require.NoError(t, err)
	return brand
}

// TestCheckSamples holds the sample brands against every check that the builder has
// for the sites of others.
func TestCheckSamples(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	for _, brand := range []string{"palco", "virada", "confs", "paris"} {
		t.Run(brand, func(t *testing.T) {
			stdout := mustRun(t, "check", "--connect", edge.Addr, "http://"+brand+".localhost:8080")
			require.Contains(t, stdout, " 0 fail, ")
			skipped := map[string]string{"palco": "1"}[brand] // its agents live with its API
			require.Contains(t, stdout, " "+cmp.Or(skipped, "0")+" skipped\n")
		})
	}
	t.Run("json", func(t *testing.T) {
		stdout := mustRun(t, "check", "--json", "--connect", edge.Addr,
			"http://palco.localhost:8080")
		var report struct {
			URL      string
			Requests int
			Results  []struct{ Name, State, Detail, Source string }
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &report))
		require.Equal(t, "http://palco.localhost:8080", report.URL)
		require.Positive(t, report.Requests)
		require.Greater(t, len(report.Results), 12)
		for _, r := range report.Results {
			require.NotEmpty(t, r.Name)
			require.True(t, slices.Contains([]string{"pass", "not offered"}, r.State) ||
				r.Name == "agent-endpoints" && r.State == "skipped", "%v", r)
			require.NotEmpty(t, r.Detail, r.Name)
			require.NotEmpty(t, r.Source, r.Name)
		}
	})
	t.Run("a host that is no site", func(t *testing.T) {
		code, stdout, _ := runBuilder(t, "check", "--connect", edge.Addr,
			"http://nobody.localhost:8080")
		require.Equal(t, 1, code)
		require.Contains(t, stdout, "/robots.txt answers 421")
	})
	require.Equal(t, 0, edge.Stop(t))
}

// eventSlug is the slug of an event in the first line of an event in Markdown.
var eventSlug = regexp.MustCompile(`(?m)^- \[.*\]\(\S*/` +
	`(?:eventos|events|evenements)/([^/)]*?)(?:\.md)?\)`)

// TestTitles types the whole title of each event on sale of the samples into the pages, MCP and
// A2A, whose first event is the event, or another of this title.
func TestTitles(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	w := newWeb(t, edge)
	all := 0
	for _, key := range sampleKeys {
		site := "http://" + key + ".localhost:8080"
		titles := map[string]string{}
		for page, more := 1, true; more; page++ {
			var list struct{ Data []struct{ Slug, Name string } }
			address := fmt.Sprintf("%s/api/public/v1/events?per_page=50&page=%d", site, page)
			require.NoError(t, json.Unmarshal(w.get(t, address).body, &list))
			for _, e := range list.Data {
				titles[e.Slug] = e.Name
			}
			more = len(list.Data) > 0
		}
		folded := func(slug string) string {
			return strings.Join(text.Words(text.Fold(titles[slug])), " ")
		}
		for slug, title := range titles {
			all++
			quoted, err := json.Marshal(title)
			require.NoError(t, err)
			page := w.get(t, site+"/eventos.md?q="+url.QueryEscape(title)).body
			called := w.ask(t, "POST", site+"/mcp",
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+
					`"name":"search_events","arguments":{"q":`+string(quoted)+`}}}`,
				"Content-Type", "application/json").json(t)
			said := called["result"].(map[string]any)["content"].([]any)[0].(map[string]any)["text"]
			markdown, _ := message(t, w, site+"/a2a", title)
			for name, body := range map[string]string{
				"page": string(page), "MCP": said.(string), "A2A": markdown,
			} {
				m := eventSlug.FindStringSubmatch(body)
				if assert.NotNil(t, m, "%s %s: %s", key, name, title) {
					assert.Equal(t, folded(slug), folded(m[1]), "%s %s: %s", key, name, title)
				}
			}
		}
	}
	require.Equal(t, 1937, all)
	require.Equal(t, 0, edge.Stop(t))
}

// canonical is the query in the address of a page of results.
var canonical = regexp.MustCompile(`<[^>?]*\??([^>]*)>; rel="canonical"`)

// eventLine is the line of an event on such a page in Markdown.
var eventLine = regexp.MustCompile(`(?m)^- \[.*\]\(\S*/(eventos|events|evenements)/`)

// TestSentences sends the sentences of testdata/sentences.tsv to the A2A agents of the samples, and
// the searches among them to their pages. One in twenty may be answered otherwise than a person
// would expect.
func TestSentences(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	w := newWeb(t, edge)
	table, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	all, wrong := 0, 0
	check := func(right bool, row []string, got ...any) {
		all++
		if !right {
			wrong++
			t.Log(append([]any{row}, got...)...)
		}
	}
	for line := range strings.Lines(string(table)) {
		if line[0] == '#' {
			continue
		}
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		site, sentence, kind, what := "http://"+row[0]+".localhost:8080", row[1], row[2], row[3]
		want, _ := url.ParseQuery(what)
		least, _ := strconv.Atoi(row[4])
		if kind == "search" || kind == "list" || kind == "none" {
			a := w.get(t, site+"/eventos.md?q="+url.QueryEscape(sentence))
			query := canonical.FindStringSubmatch(strings.Join(a.header.Values("Link"), "\n"))
			require.NotNil(t, query, sentence)
			got, _ := url.ParseQuery(query[1])
			events := len(eventLine.FindAll(a.body, -1))
			check(got.Encode() == want.Encode() && events >= min(least, 20), row, query[1], events)
		}
		if kind == "search" {
			continue
		}
		markdown, data := message(t, w, site+"/a2a", sentence)
		require.NotEmpty(t, markdown)
		var got struct {
			Answer, URL string
			Meta        struct{ Total int }
			Query       map[string]any
			Notes       []string
		}
		raw, err := json.Marshal(data)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &got))
		asked := url.Values{}
		for name, value := range got.Query {
			if text, _ := json.Marshal(value); name != "url" {
				asked.Set(name, strings.Trim(strings.ReplaceAll(string(text), "true", "1"), `"`))
			}
		}
		right := got.Answer == kind
		switch kind {
		case "list", "none":
			right = right && asked.Encode() == want.Encode() && got.Meta.Total >= least &&
				(kind == "list" || len(got.Notes) > 1)
		case "page", "buy":
			right = right && strings.HasSuffix(got.URL, "/"+what) &&
				strings.Contains(markdown, "\n# ")
		}
		check(right, row, got.Answer, asked.Encode(), got.Meta.Total)
	}
	assert.Equal(t, 363, all)
	assert.LessOrEqual(t, wrong, all/20)
	require.Equal(t, 0, edge.Stop(t))
}
