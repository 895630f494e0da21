package release_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// sealMany seals n releases that differ.
func sealMany(t *testing.T, f *release.Folder, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = rt.Seal(t, f, brand,
			map[string]rt.Resource{"/": rt.Text("text/plain", fmt.Sprint(i))})
	}
	return ids
}

func requireUnannounced(t *testing.T, dir string, want ...string) {
	t.Helper()
	got, err := release.Unannounced(dir)
	require.NoError(t, err)
	if len(want) == 0 {
		require.Empty(t, got)
		return
	}
	require.Equal(t, want, got)
}

func TestUnannounced(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{Hook: unsynced})
	ids := sealMany(t, f, 5)
	require.NoError(t, f.Publish(ids[0]))
	require.NoFileExists(t, filepath.Join(dir, release.UnannouncedFile),
		"nobody asked to hear of it")
	require.NoError(t, f.ExpectAnnouncements())
	requireUnannounced(t, dir)
	require.NoError(t, f.Publish(ids[1]))
	require.NoError(t, f.Publish(ids[1]))
	requireUnannounced(t, dir, ids[0])
	require.NoError(t, f.ExpectAnnouncements())
	require.NoError(t, f.Publish(ids[2]))
	_, err := f.Rollback(ids[1])
	require.NoError(t, err)
	requireUnannounced(t, dir, ids[0], ids[1], ids[2])

	// Announced while others went on publishing.
	require.NoError(t, f.Publish(ids[3]))
	require.NoError(t, f.Announced(ids[1]))
	requireUnannounced(t, dir, ids[1])
	require.NoError(t, f.Announced(ids[0]))
	requireUnannounced(t, dir, ids[1])
	require.NoError(t, f.Announced(ids[3]))
	requireUnannounced(t, dir)

	// More than anybody can follow.
	for i := range 150 {
		require.NoError(t, f.Publish(ids[3+(i+1)%2]))
	}
	list, err := release.Unannounced(dir)
	require.NoError(t, err)
	require.LessOrEqual(t, len(list), 66)
	require.Empty(t, list[0])

	// Damage is one release that nobody knows.
	for _, text := range []string{"", "{", `{"format":2,"live":[]}`,
		`{"format":1,"live":["../x"]}`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, release.UnannouncedFile), []byte(text),
			0o644))
		requireUnannounced(t, dir, "")
		require.NoError(t, f.Announced(ids[3]))
	}
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.NoError(t, f.Announced(live))
	requireUnannounced(t, dir)
}

// TestFirstPublishIsUnannounced: before it nothing was live.
func TestFirstPublishIsUnannounced(t *testing.T) {
	dir := t.TempDir()
	f := mustHold(t, dir, release.Options{Hook: unsynced})
	ids := sealMany(t, f, 2)
	require.NoError(t, f.ExpectAnnouncements())
	require.NoError(t, f.Publish(ids[0]))
	require.NoError(t, f.Publish(ids[1]))
	requireUnannounced(t, dir, "", ids[0])
}

// TestUnannouncedAndFailures: whichever step of a publish fails, and however, no
// release goes live without the one before being noted.
func TestUnannouncedAndFailures(t *testing.T) {
	broken := errors.New("disk on fire")
	for at := 1; ; at++ {
		reached := false
		for _, happened := range []bool{false, true} {
			dir := t.TempDir()
			steps, armed := 0, false
			f := mustHold(t, dir,
				release.Options{Hook: func(op durable.Op, name string, do func() error) error {
					if !armed {
						return unsynced(op, name, do)
					}
					if steps++; steps != at {
						return do()
					}
					reached = true
					if happened {
						_ = do()
					}
					return broken
				}})
			ids := sealMany(t, f, 2)
			require.NoError(t, f.Publish(ids[0]))
			require.NoError(t, f.ExpectAnnouncements())
			armed = true
			err := f.Publish(ids[1])
			require.Equal(t, reached, errors.Is(err, broken))
			live, err := release.Current(dir)
			require.NoError(t, err)
			if live == ids[1] {
				requireUnannounced(t, dir, ids[0])
			}
			armed = false
			require.NoError(t, f.Publish(ids[1]), "the next one heals")
			requireUnannounced(t, dir, ids[0])
		}
		if !reached {
			require.Greater(t, at, 6)
			return
		}
	}
}

// FuzzUnannounced: whatever the file holds, what comes out are ids.
func FuzzUnannounced(f *testing.F) {
	f.Add([]byte(`{"format":1,"live":["00000001-0123456789abcdef",""]}`))
	f.Add([]byte(`{"format":1,"live":null}`))
	f.Add([]byte(`{"format":9}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, release.UnannouncedFile), data, 0o644))
		list, err := release.Unannounced(dir)
		require.NoError(t, err)
		for _, id := range list {
			if id != "" {
				_, err := release.ParseID(id)
				require.NoError(t, err)
			}
		}
	})
}
