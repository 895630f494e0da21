package upstream_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// loaded gives a brand from a brand.yaml with the given source.
func loaded(t *testing.T, source string, env map[string]string) *brands.Brand {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "palco")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, brands.FileName), []byte(`name: Palco
locale: pt-BR
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
source:`+source), 0o644))
	b, err := brands.LoadOne(dir, brands.LoadOptions{Env: func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}})
	require.NoError(t, err)
	return b
}
