package page_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/page"
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

var sheet = regexp.MustCompile(`/assets/[0-9a-f]{16}\.css`)

// golden compares got with the file of that name. The address of the style
// sheet is left out: it changes with every rule, the pages do not.
func golden(t *testing.T, b *brands.Brand, name string, got []byte) {
	t.Helper()
	got = sheet.ReplaceAll(got, []byte("/assets/STYLESHEET.css"))
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
