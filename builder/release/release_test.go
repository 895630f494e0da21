package release_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

	requireLive(t, dir, id)
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

// told returns everything that a reader can learn about a path.
func told(r *release.Release, path string) string {
	ref, ok := r.Lookup(path)
	if !ok {
		return "nothing"
	}
	if ref.NumVariants() == 0 {
		return "damaged"
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s %s %s %d", ref.Path(), ref.Canonical(), ref.Alternate(), ref.Modified())
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		body, err := v.Body()
		if err != nil {
			return "damaged"
		}
		fmt.Fprintf(b, " %v %s %d %x %s", v.Profile(), v.Coding(), v.Tokens(), v.Digest(), body)
	}
	return b.String()
}

// If any part of a table is overwritten with zeros while it is mapped, no path is answered with
// nothing: zeros are no row, and the sum of zeros is not zero.
func TestLookupSeesZeros(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	file := rt.File(dir, id, release.TableFile)
	r := rt.Open(t, dir, id)
	want := map[string]string{}
	for ref := range r.Resources() {
		want[string(ref.Path())] = told(r, string(ref.Path()))
	}
	data := mustRead(t, file)
	for size := 4; size <= 2*len(data); size *= 2 {
		for at := 0; at < len(data); at += max(20, size/4) {
			torn := slices.Clone(data)
			clear(torn[at:min(at+size, len(torn))])
			rt.Overwrite(t, file, torn)
			for path, right := range want {
				if got := told(r, path); got != "damaged" {
					require.Equal(t, right, got, "%d zeros at %d: %s", size, at, path)
				}
			}
		}
	}
}

// TestVerifySome: from any start, it checks the bodies within the limit, wraps around at the end,
// and leaves the others.
func TestVerifySome(t *testing.T) {
	dir := t.TempDir()
	const resources, size = 10, 1000
	m := map[string]rt.Resource{}
	for i := range resources {
		m[fmt.Sprintf("/%d", i)] = rt.Resource{Bodies: []rt.Body{{
			Fields:  []release.Field{{Name: "Content-Type", Value: "text/plain"}},
			Text:    strings.Repeat(fmt.Sprint(i), size),
			Codings: []release.Coding{release.Identity},
		}}}
	}
	id := rt.Build(t, dir, brand, m)
	r := rt.Open(t, dir, id)
	for where := range uint64(2 * resources) {
		require.NoError(t, r.VerifySome(where, 1<<20))
	}
	segment := rt.Segments(t, dir)[0]
	data := mustRead(t, segment)
	at := strings.Index(string(data), strings.Repeat("7", size))
	require.Positive(t, at)
	rt.Flip(t, segment, int64(at+10))
	r = rt.Open(t, dir, id)
	for where := range uint64(2 * resources) {
		require.ErrorIs(t, r.VerifySome(where, 1<<20), release.ErrCorrupt)
		found := r.VerifySome(where, 3*size) != nil
		n := where % resources
		require.Equal(t, n >= 5 && n <= 7, found, "three resources from %d on", n)
	}
	require.NoError(t, rt.Open(t, dir, rt.Build(t, dir, brand, nil)).VerifySome(5, 1),
		"a release without resources")
}

// TestManyResources: resources wait on disk in a file without a name, and come out in order.
func TestManyResources(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, mustHold(t, dir, release.Options{}))
	const n = 60_000
	path := func(i int) string {
		return fmt.Sprintf("/%d/%s", i*7919%n, strings.Repeat("long-", 20))
	}
	variant := plain("the same for all", mustBody(t, w, "the same for all"))
	for i := range n {
		v := variant
		v.Tokens = uint32(i)
		require.NoError(t,
			w.Add(release.Resource{Path: path(i), Modified: int64(i),
				Variants: []release.Variant{v}}))
	}
	entries, err := filepath.Glob(filepath.Join(dir, "releases", "*", "*"))
	require.NoError(t, err)
	require.Len(t, entries, 1, "only search.idx has a name: %v", entries)
	id, err := w.Seal(facts, nil)
	require.NoError(t, err)
	r, err := release.Open(dir, id)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	require.NoError(t, r.Verify(true))
	require.Equal(t, n, r.NumResources())
	for i := range n {
		ref, ok := r.Lookup(path(i))
		require.True(t, ok)
		require.Equal(t, int64(i), ref.Modified())
		require.Equal(t, uint32(i), ref.Variant(0).Tokens())
	}
}

// TestResourcesWithoutAFolder: resources that cannot be written to disk are an error.
func TestResourcesWithoutAFolder(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, mustHold(t, dir, release.Options{}))
	variant := plain("text", mustBody(t, w, "text"))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "releases")))
	err := w.Add(release.Resource{Path: "/", Variants: []release.Variant{variant}})
	require.ErrorContains(t, err, "resources on disk")
}

// Two builds of one input differ in sequence and time, not in content; anything that a client can
// see changes the content.
func TestContent(t *testing.T) {
	digest := func(resources map[string]rt.Resource, options ...rt.Option) string {
		dir := t.TempDir()
		return rt.Open(t, dir, rt.Build(t, dir, brand, resources, options...)).Manifest().Content
	}
	base := digest(catalogue())
	later := rt.Change(func(f *release.Facts) { f.BuiltAt = f.BuiltAt.Add(time.Hour) })
	require.Equal(t, base, digest(catalogue(), later))

	moved := catalogue()
	moved["/zzz"] = rt.Text("text/plain", "x")
	dir := t.TempDir()
	rt.Build(t, dir, brand, moved)
	id := rt.Build(t, dir, brand, catalogue())
	require.Equal(t, base, rt.Open(t, dir, id).Manifest().Content, "with another sequence")

	for name, change := range map[string]func(map[string]rt.Resource){
		"body": func(m map[string]rt.Resource) { m["/"] = rt.Page("other", "") },
		"type": func(m map[string]rt.Resource) {
			m["/eventos/samba.md"] = rt.Text("text/plain", "# Samba\n")
		},
		"path":      func(m map[string]rt.Resource) { m["/x"] = m["/"]; delete(m, "/") },
		"modified":  func(m map[string]rt.Resource) { r := m["/"]; r.Modified = 1; m["/"] = r },
		"canonical": func(m map[string]rt.Resource) { r := m["/"]; r.Canonical = "/x"; m["/"] = r },
		"alternate": func(m map[string]rt.Resource) { r := m["/"]; r.Alternate = "/x"; m["/"] = r },
		"coding": func(m map[string]rt.Resource) {
			m["/"].Bodies[0].Codings = []release.Coding{release.Gzip}
		},
		"tokens": func(m map[string]rt.Resource) { m["/"].Bodies[0].Tokens = 99 },
	} {
		m := catalogue()
		change(m)
		require.NotEqual(t, base, digest(m), name)
	}
	require.NotEqual(t, base, digest(catalogue(), rt.Search([]byte("x"))), "search index")
	require.NotEqual(t, base, digest(catalogue(),
		rt.Change(func(f *release.Facts) { f.Events = 1 })), "events")
	require.NotEqual(t, base, digest(catalogue(),
		rt.Change(func(f *release.Facts) { f.Brand.Hosts = nil })), "hosts")
}
