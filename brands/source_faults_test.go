package brands_test

import (
	"strings"
	"testing"

	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
)

func TestSourceFaults(t *testing.T) {
	const file, http = "  kind: file\n  path: events.json\n",
		"  kind: http\n  url: https://b.example/e\n"
	for _, tt := range rowstest.Read[[]struct{ Source, Want string }](t,
		"testdata/source-faults.yaml") {
		t.Run(tt.Source, func(t *testing.T) {
			requireFault(t, strings.Replace(least, file, tt.Source, 1), tt.Want)
		})
	}
}

func TestUnknownSourceKey(t *testing.T) {
	_, folder, err := one(t, least+"  uri: x\n")
	require.ErrorContains(t, err, folder+
		"/brand.yaml:9: source.uri: unknown key, did you mean \"url\"? the keys here are kind, "+
		"preset, path, url, items, pages, headers, auth, body, errors, detail, rate, conditional, "+
		"map, "+
		"duplicates, timezone, public, timeout, max_bytes, window, delimiter, encoding")
}
