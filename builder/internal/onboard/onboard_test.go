package onboard_test

import (
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
)

func noEnv(string) (string, bool) { return "", false }

// TestWrite: a brand without a source gets a catalogue of events in the future, and loads.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	n := onboard.Brand{Key: "palco-vivo", Lookup: noEnv, Now: now}
	result, err := n.Write(t.Context(), dir, false)
	require.NoError(t, err)
	require.Equal(t, []string{
		filepath.Join(dir, "palco-vivo", "brand.yaml"),
		filepath.Join(dir, "palco-vivo", "records.json"),
	}, result.Files)
	b, err := brands.LoadOne(filepath.Join(dir, "palco-vivo"), brands.LoadOptions{})
	require.NoError(t, err)
	require.Equal(t, "Palco vivo", b.Name)
	require.Equal(t, "America/Sao_Paulo", b.Timezone)

	again := onboard.Brand{Key: "palco-vivo", Lookup: noEnv, Now: now}
	_, err = again.Write(t.Context(), dir, false)
	require.ErrorIs(t, err, fs.ErrExist)
	require.FileExists(t, result.Files[1], "a folder that exists is left as it is")
}

// TestMissing: a variable that is not set is named, and the source is then not read.
func TestMissing(t *testing.T) {
	n := onboard.Brand{
		Key: "palco", Lookup: noEnv, URL: "https://b.example/api/events?key=${TOKEN}",
		Headers: []string{"X-Key: ${KEY}"},
	}
	result, err := n.Write(t.Context(), t.TempDir(), false)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"TOKEN", "KEY"}, result.Missing)
	require.Nil(t, result.Read)
}

// TestFaulty: a folder that does not load is removed again.
func TestFaulty(t *testing.T) {
	dir := t.TempDir()
	n := onboard.Brand{Key: "palco", Locale: "xx", Lookup: noEnv}
	_, err := n.Write(t.Context(), dir, true)
	require.ErrorContains(t, err, `locale: "xx" is not known`)
	require.NoDirExists(t, filepath.Join(dir, "palco"))
}
