package site_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/edgetest"
)

// TestLazyOpening: with many brands a release is opened at its first request, once, and from then
// on it is served like any other.
func TestLazyOpening(t *testing.T) {
	out := t.TempDir()
	first := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	edgetest.Publish(t, out, edgetest.Brand("festa"), 2, 1)
	edgetest.WriteBrand(t, out, edgetest.Brand("vazia"))
	s, log := newSite(t, out)
	s.LazyFrom(2)
	s.Scan()
	require.NotContains(t, log.String(), "release live")
	require.True(t, s.Brands()[1].Unopened)
	require.Equal(t, first, s.Brands()[1].Release)
	require.NoError(t, s.Ready())
	require.Equal(t, "", live(s, "vazia.example"), "a brand without release is known at once")

	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			if id := live(s, "api.palco.example"); id != first {
				t.Error(id)
			}
		})
	}
	asking.Wait()
	swaps, _ := s.Counts()
	require.EqualValues(t, 1, swaps)
	s.Scan()
	require.False(t, s.Brands()[1].Unopened)
	require.Equal(t, 2, s.Brands()[1].Events)
	require.True(t, s.Brands()[0].Unopened)

	second := edgetest.Publish(t, out, edgetest.Brand("palco"), 3, 2)
	newest := edgetest.Publish(t, out, edgetest.Brand("festa"), 3, 2)
	s.Scan()
	require.Equal(t, second, live(s, "palco.example"))
	require.Equal(t, newest, s.Brands()[0].Release, "it is not opened and follows all the same")
	require.Equal(t, newest, live(s, "festa.example"))
}

// TestLazyOpeningOfDamage: damage that the first request finds leads to the release before.
func TestLazyOpeningOfDamage(t *testing.T) {
	out := t.TempDir()
	var before, damaged string
	for i := range 3 {
		brand := edgetest.Brand(fmt.Sprint("brand", i))
		before = edgetest.Publish(t, out, brand, 2, 1)
		damaged = edgetest.Publish(t, out, brand, 2, 2)
	}
	releasetest.Flip(t, releasetest.File(out+"/brand2", damaged, release.TableFile), 200)
	s, log := newSite(t, out)
	s.LazyFrom(2)
	s.Scan()
	require.Equal(t, before, live(s, "brand2.example"))
	require.Contains(t, log.String(), "refused")
	s.Scan()
	require.Contains(t, s.Brands()[2].Problem, damaged)
	require.NotEqual(t, before, live(s, "brand1.example"))
}
