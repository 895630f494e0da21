package build_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
)

// box is a backend with a list and a detail for each event. It tags what it
// answers, knows its tags again, and counts what it was asked.
type box struct {
	*httptest.Server
	mu     sync.Mutex
	shows  []show
	asked  map[string]int // by path; a conditional request has " if" after it
	listOK bool           // false answers the list with 503
	broken string         // path that answers 500
}

// show is one event of the box.
type show struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Updated int    `json:"updated"`
	Other   int    `json:"other"`
	text    string // only the detail has it
}

func newBox(t testing.TB, shows ...show) *box {
	b := &box{shows: slices.Clone(shows), asked: map[string]int{}, listOK: true}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

func (b *box) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	asked := r.URL.Path
	if r.Header.Get("If-None-Match") != "" {
		asked += " if"
	}
	b.asked[asked]++
	if r.URL.Path == b.broken {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if !b.listOK && !strings.HasPrefix(r.URL.Path, "/events/") {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var answer any = b.shows
	if id, detail := strings.CutPrefix(r.URL.Path, "/events/"); detail {
		answer = nil
		for _, s := range b.shows {
			if fmt.Sprint(s.ID) == id {
				answer = map[string]any{"text": s.text}
			}
		}
	}
	if answer == nil {
		http.NotFound(w, r)
		return
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // numbers and texts
	}
	tag := fmt.Sprintf(`"%x"`, bytes.Clone(body[max(0, len(body)-64):]))
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body)
}

// change edits the box.
func (b *box) change(f func(b *box)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(b)
}

// requests returns the requests since the last call.
func (b *box) requests() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	asked := b.asked
	b.asked = map[string]int{}
	return asked
}

// boxMap makes records of the box's events with their details.
const boxMap = `{id, slug: "s\(.id)", name, description: .detail.text, description_format: "text"}`

// boxShop returns a brand whose source is the box.
func boxShop(t testing.TB, b *box) *shop {
	s := newShop(t, "")
	s.Options.Upstream = noWaiting()
	s.Write("map.jq", boxMap)
	s.source(b, "/events", ".updated")
	return s
}

// source writes a brand.yaml with the address of the list and the filter of
// source.detail.key.
func (s *shop) source(b *box, list, key string) {
	s.Helper()
	s.YAML(fmt.Sprintf("source: {kind: http, url: %q, rate: 1000/s, detail: {url: "+
		"\"/events/{id}\", key: %s}, map: map.jq}\n", b.URL+list, key))
}

// text returns the description of an event's page.
func (s *shop) text(id int) string {
	s.Helper()
	return s.Markdown(fmt.Sprintf("/eventos/s%d.md", id))
}

var threeInBox = []show{{1, "Samba", 1, 7, "eins"}, {2, "Choro", 1, 7, "zwei"},
	{3, "Frevo", 1, 7, "drei"}}

// TestMemoryOfAnswers: the second build asks whether the list still holds, and
// requests the details of changed events, and nothing else.
func TestMemoryOfAnswers(t *testing.T) {
	t.Parallel()
	b := newBox(t, threeInBox...)
	s := boxShop(t, b)
	first := s.MustPublish()
	require.Equal(t, map[string]int{"/events": 1, "/events/1": 1, "/events/2": 1, "/events/3": 1},
		b.requests())
	require.Equal(t, 4, first.Pulled.Requests)
	require.Equal(t, 3, first.Pulled.Details)

	out := s.MustBuild()
	require.False(t, out.Published)
	require.Equal(t, map[string]int{"/events if": 1}, b.requests())
	require.Equal(t, 1, out.Pulled.NotModified)
	require.Equal(t, 3, out.Pulled.Reused)
	require.Equal(t, first.Report, out.Report,
		"nothing in what is sealed tells where an answer came from")

	b.change(func(b *box) { b.shows[1] = show{2, "Choro", 2, 7, "novo"} })
	out = s.MustPublish()
	require.Equal(t, map[string]int{"/events if": 1, "/events/2 if": 1}, b.requests())
	require.Equal(t, 1, out.Drawn)
	require.Contains(t, s.text(2), "novo")
	require.Contains(t, s.text(1), "eins")
}

// TestMemoryOfNoUse: files that were cut, have another bit, or are of another version are as good
// as none, and the build leaves sound ones.
func TestMemoryOfNoUse(t *testing.T) {
	t.Parallel()
	b := newBox(t, threeInBox...)
	s := boxShop(t, b)
	s.MustPublish()
	file := filepath.Join(s.Dir(), cache.LogFile)
	for _, test := range []struct {
		name  string
		spoil func(good []byte) []byte // nil takes the file away
		least int                      // requests that are not conditional
		warns bool
	}{
		{"none", nil, 4, false},
		{"empty", func(b []byte) []byte { return nil }, 4, false},
		{"cut in its last string", func(b []byte) []byte { return b[:len(b)-9] }, 0, false},
		{"cut down to its magic", func(b []byte) []byte { return b[:8] }, 4, false},
		{"of a later version", func(b []byte) []byte { b[7]++; return b }, 4, true},
		{"a bit of a head", func(b []byte) []byte { b[30] ^= 1; return b }, 4, true},
		{"a bit of an answer", func(b []byte) []byte { b[40] ^= 1; return b }, 1, false},
		{"of another program", func([]byte) []byte {
			return bytes.Repeat([]byte("SQLite format 3\x00"), 100)
		}, 4, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := *s
			s.TB = t
			var log bytes.Buffer
			s.Options.Log = slog.New(slog.NewTextHandler(&log, nil))
			good, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.Remove(file))
			if test.spoil != nil {
				require.NoError(t, os.WriteFile(file, test.spoil(good), 0o600))
			}
			b.requests()
			out := s.MustBuild()
			require.False(t, out.Published, "the answers are what they were")
			fresh := 0
			for path, n := range b.requests() {
				if !strings.HasSuffix(path, " if") {
					fresh += n
				}
			}
			require.Equal(t, test.least, fresh)
			require.Equal(t, test.warns, strings.Contains(log.String(),
				"no memory of the last build"), "%s", log.String())
			s.MustBuild()
			require.Equal(t, map[string]int{"/events if": 1}, b.requests(), "healed")
		})
	}
}

// TestMemoryAndChangedSource: the memory holds answers, so the settings of a brand are applied to
// them anew; another address, key or header is another request.
func TestMemoryAndChangedSource(t *testing.T) {
	t.Setenv("BOX_FOLDER", "a")
	b := newBox(t, threeInBox...)
	s := boxShop(t, b)
	s.MustPublish()

	b.requests()
	s.Write("map.jq", strings.Replace(boxMap, "name,", `name: (.name + "!"),`, 1))
	s.MustPublish()
	require.Contains(t, s.text(1), "# Samba!")
	require.Equal(t, map[string]int{"/events if": 1}, b.requests(),
		"another map needs no other answers")

	// Another key of the details gives the same value for another reason.
	b.change(func(b *box) {
		for i := range b.shows {
			b.shows[i].Other = 1
			b.shows[i].text = "mudou"
		}
	})
	s.source(b, "/events", ".other")
	s.MustPublish()
	require.Equal(t, 1, b.requests()["/events/1 if"])
	require.Contains(t, s.text(1), "mudou")

	// Another folder on the same host, also when it comes from the environment.
	s.source(b, "/${BOX_FOLDER}/events", ".other")
	s.MustBuild()
	require.Equal(t, map[string]int{"/a/events": 1}, b.requests())
	t.Setenv("BOX_FOLDER", "another")
	s.MustBuild()
	require.Equal(t, map[string]int{"/another/events": 1}, b.requests())

	// Another backend under the same paths.
	other := newBox(t, show{1, "Samba", 1, 1, "outra casa"}, show{2, "Choro", 1, 1, "outra casa"})
	t.Setenv("BOX", other.URL)
	s.YAML("source: {kind: http, url: \"${BOX}/events\", rate: 1000/s, detail: {url: " +
		"\"/events/{id}\", key: .other}, map: map.jq}\n")
	s.MustPublish()
	require.Equal(t, map[string]int{"/events": 1, "/events/1": 1, "/events/2": 1}, other.requests())
	require.Contains(t, s.text(1), "outra casa")
	third := newBox(t, show{1, "Samba", 1, 1, "casa nova"}, show{2, "Choro", 1, 1, "casa nova"})
	t.Setenv("BOX", third.URL)
	s.MustPublish()
	require.Equal(t, map[string]int{"/events": 1, "/events/1": 1, "/events/2": 1}, third.requests())
	require.Contains(t, s.text(1), "casa nova")

	// Not asked conditionally, since the brand does not want it.
	s.YAML("source: {kind: http, url: \"${BOX}/events\", rate: 1000/s, conditional: false, " +
		"detail: {url: \"/events/{id}\", key: .other}, map: map.jq}\n")
	s.MustBuild()
	require.Equal(t, map[string]int{"/events": 1}, third.requests())
}

// TestMemoryOfFailures: a pull that broke off goes on where it was, one that was
// held back forgets nothing, and a dry run leaves the file as it was.
func TestMemoryOfFailures(t *testing.T) {
	t.Parallel()
	b := newBox(t, threeInBox...)
	s := boxShop(t, b)
	s.MustPublish()
	b.requests()

	// Two events are new, and the detail of one fails: what was read is not asked for
	// again.
	b.change(func(b *box) {
		b.shows = append(b.shows, show{4, "Baião", 1, 7, "vier"}, show{5, "Coco", 1, 7, "fünf"})
		b.broken = "/events/5"
	})
	require.ErrorIs(t, s.Build().Err, upstream.ErrUnavailable)
	require.Equal(t, 1, b.requests()["/events/4"])
	b.change(func(b *box) { b.broken = "" })
	s.MustPublish()
	require.Equal(t, map[string]int{"/events if": 1, "/events/5": 1}, b.requests())

	b.change(func(b *box) { b.listOK = false })
	require.ErrorIs(t, s.Build().Err, upstream.ErrUnavailable)
	b.change(func(b *box) { b.listOK = true; b.shows = b.shows[:1] })
	require.ErrorIs(t, s.Build().Err, build.ErrHeld)
	b.requests()

	before, err := os.ReadFile(filepath.Join(s.Dir(), cache.LogFile))
	require.NoError(t, err)
	b.change(func(b *box) {
		b.shows = slices.Clone(threeInBox)
		b.shows[0].Updated, b.shows[0].text = 2, "mais"
	})
	s.Options.DryRun = true
	out := s.MustBuild()
	require.Len(t, out.Changes.Events.Changed, 1)
	require.Equal(t, map[string]int{"/events if": 1, "/events/1 if": 1}, b.requests(),
		"a dry run reads what it finds")
	after, err := os.ReadFile(filepath.Join(s.Dir(), cache.LogFile))
	require.NoError(t, err)
	require.Equal(t, before, after)
	s.Options.Out, s.Options.AcceptLoss = filepath.Join(t.TempDir(), "new"), true
	s.MustBuild()
	require.NoDirExists(t, s.Options.Out, "nor does it make the folder")
}

// TestGoneIsReported: an event whose detail has gone since the list was read.
func TestGoneIsReported(t *testing.T) {
	t.Parallel()
	b := newBox(t, threeInBox...)
	s := boxShop(t, b)
	list := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/events/2" {
			b.ServeHTTP(w, r)
			return
		}
		http.Error(w, "gone", http.StatusGone)
	}))
	t.Cleanup(list.Close)
	s.source(&box{Server: list}, "/events", ".updated")
	out := s.MustPublish()
	require.Equal(t, []string{"s1", "s3"}, buildtest.EventSlugs(s.Live()))
	require.Contains(t, out.Report.Summary(), ", 1 gone before their detail was read")
}
