package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	engine "cartaz/builder/search"
)

// searchCase is one answer of the list as the server would fill it in.
type searchCase struct {
	flags  resultpage.Flags
	values map[resultpage.Slot]string
	lists  releasetest.Lists
}

// numberOf is the number of a filter.
func numberOf(name string) int {
	return slices.IndexFunc(engine.Filters[:],
		func(f *engine.Filter) bool { return f.Name == name })
}

func anyOf(name string) resultpage.Flags { return resultpage.Any(numberOf(name)) }

func listOf(name string) resultpage.List {
	return resultpage.ListField + resultpage.List(numberOf(name))
}

// typed are the filters in use of a mistyped search.
var typed = releasetest.Lists{resultpage.ListFilters: {{
	resultpage.SlotItemLabel: "“saão jo <b>”", resultpage.SlotItemLink: "/eventos"}}}

var searches = map[string]searchCase{
	"all": {resultpage.Many | resultpage.HasNext | anyOf("max_price"),
		map[resultpage.Slot]string{
			resultpage.SlotTotal: "1.462", resultpage.SlotFirst: "1", resultpage.SlotLast: "20",
			resultpage.SlotPage: "1", resultpage.SlotLastPage: "74",
			resultpage.SlotNext: "/eventos?page=2", resultpage.SlotCurrency: "R$",
		}, releasetest.Lists{resultpage.ListFurther: {
			{resultpage.SlotItemLabel: "11", resultpage.SlotItemLink: "/eventos?page=11"},
			{resultpage.SlotItemLabel: "74", resultpage.SlotItemLink: "/eventos?page=74"}}}},
	"filtered": {resultpage.Many | resultpage.HasQ | resultpage.HasFilter | resultpage.Searching |
		resultpage.Refined | resultpage.HasPrev | resultpage.HasNext | resultpage.Wrong |
		anyOf("free") | anyOf("online") | anyOf("hour") | anyOf("max_price") |
		resultpage.IsToday | resultpage.ByDate | resultpage.Read,
		map[resultpage.Slot]string{
			resultpage.SlotQ: `samba "<b>`, resultpage.SlotFilterCount: "8",
			resultpage.SlotTyped:   `samba "<b>" grátis`,
			resultpage.SlotLiteral: "/eventos?q=%22samba%22",
			resultpage.SlotTotal:   "63", resultpage.SlotFirst: "21", resultpage.SlotLast: "40",
			resultpage.SlotPage: "2", resultpage.SlotLastPage: "4", resultpage.SlotCurrency: "R$",
			resultpage.SlotSelf: "?q=samba&city=S%C3%A3o+Paulo&page=2",
			resultpage.SlotPrev: "/eventos?q=samba&page=1",
			resultpage.SlotNext: "/eventos?q=samba&page=3",
		}, releasetest.Lists{
			resultpage.ListFilters: {
				{resultpage.SlotItemLabel: `“samba '<b>”`,
					resultpage.SlotItemLink: "/eventos?city=S%C3%A3o+Paulo"},
				{resultpage.SlotItemLabel: "23 mai 2026",
					resultpage.SlotItemLink: "/eventos?q=samba"},
				{resultpage.SlotItemLabel: "Organização: Itaú [x] Cultural",
					resultpage.SlotItemLink: "/eventos?q=samba"},
				{resultpage.SlotItemLabel: "Local: Casa [x] <b>",
					resultpage.SlotItemLink: "/eventos?q=samba&free=1"},
			},
			listOf("city"): {{resultpage.SlotItemValue: "São Paulo",
				resultpage.SlotItemLabel: "São Paulo"}},
			listOf("state"):        {{resultpage.SlotItemValue: "SP"}},
			listOf("organization"): {{resultpage.SlotItemValue: "itau-cultural"}},
			listOf("venue"):        {{resultpage.SlotItemValue: "casa-x"}},
			listOf("country"): {{resultpage.SlotItemValue: "<x>",
				resultpage.SlotItemLabel: "X"}},
			listOf("hour"): {{resultpage.SlotItemValue: "evening",
				resultpage.SlotItemLabel: "à noite"}},
			listOf("max_price"):  {{resultpage.SlotItemValue: "60"}},
			listOf("free"):       {{resultpage.SlotItemValue: "1"}},
			resultpage.ListWrong: {{resultpage.SlotItemLabel: "“<i>” não é uma data."}},
		}},
	"priced": {resultpage.Many | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		anyOf("max_price") | resultpage.ByPrice, map[resultpage.Slot]string{
		resultpage.SlotQ: "evinha", resultpage.SlotTotal: "2", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "2", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=evinha&order=price",
	}, typed},
	"one": {resultpage.One | resultpage.HasQ | resultpage.Searching |
		resultpage.Refined, map[resultpage.Slot]string{
		resultpage.SlotQ: "evinha", resultpage.SlotTotal: "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=evinha",
	}, typed},
	"nothing": {resultpage.None | resultpage.HasQ | resultpage.HasFilter |
		resultpage.Searching | resultpage.Refined, map[resultpage.Slot]string{
		resultpage.SlotQ: "opera rock", resultpage.SlotFilterCount: "1",
		resultpage.SlotSelf: "?q=opera+rock&city=Osasco", resultpage.SlotAllCount: "1.462",
		resultpage.SlotAsked: "“opera rock”, Cidade: Osasco",
	}, typed},
	"mistyped": {resultpage.One | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Corrected, map[resultpage.Slot]string{
		resultpage.SlotQ: "saão jo <b>", resultpage.SlotCorrected: "são joão <b>",
		resultpage.SlotCorrectedAddress: "/eventos?q=s%C3%A3o%20jo%C3%A3o",
		resultpage.SlotTotal:            "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=sa%C3%A3o%20jo",
	}, typed},
	"partial": {resultpage.One | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Partial, map[resultpage.Slot]string{
		resultpage.SlotQ: "são joão <b>", resultpage.SlotFound: "são joão",
		resultpage.SlotMissing: "<b>", resultpage.SlotTotal: "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=s%C3%A3o%20jo%C3%A3o%20%3Cb%3E",
	}, typed},
	"gone": {resultpage.None | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Gone, map[resultpage.Slot]string{
		resultpage.SlotQ: "palavra solta", resultpage.SlotAllCount: "1.462",
		resultpage.SlotSelf: "?q=palavra+solta", resultpage.SlotAsked: "“palavra solta”",
	}, releasetest.Lists{resultpage.ListGone: {{
		resultpage.SlotItemLabel: "Palavra <Solta>",
		resultpage.SlotItemLink:  "/eventos/palavra-solta",
		resultpage.SlotItemValue: "15 dez 2026 · Cancelado",
	}}}},
	"offers": {resultpage.None | resultpage.HasQ | resultpage.HasFilter | resultpage.Searching |
		resultpage.Refined | resultpage.HasTries | resultpage.Later, map[resultpage.Slot]string{
		resultpage.SlotQ: "opera rock", resultpage.SlotFilterCount: "2",
		resultpage.SlotSelf: "?q=opera+rock&city=Osasco", resultpage.SlotAllCount: "1.462",
		resultpage.SlotAsked: "“opera rock”, Cidade: Osasco, Organização: Casa [x]",
	}, releasetest.Lists{resultpage.ListWithout: {
		{resultpage.SlotItemLabel: "Sem Cidade: Osasco",
			resultpage.SlotItemLink: "/eventos?q=opera", resultpage.SlotItemCount: "11"},
		{resultpage.SlotItemLabel: "“r&b *”", resultpage.SlotItemLink: "/eventos?q=r%26b",
			resultpage.SlotItemCount: "1.010"}}}},
	"past": {resultpage.Many | resultpage.PastEnd | resultpage.HasPrev, map[resultpage.Slot]string{
		resultpage.SlotTotal: "33", resultpage.SlotPage: "9", resultpage.SlotLastPage: "2",
		resultpage.SlotFirstPage: "/eventos", resultpage.SlotSelf: "?page=9",
	}, nil},
	"empty": {resultpage.None, nil, nil},
}

// days are the quick choices of every page of results.
var days = map[resultpage.Slot]string{
	resultpage.SlotToday:    "/eventos?from=2026-05-22&to=2026-05-22",
	resultpage.SlotTomorrow: "/eventos?from=2026-05-23&to=2026-05-23",
	resultpage.SlotWeekend:  "/eventos?from=2026-05-23&to=2026-05-24",
	resultpage.SlotByDate:   "/eventos?q=samba&order=date",
	resultpage.SlotByRank:   "/eventos?q=samba",
	resultpage.SlotByPrice:  "/eventos?q=samba&order=price",
}

// search draws the list and joins its pieces like the server.
func search(t testing.TB, r *page.Renderer, b *brands.Brand, c searchCase) (html, markdown []byte) {
	t.Helper()
	htmlPieces, markdownPieces, err := r.List(page.ListModel{"city": cityFacets(),
		"state":   {{Label: "SP", Value: "SP"}},
		"country": {{Label: "Brasil", Value: "BR"}, {Label: "Chile", Value: "CL"}}})
	require.NoError(t, err)
	listed := cards(t, r, b)
	var items string
	for _, card := range listed.Cards {
		items += string(card)
	}
	lines := strings.Join(listed.Lines, "")
	fill := func(items string, twin bool) releasetest.Fill {
		return func(slot resultpage.Slot) string {
			if slot == resultpage.SlotItems {
				return items
			}
			value, ok := c.values[slot]
			if !ok {
				value = days[slot]
			}
			if twin {
				value = strings.Replace(value, "/eventos", "/eventos.md", 1)
			}
			return value
		}
	}
	return releasetest.Join(htmlPieces, c.flags, fill(items, false), c.lists),
		releasetest.Join(markdownPieces, c.flags, fill(lines, true), c.lists)
}
