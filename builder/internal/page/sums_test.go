package page_test

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
			e, err := r.Event(rec, &text)
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
