package dictionary_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/dictionary"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/dcz"
	"cartaz/templates"
)

// of makes the dictionary of a sample brand, and what draws its pages.
func of(t testing.TB, key string) (*page.Renderer, *dictionary.Dictionary) {
	t.Helper()
	list, err := brands.Load("../../../brands", brands.LoadOptions{})
	require.NoError(t, err)
	for _, b := range list {
		if b.Key == key {
			r, err := page.New(b, templates.FS)
			require.NoError(t, err)
			d, err := dictionary.Of(r, b)
			require.NoError(t, err)
			return r, d
		}
	}
	t.Fatal(key)
	return nil, nil
}

// events are pages of one event each.
func events(t testing.TB, r *page.Renderer) (pages [][]byte) {
	t.Helper()
	for _, name := range []string{"Samba na Praça", "Roda de choro", "Jazz <at> night", ""} {
		for _, about := range []string{"", strings.Repeat("<p>A longer text. ", 200)} {
			e, err := r.Event(&catalog.Record{ID: 7, Slug: "e-" + strings.ToLower(name), Name: name,
				State: catalog.Scheduled, Starts: catalog.Moment{Precision: catalog.Day,
					Time: time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)},
				Location: &catalog.Place{City: "Recife", StateAbbr: "PE"},
			}, &catalog.Text{HTML: about, Page: about, Plain: about, Markdown: about})
			require.NoError(t, err)
			pages = append(pages, e.HTML)
		}
	}
	return pages
}

// The dictionary follows from brand and templates: events of the renderer leave no trace.
func TestOf(t *testing.T) {
	seen := map[string]bool{}
	for _, key := range []string{"palco", "confs", "paris", "virada"} {
		_, first := of(t, key)
		r, _ := of(t, key)
		events(t, r)
		again, second := of(t, key)
		require.Equal(t, first, second, key)
		require.NotEqual(t, again, r)
		require.True(t, strings.HasPrefix(first.Path, "/assets/"), first.Path)
		require.False(t, seen[first.Path])
		seen[first.Path] = true
		// So small that a client has its bytes back with the second page or the third.
		require.Less(t, len(first.Body), 24<<10, key)
		require.NotContains(t, string(first.Body), "Samba")
	}
}

// Pages are a third of the size of gzip, and decode with Go, with libzstd and with nothing else.
func TestEncoder(t *testing.T) {
	r, d := of(t, "palco")
	e, err := d.NewEncoder()
	require.NoError(t, err)
	zr, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, d.Body))
	require.NoError(t, err)
	defer zr.Close()
	other, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, d.Body[:len(d.Body)-1]))
	require.NoError(t, err)
	defer other.Close()
	plain, err := zstd.NewReader(nil)
	require.NoError(t, err)
	defer plain.Close()

	pages := events(t, r)
	var coded [][]byte
	for _, p := range pages {
		c := e.Append([]byte("before"), p)
		require.True(t, bytes.HasPrefix(c, []byte("before")))
		c = c[len("before"):]
		require.Less(t, len(c), len(p)/6)
		sum, frame, ok := dcz.Dictionary(c)
		require.True(t, ok)
		require.Equal(t, dcz.SumOf(d.Body), sum)
		back, err := zr.DecodeAll(frame, nil)
		require.NoError(t, err)
		require.Equal(t, string(p), string(back))
		// The header is a frame that decoders skip.
		back, err = zr.DecodeAll(c, nil)
		require.NoError(t, err)
		require.Equal(t, string(p), string(back))
		for _, wrong := range []*zstd.Decoder{other, plain} {
			back, err = wrong.DecodeAll(frame, nil)
			require.False(t, err == nil && bytes.Equal(p, back))
		}
		coded = append(coded, c)
	}

	// The bytes of a page do not depend on the pages before it: workers share them by chance.
	for i := len(pages) - 1; i >= 0; i-- {
		require.Equal(t, coded[i], e.Append(nil, pages[i]), i)
	}

	t.Run("zstd", func(t *testing.T) {
		program, err := exec.LookPath("zstd")
		if err != nil {
			t.Skip("SKIPPED: zstd not installed: libzstd decodes nothing here")
		}
		file := filepath.Join(t.TempDir(), "dictionary")
		require.NoError(t, os.WriteFile(file, d.Body, 0o644))
		for i, c := range coded {
			cmd := exec.Command(program, "-dc", "-D", file)
			cmd.Stdin = bytes.NewReader(c)
			back, err := cmd.Output()
			require.NoError(t, err)
			require.Equal(t, string(pages[i]), string(back))
		}
	})
}
