package bucket

import (
	"context"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

// lateStore is a store whose lists lack segments, or have them with another size, for some time,
// like lists of versitygw while several builders create the same object.
type lateStore struct {
	store.Store
	lists   atomic.Int32 // that are late
	size    int64        // of a segment in them; -1 to leave it out
	removed atomic.Int32
}

func (s *lateStore) List(ctx context.Context, prefix string) iter.Seq2[store.Info, error] {
	late := strings.Contains(prefix, release.SegmentsDir) && s.lists.Add(-1) >= 0
	return func(yield func(store.Info, error) bool) {
		for info, err := range s.Store.List(ctx, prefix) {
			if late && s.size < 0 {
				continue
			}
			if late {
				info.Size = s.size
			}
			if !yield(info, err) {
				return
			}
		}
	}
}

func (s *lateStore) Remove(ctx context.Context, key string) error {
	s.removed.Add(1)
	return s.Store.Remove(ctx, key)
}

// TestListsThatAreLate: an object that a list lacks, or has with the size of a moment ago, is
// looked for again. It is neither damaged nor removed. One that never comes is damaged.
func TestListsThatAreLate(t *testing.T) {
	dir := t.TempDir()
	id := releasetest.Build(t, dir, release.Brand{Key: "palco", Locale: "pt-BR",
		Timezone: "America/Sao_Paulo", Hosts: []string{"palco.example"}},
		map[string]releasetest.Resource{"/": releasetest.Page("<h1>A</h1>", "# A\n")})
	for _, test := range []struct {
		name  string
		lists int32
		size  int64
		fails bool
	}{{"missing", 2, -1, false}, {"begun", 2, 0, false}, {"never there", 1 << 20, -1, true}} {
		t.Run(test.name, func(t *testing.T) {
			b, err := Open(t.Context(), "file://"+t.TempDir())
			require.NoError(t, err)
			late := &lateStore{Store: b.store, size: test.size}
			b.store = late
			_, err = b.Push(t.Context(), "palco", dir, id, nil)
			require.NoError(t, err)
			late.lists.Store(test.lists)
			_, err = b.Push(t.Context(), "palco", dir, id, nil)
			if test.fails {
				require.ErrorIs(t, err, store.ErrDamaged)
				return
			}
			require.NoError(t, err)
			require.Zero(t, late.removed.Load())
		})
	}
}
