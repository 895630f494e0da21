package bucket_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

func open(t testing.TB, address string) *bucket.Bucket {
	t.Helper()
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	return b
}

// publish seals a release of a brand whose front page says text.
func publish(t testing.TB, out, brand, text string) (dir, id string) {
	t.Helper()
	dir = filepath.Join(out, brand)
	return dir, releasetest.Build(t, dir, release.Brand{Key: brand,
		Hosts: []string{brand + ".test"}}, map[string]releasetest.Resource{
		"/":         releasetest.Page("<h1>"+text+"</h1>", "# "+text),
		"/llms.txt": releasetest.Text("text/plain; charset=utf-8", "the same in all"),
	})
}

// push sends and moves, as a builder does that began from base.
func push(t testing.TB, b *bucket.Bucket, dir, id string, base bucket.Entry) error {
	t.Helper()
	brand := filepath.Base(dir)
	p, err := b.Push(t.Context(), brand, dir, id, nil)
	if err != nil {
		return err
	}
	move := &bucket.Move{Brand: brand, Base: base, Next: p.Entry}
	m := bucket.Mover{Bucket: b, Now: time.Now}
	if _, err = m.Move(t.Context(), []*bucket.Move{move}); err != nil {
		return err
	}
	return move.Result
}

func entry(t testing.TB, b *bucket.Bucket, brand string) bucket.Entry {
	t.Helper()
	live, _, err := b.Live(t.Context(), "")
	require.NoError(t, err)
	return live.Brands[brand]
}

// TestPushAndPull: what one machine pushes another pulls, byte for byte, and only what is missing.
func TestPushAndPull(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx, b := t.Context(), open(t, address)
		here, there := t.TempDir(), filepath.Join(t.TempDir(), "palco")
		dir, first := publish(t, here, "palco", "um")
		require.NoError(t, push(t, b, dir, first, bucket.Entry{}))
		e := entry(t, b, "palco")
		require.Equal(t, first, e.Release)
		require.EqualValues(t, 1, e.Counter)
		require.Equal(t, []string{"palco.test"}, e.Hosts)
		_, err := b.Pull(ctx, "palco", e, there, bucket.PullOptions{})
		require.NoError(t, err)
		live, err := release.Current(there)
		require.NoError(t, err)
		require.Equal(t, first, live)
		require.NoError(t, releasetest.Open(t, there, live).Verify(true))
		require.NoError(t, b.Verify(ctx, "palco", e))

		_, second := publish(t, here, "palco", "dois")
		require.NoError(t, push(t, b, dir, second, e))
		again, err := b.Push(ctx, "palco", dir, second, nil)
		require.NoError(t, err)
		require.Zero(t, again.Bytes, "nothing is missing")
		e = entry(t, b, "palco")
		require.Equal(t, first, e.Before.Release)
		n, err := b.Pull(ctx, "palco", e, there, bucket.PullOptions{})
		require.NoError(t, err)
		require.Positive(t, n)
		n, err = b.Pull(ctx, "palco", e, there, bucket.PullOptions{})
		require.NoError(t, err)
		require.Zero(t, n, "nothing is missing")
		require.NoError(t, releasetest.Open(t, there, second).Verify(true))
	})
}

// TestE1RacingBuilders: eight builders publish the same brand and one brand each at once. Exactly
// one wins the common brand, all their own brands become live, and the losers leave nothing
// reachable.
func TestE1RacingBuilders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		b := open(t, address)
		for round := range 2 {
			base, _, err := b.Live(t.Context(), "")
			require.NoError(t, err)
			var won atomic.Int64
			var builders sync.WaitGroup
			for i := range 8 {
				out, own := t.TempDir(), fmt.Sprint("own-", i)
				common, a := publish(t, out, "common", fmt.Sprint(round, " of ", i))
				single, c := publish(t, out, own, fmt.Sprint(round))
				builders.Go(func() {
					first, err1 := b.Push(t.Context(), "common", common, a, nil)
					second, err2 := b.Push(t.Context(), own, single, c, nil)
					moves := []*bucket.Move{
						{Brand: "common", Base: base.Brands["common"], Next: first.Entry},
						{Brand: own, Base: base.Brands[own], Next: second.Entry},
					}
					m := bucket.Mover{Bucket: b, Now: time.Now}
					_, err3 := m.Move(t.Context(), moves)
					if err := errors.Join(err1, err2, err3, moves[1].Result); err != nil {
						t.Error(err)
					}
					if moves[0].Result == nil {
						won.Add(1)
					} else if !errors.Is(moves[0].Result, bucket.ErrMovedOn) {
						t.Error(moves[0].Result)
					}
				})
			}
			builders.Wait()
			require.EqualValues(t, 1, won.Load())
			live, _, err := b.Live(t.Context(), "")
			require.NoError(t, err)
			require.Len(t, live.Brands, 9)
			require.EqualValues(t, round+1, live.Brands["common"].Counter)
			for brand, e := range live.Brands {
				require.NoError(t, b.Verify(t.Context(), brand, e))
			}
		}
	})
}

// TestNeverMovedBack: a builder that was paused while another one published does not undo that.
func TestNeverMovedBack(t *testing.T) {
	b := open(t, "file://"+t.TempDir())
	slow, old := publish(t, t.TempDir(), "palco", "lento")
	require.NoError(t, push(t, b, slow, old, bucket.Entry{}))
	base := entry(t, b, "palco")
	fast := t.TempDir()
	publish(t, fast, "palco", "um")
	dir, newer := publish(t, fast, "palco", "dois")
	require.NoError(t, push(t, b, dir, newer, base))
	_, late := publish(t, filepath.Dir(slow), "palco", "tarde")
	require.ErrorIs(t, push(t, b, slow, late, base), bucket.ErrMovedOn)
	require.Equal(t, newer, entry(t, b, "palco").Release)
}

// TestNotSigned: a brand that no key may sign stays as it is, and the others of the run go live.
func TestNotSigned(t *testing.T) {
	b := open(t, "file://"+t.TempDir())
	here, refused := t.TempDir(), errors.New("no key")
	var moves []*bucket.Move
	for _, brand := range []string{"festa", "palco", "virada"} {
		dir, id := publish(t, here, brand, "um")
		p, err := b.Push(t.Context(), brand, dir, id, nil)
		require.NoError(t, err)
		moves = append(moves, &bucket.Move{Brand: brand, Next: p.Entry})
	}
	mover := bucket.Mover{Bucket: b, Now: time.Now,
		Sign: func(brand string, e *bucket.Entry) error {
			if brand == "palco" {
				return refused
			}
			return nil
		}}
	live, err := mover.Move(t.Context(), moves)
	require.NoError(t, err)
	require.ErrorIs(t, moves[1].Result, refused)
	require.NoError(t, errors.Join(moves[0].Result, moves[2].Result))
	require.NotContains(t, live, "palco")
	require.Equal(t, moves[2].Next.Release, entry(t, b, "virada").Release)
}

// TestLyingStore: wrong, cut and failing answers are asked for again; what stays wrong is refused,
// and the release that was live stays.
func TestLyingStore(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	proxy := storetest.NewProxy(t, server.Endpoint)
	b := open(t, server.AddressAt(proxy.URL))
	out := t.TempDir()
	dir, first := publish(t, out, "palco", "um")
	require.NoError(t, push(t, b, dir, first, bucket.Entry{}))
	there := filepath.Join(t.TempDir(), "palco")
	_, err := b.Pull(t.Context(), "palco", entry(t, b, "palco"), there, bucket.PullOptions{})
	require.NoError(t, err)
	for name, fault := range map[string]storetest.Fault{
		"wrong bytes": {Flip: true}, "cut": {Cut: true}, "500": {Status: 500},
		"503": {Status: 503}, "closed": {Refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			base := entry(t, b, "palco")
			_, id := publish(t, out, "palco", name)
			require.NoError(t, push(t, b, dir, id, base))
			e := entry(t, b, "palco")
			before, err := release.Current(there)
			require.NoError(t, err)
			var refused atomic.Int64
			o := bucket.PullOptions{Refused: func(error) { refused.Add(1) }}
			proxy.Decide(func(r *http.Request) storetest.Fault {
				if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/brands/") {
					return fault
				}
				return storetest.Fault{}
			})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			if name != "cut" { // each try gets half of the rest: four get to the end, or not
				_, err = b.Pull(ctx, "palco", e, there, o)
				require.Error(t, err)
				require.NotContains(t, strings.SplitN(err.Error(), "\n", 2)[0], "panic")
				live, err := release.Current(there)
				require.NoError(t, err)
				require.Equal(t, before, live)
			}
			seen := map[string]int{}
			proxy.Decide(func(r *http.Request) storetest.Fault {
				if seen[r.URL.Path]++; r.Method == http.MethodGet && seen[r.URL.Path] == 1 {
					return fault
				}
				return storetest.Fault{}
			})
			_, err = b.Pull(t.Context(), "palco", e, there, o)
			require.NoError(t, err)
			require.NoError(t, releasetest.Open(t, there, id).Verify(true))
			require.Equal(t, fault.Flip, refused.Load() > 0, "only wrong bytes are refused")
			proxy.Decide(nil)
		})
	}
}

// TestDamagedObject: a damaged object is found by Verify, one of a wrong size is replaced by the
// next push, and damage here is never sent. Pull ends where it cannot begin a file anew.
func TestDamagedObject(t *testing.T) {
	dir := t.TempDir()
	b := open(t, "file://"+dir)
	folder, id := publish(t, t.TempDir(), "palco", "um")
	require.NoError(t, push(t, b, folder, id, bucket.Entry{}))
	table := filepath.Join(dir, "brands", "palco", "releases", id, release.TableFile)
	whole, err := os.ReadFile(table)
	require.NoError(t, err)
	require.NoError(t, os.Remove(table))
	require.NoError(t, os.WriteFile(table, whole[:100], 0o644))
	require.ErrorIs(t, b.Verify(t.Context(), "palco", entry(t, b, "palco")), store.ErrDamaged)
	_, err = b.Push(t.Context(), "palco", folder, id, nil)
	require.NoError(t, err)
	require.NoError(t, b.Verify(t.Context(), "palco", entry(t, b, "palco")))
	there := t.TempDir()
	_, err = b.Pull(t.Context(), "palco", entry(t, b, "palco"), there, bucket.PullOptions{})
	require.NoError(t, err)
	require.NoError(t, os.Remove(releasetest.File(there, id, release.TableFile)))
	releasetest.Flip(t, table, 10)
	removed := errors.New("not refused")
	_, err = b.Pull(t.Context(), "palco", entry(t, b, "palco"), there, bucket.PullOptions{
		Refused: func(error) { removed = os.RemoveAll(filepath.Join(there, release.ReleasesDir)) }})
	require.NoError(t, removed)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, next := publish(t, filepath.Dir(folder), "palco", "dois")
	releasetest.Flip(t, releasetest.File(folder, next, release.TableFile), 10)
	_, err = b.Push(t.Context(), "palco", folder, next, nil)
	require.ErrorIs(t, err, release.ErrCorrupt)
	require.ErrorContains(t, err, release.TableFile)
}

// TestOtherVersion: live of another version is refused in one line that says what to do.
func TestOtherVersion(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "live"), []byte(`{"format":4,"brands":7}`),
		0o644))
	_, _, err := open(t, "file://"+dir).Live(t.Context(), "")
	require.ErrorIs(t, err, release.ErrVersion)
	require.ErrorContains(t, err, "update the older of the two")
	for _, text := range []string{"", "{", `{"format":3,"brands":{"../x":{}}}`,
		`{"format":3,"brands":{"x":{"release":"1"}}}`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "live"), []byte(text), 0o644))
		_, _, err := open(t, "file://"+dir).Live(t.Context(), "")
		require.ErrorIs(t, err, store.ErrDamaged, text)
	}
}

// TestPrune: old releases go; live, taken back, recent and needed ones stay.
func TestPrune(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		b, out := open(t, address), t.TempDir()
		var dir string
		var ids []string
		for i := range 5 {
			var id string
			dir, id = publish(t, out, "palco", fmt.Sprint(i))
			ids = append(ids, id)
			require.NoError(t, push(t, b, dir, id, entry(t, b, "palco")))
		}
		gone, lost := publish(t, t.TempDir(), "gone", "never live")
		_, err := b.Push(t.Context(), "gone", gone, lost, nil)
		require.NoError(t, err)
		list, err := b.Prune(t.Context(), bucket.Retention{
			Retention: release.Retention{Newest: 2}, Grace: time.Hour}, nil)
		require.NoError(t, err)
		for _, p := range list {
			require.NoError(t, p.Err)
			require.Empty(t, p.Releases, "all are recent")
		}
		list, err = b.Prune(t.Context(), bucket.Retention{
			Retention: release.Retention{Newest: 2}, Grace: -time.Minute}, nil)
		require.NoError(t, err)
		require.Len(t, list, 2)
		require.Equal(t, []string{lost}, list[0].Releases, "of a brand that is not live")
		require.Equal(t, []string{ids[2], ids[1], ids[0]}, list[1].Releases)
		require.Equal(t, 3, list[1].Segments)
		require.NoError(t, b.Verify(t.Context(), "palco", entry(t, b, "palco")))
		stored, err := b.Releases(t.Context(), "palco", bucket.Entry{})
		require.NoError(t, err)
		require.Len(t, stored, 2)
		live, _, err := b.Live(t.Context(), "")
		require.NoError(t, err)
		require.Nil(t, live.Pruning)
	})
}

// TestPruneBesideABuilder: a builder whose objects a prune took away between its sending and its
// swap sends them again: what live names is there.
func TestPruneBesideABuilder(t *testing.T) {
	b := open(t, "file://"+t.TempDir())
	dir, id := publish(t, t.TempDir(), "palco", "um")
	p, err := b.Push(t.Context(), "palco", dir, id, nil)
	require.NoError(t, err)
	_, err = b.Prune(t.Context(), bucket.Retention{Grace: -time.Minute}, nil)
	require.NoError(t, err)
	resent := 0
	m := bucket.Mover{Bucket: b, Now: time.Now, Resend: func(ctx context.Context) error {
		resent++
		_, err := b.Push(ctx, "palco", dir, id, nil)
		return err
	}}
	_, err = m.Move(t.Context(), []*bucket.Move{{Brand: "palco", Next: p.Entry}})
	require.NoError(t, err)
	require.Equal(t, 1, resent)
	require.NoError(t, b.Verify(t.Context(), "palco", entry(t, b, "palco")))
}

// TestPruneThatTakesLong: a builder waits for a prune, but not as long as a large bucket may take.
// Then it says that the bucket is busy, has moved nothing, and its next run does.
func TestPruneThatTakesLong(t *testing.T) {
	folder := t.TempDir()
	b := open(t, "file://"+folder)
	dir, id := publish(t, t.TempDir(), "palco", "um")
	synctest.Test(t, func(t *testing.T) {
		p, err := b.Push(t.Context(), "palco", dir, id, nil)
		require.NoError(t, err)
		began := time.Now()
		pruning := func(since *time.Time) {
			data, err := json.Marshal(bucket.Live{Format: bucket.FormatVersion,
				Brands: map[string]bucket.Entry{}, Pruning: since})
			require.NoError(t, err)
			// Renamed as the store does: a move that reads meanwhile sees one or the other.
			written := filepath.Join(folder, ".written")
			require.NoError(t, os.WriteFile(written, data, 0o644))
			require.NoError(t, os.Rename(written, filepath.Join(folder, bucket.LiveKey)))
		}
		pruning(&began)
		m := bucket.Mover{Bucket: b, Now: time.Now}
		move := func() error {
			_, err := m.Move(t.Context(), []*bucket.Move{{Brand: "palco", Next: p.Entry}})
			return err
		}
		err = move()
		require.ErrorIs(t, err, bucket.ErrBusy)
		require.ErrorContains(t, err, "a prune is running since "+began.Format(time.RFC3339))
		require.InDelta(t, 2*time.Minute, time.Since(began), float64(5*time.Second))
		require.Empty(t, entry(t, b, "palco").Release)

		go func() {
			time.Sleep(110 * time.Second)
			pruning(nil)
		}()
		require.NoError(t, move())
		require.Equal(t, id, entry(t, b, "palco").Release)

		began = time.Now().Add(-time.Hour)
		pruning(&began)
		require.NoError(t, move(), "a prune that died holds up nobody")
	})
}
