package build_test

import (
	"testing"

	"cartaz/builder/internal/build/buildtest"
)

// shop adds to the shop of package buildtest the helpers of tests of one stage.
type shop struct{ *buildtest.Shop }

// newShop makes a brand with a catalogue of records.
func newShop(t testing.TB, catalogue string) *shop {
	t.Helper()
	return &shop{buildtest.NewShop(t, catalogue)}
}

// exporting is newShop with plain files.
func exporting(t testing.TB, catalogue string) *shop {
	s := newShop(t, catalogue)
	s.Options.Export = true
	return s
}
