// Package releasetest makes small valid releases for tests, through the real writer, and breaks
// them.
//
//	dir := t.TempDir()
//	brand := release.Brand{Key: "x", Hosts: []string{"x.test"}}
//	id := releasetest.Build(t, dir, brand, map[string]releasetest.Resource{
//		"/":         releasetest.Page("<!doctype html>…", "# …"),
//		"/llms.txt": releasetest.Text("text/plain; charset=utf-8", "…"),
//	})
//	r := releasetest.Open(t, dir, id)
//
// A [Log] takes the output of programs and servers.
package releasetest

import (
	"bytes"
	"crypto/sha256"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// BuiltAt is the time at which releases of Build were built.
var BuiltAt = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// Modified is the time of resources without one: 2026-03-01T12:00:00Z.
const Modified = 1772366400

// Resource is a resource to build; its key in the map is its path.
type Resource struct {
	Canonical, Alternate string
	Modified             int64 // Modified when 0
	Bodies               []Body
}

// Body is one body, from which a variant per coding is made.
type Body struct {
	Fields  []release.Field // Content-Type first
	Text    string
	Tokens  uint32
	Codings []release.Coding // Identity, Gzip and Zstd when nil
}

// Text returns a resource with one body of one type that every cache may store.
func Text(contentType, text string) Resource {
	return Resource{Bodies: []Body{{Fields: []release.Field{
		{Name: "Content-Type", Value: contentType},
		{Name: "Cache-Control", Value: "public, max-age=60"},
	}, Text: text}}}
}

// Page returns a negotiated page: HTML and, if md is not empty, Markdown.
func Page(html, md string) Resource {
	fields := func(contentType, cache string) []release.Field {
		return []release.Field{
			{Name: "Content-Type", Value: contentType},
			{Name: "Cache-Control", Value: cache},
			{Name: "Vary", Value: "Accept, Accept-Encoding"},
		}
	}
	r := Resource{Bodies: []Body{{Fields: fields("text/html; charset=utf-8", "public, max-age=60"),
		Text: html}}}
	if md != "" {
		r.Bodies = append(r.Bodies, Body{
			Fields: fields("text/markdown; charset=utf-8", "private, max-age=60"), Text: md,
			Tokens: uint32(len(md)/4 + 1),
		})
	}
	return r
}

// Option adds to a release or changes its facts before it is sealed.
type Option func(t testing.TB, w *release.Writer, facts *release.Facts)

// Search writes the search index.
func Search(index []byte) Option {
	return func(t testing.TB, w *release.Writer, _ *release.Facts) {
		_, err := w.SearchIndex().Write(index)
		require.NoError(t, err)
	}
}

// Events adds rows to the events table and counts them as events on sale.
func Events(rows ...release.EventRow) Option {
	return func(t testing.TB, w *release.Writer, facts *release.Facts) {
		for _, row := range rows {
			require.NoError(t, w.AddEvent(row))
		}
		facts.Events += len(rows)
		facts.OnSale += len(rows)
	}
}

// Change edits the facts.
func Change(edit func(*release.Facts)) Option {
	return func(_ testing.TB, _ *release.Writer, facts *release.Facts) { edit(facts) }
}

// Build seals and publishes a release into the brand's folder dir, which it makes if missing,
// writes brand.json, and returns the id. The same input gives the same bytes.
func Build(t testing.TB, dir string, brand release.Brand, resources map[string]Resource,
	options ...Option) (id string) {
	t.Helper()
	f, err := release.Lock(dir, release.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	require.NoError(t, f.WriteBrand(brand))
	id = Seal(t, f, brand, resources, options...)
	require.NoError(t, f.Publish(id))
	return id
}

// Seal seals a release and does not publish it.
func Seal(t testing.TB, f *release.Folder, brand release.Brand, resources map[string]Resource,
	options ...Option) (id string) {
	t.Helper()
	w, err := f.Create()
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Abort()) }()
	for _, path := range slices.Sorted(maps.Keys(resources)) {
		require.NoError(t, w.Add(store(t, w, path, resources[path])))
	}
	facts := release.Facts{Brand: brand, BuiltAt: BuiltAt}
	for _, option := range options {
		option(t, w, &facts)
	}
	id, err = w.Seal(facts, []byte("{}\n"))
	require.NoError(t, err)
	return id
}

func store(t testing.TB, w *release.Writer, path string, r Resource) release.Resource {
	t.Helper()
	if r.Modified == 0 {
		r.Modified = Modified
	}
	out := release.Resource{Path: path, Canonical: r.Canonical, Alternate: r.Alternate,
		Modified: r.Modified}
	for _, b := range r.Bodies {
		sum := sha256.Sum256([]byte(b.Text))
		codings := b.Codings
		if codings == nil {
			codings = []release.Coding{release.Identity, release.Gzip, release.Zstd}
		}
		for _, coding := range codings {
			loc, err := w.AppendBody(Encode(t, coding, b.Text))
			require.NoError(t, err)
			out.Variants = append(out.Variants, release.Variant{
				Profile: release.Profile{Fields: b.Fields}, Coding: coding,
				Digest: release.Digest(sum[:16]), Tokens: b.Tokens, Body: loc,
			})
		}
	}
	return out
}

// Encoders are kept: making one takes far longer than coding a page of a test.
var (
	gzips   = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	newZstd = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	})
)

// Encode codes a text.
func Encode(t testing.TB, coding release.Coding, text string) []byte {
	t.Helper()
	switch coding {
	case release.Gzip:
		var b bytes.Buffer
		w := gzips.Get().(*gzip.Writer)
		defer gzips.Put(w)
		w.Reset(&b)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return b.Bytes()
	case release.Zstd:
		w, err := newZstd()
		require.NoError(t, err)
		return w.EncodeAll([]byte(text), nil)
	}
	return []byte(text)
}

// Open opens a release and closes it when the test ends.
func Open(t testing.TB, dir, id string) *release.Release {
	t.Helper()
	r, err := release.Open(dir, id)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// File returns the path of a file in a release's directory.
func File(dir, id, name string) string {
	return filepath.Join(dir, release.ReleasesDir, id, name)
}

// Segments returns the paths of all segment files in the brand's folder.
func Segments(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, release.SegmentsDir, "*.seg"))
	require.NoError(t, err)
	return files
}

// Flip inverts all bits of one byte of a file, in place, so a mapping of it changes, too. A
// negative offset counts from the end.
func Flip(t testing.TB, file string, offset int64) {
	t.Helper()
	f := unseal(t, file)
	defer func() { require.NoError(t, f.Close()) }()
	if offset < 0 {
		info, err := f.Stat()
		require.NoError(t, err)
		offset += info.Size()
	}
	var b [1]byte
	_, err := f.ReadAt(b[:], offset)
	require.NoError(t, err)
	b[0] ^= 0xFF
	_, err = f.WriteAt(b[:], offset)
	require.NoError(t, err)
}

// Truncate cuts a file in place: reads of a mapping beyond the cut fault.
func Truncate(t testing.TB, file string, size int64) {
	t.Helper()
	f := unseal(t, file)
	require.NoError(t, f.Truncate(size))
	require.NoError(t, f.Close())
}

// Overwrite replaces the content of a file, in place.
func Overwrite(t testing.TB, file string, data []byte) {
	t.Helper()
	f := unseal(t, file)
	require.NoError(t, f.Truncate(0))
	_, err := f.WriteAt(data, 0)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func unseal(t testing.TB, file string) *os.File {
	t.Helper()
	require.NoError(t, os.Chmod(file, 0o644))
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	require.NoError(t, err)
	return f
}
