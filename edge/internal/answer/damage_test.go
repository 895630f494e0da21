package answer_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// askedOfDamaged are requests that read all parts of the index files.
var askedOfDamaged = []answer.Request{
	{Path: "/"}, {Path: "/index.md"}, {Path: "/eventos/show-1"}, {Path: "/eventos/show-2/"},
	{Path: "/eventos/nenhum"}, {Path: "/card", Accept: "application/card+json"},
	{Path: "/eventos"}, {Path: "/eventos.md", Query: "q=show"},
	{Path: "/eventos.md", AcceptEncoding: "gzip"},
	{Path: "/api/public/v1/events", AcceptEncoding: "gzip"},
	{Path: "/eventos", Query: "q=vresão"}, {Path: "/eventos", Query: "q=samba+zzz&city=recife"},
	{Path: "/eventos", Query: "q=show&state=pe", AcceptEncoding: "gzip"},
	{Path: "/api/public/v1/events"}, {Path: "/api/public/v1/events",
		Query: "q=ve&organization=samba-cia"}, {Path: "/api/public/v1/events",
		Query: "city=nenhuma"},
	{Path: "/api/public/v1/events/show-0"}, {Path: "/api/public/v1/events/nenhum"},
}

// answersOf returns the answers of a release that was never verified, or nil for one that is
// refused when it is opened; "" is an internal error. A refusal names a damaged search index.
func answersOf(t *testing.T, dir, id, file string) (all []string) {
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil
	}
	defer rel.Close()
	c, err := answer.New(rel.Manifest().Brand, rel, edgetest.Keys(t))
	if err != nil {
		if file == release.SearchFile {
			require.ErrorContains(t, err, "release "+id+": "+file+": ")
		}
		return nil
	}
	return askAll(t, c)
}

// askAll returns the answers of a catalogue to askedOfDamaged.
func askAll(t *testing.T, c *answer.Catalogue) (all []string) {
	for _, r := range askedOfDamaged {
		var a answer.Answer
		r.Method = "GET"
		c.Answer(&a, &r, c.Route(&r))
		if a.Status == 500 {
			require.Equal(t, catalog.InternalError, a.Code)
			require.True(t, errors.Is(a.Err, release.ErrCorrupt) ||
				errors.Is(a.Err, search.ErrCorrupt), a.Err)
			require.Empty(t, a.Field("Content-Encoding"))
			require.Equal(t, release.Identity, a.Coding)
			all = append(all, "")
			continue
		}
		all = append(all, fmt.Sprintf("%d %v %s", a.Status, a.Fields, a.Body))
	}
	return all
}

// Without the check before a release serves, as for large ones, a flipped bit in an index file or a
// segment turns an answer into an error that names the damage, and never into another answer.
func TestFlippedBitsNeverAnswer(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	id := edgetest.Publish(t, out, brand, 40, 1)
	dir := filepath.Join(out, brand.Key)
	want := answersOf(t, dir, id, "")
	require.NotEmpty(t, want)
	require.NotContains(t, want, "")
	sealed := filepath.Join(dir, release.ReleasesDir, id)
	for file, step := range map[string]int{
		filepath.Join(sealed, release.SearchFile): 17,
		filepath.Join(sealed, release.TableFile):  7,
		releasetest.Segments(t, dir)[0]:           101,
	} {
		name := filepath.Base(file)
		good, err := os.ReadFile(file)
		require.NoError(t, err)
		refused := 0
		for i := 0; i < len(good); i += step {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << (i % 8)
			releasetest.Overwrite(t, file, bad)
			got := answersOf(t, dir, id, name)
			if got == nil {
				refused++ // as a whole
			}
			for n := range got {
				if got[n] == "" {
					refused++
				} else if got[n] != want[n] {
					require.Equal(t, want[n], got[n], "bit %d of byte %d of %s, %s?%s", i%8, i,
						name, askedOfDamaged[n].Path, askedOfDamaged[n].Query)
				}
			}
		}
		require.Positive(t, refused, name)
		releasetest.Overwrite(t, file, good)
	}
}

// Sealed files are overwritten in place while they serve: a resource that was not answered in the
// last seconds is an error at once, any other after them. After the clock went back, everything is
// an error.
func TestOverwrittenWhileItServes(t *testing.T) {
	for name, later := range map[string]time.Duration{"later": 10 * time.Second,
		"the clock went back": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			brand := edgetest.Brand("palco")
			id := edgetest.Publish(t, out, brand, 4, 1)
			c := opened(t, out, brand, id)
			get := func(path string, at time.Time) *answer.Answer {
				var a answer.Answer
				r := answer.Request{Method: "GET", Path: path, Time: at}
				c.Answer(&a, &r, c.Route(&r))
				return &a
			}
			paths := []string{"/eventos/show-1", "/eventos/show-2"}
			bodies := [][]byte{bytes.Clone(get(paths[0], now).Body)}
			other := opened(t, out, brand, id) // so that the second page is not asked for
			r := answer.Request{Method: "GET", Path: paths[1], Time: now}
			var a answer.Answer
			other.Answer(&a, &r, other.Route(&r))
			bodies = append(bodies, bytes.Clone(a.Body))
			for _, segment := range releasetest.Segments(t, filepath.Join(out, brand.Key)) {
				data, err := os.ReadFile(segment)
				require.NoError(t, err)
				for _, body := range bodies {
					if at := bytes.Index(data, body); at >= 0 {
						releasetest.Flip(t, segment, int64(at))
					}
				}
			}
			require.Equal(t, 500, get(paths[1], now.Add(9*time.Second)).Status)
			within := get(paths[0], now.Add(9*time.Second))
			require.Equal(t, 200, within.Status)
			require.NotEqual(t, bodies[0], within.Body, "nothing was damaged")
			after := get(paths[0], now.Add(later))
			require.Equal(t, 500, after.Status)
			require.ErrorIs(t, after.Err, release.ErrCorrupt)
		})
	}
}

// A verified release that is overwritten answers wrongly until its files are known to have changed,
// and from then on with an error or as before.
func TestChangedWhileItServes(t *testing.T) {
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	id := edgetest.Publish(t, out, brand, 4, 1)
	want := answersOf(t, filepath.Join(out, brand.Key), id, "")
	wrong := map[bool]int{}
	for _, name := range []string{release.SearchFile, release.TableFile} {
		file := filepath.Join(out, brand.Key, release.ReleasesDir, id, name)
		good, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.Chmod(file, 0o644))
		for i := 0; i < len(good); i += max(1, len(good)/200) {
			c := opened(t, out, brand, id)
			askAll(t, c)
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			require.NoError(t, err)
			_, err = f.WriteAt([]byte{good[i] ^ 1<<(i%8)}, int64(i))
			require.NoError(t, err)
			for _, known := range []bool{false, true} {
				if known {
					c.CheckAgain()
				}
				for n, got := range askAll(t, c) {
					if got != "" && got != want[n] {
						wrong[known]++
					}
				}
			}
			_, err = f.WriteAt(good[i:i+1], int64(i))
			require.NoError(t, err)
			require.NoError(t, f.Close())
		}
	}
	require.Positive(t, wrong[false], "nothing was damaged")
	require.Zero(t, wrong[true])
	t.Logf("wrong answers before a change is known: %d", wrong[false])
}
