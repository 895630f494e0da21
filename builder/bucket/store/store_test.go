package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/store"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/rowstest"
)

func open(t testing.TB, address string) store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	require.NoError(t, err)
	return s
}

// content is bytes as an object.
func content(data []byte) store.Content {
	return store.Content{Size: int64(len(data)),
		Open: func() (io.ReadSeekCloser, error) { return nopCloser{bytes.NewReader(data)}, nil }}
}

// nopCloser is a reader that needs no end.
type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func read(t testing.TB, s store.Store, key string, offset int64) string {
	t.Helper()
	body, info, err := s.Get(t.Context(), key, "", offset)
	require.NoError(t, err)
	data, err := io.ReadAll(body)
	require.NoError(t, err)
	require.NoError(t, body.Close())
	require.EqualValues(t, len(data)+int(offset), info.Size)
	return string(data)
}

func keys(t testing.TB, s store.Store, prefix string) (list []string) {
	t.Helper()
	for info, err := range s.List(t.Context(), prefix) {
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), info.Modified, time.Minute)
		list = append(list, info.Key)
	}
	return list
}

// TestObjects: a folder and every real store do the same.
func TestObjects(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx, s := t.Context(), open(t, address)
		now, err := store.Probe(ctx, s)
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), now, time.Minute)
		require.Empty(t, keys(t, s, ""), "the probe leaves nothing")

		_, _, err = s.Get(ctx, "brands/a/none", "", 0)
		require.ErrorIs(t, err, store.ErrNotFound)
		require.NoError(t, s.Create(ctx, "brands/a/one", content([]byte("first"))))
		require.ErrorIs(t, s.Create(ctx, "brands/a/one", content([]byte("other"))), store.ErrExists)
		require.Equal(t, "first", read(t, s, "brands/a/one", 0))
		require.Equal(t, "rst", read(t, s, "brands/a/one", 2))
		require.NoError(t, s.Create(ctx, "brands/ab/two", content(nil)))
		require.ElementsMatch(t, []string{"brands/a/one", "brands/ab/two"}, keys(t, s, ""))
		require.Equal(t, []string{"brands/a/one"}, keys(t, s, "brands/a/"))
		require.ElementsMatch(t, []string{"brands/a/one", "brands/ab/two"}, keys(t, s, "brands/a"))
		require.Empty(t, keys(t, s, "live"))

		tag, err := s.Swap(ctx, "live", []byte("1"), "")
		require.NoError(t, err)
		_, err = s.Swap(ctx, "live", []byte("2"), "")
		require.ErrorIs(t, err, store.ErrRaceLost)
		next, err := s.Swap(ctx, "live", []byte("3"), tag)
		require.NoError(t, err)
		_, err = s.Swap(ctx, "live", []byte("4"), tag)
		require.ErrorIs(t, err, store.ErrRaceLost)
		require.Equal(t, "3", read(t, s, "live", 0))
		_, info, err := s.Get(ctx, "live", next, 0)
		require.ErrorIs(t, err, store.ErrUnchanged, "%v", info)
		_, err = s.Swap(ctx, "gone", []byte("5"), tag)
		require.ErrorIs(t, err, store.ErrRaceLost)

		require.NoError(t, s.Remove(ctx, "brands/a/one"))
		require.NoError(t, s.Remove(ctx, "brands/a/one"))
		require.Equal(t, []string{"brands/ab/two"}, keys(t, s, "brands/"))
	})
}

// TestOneWinner: of eight writers at once exactly one wins each round, create and swap alike.
func TestOneWinner(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		tag, rounds := "", 10
		for round := range rounds {
			var created, swapped atomic.Int64
			var next string
			var writers sync.WaitGroup
			for i := range 8 {
				writers.Go(func() {
					text := fmt.Appendf(nil, "round %d writer %d", round, i)
					if err := s.Create(t.Context(), fmt.Sprint("objects/", round),
						content(text)); err == nil {
						created.Add(1)
					} else if !errors.Is(err, store.ErrExists) && !errors.Is(err,
						store.ErrRaceLost) {
						t.Error(err)
					}
					if won, err := s.Swap(t.Context(), "live", text, tag); err == nil {
						swapped.Add(1)
						next = won
					} else if !errors.Is(err, store.ErrRaceLost) {
						t.Error(err)
					}
				})
			}
			writers.Wait()
			require.EqualValues(t, 1, created.Load())
			require.EqualValues(t, 1, swapped.Load())
			tag = next
		}
	})
}

// TestLargeObject: a large object is whole, and nothing is there of one that was cut off.
func TestLargeObject(t *testing.T) {
	data := make([]byte, 50<<20+12345)
	rnd := rand.NewChaCha8([32]byte{1})
	_, _ = rnd.Read(data)
	for _, name := range storetest.Names {
		t.Run(name, func(t *testing.T) {
			server := storetest.Start(t, name)
			proxy := storetest.NewProxy(t, server.Endpoint)
			s := open(t, server.AddressAt(proxy.URL))
			ctx, kill := context.WithCancel(t.Context())
			asked := make(chan bool, 100)
			proxy.Decide(func(*http.Request) storetest.Fault {
				asked <- true
				return storetest.Fault{Hang: true}
			})
			failed := make(chan error, 1)
			go func() { failed <- s.Create(ctx, "segments/a.seg", content(data)) }()
			<-asked
			kill() // the builder dies while it sends
			require.Error(t, <-failed)
			proxy.Decide(nil)
			require.Empty(t, keys(t, s, "segments/"))
			c := content(data)
			require.NoError(t, s.Create(t.Context(), "segments/a.seg", c))
			require.True(t, string(data) == read(t, s, "segments/a.seg", 0), "other bytes")
			require.ErrorIs(t, s.Create(t.Context(), "segments/a.seg", c), store.ErrExists)
		})
	}
}

// TestUnconditionalStoreIsRefused: a store that ignores conditions is refused with its name.
func TestUnconditionalStoreIsRefused(t *testing.T) {
	for _, field := range []string{"If-None-Match", "If-Match"} {
		t.Run(field, func(t *testing.T) {
			server := storetest.Start(t, "versitygw")
			proxy := storetest.NewProxy(t, server.Endpoint)
			proxy.Decide(func(r *http.Request) storetest.Fault {
				return storetest.Fault{Accepts: r.Header.Get(field) != ""}
			})
			s := open(t, server.AddressAt(proxy.URL))
			_, err := store.Probe(t.Context(), s)
			require.ErrorIs(t, err, store.ErrConfig)
			require.ErrorContains(t, err, s.Address()+" does not honour "+field)
			require.ErrorContains(t, err, "file://")
		})
	}
}

// TestWrongSetUp: every way to set a store up wrongly has one line that says what to do.
func TestWrongSetUp(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	for name, c := range map[string]struct {
		address, want string
		env           map[string]string
	}{
		"no such bucket": {"s3://nowhere/?endpoint=" + server.Endpoint,
			`there is no bucket "nowhere"`, nil},
		"no credentials": {server.Address(), "no credentials found",
			map[string]string{"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}},
		"unknown key": {server.Address(), "credentials are refused",
			map[string]string{"AWS_ACCESS_KEY_ID": "somebody"}},
		"wrong secret": {server.Address(), "credentials are refused",
			map[string]string{"AWS_SECRET_ACCESS_KEY": "guessed"}},
	} {
		t.Run(name, func(t *testing.T) {
			for k, v := range c.env {
				t.Setenv(k, v)
			}
			t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(t.TempDir(), "none"))
			_, err := store.Probe(t.Context(), open(t, c.address))
			require.ErrorIs(t, err, store.ErrConfig)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
			require.NotContains(t, err.Error(), storetest.SecretKey)
		})
	}
	t.Run("shared file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "credentials")
		require.NoError(t, os.WriteFile(file, []byte("[default]\naws_access_key_id = "+
			storetest.AccessKey+"\naws_secret_access_key = "+storetest.SecretKey+"\n"), 0o600))
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
		_, err := store.Probe(t.Context(), open(t, server.Address()))
		require.NoError(t, err)
	})
}

func TestFolderNotWritable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("SKIPPED: root may write everywhere")
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o555))
	_, err := store.Probe(t.Context(), open(t, "file://"+dir))
	require.ErrorIs(t, err, store.ErrConfig)
}

func TestAddresses(t *testing.T) {
	dir := t.TempDir()
	rows := rowstest.Read[map[string]string](t, "testdata/addresses.yaml")
	rows["file://"+dir] = ""
	rows["file://"+dir+"/none"] = "there is no such folder"
	for address, want := range rows {
		_, err := store.Open(t.Context(), address)
		if want == "" {
			require.NoError(t, err, address)
			continue
		}
		require.ErrorIs(t, err, store.ErrConfig, address)
		require.ErrorContains(t, err, want)
		said := strings.ReplaceAll(err.Error(), "secret_key", "")
		require.NotContains(t, said, "secret", "the message shows a secret")
	}
}

// TestStoreFails: what a store does wrong for a while is tried again, and what it goes on doing
// wrong is an error within seconds.
func TestStoreFails(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	proxy := storetest.NewProxy(t, server.Endpoint)
	s := open(t, server.AddressAt(proxy.URL))
	for _, f := range []storetest.Fault{{Status: 500}, {Status: 503}, {Refused: true}} {
		times := 0
		proxy.Decide(func(*http.Request) storetest.Fault {
			if times++; times < 3 {
				return f
			}
			return storetest.Fault{}
		})
		_, err := s.Swap(t.Context(), "live"+fmt.Sprint(f.Status), []byte("1"), "")
		require.NoError(t, err)
		proxy.Decide(func(*http.Request) storetest.Fault { return f })
		began := time.Now()
		_, err = s.Swap(t.Context(), "other", []byte("1"), "")
		require.Error(t, err)
		require.NotErrorIs(t, err, store.ErrConfig)
		require.Less(t, time.Since(began), time.Minute)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestAskedAgain: a request that the network has lost does not keep a
// reader waiting when the network is well again.
func TestAskedAgain(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	proxy := storetest.NewProxy(t, server.Endpoint)
	s := open(t, server.AddressAt(proxy.URL))
	require.NoError(t, s.Create(t.Context(), "brands/a/one", content([]byte("first"))))
	var asked atomic.Int32
	proxy.Decide(func(*http.Request) storetest.Fault {
		return storetest.Fault{Hang: asked.Add(1) == 1}
	})
	start := time.Now()
	require.Equal(t, "first", read(t, s, "brands/a/one", 0))
	require.WithinDuration(t, start.Add(3*time.Second), time.Now(), 1500*time.Millisecond)
	require.EqualValues(t, 2, asked.Load())
}
