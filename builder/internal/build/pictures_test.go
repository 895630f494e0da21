package build_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
)

// pictured returns an event with a banner, and a thumbnail unless thumbnail is "".
func pictured(id int, banner, thumbnail string) string {
	if thumbnail != "" {
		thumbnail = `,"thumbnail":` + fmt.Sprintf("%q", thumbnail)
	}
	return fmt.Sprintf(`{"id":%d,"slug":"e%d","name":"Evento %d","starts_at":"2027-01-0%dT20:00",`+
		`"location":{"city":"Recife","state_abbr":"PE"},"images":{"banner":%q%s}}`, id, id, id, id,
		banner, thumbnail)
}

// photo returns a JPEG in one colour.
func photo(t testing.TB, width int, c color.Color) []byte {
	img := image.NewRGBA(image.Rect(0, 0, width, width/2))
	for i := range img.Pix {
		r, g, b, a := c.RGBA()
		img.Pix[i] = byte([4]uint32{r, g, b, a}[i%4] >> 8)
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	return b.Bytes()
}

// hosts answers with pictures by address; one that is not there is a failure of the network.
type hosts struct {
	sync.Mutex
	files map[string][]byte
	asked int
}

func (h *hosts) RoundTrip(r *http.Request) (*http.Response, error) {
	h.Lock()
	defer h.Unlock()
	h.asked++
	body, ok := h.files[r.URL.String()]
	if !ok {
		return nil, io.ErrUnexpectedEOF
	}
	status := http.StatusOK
	if body == nil {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
		Body: io.NopCloser(bytes.NewReader(body))}, nil
}

const copied = buildtest.FileSource + "images: {copy: yes, time: 24h}\n"

// picturedShop returns a brand whose pictures are copied from hosts.
func picturedShop(t testing.TB, h *hosts, records ...string) *shop {
	s := newShop(t, buildtest.Array(records...))
	s.YAML(copied)
	s.Options.Upstream.Transport = h
	s.Options.Upstream.Sleep = func(context.Context, time.Duration) error { return nil }
	return s
}

// said returns the whole content of a release but the sitemap, which has times.
func said(t testing.TB, rel *release.Release) map[string]string {
	all := withoutHistory(t, rel)
	maps.DeleteFunc(all, func(key, _ string) bool { return strings.HasPrefix(key, "/sitemap.xml") })
	return all
}

var jpegs = regexp.MustCompile(`/assets/[0-9a-f]{16}\.jpg`)

// TestCopies: a picture that could not be fetched at first is linked; when it is there, the pages
// that show it change and no other. Several builds give the result of one. The API has the
// addresses of the source.
func TestCopies(t *testing.T) {
	t.Parallel()
	red := photo(t, 1400, color.RGBA{200, 30, 30, 255})
	blue := photo(t, 700, color.RGBA{0, 0, 200, 255})
	const a, b = "https://img.example/a.jpg", "https://img.example/b.jpg"
	const c = "https://cdn.example/c.jpg"
	h := &hosts{files: map[string][]byte{a: red}}
	records := []string{pictured(1, a, ""), pictured(2, b, ""), pictured(3, c, b), buildtest.Coco}
	s := picturedShop(t, h, records...)
	s.MustPublish()
	first := s.Live()
	csp := func(rel *release.Release) string {
		ref, ok := rel.Lookup("/")
		require.True(t, ok)
		return fmt.Sprint(ref.Variant(0).Profile())
	}
	page := buildtest.Body(t, first, "/eventos/e1", "text/html")
	require.Contains(t, page, `fill="#c91d1d"`, "the mean colour")
	require.Contains(t, page, ` 1280w,/assets/`)
	require.Contains(t, page, `width="1280" height="640" fetchpriority="high"`)
	require.NotContains(t, page, `src="`+a)
	require.Contains(t, page, `"og:image" content="https://palco.example/eventos/e1.jpg"`)
	require.Regexp(t, `"image":\["https://palco.example/assets/[0-9a-f]+\.jpg"\]`, page)
	shared, err := jpeg.DecodeConfig(strings.NewReader(
		buildtest.Body(t, first, "/eventos/e1.jpg", "image/jpeg")))
	require.NoError(t, err)
	require.Equal(t, [2]int{1200, 630}, [2]int{shared.Width, shared.Height})
	require.Contains(t, buildtest.Body(t, first, "/eventos/e2", "text/html"), `src="`+b+`" alt`)
	require.Contains(t, buildtest.Body(t, first, "/api/public/v1/events/e1", ""), `"banner":"`+a)
	require.Contains(t, csp(first), "img-src 'self' https://cdn.example https://img.example;")
	for _, path := range jpegs.FindAllString(page, -1) {
		body := buildtest.Body(t, first, path, "image/jpeg")
		_, err := jpeg.Decode(strings.NewReader(body))
		require.NoError(t, err)
	}
	unchanged := s.MustBuild()
	require.False(t, unchanged.Published)

	h.files[b], h.files[c] = blue, nil // c is a dead link
	s.Options.Now = s.Options.Now.Add(2 * time.Hour)
	out := s.MustPublish()
	require.Equal(t, 2, out.Drawn, "the pages that show b, and no other")
	second := s.Live()
	require.Equal(t, page, s.HTML("/eventos/e1"))
	require.Contains(t, s.HTML("/eventos/e2"), " 700w,")
	for _, path := range []string{"/", "/cidades/recife-pe", "/agenda/2027-01-02"} {
		require.Regexp(t, jpegs, s.HTML(path), path)
		require.NotContains(t, s.HTML(path), `src="`+b, path)
	}
	require.Contains(t, csp(second), "img-src 'self' https://cdn.example;")

	cold := picturedShop(t, h, records...)
	cold.Options.Now = s.Options.Now
	cold.MustPublish()
	require.Equal(t, said(t, cold.Live()), said(t, second))

	// A dead link keeps the last good copy, also for a build that finds no release to carry over.
	h.files[a] = nil
	s.Options.Now = s.Options.Now.Add(48 * time.Hour)
	s.MustBuild()
	s.YAML(copied + "notice: Novo\n")
	s.MustPublish()
	require.Contains(t, s.HTML("/eventos/e1"), `fill="#c91d1d"`)
	s.RequireClean()

	// One that is AVIF whatever its name is linked, but no preview draws it.
	h.files[c] = []byte("\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1miafMA1B")
	s.Options.Now = s.Options.Now.Add(48 * time.Hour)
	require.Equal(t, 1, s.MustPublish().Drawn)
	page = s.HTML("/eventos/e3")
	require.Contains(t, page, `src="`+c)
	require.Contains(t, page, `"og:image" content="https://palco.example/eventos/e3.png"`)
	require.Contains(t, csp(s.Live()), "img-src 'self' https://cdn.example;")

	// A picture that no event has is removed.
	s.Write("catalogue.json", buildtest.Array(records[1:]...))
	s.MustPublish()
	require.Len(t, buildtest.Paths(s.Live(), "/assets/", ".jpg"), 3)

	// A dry run sends no request.
	asked := h.asked
	s.Options.DryRun = true
	s.Write("catalogue.json", buildtest.Array(records...))
	s.MustBuild()
	require.Equal(t, asked, h.asked)
}

// TestCopiesHeal: a damaged release is built anew with its pictures.
func TestCopiesHeal(t *testing.T) {
	t.Parallel()
	const a = "https://img.example/a.jpg"
	h := &hosts{files: map[string][]byte{a: photo(t, 400, color.White)}}
	s := picturedShop(t, h, pictured(1, a, ""), buildtest.Coco)
	s.MustPublish()
	want := said(t, s.Live())
	s.MustBuild()
	segments, err := filepath.Glob(filepath.Join(s.Dir(), release.SegmentsDir, "*.seg"))
	require.NoError(t, err)
	for _, name := range segments {
		require.NoError(t, os.Chmod(name, 0o644))
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		for i := range b {
			b[i] ^= 1
		}
		require.NoError(t, os.WriteFile(name, b, 0o644))
	}
	s.MustPublish()
	require.Equal(t, want, said(t, s.Live()))
}

// TestOwnPicture: a record may name a file of the brand's own; pages show it in several widths, and
// the API has its absolute address. One that is not there is reported.
func TestOwnPicture(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(pictured(1, "/fotos/show.jpg", "/fotos/x.svg"),
		pictured(2, "/fotos/none.jpg", ""), pictured(3, "https://img.example/a.jpg", "")))
	require.NoError(t, os.MkdirAll(filepath.Join(s.Brand, "static", "fotos"), 0o755))
	s.Write("static/fotos/show.jpg", string(photo(t, 700, color.Black)))
	s.Write("static/fotos/x.svg", `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`)
	out := s.MustPublish()
	require.Equal(t, 1, buildtest.Reasons(out.Report)["repaired bad_url"])
	require.Contains(t, buildtest.Findings(out.Report, "bad_url")[0].Detail, "images.banner is "+
		`neither an http(s) address that may be used nor a file in static/: "/fotos/none.jpg"`)
	page := s.HTML("/eventos/e1")
	require.Contains(t, page, ` 700w,/assets/`)
	require.Contains(t, page, `href="https://palco.example/fotos/show.jpg"`)
	require.Contains(t, s.HTML("/cidades/recife-pe"),
		`<img src="https://palco.example/fotos/x.svg"`)
	require.Contains(t, s.Body("/api/public/v1/events/e1", ""),
		`"banner":"https://palco.example/fotos/show.jpg",`+
			`"thumbnail":"https://palco.example/fotos/x.svg"`)
	require.Contains(t, s.HTML("/eventos/e3"),
		`src="https://img.example/a.jpg"`, "linked without images.copy")
	require.False(t, s.MustBuild().Published)

	s.Write("static/fotos/show.jpg", string(photo(t, 900, color.White)))
	s.MustPublish()
	changed := s.HTML("/eventos/e1")
	require.Contains(t, changed, ` 900w,/assets/`)
	require.NotEqual(t, jpegs.FindString(page), jpegs.FindString(changed))

	s.Write("static/fotos/none.jpg", string(photo(t, 300, color.White)))
	require.Empty(t, buildtest.Findings(s.MustPublish().Report, "bad_url"))
	require.Contains(t, s.HTML("/eventos/e2"), ` 300w"`)
}

// TestOwnPictureOfTable: a cell may name a file of the brand's own.
func TestOwnPictureOfTable(t *testing.T) {
	t.Parallel()
	s := newShop(t, "")
	s.YAML("source: {kind: csv, path: agenda.csv}\n")
	s.Write("agenda.csv", "id,name,starts_at,image\n1,Samba,2027-01-01T20:00,/show.jpg\n"+
		"2,Choro,2027-01-02T20:00,/none.jpg\n")
	require.NoError(t, os.MkdirAll(filepath.Join(s.Brand, "static"), 0o755))
	s.Write("static/show.jpg", string(photo(t, 400, color.Black)))
	out := s.MustPublish()
	require.Equal(t, 1, buildtest.Reasons(out.Report)["repaired bad_url"])
	require.Contains(t, s.HTML("/eventos/samba"), ` 400w,/assets/`)
}
