package brands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// TestReadmeKinds: the example of each kind in sources.md loads, and no kind is without one.
func TestReadmeKinds(t *testing.T) {
	text, err := os.ReadFile("sources.md")
	require.NoError(t, err)
	var seen []string
	for _, m := range regexp.MustCompile("(?ms)^```yaml\n(source:.*?)^```$").FindAllStringSubmatch(
		string(text), -1) {
		if !strings.Contains(m[1], "kind:") {
			continue // a preset's
		}
		folder := filepath.Join(t.TempDir(), "palco")
		require.NoError(t, os.Mkdir(folder, 0o755))
		config := least[:strings.Index(least, "source:")] + m[1]
		require.NoError(t, os.WriteFile(filepath.Join(folder, brands.FileName), []byte(config),
			0o644))
		b, err := brands.LoadOne(folder, brands.LoadOptions{
			Env: func(string) (string, bool) { return "value", true },
		})
		require.NoError(t, err, m[1])
		seen = append(seen, b.Source.Kind)
	}
	for _, kind := range []string{
		brands.KindICS, brands.KindCSV, brands.KindHTML, brands.KindFeed, brands.KindXML,
		brands.KindYAML, brands.KindCommand,
	} {
		require.True(t, slices.Contains(seen, kind), kind)
	}
}

// TestReadmeBrands: the whole brands of README.md load.
func TestReadmeBrands(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	all := regexp.MustCompile("(?ms)^```yaml\n(name:.*?)^```$").FindAllStringSubmatch(
		string(text), -1)
	require.Len(t, all, 3)
	for _, m := range all {
		config := strings.ReplaceAll(m[1], "${PALCO_TOKEN}", "secret")
		b, _, err := withFiles(t, config, map[string]string{
			"logo.svg":         `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
			"fotos/palco.webp": "RIFF0000WEBPVP8 ", "map.jq": ".", "more.csv": "name,date\n"})
		require.NoError(t, err, m[1])
		require.NotEmpty(t, b.Name)
	}
}
