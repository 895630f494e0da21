package programtest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// AddSettings adds lines to the brand.yaml of a brand that WriteBrand wrote.
func AddSettings(t testing.TB, dir, key, lines string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, key, "brand.yaml"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(lines)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// WriteBrand writes a brand of n events whose names carry a version, so that an
// answer tells which catalogue it came from.
func WriteBrand(t testing.TB, dir, key string, n, version int) {
	t.Helper()
	folder := filepath.Join(dir, key)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	yaml := fmt.Sprintf("name: %s\nlocale: pt-BR\ntimezone: America/Sao_Paulo\nsite_url: "+
		"http://%s.localhost\nbase_url: http://api.%s.localhost/api/public/v1\nauth_url: "+
		"http://auth.%s.localhost\nsource: {kind: file, path: events.json}\n", key, key, key, key)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(yaml), 0o644))
	cities := []string{"São Paulo", "Recife", "Manaus", "Belém"}
	events := make([]map[string]any, n)
	for i := range events {
		events[i] = map[string]any{
			"id": i + 1, "slug": fmt.Sprintf("show-%d", i),
			"name": fmt.Sprintf("Show %d versão %d", i, version),
			"description": "<p>" + strings.Repeat("Uma noite de samba, choro e frevo. ", 10) +
				"</p>",
			"starts_at": time.Date(2099, 1, 1+i%300, 20, 0, 0, 0,
				time.UTC).Format("2006-01-02T15:04:05"),
			"location": map[string]any{"name": "Teatro", "city": cities[i%len(cities)],
				"state_abbr": "SP"},
			"tickets": []map[string]any{{"name": "Inteira", "price": 10000, "fee": 1500}},
		}
	}
	text, err := json.Marshal(events)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "events.json"), text, 0o644))
}
