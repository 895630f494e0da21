package page_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
)

// TestBreadcrumb: every page with crumbs has them as a BreadcrumbList, in the same order, with the
// page itself at its end.
func TestBreadcrumb(t *testing.T) {
	crumb := regexp.MustCompile(`<nav class="crumb".*?</nav>`)
	link := regexp.MustCompile(`<a href="([^"]*)">`)
	for _, b := range []*brands.Brand{palco(), confs()} {
		for name, p := range pages(t, b) {
			list := linkedData(t, p.HTML)["BreadcrumbList"]
			if p.Path == "/" {
				require.Nil(t, list)
				continue
			}
			require.NotNil(t, list, name)
			var got, want []string
			for i, item := range list["itemListElement"].([]any) {
				item := item.(map[string]any)
				require.EqualValues(t, i+1, item["position"])
				require.NotEmpty(t, item["name"])
				got = append(got, item["item"].(string))
			}
			for _, m := range link.FindAllSubmatch(crumb.Find(p.HTML), -1) {
				want = append(want, b.SiteURL+string(m[1]))
			}
			require.Equal(t, append(want, b.SiteURL+p.Path), got, name)
		}
	}
}

// TestListsNameTheirEvents: a page that lists events names them in the order of its cards.
func TestListsNameTheirEvents(t *testing.T) {
	link := regexp.MustCompile(`<h3 dir="auto"><a href="([^"]*)">`)
	all := pages(t, palco())
	for _, name := range []string{"home", "city", "organiser"} {
		var got, want []string
		for i, item := range linkedData(t, all[name].HTML)["ItemList"]["itemListElement"].([]any) {
			item := item.(map[string]any)
			require.EqualValues(t, i+1, item["position"])
			got = append(got, item["url"].(string))
		}
		for _, m := range link.FindAllSubmatch(all[name].HTML, -1) {
			want = append(want, "https://palco.example"+string(m[1]))
		}
		require.NotEmpty(t, want)
		require.Equal(t, want, got, name)
	}
	require.NotContains(t, linkedData(t, all["organiser-empty"].HTML), "ItemList")
	require.NotContains(t, linkedData(t, all["home-empty"].HTML), "ItemList")
}

func TestWebSite(t *testing.T) {
	site := linkedData(t, pages(t, palco())["home"].HTML)["WebSite"]
	require.Equal(t, "Palco", site["name"])
	require.Equal(t, "https://palco.example/", site["url"])
	search := site["potentialAction"].(map[string]any)
	require.Equal(t, "https://palco.example/eventos?q={search_term_string}",
		search["target"].(map[string]any)["urlTemplate"])
}

// TestEventImage: an event without a banner shows a picture of its own, one that is over a poster,
// and each says the same everywhere.
func TestEventImage(t *testing.T) {
	r := mustNew(t, palco())
	rec := evinha()
	rec.Banner = ""
	e := mustEvent(t, r, rec)
	image := jsonLD(t, e.HTML)["image"].([]any)[0].(string)
	require.Equal(t, "https://palco.example"+e.Path+".png", image)
	require.Contains(t, string(e.HTML), `<meta property="og:image" content="`+image+`">`)
	over := evinha()
	over.Banner, over.IsClosed, over.IsEnded = "", true, true
	e = mustEvent(t, r, over)
	image = jsonLD(t, e.HTML)["image"].([]any)[0].(string)
	require.Regexp(t, `^https://palco\.example/assets/[0-9a-f]{16}\.png$`, image)
	require.Contains(t, string(e.HTML), `<meta property="og:image" content="`+image+`">`)
	rec.Banner = "https://images.example/b.jpg"
	e = mustEvent(t, r, rec)
	require.Equal(t, []any{rec.Banner}, jsonLD(t, e.HTML)["image"])
	require.Contains(t, string(e.HTML), `<meta property="og:image" content="`+rec.Banner+`">`)
	require.NotContains(t, string(e.HTML), "og:image:width", "nobody knows its size")
}

// TestShare: the links hold what a friend needs to know, escaped once.
func TestShare(t *testing.T) {
	rec := evinha()
	rec.Name = "Rock & roll + 100%?"
	e := mustEvent(t, mustNew(t, palco()), rec)
	var links []string
	for _, a := range find(parse(t, e.HTML), atom.A) {
		for _, attr := range a.Attr {
			if attr.Key == "href" && regexp.MustCompile(`^(https://wa\.me|mailto:)`).MatchString(
				attr.Val) {
				links = append(links, attr.Val)
			}
		}
	}
	text := "Rock%20%26%20roll%20%2B%20100%25%3F%20%C2%B7%20S%C3%A1bado%2C%2023%20de%20maio" +
		"%20de%202026%2C%2021h%20%C2%B7%20Theatro%20Municipal%2C%20S%C3%A3o%20Paulo%2C%20SP%0A" +
		"https%3A%2F%2Fpalco.example%2Feventos%2F" + rec.Slug
	require.Contains(t, links, "https://wa.me/?text="+text)
	require.Contains(t, links,
		"mailto:?subject=Rock%20%26%20roll%20%2B%20100%25%3F&body="+text)
	require.Contains(t, string(e.HTML),
		`<span class="copy">https://palco.example/eventos/`+rec.Slug+`</span>`)
}

// TestSearchTool: the search form is a WebMCP tool whose fields are described in the brand's
// language.
func TestSearchTool(t *testing.T) {
	for name, want := range map[string]int{"home": 1, "list-all": 6} {
		p := pages(t, palco())[name]
		require.Contains(t, string(p.HTML),
			`toolname="search_events" tooltitle="Buscar" tooldescription="Busca os `)
		require.Len(t, regexp.MustCompile(`name="[a-z_]+"[^>]* toolparamdescription="[^"]+"`).
			FindAll(p.HTML, -1), want, name)
	}
}
