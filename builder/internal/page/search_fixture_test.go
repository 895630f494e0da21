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
	"nothing": {release.None | release.HasQ | release.HasCity | release.HasFilter | release.Searching | release.Everywhere, map[release.Slot]string{
		release.SlotQ: "opera rock", release.SlotCity: "Osasco", release.SlotSelf: "?q=opera+rock&city=Osasco", release.SlotNoQ: "/eventos?city=Osasco",
		release.SlotNoCity: "/eventos?q=opera+rock", release.SlotNoFilter: "/eventos?q=opera+rock", release.SlotAllCount: "1.462", release.SlotEverywhereCount: "3",
	}},
	"mistyped": {release.One | release.HasQ | release.Searching | release.Corrected, map[release.Slot]string{
		release.SlotQ: "saão jo <b>", release.SlotCorrected: "são joão <b>", release.SlotCorrectedAddress: "/eventos?q=s%C3%A3o%20jo%C3%A3o",
		release.SlotTotal: "1", release.SlotFirst: "1", release.SlotLast: "1", release.SlotPage: "1", release.SlotLastPage: "1", release.SlotSelf: "?q=sa%C3%A3o%20jo", release.SlotNoQ: "/eventos",
	}},
	"offers": {release.None | release.HasQ | release.HasCity | release.HasState | release.HasOrg | release.HasFilter | release.Searching | release.HasTries | release.Everywhere |
		release.WithoutQ | release.WithoutCity | release.WithoutState | release.WithoutOrg | release.Try1 | release.Try2 | release.Try3 | release.NearCity | release.NearOrg | release.Unknown | release.Apart, map[release.Slot]string{
		release.SlotQ: "opera rock", release.SlotCity: "Osasco", release.SlotState: "SP", release.SlotOrg: "Casa [x]", release.SlotOrgValue: "casa-x", release.SlotSelf: "?q=opera+rock&city=Osasco",
		release.SlotNoQ: "/eventos?city=Osasco", release.SlotNoCity: "/eventos?q=opera&state=SP", release.SlotNoState: "/eventos?q=opera&city=Osasco", release.SlotNoOrg: "/eventos?q=opera&city=Osasco&state=SP",
		release.SlotNoFilter: "/eventos?q=opera+rock", release.SlotUnknown: "“xyz”, “<b>”", release.SlotAllCount: "1.462", release.SlotEverywhereCount: "3",
		release.SlotNoQCount: "4", release.SlotNoCityCount: "5", release.SlotNoStateCount: "6", release.SlotNoOrgCount: "7",
		release.SlotTry1: "opera", release.SlotTry1Address: "/eventos?q=opera", release.SlotTry1Count: "8", release.SlotTry2: "rock", release.SlotTry2Address: "/eventos?q=rock", release.SlotTry2Count: "9",
		release.SlotTry3: "r&b *", release.SlotTry3Address: "/eventos?q=r%26b", release.SlotTry3Count: "10", release.SlotNearCity: "São Paulo", release.SlotNearCityAddress: "/eventos?city=S%C3%A3o%20Paulo", release.SlotNearCityCount: "1.011",
		release.SlotNearOrg: "Itaú [x]", release.SlotNearOrgAddress: "/eventos?organization=itau", release.SlotNearOrgCount: "12",
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
