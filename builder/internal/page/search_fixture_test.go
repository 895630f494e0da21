package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
)

// searchCase is one answer of the list as the server would fill it in.
type searchCase struct {
	flags  release.Flags
	values map[release.Slot]string
}

var searches = map[string]searchCase{
	"all": {release.Many | release.HasNext, map[release.Slot]string{
		release.SlotTotal: "1.462", release.SlotFirst: "1", release.SlotLast: "20", release.SlotPage: "1", release.SlotLastPage: "74", release.SlotNext: "/eventos?page=2",
	}},
	"filtered": {release.Many | release.HasQ | release.HasCity | release.HasState | release.HasOrg | release.HasFilter | release.Searching | release.HasPrev | release.HasNext, map[release.Slot]string{
		release.SlotQ: `samba "<b>`, release.SlotCity: "São Paulo", release.SlotState: "SP", release.SlotOrg: "Itaú [x] Cultural", release.SlotOrgValue: "itau-cultural",
		release.SlotTotal: "63", release.SlotFirst: "21", release.SlotLast: "40", release.SlotPage: "2", release.SlotLastPage: "4",
		release.SlotSelf: "?q=samba&city=S%C3%A3o+Paulo&page=2", release.SlotNoQ: "/eventos?city=S%C3%A3o+Paulo", release.SlotNoCity: "/eventos?q=samba", release.SlotNoState: "/eventos?q=samba",
		release.SlotNoOrg: "/eventos?q=samba", release.SlotPrev: "/eventos?q=samba&page=1", release.SlotNext: "/eventos?q=samba&page=3",
	}},
	"one": {release.One | release.HasQ | release.Searching, map[release.Slot]string{
		release.SlotQ: "evinha", release.SlotTotal: "1", release.SlotFirst: "1", release.SlotLast: "1", release.SlotPage: "1", release.SlotLastPage: "1", release.SlotSelf: "?q=evinha", release.SlotNoQ: "/eventos",
	}},
	"nothing": {release.None | release.HasQ | release.HasCity | release.HasFilter | release.Searching, map[release.Slot]string{
		release.SlotQ: "opera rock", release.SlotCity: "Osasco", release.SlotSelf: "?q=opera+rock&city=Osasco", release.SlotNoQ: "/eventos?city=Osasco",
		release.SlotNoCity: "/eventos?q=opera+rock", release.SlotNoFilter: "/eventos?q=opera+rock",
	}},
	"past": {release.Many | release.PastEnd | release.HasPrev, map[release.Slot]string{
		release.SlotTotal: "33", release.SlotPage: "9", release.SlotLastPage: "2", release.SlotFirstPage: "/eventos", release.SlotSelf: "?page=9",
	}},
	"empty": {release.None, nil},
}

// search draws the list and joins its pieces like the server.
func search(t testing.TB, r *page.Renderer, b *brands.Brand, c searchCase) (html, markdown []byte) {
	t.Helper()
	htmlPieces, markdownPieces, err := r.List(page.ListModel{Cities: cityFacets(), States: []string{"SP"}})
	require.NoError(t, err)
	cards, lines := cards(t, r, b)
	fill := func(items [][]byte, twin bool) func([]byte, release.Slot) []byte {
		return func(dst []byte, slot release.Slot) []byte {
			if slot == release.SlotItems {
				for _, item := range items {
					dst = append(dst, item...)
				}
				return dst
			}
			value := c.values[slot]
			if twin {
				value = strings.Replace(value, "/eventos", "/eventos.md", 1)
			}
			return append(dst, value...)
		}
	}
	return htmlPieces.Append(nil, c.flags, fill(cards, false)), markdownPieces.Append(nil, c.flags, fill(lines, true))
}
