package build_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// A body under two media types is stored once and has each type in each coding,
// also in a release that takes it over from the one before.
func TestDocumentOfTwoTypes(t *testing.T) {
	s := newShop(t, array(samba, choro))
	for _, records := range []string{array(samba, choro), array(samba, choro, frevo)} {
		s.write("catalogue.json", records)
		s.mustPublish()
		rel := s.live()
		for _, path := range []string{"/.well-known/mcp/server-card.json", "/mcp/server-card"} {
			ref, ok := rel.Lookup(path)
			require.True(t, ok)
			codings := map[string]map[release.Coding]bool{}
			for i := range ref.NumVariants() {
				v := ref.Variant(i)
				if codings[v.ContentType()] == nil {
					codings[v.ContentType()] = map[release.Coding]bool{}
				}
				require.False(t, codings[v.ContentType()][v.Coding()], "%s: %s twice",
					path, v.Coding())
				codings[v.ContentType()][v.Coding()] = true
			}
			require.Len(t, codings, 2)
		}
	}
}
