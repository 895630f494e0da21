package site_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/site"
)

// with is the sample brand of that name with more hosts.
func with(name string, hosts ...string) release.Brand {
	b := edgetest.Brand(name)
	b.Hosts = append(b.Hosts, hosts...)
	return b
}

// TestHostIsNotTaken: a host goes on to lead to the brand that has it when another one, whatever
// its name, claims it too. That is said once, in the log and in the state of the newcomer, whose
// other hosts are served. Once its brand gives it up, the newcomer has it.
func TestHostIsNotTaken(t *testing.T) {
	for _, lazyFrom := range []int{1, 256} {
		out := t.TempDir()
		id := edgetest.Publish(t, out, edgetest.Brand("mmm"), 2, 1)
		s, log := newSite(t, out)
		s.LazyFrom(lazyFrom)
		s.Scan()
		for _, name := range []string{"aaa", "zzz"} {
			edgetest.Publish(t, out, with(name, "mmm.example"), 2, 1)
		}
		for range 3 {
			s.Scan()
			require.Equal(t, id, live(s, "mmm.example"))
			require.NotEqual(t, "unknown", live(s, "aaa.example"))
			require.NotEqual(t, "unknown", live(s, "zzz.example"))
		}
		brands := s.Brands()
		refused := []site.RefusedHost{{Host: "mmm.example", Brand: "mmm"}}
		require.Equal(t, refused, brands[0].RefusedHosts)
		require.NotContains(t, brands[0].Hosts, "mmm.example")
		require.Empty(t, brands[1].RefusedHosts)
		require.Contains(t, brands[1].Hosts, "mmm.example")
		require.Equal(t, refused, brands[2].RefusedHosts)
		require.NoError(t, s.Ready())
		for _, name := range []string{"aaa", "zzz"} {
			require.Equal(t, 1, strings.Count(log.String(), "brand "+name+" claims the host "+
				"mmm.example, which leads to brand mmm"), log.String())
		}

		edgetest.Publish(t, out, edgetest.Brand("aaa"), 2, 2)
		taker := edgetest.Publish(t, out, with("zzz", "mmm.example"), 2, 2)
		s.Scan()
		require.NoError(t, os.RemoveAll(filepath.Join(out, "mmm")))
		s.Scan()
		require.Equal(t, taker, live(s, "mmm.example"))
		for _, b := range s.Brands() {
			require.Empty(t, b.RefusedHosts, b.Brand)
		}
		edgetest.Publish(t, out, with("aaa", "mmm.example"), 2, 3)
		s.Scan()
		require.Equal(t, taker, live(s, "mmm.example"))
		require.Equal(t, 2, strings.Count(log.String(), "brand aaa claims the host mmm.example"),
			"a conflict that comes back is said again")
	}
}

// TestContestedHostAtTheStart: no brand had the host before, so the first brand by name gets it.
func TestContestedHostAtTheStart(t *testing.T) {
	out := t.TempDir()
	id := edgetest.Publish(t, out, edgetest.Brand("aaa"), 2, 1)
	edgetest.Publish(t, out, with("zzz", "aaa.example"), 2, 1)
	s, log := newSite(t, out)
	s.Scan()
	require.Equal(t, id, live(s, "aaa.example"))
	require.Contains(t, log.String(), "brand zzz claims the host aaa.example, which leads to "+
		"brand aaa")
}

// TestOwnerOfAHost: Config.Owner decides which brand has a host, also before that brand is here.
func TestOwnerOfAHost(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, with("aaa", "zzz.example"), 2, 1)
	s := site.New(site.Config{Out: out, Keys: edgetest.Keys(t), Log: slog.New(slog.DiscardHandler),
		Owner: func(host string) string {
			if host == "zzz.example" {
				return "zzz"
			}
			return ""
		}})
	t.Cleanup(s.Close)
	s.Scan()
	require.Equal(t, "unknown", live(s, "zzz.example"))
	require.Equal(t, []site.RefusedHost{{Host: "zzz.example", Brand: "zzz"}},
		s.Brands()[0].RefusedHosts)
	id := edgetest.Publish(t, out, edgetest.Brand("zzz"), 2, 1)
	s.Scan()
	require.Equal(t, id, live(s, "zzz.example"))
}
