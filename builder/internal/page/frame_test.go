package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
)

// TestAlternates: a page of a catalogue in several languages names itself and the same page of the
// other sites, for programs and for people; a page that search engines do not list names none.
func TestAlternates(t *testing.T) {
	b := palco()
	b.Alternates = []brands.Alternate{{Lang: "en", SiteURL: "https://stage.example"},
		{Lang: "pt-BR", SiteURL: b.SiteURL}, {Lang: brands.XDefault,
			SiteURL: "https://stage.example"}}
	r := mustNew(t, b)
	p, err := r.Group(catalog.CitiesPath, page.GroupModel{Facet: cityFacets()[0]})
	require.NoError(t, err)
	for _, want := range []string{
		`<link rel="alternate" hreflang="en" href="https://stage.example` + p.Path + `">`,
		`<link rel="alternate" hreflang="pt-BR" href="` + b.SiteURL + p.Path + `">`,
		`<link rel="alternate" hreflang="x-default" href="https://stage.example` + p.Path + `">`,
		`<meta property="og:locale:alternate" content="en_US">`,
		`<a href="https://stage.example` + p.Path + `" hreflang="en" lang="en">English</a></nav>`,
	} {
		require.Contains(t, string(p.HTML), want)
	}
	require.Equal(t, 1, strings.Count(string(p.HTML), "og:locale:alternate"))

	empty := cityFacets()[0]
	empty.Count = 0
	p, err = r.Group(catalog.CitiesPath, page.GroupModel{Facet: empty})
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), `content="noindex,follow"`)
	require.NotContains(t, string(p.HTML), "hreflang")

	list, _, err := r.List(page.ListModel{})
	require.NoError(t, err)
	join := func(flags resultpage.Flags) string {
		return string(releasetest.Join(list, flags,
			func(slot resultpage.Slot) string {
				if slot == resultpage.SlotSelf {
					return "?page=2"
				}
				return ""
			}, nil))
	}
	require.Contains(t, join(resultpage.Many),
		`hreflang="en" href="https://stage.example/eventos?page=2"`)
	require.NotContains(t, join(resultpage.Many|resultpage.Searching), "hreflang")
}

// Both forms of a page that the brand wrote say the same words.
func TestOwnPageSaysTheSame(t *testing.T) {
	b := palco()
	text := brands.OwnText{Path: "/sobre", File: "pages/sobre.md", Line: 4,
		Body: "Um **teatro** de [bairro](/eventos) & R$ 5.\n\n## Contato *geral*\n\n" +
			"1. um\n2. dois\n   - três\n\n| a | b |\n|---|---|\n| 1 \\| 2 | `x` |\n\n> citado\n"}
	b.Pages = []brands.OwnPage{{Title: "Sobre *nós* & <tudo>", OwnText: text}}
	r := mustNew(t, b)
	pages, groups, err := r.OwnPages()
	require.NoError(t, err)
	require.Empty(t, groups)
	drawn, notes, err := r.Own(pages[0], func(string) bool { return true },
		func(string) page.Listed { return page.Listed{} })
	require.NoError(t, err)
	require.Empty(t, notes)
	main := textOf(find(parse(t, drawn.HTML), atom.Main)[0])
	twin := markdownText(t, drawn.Markdown)
	for _, fact := range []string{"Sobre *nós* & <tudo>", "Um teatro de bairro & R$ 5.",
		"Contato geral", "um", "dois", "três", "1 | 2", "x", "citado"} {
		require.Contains(t, loose(main), loose(fact))
		require.Contains(t, loose(twin), loose(fact))
	}
	require.Contains(t, string(drawn.Markdown), "https://palco.example/eventos")
}
