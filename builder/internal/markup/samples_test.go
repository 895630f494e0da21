package markup_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/samples"
)

// TestSamples holds a digest of everything that is made of the descriptions of
// the sample brands and of the generated catalogue, so that no change of this
// package changes a published byte unseen.
func TestSamples(t *testing.T) {
	var got strings.Builder
	for _, name := range append([]string{samples.Generated}, samples.Brands...) {
		_, records := samples.Load(t, name, 1000)
		h := sha256.New()
		for _, rec := range records {
			text := cleaner.Clean(rec.Description, rec.Format)
			fmt.Fprintf(h, "%q", []string{text.HTML, text.Markdown, text.Page, text.Plain,
				markup.Quote(text.Markdown), markup.Summary(text.Plain, 160)})
		}
		fmt.Fprintf(&got, "%s %d %x\n", name, len(records), h.Sum(nil)[:16])
	}
	golden := filepath.Join("testdata", "samples.sums")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}
