package onboard_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/rowstest"
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
		filepath.Join(dir, "palco-vivo", "pages"),
		filepath.Join(dir, "palco-vivo", "records.json"),
	}, result.Files)
	b, err := brands.LoadOne(filepath.Join(dir, "palco-vivo"), brands.LoadOptions{})
	require.NoError(t, err)
	require.Equal(t, "Palco vivo", b.Name)
	require.Equal(t, "America/Sao_Paulo", b.Timezone)

	again := onboard.Brand{Key: "palco-vivo", Lookup: noEnv, Now: now}
	_, err = again.Write(t.Context(), dir, false)
	require.ErrorIs(t, err, fs.ErrExist)
	require.FileExists(t, result.Files[2], "a folder that exists is left as it is")
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

// TestPropose: the proposals of init for items with unknown names, row by row.
func TestPropose(t *testing.T) {
	rows, err := os.ReadFile("testdata/proposals/rows.txt")
	require.NoError(t, err)
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for row := range strings.Lines(string(rows)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(row), " | ", 2)
		at := strings.Index(parts[1], "}] | ")
		var items []any
		require.NoError(t, json.Unmarshal([]byte(parts[1][:at+2]), &items), row)
		want := parts[1][at+len("}] | "):]
		add, ask := onboard.Propose(items, parts[0], now)
		if word, asks := strings.CutPrefix(want, "asks "); asks {
			require.Empty(t, add, row)
			require.Contains(t, strings.Join(ask, "\n"), word, row)
			continue
		}
		require.Empty(t, ask, row)
		require.Equal(t, want, strings.Join(add, "; "), row)
	}
}

// TestShapes: one answer of each backend, as its documentation has them. Its address alone becomes
// a catalogue that is right.
func TestShapes(t *testing.T) {
	type event struct{ Name, Start, End, Venue, City, Image, URL string }
	for _, tt := range rowstest.Read[[]struct {
		Name, Preset, Text string
		Want               event
	}](t, "testdata/shapes.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			backend := httptest.NewServer(http.HandlerFunc(
				func(w http.ResponseWriter, _ *http.Request) {
					_, _ = w.Write([]byte(tt.Text)) // an error ends the connection, which init says
				}))
			defer backend.Close()
			n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/api",
				Locale: "pt-BR", Timezone: "America/Sao_Paulo",
				Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
			if strings.HasPrefix(tt.Name, "OpenAgenda") {
				n.Locale = "fr"
			}
			result, err := n.Write(t.Context(), t.TempDir(), false)
			require.NoError(t, err)
			require.Equal(t, tt.Preset, result.Preset)
			require.Empty(t, result.Read.Wrong)
			var got []event
			for _, rec := range onboard.Records(result.Read) {
				require.NotZero(t, rec.ID)
				e := event{Name: rec.Name, Start: rec.Starts.String(), End: rec.Ends.String(),
					Image: rec.Banner, URL: rec.BuyURL}
				if rec.Location != nil {
					e.Venue, e.City = rec.Location.Name, rec.Location.City
				}
				got = append(got, e)
			}
			require.Equal(t, []event{tt.Want}, got)
		})
	}
}
