package upstream_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

const someTable = "Nome,Data\nRoda,2027-02-01\nSarau,2027-02-02\n"

// TestDocumentFiles: documents that are not JSON are found by a pattern, also compressed.
func TestDocumentFiles(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(someTable))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	src := folder(t, "*.csv*", map[string]string{"a.csv": someTable, "b.csv.gz": packed.String()})
	src.Kind = brands.KindCSV
	records, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, records, 4)
	require.Equal(t, 2, stats.Documents)
	require.Equal(t, "b.csv.gz, item 2", records[3].Pos.String())
	require.Equal(t, map[string]any{"name": "Sarau", "starts_at": "2027-02-02"}, records[3].Value)

	records, _, err = pull(t, with(t, src, `{name: .row.Nome, at: .line}`), upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"name": "Sarau", "at": 3}, records[3].Value)

	require.NoError(t, os.WriteFile(filepath.Join(src.Dir, "b.csv.gz"), packed.Bytes()[:20], 0o644))
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrMalformed)
	require.ErrorContains(t, err, "b.csv.gz: ")
}

// TestDocumentIsNotHeld: the builder holds a part of a document that is not JSON, the worker all.
func TestDocumentIsNotHeld(t *testing.T) {
	src := folder(t, "*.csv", map[string]string{"a.csv": strings.Repeat(someTable, 1<<19)})
	src.Kind, src.Encoding, src.MaxBytes = brands.KindCSV, "no such", 1<<30
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, stats, err := pull(t, src, upstream.Options{})
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, "there is no charset")
	require.Equal(t, int64(len(someTable)<<19), stats.Bytes)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}

// TestDocumentsByHTTP: they are asked for with conditions, tried again, and limited.
func TestDocumentsByHTTP(t *testing.T) {
	requests := 0
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		switch {
		case requests == 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.Header.Get("If-None-Match") == `"1"`:
			w.WriteHeader(http.StatusNotModified)
		default:
			w.Header().Set("ETag", `"1"`)
			_, _ = w.Write([]byte(someTable)) // the reader notices
		}
	}))
	defer backend.Close()
	src := upstream.Source{Brand: "palco", Dir: t.TempDir(), Source: brands.Source{
		Kind: brands.KindCSV, URL: backend.URL, Conditional: true, Timeout: time.Minute,
		MaxBytes: 1 << 20, Pages: brands.Pages{Style: brands.PagesNone, Whole: true},
	}}
	opts, dir := upstream.Options{Options: fetch.Options{Sleep: atOnce}}, t.TempDir()
	records, stats, err := remembering(t, dir, src, opts)
	require.NoError(t, err)
	require.Len(t, records, 2)
	require.Equal(t, 1, stats.Retries)
	records, stats, err = remembering(t, dir, src, opts)
	require.NoError(t, err)
	require.Len(t, records, 2)
	require.Equal(t, 1, stats.NotModified)

	src.MaxBytes = 10
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrTooLarge)
}

// TestOddDocumentItems: an item that cannot be read fails alone, up to the limit.
func TestOddDocumentItems(t *testing.T) {
	src := folder(t, "a.ics", map[string]string{"a.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\n" +
		"UID:1\nSUMMARY:Roda\nDTSTART:20270201\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\n" +
		"END:VCALENDAR\n"})
	src.Kind, src.Window = brands.KindICS, 400*24*time.Hour
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrItem)
	var failures []string
	stats, err := upstream.Pull(t.Context(), src, upstream.Options{MaxFailed: 0.5},
		func(item upstream.Item) error {
			if item.Failure != nil {
				failures = append(failures, item.Pos.String()+": "+item.Failure.Err.Error())
			}
			return nil
		})
	require.NoError(t, err)
	require.Equal(t, 1, stats.Failed)
	require.Equal(t, []string{"a.ics, item 2: item cannot be read: line 7: the event " +
		"has no DTSTART"}, failures)
}

// TestSheetRedirect: the store of a spreadsheet's exports is the one other host that is followed,
// and never with a header field of the brand.
func TestSheetRedirect(t *testing.T) {
	src := upstream.Source{Brand: "palco", Dir: t.TempDir(), Source: brands.Source{
		Kind: brands.KindCSV, URL: "https://docs.google.com/spreadsheets/d/1/export?format=csv",
		Timeout: time.Minute, MaxBytes: 1 << 20,
		Pages: brands.Pages{Style: brands.PagesNone, Whole: true},
	}}
	to := "https://doc-0s.sheets.googleusercontent.com/x"
	opts := upstream.Options{
		Options: fetch.Options{
			Sleep: atOnce, Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				w := httptest.NewRecorder()
				if r.URL.Host == "docs.google.com" {
					http.Redirect(w, r, to, http.StatusTemporaryRedirect)
				} else {
					_, _ = w.WriteString(someTable) // a recorder never fails
				}
				return w.Result(), nil
			})}}
	records, _, err := pull(t, src, opts)
	require.NoError(t, err)
	require.Len(t, records, 2)
	src.Headers = map[string]string{"X-Key": "secret"}
	_, _, err = pull(t, src, opts)
	require.ErrorContains(t, err, "redirects to another host")
	src.Headers = nil
	for _, to = range []string{"https://googleusercontent.com.evil.example/", "https://127.0.0.1/",
		"http://doc-0s.sheets.googleusercontent.com/x"} {
		_, _, err = pull(t, src, opts)
		require.ErrorContains(t, err, "redirects to another host")
	}
}

// atOnce does not wait.
func atOnce(context.Context, time.Duration) error { return nil }

// TestFeedPages: a feed that comes in pages is followed; one without an event says what it has.
func TestFeedPages(t *testing.T) {
	page := func(title, next string) string {
		return `<rss xmlns:ev="http://purl.org/rss/1.0/modules/event/" ` +
			`xmlns:a="http://www.w3.org/2005/Atom"><channel>` + next + `<item><title>` + title +
			`</title><ev:startdate>2027-02-01</ev:startdate></item></channel></rss>`
	}
	v := newVenue(t, map[string]string{
		"/feed":        page("Um", `<a:link rel="next" href="?page=2"/>`),
		"/feed?page=2": page("Dois", ""),
		"/news": `<rss><channel><item><title>a</title><pubDate>x</pubDate></item></channel>` +
			`</rss>`,
	})
	src := v.source(t, "/feed")
	src.Kind, src.Pages = brands.KindFeed, brands.Pages{Style: brands.PagesNext}
	records, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"Um", "Dois"}, names(records))
	require.Equal(t, 2, stats.Documents)

	src.URL = v.URL + "/news"
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrEmpty)
	require.ErrorContains(t, err, "none of 1 items is an event with a date (the first "+
		"has pubDate, title): write source.map")
}

// TestXMLPages: XML is read page by page until one is empty; a path that leads to nothing says what
// there is.
func TestXMLPages(t *testing.T) {
	v := newVenue(t, map[string]string{
		"/x?page=1": "<a><e><name>Um</name></e></a>",
		"/x?page=2": "<a><e><name>Dois</name></e></a>",
		"/x?page=3": "<a></a>", "/x": "<a><e><name>Um</name></e></a>",
	})
	src := v.source(t, "/x")
	src.Kind, src.Items = brands.KindXML, "/a/e"
	src.Pages = brands.Pages{Style: brands.PagesNumber, Param: "page", First: 1}
	records, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"Um", "Dois"}, names(records))
	src.Items, src.Pages = "/a/event", brands.Pages{Style: brands.PagesNone, Whole: true}
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrEmpty)
	require.ErrorContains(t, err, "hold no item (the first has /a, /a/e, /a/e/name): "+
		"check the source")
}
