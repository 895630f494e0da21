package crash_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// stage is how far a build has come, as far as the disk tells.
type stage int

const (
	pull    stage = iota // reads the source, checks, looks for what has changed
	draw                 // writes bodies into segments under temporary names
	seal                 // segments have their names, the release has none yet
	publish              // the release is sealed, the pointer is not there yet
	export               // it is live; its plain files are written
	prune                // older releases and segments go
	stages
)

func (s stage) String() string {
	return [...]string{"pull", "draw", "seal", "publish", "export", "prune"}[s]
}

// before is the state before a build: the live release, and all releases and segments.
type before struct {
	live  string
	known map[string]bool
}

// look reads that state from a brand's folder.
func look(t testing.TB, dir string) before {
	t.Helper()
	live, err := release.Current(dir)
	require.NoError(t, err)
	b := before{live, map[string]bool{}}
	for _, folder := range []string{release.ReleasesDir, release.SegmentsDir} {
		for _, name := range names(filepath.Join(dir, folder)) {
			b.known[name] = true
		}
	}
	return b
}

// stage is how far a build in dir has come that began with b. It reads three
// directories, so it can be asked while the build runs.
func (b before) stage(dir string) stage {
	releases, segments := names(filepath.Join(dir, release.ReleasesDir)),
		names(filepath.Join(dir, release.SegmentsDir))
	if live, err := release.Current(dir); err == nil && live != b.live {
		for name := range b.known {
			if !contains(releases, name) && !contains(segments, name) &&
				!strings.HasPrefix(name, release.TempPrefix) {
				return prune
			}
		}
		return export
	}
	made := ""
	for _, name := range releases {
		if _, err := release.ParseID(name); err == nil && !b.known[name] {
			return publish
		}
		if strings.HasPrefix(name, release.TempPrefix) && !b.known[name] {
			made = name
		}
	}
	for _, name := range segments {
		if !strings.HasPrefix(name, release.TempPrefix) && !b.known[name] {
			return seal
		}
	}
	if made == "" {
		return pull
	}
	if _, err := os.Lstat(filepath.Join(dir, release.ReleasesDir, made,
		release.EventsFile)); err == nil {
		return seal
	}
	return draw
}

// names are the entries of a directory; none of one that cannot be read.
func names(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.Readdirnames(-1) // it changes meanwhile: half of it will do
	return list
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

// watch polls the stage of a running build until it has reached want, or done is
// closed; it returns false then.
func (b before) watch(dir string, want stage, done <-chan struct{}) bool {
	for {
		if b.stage(dir) >= want {
			return true
		}
		select {
		case <-done:
			return false
		case <-time.After(300 * time.Microsecond):
		}
	}
}

// bytesIn is the size of all files below a folder, and the temporary names.
func bytesIn(t testing.TB, dir string) (n int64, temporary []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), release.TempPrefix) {
			temporary = append(temporary, name)
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return err
	}))
	return n, temporary
}

// contentOf is a digest of the content of the live release: the same for all builds of one
// catalogue, whatever was live before. Calendars, feeds and the data beside them are left out,
// since they also say what was there before.
func contentOf(t testing.TB, dir string) string {
	t.Helper()
	id, err := release.Current(dir)
	require.NoError(t, err)
	rel, err := release.Open(dir, id)
	require.NoError(t, err)
	defer rel.Close()
	h := sha256.New()
	h.Write(rel.SearchIndex())
	for ref := range rel.Resources() {
		path := string(ref.Path())
		if slices.Contains([]string{".ics", ".atom", ".json", ".ndjson"}, filepath.Ext(path)) &&
			!strings.HasSuffix(path, "/openapi.json") {
			continue
		}
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			body, err := v.Body()
			require.NoError(t, err, path)
			fmt.Fprintf(h, "%s %d %d:", path, v.Coding(), len(body))
			h.Write(body)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// requireClean demands what every complete build leaves: no temporary name, only
// segments that a release needs, no more releases than are kept, and the whole
// of each. It returns the bytes on disk.
func requireClean(t testing.TB, dir string, keep int) int64 {
	t.Helper()
	size, temporary := bytesIn(t, dir)
	require.Empty(t, temporary)
	ids, err := release.List(dir)
	require.NoError(t, err)
	require.LessOrEqual(t, len(ids), keep+1)
	needed := map[string]bool{}
	for _, id := range ids {
		rel, err := release.Open(dir, id)
		require.NoError(t, err)
		require.NoError(t, rel.Verify(false))
		for _, s := range rel.Manifest().Segments {
			needed[s.Name+".seg"] = true
		}
		require.NoError(t, rel.Close())
	}
	for _, name := range names(filepath.Join(dir, release.SegmentsDir)) {
		require.True(t, needed[name], "no release needs segment %s", name)
	}
	return size
}
