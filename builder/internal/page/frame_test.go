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
	"cartaz/builder/rowstest"
	"cartaz/templates"
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

// TestEmbed: the list for frames on other sites has the next events of the page and a link to it,
// opens every link outside of the frame, and is hidden from search engines.
func TestEmbed(t *testing.T) {
	b := palco()
	r := mustNew(t, b)
	many := cards(t, r, b)
	for len(many.Cards) < 20 {
		many.Add([]byte(many.Cards[0]), []byte(many.Lines[0]))
	}
	facet := page.Facet{Path: "/organizadores/casa", Label: `Casa "&" Cia`, Value: "casa",
		Count: 50}
	p, err := r.Group(catalog.OrganisersPath, page.GroupModel{Facet: facet,
		Listed: cut(many, 20), More: true})
	require.NoError(t, err)
	doc := parse(t, p.Embed)
	checkBalanced(t, p.Embed)
	checkIDs(t, doc)
	checkNames(t, doc)
	text := string(p.Embed)
	const base = `<base target="_blank">` // no other page may have the element
	checkNothingForbidden(t, parse(t, []byte(strings.Replace(text, base, "", 1))))
	require.Equal(t, 12, strings.Count(text, `<li class="card`))
	require.Contains(t, text, base)
	require.Contains(t, text, `<meta name="robots" content="noindex,follow">`)
	require.Contains(t, text, `<link rel="canonical" `+
		`href="https://palco.example/organizadores/casa">`)
	require.Contains(t, text, `<a href="/organizadores/casa">Palco</a>`)
	require.Contains(t, text,
		`<a class="btn calm" href="/organizadores/casa">Ver todos os 50 eventos</a>`)
	require.Empty(t, find(doc, atom.Script))
	for _, end := range strings.Fields(
		"light dark clear light-3 dark-6 clear-3 auto-3 auto-6 auto-6-blue dark-red") {
		require.Contains(t, text, `<i id="`+end+`"></i>`)
	}
	rules := string(mustBody(t, r.Assets().Grid))
	require.Contains(t, text, `<link rel="stylesheet" href="`+r.Assets().Grid.Path+`">`)
	require.Contains(t, rules, ":root:has([id^=dark]:target){color-scheme:dark;--bg:")
	require.Contains(t, rules, `[id*="3"]:target~main`)

	p, err = r.Group(catalog.OrganisersPath, page.GroupModel{
		Facet: page.Facet{Path: facet.Path, Label: "Nada"}})
	require.NoError(t, err)
	require.Contains(t, string(p.Embed), "Nenhum evento")
	require.NotContains(t, string(p.Embed), "Ver todos")
}

// TestLongTitles: the title element has the part of a long name that search engines show, the
// preview of a shared link all of it.
func TestLongTitles(t *testing.T) {
	rec := evinha()
	rec.Name = strings.Repeat("Festival ", 12) + "fim"
	text := string(mustEvent(t, mustNew(t, palco()), rec).HTML)
	require.Contains(t, text, "<title>"+strings.TrimSpace(strings.Repeat("Festival ", 7))+
		"… · Palco</title>")
	require.Contains(t, text, `<meta property="og:title" content="`+rec.Name+`">`)
}

// TestRelated: a page leads to other dates by their places, to other events by their names, and
// says which are sold out, in both forms.
func TestRelated(t *testing.T) {
	other := evinha()
	other.Slug, other.Location = "evinha-rio", &catalog.Place{City: "Rio de Janeiro",
		StateAbbr: "RJ", Name: "Circo Voador"}
	for i := range other.Tickets {
		other.Tickets[i].Available = false
	}
	next := sparse()
	next.Slug, next.Name = "depois", "Depois *daqui*"
	rec := evinha()
	e, err := mustNew(t, palco()).Event(rec, cleaned(rec), page.Related{
		Dates: []*catalog.Record{other}, Organiser: []*catalog.Record{next}})
	require.NoError(t, err)
	for _, said := range []string{
		`href="/eventos/evinha-rio">Rio de Janeiro, RJ · Circo Voador</a>`,
		`<span class="tag">Esgotado</span>`, `href="/eventos/depois">Depois *daqui*</a>`} {
		require.Contains(t, string(e.HTML), said)
	}
	require.Contains(t, string(e.Markdown), "[Rio de Janeiro, RJ · Circo Voador]"+
		"(https://palco.example/eventos/evinha-rio.md) · Esgotado\n")
	require.Contains(t, string(e.Markdown), `[Depois \*daqui\*]`)
	require.NotContains(t, string(e.HTML), "No mesmo local")
}

// TestCalendarLinks: the calendars of the web get the hours of an event, or its days.
func TestCalendarLinks(t *testing.T) {
	r, rec := mustNew(t, palco()), evinha()
	html := string(mustEvent(t, r, rec).HTML)
	require.Contains(t, html, "&amp;dates=20260524T000000Z%2F20260524T010000Z&amp;")
	require.Contains(t, html, "&amp;startdt=2026-05-23T21%3A00%3A00-03%3A00&amp;enddt=2026-05-23")
	rec.Starts = catalog.ParseMoment("2026-05-23")
	rec.Ends = catalog.ParseMoment("2026-05-24")
	html = string(mustEvent(t, r, rec).HTML)
	require.Contains(t, html, "&amp;dates=20260523%2F20260525&amp;")
	require.Contains(t, html, "&amp;enddt=2026-05-25&amp;")
}

// TestScript: event pages and the page of saved events load one small script, which a brand can do
// without.
func TestScript(t *testing.T) {
	require.LessOrEqual(t, len(templates.Embedded[templates.Script]), 3<<10)
	b := palco()
	saved, err := mustNew(t, b).Saved()
	require.NoError(t, err)
	event := mustEvent(t, mustNew(t, b), evinha())
	for _, html := range [][]byte{saved.HTML, event.HTML} {
		require.Regexp(t, `<script src="/assets/[0-9a-f]{16}\.js" defer></script>`, string(html))
	}
	require.Contains(t, string(saved.Markdown), "nada sai dele")
	b.Scripts = false
	require.NotContains(t, string(mustEvent(t, mustNew(t, b), evinha()).HTML), "<script src")
}

// TestWhere: every known fact of a place appears once, and nothing else.
func TestWhere(t *testing.T) {
	r, err := mustNew(t, palco()).WithSections(page.Sections{Home: "BR"}, nil, nil)
	require.NoError(t, err)
	for name, test := range rowstest.Read[map[string]struct {
		Place  *catalog.Place
		Online bool
		Want   string // of the second fact of the HTML page
	}](t, "testdata/where.yaml") {
		t.Run(name, func(t *testing.T) {
			rec := sparse()
			rec.Location, rec.IsOnline = test.Place, test.Online
			e := mustEvent(t, r, rec)
			require.Equal(t, test.Want, textOf(find(parse(t, e.HTML), atom.Dd)[1]))
		})
	}
}
