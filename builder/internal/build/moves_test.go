package build_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
)

// TestCatalogueMoves: a catalogue that changes while its pages are read is read
// again in the same build, up to three times. Details that were read are not asked
// for again, but for the few that were in line when a pull ended.
func TestCatalogueMoves(t *testing.T) {
	t.Parallel()
	const events = 30
	var mu sync.Mutex
	moves, pages, details := 0, 0, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/events/") {
			details++
			fmt.Fprint(w, `{"text": "x"}`)
			return
		}
		pages++
		total, list := events, []string{}
		if r.URL.Query().Get("page") == "1" {
			for i := range events {
				list = append(list, fmt.Sprintf(`{"id": %d, "name": "Evento", "updated": 1}`, i+1))
			}
		} else if moves > 0 {
			moves--
			total++
		}
		fmt.Fprintf(w, `{"data": [%s], "meta": {"last_page": 2, "total": %d}}`,
			strings.Join(list, ","), total)
	}))
	t.Cleanup(server.Close)
	s := newShop(t, "")
	s.options.Upstream = noWaiting()
	s.write("map.jq", boxMap)
	s.yaml("source: {kind: http, url: \"" + server.URL +
		"/events\", rate: 1000/s, pages: {style: number}, detail: {url: \"/events/{id}\", key: " +
		".updated, concurrency: 2}, map: map.jq}\n")
	moves = 2
	out := s.mustPublish()
	require.Equal(t, 3*2, pages)
	require.Less(t, details, events+2*(2*2))
	require.Equal(t, events, out.Report.Records)
	require.Equal(t, events, out.Report.Published)
	require.Empty(t, out.Report.Counts, "what the first pulls found is forgotten")
	require.Len(t, eventSlugs(s.live()), events)

	moves = 3
	again := s.build()
	require.ErrorIs(t, again.Err, upstream.ErrMoved)
	require.Equal(t, out.Release, again.Release)
	require.False(t, s.mustBuild().Published)
	s.requireClean()
}
