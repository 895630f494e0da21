package page_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/samples"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden holds the bytes of every kind of page, fragment and calendar in
// both languages, so that a change of any of them is seen in review.
func TestGolden(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		t.Run(b.Key, func(t *testing.T) {
			for name, p := range pages(t, b) {
				golden(t, b, name+".html", p.HTML)
				golden(t, b, name+".md", p.Markdown)
				if p.Embed != nil {
					golden(t, b, name+"-embed.html", p.Embed)
				}
			}
			r := mustNew(t, b)
			var cards, lines, calendars []byte
			for _, rec := range records(b) {
				e := mustEvent(t, r, rec)
				cards, lines, calendars = append(cards, e.Card...), append(lines,
					e.Line...), append(calendars, e.Calendar...)
			}
			golden(t, b, "cards.html", cards)
			golden(t, b, "lines.md", lines)
			golden(t, b, "calendars.ics", calendars)
		})
	}
}

// golden compares got with the file of that name. The address of the style
// sheet is left out: it changes with every rule, the pages do not.
func golden(t *testing.T, b *brands.Brand, name string, got []byte) {
	t.Helper()
	sheet, _ := mustNew(t, b).Stylesheet()
	got = bytes.ReplaceAll(got, []byte(sheet), []byte("/assets/STYLESHEET.css"))
	file := filepath.Join("testdata", "golden", b.Key, name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, got, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), string(got), name)
}

// TestBytesAreStable: two renderers, and one used from many goroutines, give
// the same bytes for the same record.
func TestBytesAreStable(t *testing.T) {
	first, second := mustNew(t, palco()), mustNew(t, palco())
	require.Equal(t, first.Fingerprint(), second.Fingerprint())
	want := mustEvent(t, first, evinha())
	results := make(chan []byte)
	for range 8 {
		go func() {
			e, err := second.Event(evinha(), cleaned(evinha()), page.Related{})
			if err != nil {
				e.HTML = []byte(err.Error())
			}
			results <- bytes.Join([][]byte{e.HTML, e.Markdown, e.Card, e.Line, e.Calendar}, nil)
		}()
	}
	for range 8 {
		require.Equal(t,
			string(bytes.Join([][]byte{want.HTML, want.Markdown, want.Card, want.Line,
				want.Calendar}, nil)), string(<-results))
	}
}

// TestEventsKnowNothingOfEachOther: no page of an event names another one, so a
// new event does not rewrite the pages of the others.
func TestEventsKnowNothingOfEachOther(t *testing.T) {
	r := mustNew(t, palco())
	for _, rec := range records(palco()) {
		e := mustEvent(t, r, rec)
		for _, other := range records(palco()) {
			if other.Slug != rec.Slug {
				require.False(t, strings.Contains(string(e.HTML)+string(e.Markdown), "/eventos/"+
					other.Slug), "%s names %s", rec.Slug, other.Slug)
			}
		}
	}
}

// TestSampleSums holds a digest of everything that is drawn of the sample brands
// and of the generated catalogue, so that no change of this package changes a
// published byte unseen. The address of the style sheet is left out.
func TestSampleSums(t *testing.T) {
	var got strings.Builder
	for _, name := range append([]string{samples.Generated}, samples.Brands...) {
		b, records := samples.Load(t, name, 1000)
		r, cleaner, h := mustNew(t, b), markup.New(), sha256.New()
		sheet, _ := r.Stylesheet()
		for _, rec := range records {
			text := cleaner.Clean(rec.Description, rec.Format)
			e, err := r.Event(rec, &text, page.Related{})
			require.NoError(t, err)
			html := strings.ReplaceAll(string(e.HTML), sheet, "")
			fmt.Fprintf(h, "%q", []string{e.Path, html, string(e.Markdown), string(e.Card),
				string(e.Line), string(e.Calendar)})
		}
		fmt.Fprintf(&got, "%s %d %x\n", name, len(records), h.Sum(nil)[:16])
	}
	golden := filepath.Join("testdata", "samples.sums")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
		return
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), got.String())
}
