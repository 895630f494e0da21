package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// asBuilder is the variable that makes this test binary the builder.
const asBuilder = "CARTAZ_TEST_BUILDER"

func TestMain(m *testing.M) {
	if os.Getenv(asBuilder) != "" {
		os.Exit(cli.Run(context.Background(), os.Args[1:], cli.System()))
	}
	os.Exit(m.Run())
}

// TestScripts plays testdata/script: the real command line in a process of its
// own, with real exit codes. Each script finds two good brands, palco and festa,
// and may replace any file of them.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			play(t, file, goodBrands)
		})
	}
}

// goodBrands are two brands without a fault.
var goodBrands = map[string]string{
	"brands/palco/brand.yaml": `name: Palco
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
as_of: 2026-11-20T12:00:00-03:00
source:
  kind: file
  path: catalogue.json
`,
	"brands/palco/catalogue.json": `[
 {"id": 1, "slug": "samba", "name": "Samba", "starts_at": "2027-01-01T20:00", "location": {"city": "Recife", "state_abbr": "PE"}},
 {"id": 2, "slug": "choro", "name": "Choro", "starts_at": "2027-01-02T20:00"}
]
`,
	"brands/festa/brand.yaml": `name: Festa
locale: pt-BR
site_url: https://festa.example
base_url: https://festa.example/api/public/v1
auth_url: https://auth.festa.example
as_of: 2026-11-20T12:00:00-03:00
source: {kind: file, path: catalogue.json}
`,
	"brands/festa/catalogue.json": `[{"id": 1, "name": "Frevo"}]`,
}
