package onboard_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
	"cartaz/builder/rowstest"
)

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
