package release_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// Two builds of one input differ in sequence and time, not in content; what a
// client can see changes it.
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
			m["/eventos/samba.md"] = rt.Text("text/plain",
				"# Samba\n")
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
