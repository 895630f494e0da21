package discovery_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/discovery"
)

const sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"

type sitemapFile struct {
	XMLName xml.Name
	URLs    []sitemapRow `xml:"url"`
	Parts   []sitemapRow `xml:"sitemap"`
}

type sitemapRow struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod"`
}

func mustSitemapFile(t testing.TB, d discovery.Document, root string) sitemapFile {
	t.Helper()
	require.Equal(t, "application/xml; charset=utf-8", d.ContentType)
	var f sitemapFile
	require.NoError(t, xml.Unmarshal(d.Body, &f), "%s is not well-formed", d.Path)
	require.Equal(t, xml.Name{Space: sitemapSpace, Local: root}, f.XMLName)
	return f
}

var day = time.Date(2026, 5, 20, 16, 0, 0, 0, time.FixedZone("", -3*3600))

// manyPages yields n pages, each a minute older than the previous one.
func manyPages(n int) iter.Seq[discovery.Entry] {
	return func(yield func(discovery.Entry) bool) {
		for i := range n {
			e := discovery.Entry{Path: fmt.Sprintf("/eventos/evento-%06d", i),
				Modified: day.Add(-time.Duration(i) * time.Minute)}
			if !yield(e) {
				return
			}
		}
	}
}

func TestSitemapRows(t *testing.T) {
	tests := []struct {
		name string
		in   discovery.Entry
		want sitemapRow
	}{
		{"home", discovery.Entry{Path: "/"}, sitemapRow{Loc: "https://ingressos.example/"}},
		{"time in UTC", discovery.Entry{Path: "/eventos/x", Modified: day},
			sitemapRow{"https://ingressos.example/eventos/x", "2026-05-20T19:00:00Z"}},
		{"ampersand and quotes", discovery.Entry{Path: `/a&b'c"d`},
			sitemapRow{Loc: `https://ingressos.example/a&b%27c%22d`}},
		{"angle brackets", discovery.Entry{Path: "/<loc>"},
			sitemapRow{Loc: "https://ingressos.example/%3Cloc%3E"}},
		{"letters beyond ASCII", discovery.Entry{Path: "/são paulo"},
			sitemapRow{Loc: "https://ingressos.example/s%C3%A3o%20paulo"}},
		{"question mark and per cent", discovery.Entry{Path: "/a?b%2F"},
			sitemapRow{Loc: "https://ingressos.example/a%3Fb%252F"}},
		{"control character", discovery.Entry{Path: "/a\x00\nb"},
			sitemapRow{Loc: "https://ingressos.example/a%00%0Ab"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			docs, err := sitemapOf(slices.Values([]discovery.Entry{tt.in}))
			require.NoError(t, err)
			require.Len(t, docs, 1)
			require.Equal(t, "/sitemap.xml", docs[0].Path)
			require.Equal(t, []sitemapRow{tt.want}, mustSitemapFile(t, docs[0], "urlset").URLs)
			require.NotContains(t, string(docs[0].Body), "&b", "an ampersand is not escaped")
		})
	}
}

// sitemapOf returns the files of a sitemap, /sitemap.xml first.
func sitemapOf(entries iter.Seq[discovery.Entry]) ([]discovery.Document, error) {
	var docs []discovery.Document
	err := discovery.Sitemap(brandPT(), entries, func(d discovery.Document) error {
		docs = append(docs, d)
		return nil
	})
	return indexFirst(docs), err
}

func sitemapWithin(entries iter.Seq[discovery.Entry], maxEntries,
	maxBytes int) ([]discovery.Document, error) {
	var docs []discovery.Document
	err := discovery.SitemapWithin("https://ingressos.example", entries, maxEntries, maxBytes,
		func(d discovery.Document) error {
			docs = append(docs, d)
			return nil
		})
	return indexFirst(docs), err
}

func indexFirst(docs []discovery.Document) []discovery.Document {
	if n := len(docs) - 1; n > 0 {
		return append([]discovery.Document{docs[n]}, docs[:n]...)
	}
	return docs
}

func TestSitemapStopsWhenItCannotBeKept(t *testing.T) {
	full := errors.New("full")
	files := 0
	err := discovery.SitemapWithin("https://ingressos.example", manyPages(10), 2, 1<<20,
		func(discovery.Document) error {
			files++
			return full
		})
	require.Equal(t, full, err)
	require.Equal(t, 1, files)
}

func TestSitemapGolden(t *testing.T) {
	docs, err := sitemapOf(slices.Values([]discovery.Entry{
		{Path: "/", Modified: day}, {Path: "/eventos"}, {Path: "/eventos/a&b", Modified: day},
	}))
	require.NoError(t, err)
	require.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://ingressos.example/</loc><lastmod>2026-05-20T19:00:00Z</lastmod></url>
<url><loc>https://ingressos.example/eventos</loc></url>
<url><loc>https://ingressos.example/eventos/a&amp;b</loc><lastmod>2026-05-20T19:00:00Z</lastmod></url>
</urlset>
`, string(docs[0].Body))
}

// TestSitemapAlternates: a page names itself and the same page in the other languages; a page that
// the brand wrote itself is on its site only.
func TestSitemapAlternates(t *testing.T) {
	b := brandPT()
	b.Alternates = []brands.Alternate{{Lang: "en", SiteURL: "https://tickets.example"},
		{Lang: "pt-BR", SiteURL: b.SiteURL},
		{Lang: brands.XDefault, SiteURL: "https://tickets.example"}}
	b.Pages = []brands.OwnPage{{OwnText: brands.OwnText{Path: "/sobre"}}}
	var body string
	entries := slices.Values([]discovery.Entry{{Path: "/eventos/a&b"}, {Path: "/sobre"}})
	require.NoError(t, discovery.Sitemap(b, entries, func(d discovery.Document) error {
		body = string(d.Body)
		return nil
	}))
	link := func(lang, site string) string {
		return `<xhtml:link rel="alternate" hreflang="` + lang + `" href="` + site +
			`/eventos/a&amp;b"/>`
	}
	require.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://ingressos.example/eventos/a&amp;b</loc>`+link("en", "https://tickets.example")+
		link("pt-BR", "https://ingressos.example")+link("x-default", "https://tickets.example")+`</url>
<url><loc>https://ingressos.example/sobre</loc></url>
</urlset>
`, body)
}

func TestSitemapWithoutPages(t *testing.T) {
	docs, err := sitemapOf(manyPages(0))
	require.NoError(t, err)
	require.Len(t, docs, 1)
	require.Empty(t, mustSitemapFile(t, docs[0], "urlset").URLs)
}

func TestSitemapSplitsByCount(t *testing.T) {
	docs, err := sitemapOf(manyPages(50_000))
	require.NoError(t, err)
	require.Len(t, docs, 1, "50,000 pages fit into one file")
	require.Equal(t, 50_000, bytes.Count(docs[0].Body, []byte("<url>")))

	docs, err = sitemapOf(manyPages(50_001))
	require.NoError(t, err)
	require.Len(t, docs, 3)
	require.Equal(t, []string{"/sitemap.xml", "/sitemap-1.xml", "/sitemap-2.xml"},
		[]string{docs[0].Path, docs[1].Path, docs[2].Path})
	require.Equal(t, []sitemapRow{
		{"https://ingressos.example/sitemap-1.xml", "2026-05-20T19:00:00Z"},
		{"https://ingressos.example/sitemap-2.xml", "2026-04-16T01:40:00Z"},
	}, mustSitemapFile(t, docs[0], "sitemapindex").Parts)
	require.Equal(t, 50_000, bytes.Count(docs[1].Body, []byte("<url>")))
	second := mustSitemapFile(t, docs[2], "urlset").URLs
	require.Len(t, second, 1)
	require.Equal(t, "https://ingressos.example/eventos/evento-050000", second[0].Loc)
}

func TestSitemapSplitsBySize(t *testing.T) {
	const maxBytes = 1000
	docs, err := sitemapWithin(manyPages(100), 50_000, maxBytes)
	require.NoError(t, err)
	require.Greater(t, len(docs), 2)
	var all []string
	for _, d := range docs[1:] {
		require.LessOrEqual(t, len(d.Body), maxBytes, d.Path)
		for _, row := range mustSitemapFile(t, d, "urlset").URLs {
			all = append(all, row.Loc)
		}
	}
	require.Len(t, all, 100)
	require.True(t, slices.IsSorted(all), "pages keep their order over the parts")
	require.Len(t, mustSitemapFile(t, docs[0], "sitemapindex").Parts, len(docs)-1)
}

// An index is not nested, so it has a limit of its own.
func TestSitemapRefusesTooManyParts(t *testing.T) {
	_, err := sitemapWithin(manyPages(5), 2, 1<<20)
	require.ErrorContains(t, err, "3 parts")
	docs, err := sitemapWithin(manyPages(4), 2, 1<<20)
	require.NoError(t, err)
	require.Len(t, docs, 3)
}
