package pictures

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream/fetch"
)

// web answers requests for pictures by their addresses.
type web struct {
	mu    sync.Mutex
	says  map[string]http.HandlerFunc
	asked []string // "address", with what it was asked under
}

func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	asked := r.URL.String()
	for _, name := range []string{"If-None-Match", "If-Modified-Since"} {
		if v := r.Header.Get(name); v != "" {
			asked += " " + v
		}
	}
	w.asked = append(w.asked, asked)
	say := w.says[r.URL.String()]
	w.mu.Unlock()
	if say == nil {
		return nil, io.ErrUnexpectedEOF
	}
	rec := &answer2{header: http.Header{}, status: 200}
	say(rec, r)
	return &http.Response{StatusCode: rec.status, Header: rec.header, Request: r,
		Body: io.NopCloser(&rec.Buffer)}, nil
}

type answer2 struct {
	bytes.Buffer
	header http.Header
	status int
}

func (a *answer2) Header() http.Header    { return a.header }
func (a *answer2) WriteHeader(status int) { a.status = status }

// sends answers with a body, under an ETag unless that is "".
func sends(body []byte, etag string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if etag != "" {
			w.Header().Set("ETag", etag)
			if r.Header.Get("If-None-Match") == etag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		w.Header().Set("Content-Type", "image/jpeg") // whatever it is
		_, _ = w.Write(body)
	}
}

// shop is the pictures of one brand over several builds.
type shop struct {
	testing.TB
	*web
	dir      string
	now      time.Time
	brand    brands.Brand
	released map[string][]byte // files of the live release
	last     *Store
}

func newShop(t testing.TB) *shop {
	return &shop{TB: t, web: &web{says: map[string]http.HandlerFunc{}}, dir: t.TempDir(),
		now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), released: map[string][]byte{},
		brand: brands.Brand{SiteURL: "https://palco.example",
			Images: brands.Images{Copy: true, Time: time.Hour}}}
}

// gather is a build, which publishes its copies unless it fails.
func (s *shop) gather(publish bool, addresses ...string) Set {
	s.Helper()
	s.asked = nil
	store := &Store{Brand: &s.brand, Dir: s.dir, Work: s.dir, Now: s.now,
		Has:  func(path string) bool { return s.released[path] != nil },
		Read: func(path string) ([]byte, error) { return s.released[path], nil },
		Fetch: fetch.Options{Transport: s, Jitter: func() float64 { return 0 },
			Sleep: func(context.Context, time.Duration) error { return nil }}}
	defer func() { require.NoError(s, store.Close()) }()
	set, err := store.Gather(s.Context(), addresses)
	require.NoError(s, err)
	s.last = store
	files := map[string][]byte{}
	for _, a := range store.Files() {
		files[a.Path], err = a.Body()
		require.NoError(s, err)
		require.NotEmpty(s, files[a.Path])
	}
	for _, c := range set {
		for _, size := range c.Sizes {
			require.NotEmpty(s, files[size.Path])
		}
	}
	if publish {
		s.released = files
	}
	return set
}

const (
	one   = "https://img.example/1.jpg"
	two   = "https://img.example/2.jpg"
	three = "https://cdn.example/3.jpg"
)

// TestOnce: a picture is fetched once, and asked for again after a day.
func TestOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.says[one] = sends(jpegOf(t, quarters(400, 200)), `"a"`)
	set := s.gather(true, one)
	require.Equal(t, []string{"400x200", "320x160"}, sizes(set[one]))
	require.Equal(t, []string{one}, s.asked)
	require.Equal(t, set, s.gather(true, one))
	require.Empty(t, s.asked)
	s.now = s.now.Add(again)
	require.Equal(t, set, s.gather(true, one))
	require.Equal(t, []string{one + ` "a"`}, s.asked)
	require.Equal(t, set, s.gather(true, one))
	require.Empty(t, s.asked, "asked within the day")

	// Another picture under the same address.
	s.now = s.now.Add(again)
	s.says[one] = sends(jpegOf(t, quarters(500, 200)), `"b"`)
	require.Equal(t, []string{"500x200", "320x128"}, sizes(s.gather(true, one)[one]))

	// One whose server has no ETag and says nothing of a date.
	s.now = s.now.Add(again)
	s.says[one] = sends(jpegOf(t, quarters(330, 200)), "")
	require.Equal(t, []string{"330x200", "320x193"}, sizes(s.gather(true, one)[one]))
	s.now = s.now.Add(again)
	s.gather(true, one)
	require.Equal(t, []string{one}, s.asked)

	// What left the catalogue is forgotten, and its files with the releases that show them.
	require.Empty(t, s.gather(true))
	require.Equal(t, []string{"330x200", "320x193"}, sizes(s.gather(true, one)[one]))
	require.Equal(t, []string{one}, s.asked)
}

// TestLastGoodCopy: whatever an address answers instead of a picture, the last copy stays; another
// kind of picture is linked.
func TestLastGoodCopy(t *testing.T) {
	t.Parallel()
	good := jpegOf(t, quarters(400, 200))
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for name, row := range map[string]struct {
		says  http.HandlerFunc
		keeps bool
		asked int
		due   time.Duration // when it is asked for again
	}{
		"404":           {status(404), true, 1, again},
		"403":           {status(403), true, 1, again},
		"500":           {status(500), true, 5, soon},
		"no answer":     {nil, true, 5, soon},
		"a page":        {sends([]byte("<html>gone</html>"), ""), true, 1, again},
		"cut off":       {sends(good[:len(good)/2], ""), true, 1, again},
		"a page of SVG": {sends([]byte("<html><svg/></html>"), ""), true, 1, again},
		"a text":        {sends([]byte("gone"), ""), true, 1, again},
		"an SVG": {sends([]byte("<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>"),
			""), false, 1, again},
		"an AVIF":      {sends([]byte(avif), ""), false, 1, again},
		"too large":    {sends(make([]byte, maxBytes+1<<20), ""), true, 1, again},
		"another host": {leads(three), true, 1, again},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			s.says[one] = row.says
			first := s.gather(true, one)
			require.Empty(t, first[one].Sizes, "nothing is there yet")
			require.Equal(t, row.keeps, first[one].Name != Other, "of a kind without copies")
			require.Equal(t, first, s.gather(true, one), "remembered")
			s.now = s.now.Add(2 * again)
			s.says[one] = sends(good, `"a"`)
			want := s.gather(true, one)
			require.Equal(t, []string{"400x200", "320x160"}, sizes(want[one]))
			s.now = s.now.Add(2 * again)
			s.says[one] = row.says
			got := s.gather(true, one)
			require.Equal(t, row.keeps, got[one].Name == want[one].Name)
			require.Len(t, s.asked, row.asked, "%v", s.asked)
			s.now = s.now.Add(row.due - time.Second)
			s.gather(true, one)
			require.Empty(t, s.asked)
			s.now = s.now.Add(time.Second)
			s.gather(true, one)
			require.NotEmpty(t, s.asked)
		})
	}
}

func leads(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

// TestUnpublished: a build that fails loses no copy, and files that a release has got are not kept
// twice. A file that is lost everywhere is fetched again.
func TestUnpublished(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.says[one] = sends(jpegOf(t, quarters(400, 200)), `"a"`)
	s.says[two] = s.says[one] // the same picture
	want := s.gather(false, one, two)
	require.Equal(t, want[one].Name, want[two].Name)
	require.Len(t, s.asked, 2)
	require.Equal(t, want, s.gather(true, one, two))
	require.Empty(t, s.asked)
	require.Equal(t, want, s.gather(true, one, two), "files come from the release")
	log, err := cache.Open(filepath.Join(s.dir, Dir))
	require.NoError(t, err)
	for path := range s.released {
		_, _, kept := log.Find(*keyOf(path))
		require.False(t, kept, path)
	}
	require.NoError(t, log.Close())
	delete(s.released, want[one].Sizes[1].Path)
	require.Equal(t, want[one], s.gather(true, one)[one])
	require.Equal(t, []string{one}, s.asked, "asked without a condition")
}

// TestOwn: a file of the brand's own is not fetched, and is read again when it has changed.
func TestOwn(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.brand.Images.Copy = false
	file := "https://palco.example/fotos/show.jpg"
	for _, width := range []int{400, 400, 500} {
		s.brand.Static = []brands.StaticFile{{Path: "/fotos/show.jpg", File: "show.jpg",
			MediaType: "image/jpeg", Body: jpegOf(t, quarters(width, 200))}}
		set := s.gather(true, file, one)
		require.Len(t, set, 1)
		require.Equal(t, width, set[file].Sizes[0].Width)
	}
	s.brand.Static[0].Body = []byte("<svg/>")
	other := Set{file: {Name: Other}}
	require.Equal(t, other, s.gather(true, file))
	require.Equal(t, file+": image: unknown format", s.last.Why)
	require.Equal(t, other, s.gather(true, file))
	require.Empty(t, s.last.Why, "read again")
	require.Empty(t, s.asked)
}

// TestTime: a build has a share of its time for pictures; the next one goes on. A host that fails
// is left alone, so that others get their turn.
func TestTime(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	var list []string
	for i := range 30 {
		list = append(list, fmt.Sprintf("https://dead.example/%d.jpg", i))
	}
	list = append(list, one)
	s.says[one] = sends(jpegOf(t, quarters(400, 200)), `"a"`)
	require.NotEmpty(t, s.gather(true, list...)[one])
	require.Len(t, s.asked, 5+1, "five tries")
	require.Contains(t, s.last.Why, "https://dead.example/0.jpg")
	require.Equal(t, 29, s.last.Waiting)
	s.gather(true, list...)
	require.Empty(t, s.asked)
	s.now = s.now.Add(soon)
	s.gather(true, list...)
	require.Equal(t, "https://dead.example/1.jpg", s.asked[0], "those that waited go first")

	s = newShop(t)
	s.brand.Images.Time = time.Millisecond
	slow := sends(jpegOf(t, quarters(400, 200)), `"a"`)
	s.says[two] = func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		slow(w, r)
	}
	require.Empty(t, s.gather(true, two))
	s.brand.Images.Time = time.Hour
	s.says[two] = slow
	require.NotEmpty(t, s.gather(true, two)[two])
}

// TestDated: a server that has dates alone is asked by them.
func TestDated(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const then, now = "Fri, 01 May 2026 10:00:00 GMT", "Fri, 01 May 2026 12:00:00 GMT"
	s.says[one] = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now)
		w.Header().Set("Last-Modified", then)
		if r.Header.Get("If-Modified-Since") == then {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(jpegOf(t, quarters(400, 200)))
	}
	want := s.gather(true, one)
	for range 2 {
		s.now = s.now.Add(again)
		require.Equal(t, want, s.gather(true, one))
		require.Equal(t, []string{one + " " + then}, s.asked)
	}
}

// TestTwoBrands: brands that show the same picture each have its files, under the same names.
func TestTwoBrands(t *testing.T) {
	t.Parallel()
	a, b := newShop(t), newShop(t)
	b.web = a.web
	a.says[one] = sends(jpegOf(t, quarters(400, 200)), `"a"`)
	require.Equal(t, a.gather(true, one), b.gather(true, one))
	require.Equal(t, a.released, b.released)
	require.Len(t, a.released, 2)
}

// TestCopyOff: a brand that takes images.copy back links its pictures again.
func TestCopyOff(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.says[one] = sends(jpegOf(t, quarters(400, 200)), `"a"`)
	require.NotEmpty(t, s.gather(true, one))
	s.brand.Images.Copy = false
	require.Empty(t, s.gather(true, one))
}
