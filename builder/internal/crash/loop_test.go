package crash_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestKilledEveryTime has no build ever reach its end, as under a cron line with
// a time limit that has become too short: what each leaves is removed by the
// next one, so the disk does not fill up.
func TestKilledEveryTime(t *testing.T) {
	inFull(t)
	for _, at := range []stage{seal, export} {
		t.Run(at.String(), func(t *testing.T) {
			k := newKiller(t, t.TempDir(), 1)
			k.edit()
			code, said := runBuilder(t, k.command()...)
			require.Zero(t, code, said)
			hit := 0
			for range 4 {
				k.version += every // so that everything has changed
				k.edit()
				if found, killed := k.killAt(at, 0); killed && found == at {
					hit++
				}
				ids, err := release.List(k.dir)
				require.NoError(t, err)
				require.LessOrEqual(t, len(ids), keep+3,
					"the live one, those that are kept, the one before, and what is new")
				segments := 0
				for _, name := range names(filepath.Join(k.dir, release.SegmentsDir)) {
					if filepath.Ext(name) == ".seg" {
						segments++
					}
				}
				require.LessOrEqual(t, segments, 2*(keep+3), "segments are not left lying")
			}
			require.NotZero(t, hit, "no kill came in time")
			k.edit()
			k.complete()
			requireClean(t, k.dir, keep)
		})
	}
}
