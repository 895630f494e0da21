package release_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

var brand = release.Brand{
	Key: "ingresso", Name: "Ingresso & Cia", Locale: "pt-BR", SiteURL: "https://ingresso.example",
	BaseURL: "https://api.ingresso.example/v1",
	AuthURL: "https://auth.ingresso.example", BasePath: "/v1",
	Hosts:         []string{"ingresso.example", "api.ingresso.example"},
	ContentSignal: "search=yes, ai-input=yes, ai-train=no",
}

// catalogue returns the resources that most tests build.
func catalogue() map[string]rt.Resource {
	event := rt.Page("<!doctype html><title>Samba</title>", "# Samba\n")
	event.Alternate = "/eventos/samba.md"
	twin := rt.Text("text/markdown; charset=utf-8", "# Samba\n")
	twin.Canonical = "/eventos/samba"
	return map[string]rt.Resource{
		"/":                 rt.Page("<!doctype html><title>Início</title>", ""),
		"/eventos/samba":    event,
		"/eventos/samba.md": twin,
		"/v1/events/samba":  rt.Text("application/json", `{"data":{}}`),
		":pieces/list.html": {Bodies: []rt.Body{{Text: "CTZP",
			Codings: []release.Coding{release.Identity}}}},
		"/assets/empty.css":  rt.Text("text/css", ""),
		"/eventos/samba.ics": rt.Text("text/calendar; charset=utf-8", "BEGIN:VCALENDAR\r\n"),
	}
}

var events = []release.EventRow{{ID: 7, Hash: release.Digest{1, 2}, ReadAt: 100},
	{ID: -3, ReadAt: 5}, {ID: 1 << 52, Hash: release.Digest{9}}}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out", "ingresso")
	resources := catalogue()
	id := rt.Build(t, dir, brand, resources, rt.Events(events...), rt.Search([]byte("an index")))

	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, id, live)
	got, err := release.ReadBrand(dir)
	require.NoError(t, err)
	require.Equal(t, brand, got)

	r := rt.Open(t, dir, id)
	require.NoError(t, r.Verify(true))
	require.Equal(t, id, r.ID())
	require.Equal(t, brand, r.Manifest().Brand)
	require.Equal(t, rt.BuiltAt, r.Manifest().BuiltAt)
	require.Equal(t, 3, r.Manifest().OnSale)
	require.Equal(t, "an index", string(r.SearchIndex()))
	r.ForgetPages()
	require.Equal(t, "an index", string(r.SearchIndex()), "it is still there")
	report, err := release.Report(dir, id)
	require.NoError(t, err)
	require.Equal(t, "{}\n", string(report))

	require.Equal(t, len(resources), r.NumResources())
	var paths []string
	for ref := range r.Resources() {
		paths = append(paths, string(ref.Path()))
	}
	require.True(t, slices.IsSorted(paths))
	for path, want := range resources {
		ref, ok := r.Lookup(path)
		require.True(t, ok, path)
		require.Equal(t, path, string(ref.Path()))
		require.Equal(t, want.Canonical, string(ref.Canonical()))
		require.Equal(t, want.Alternate, string(ref.Alternate()))
		require.EqualValues(t, rt.Modified, ref.Modified())
		i := 0
		for _, b := range want.Bodies {
			codings := b.Codings
			if codings == nil {
				codings = []release.Coding{release.Identity, release.Gzip, release.Zstd}
			}
			for _, coding := range codings {
				checkVariant(t, ref.Variant(i), coding, b)
				i++
			}
		}
		require.Equal(t, i, ref.NumVariants())
		require.Panics(t, func() { ref.Variant(i) })
	}
	for _, path := range []string{"", "eventos/samba", "/eventos/samb", "/eventos/samba/",
		"/eventos/samba.", "/EVENTOS/SAMBA"} {
		_, ok := r.Lookup(path)
		require.False(t, ok, path)
	}
}

func checkVariant(t *testing.T, v release.VariantRef, coding release.Coding, want rt.Body) {
	t.Helper()
	require.Equal(t, coding, v.Coding())
	require.Equal(t, want.Fields, v.Profile())
	if len(want.Fields) > 0 {
		require.Equal(t, want.Fields[0].Value, v.ContentType())
	} else {
		require.Empty(t, v.ContentType())
	}
	require.Equal(t, want.Tokens, v.Tokens())
	sum := sha256.Sum256([]byte(want.Text))
	require.Equal(t, release.Digest(sum[:16]), v.Digest())
	suffix := map[release.Coding]string{release.Gzip: "-gz", release.Zstd: "-zst"}[coding]
	tag := v.ETag()
	require.Equal(t, `"`+base64.RawURLEncoding.EncodeToString(sum[:16])+suffix+`"`, tag)
	body, err := v.Body()
	require.NoError(t, err)
	require.Len(t, body, v.Len())
	require.Equal(t, want.Text, decode(t, coding, body))
}

func decode(t *testing.T, coding release.Coding, body []byte) string {
	t.Helper()
	var src io.Reader = bytes.NewReader(body)
	var err error
	switch coding {
	case release.Gzip:
		src, err = gzip.NewReader(src)
	case release.Zstd:
		var zr *zstd.Decoder
		zr, err = zstd.NewReader(src)
		defer zr.Close()
		src = zr
	}
	require.NoError(t, err)
	b, err := io.ReadAll(src)
	require.NoError(t, err)
	return string(b)
}

func TestEvents(t *testing.T) {
	dir := t.TempDir()
	r := rt.Open(t, dir, rt.Build(t, dir, brand, nil, rt.Events(events...)))
	require.Equal(t, []release.EventRow{events[1], events[0], events[2]},
		slices.Collect(r.Events()))
	for _, want := range events {
		got, ok := r.Event(want.ID)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, id := range []int64{-4, 0, 8, 1 << 60} {
		_, ok := r.Event(id)
		require.False(t, ok)
	}
}

func TestSealedFilesAreReadOnly(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	files := rt.Segments(t, dir)
	for _, name := range []string{release.ManifestFile, release.TableFile, release.SearchFile,
		release.EventsFile, release.ReportFile} {
		files = append(files, rt.File(dir, id, name))
	}
	for _, file := range files {
		info, err := os.Lstat(file)
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o222, file)
	}
}

func TestTokens(t *testing.T) {
	for size, want := range map[int]uint32{0: 0, 1: 1, 3: 1, 16: 5, 17: 6, 3200: 1000} {
		require.Equal(t, want, release.Tokens(size), "%d bytes", size)
	}
}
