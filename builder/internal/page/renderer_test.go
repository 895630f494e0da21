package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/page/place"
	"cartaz/templates"
)

// Every locale draws every kind of page, in its own language only; of each, the page of one event
// is kept as a file.
func TestEveryLocale(t *testing.T) {
	type frame struct {
		Lang      string `i18n:"locale.lang"`
		OpenGraph string `i18n:"locale.open_graph"`
		Skip      string `i18n:"frame.skip_to_content"`
	}
	frameOf := i18n.Bind[frame]()
	for _, locale := range i18n.Names() {
		b := palco()
		b.Locale = locale
		drawn := pages(t, b)
		for name, p := range drawn {
			html := string(p.HTML)
			require.Contains(t, html, `<html lang="`+locale+`">`, name)
			require.Contains(t, html, `content="`+frameOf(locale).OpenGraph+`"`, name)
			for _, other := range i18n.Names() {
				said, skip := frameOf(other), frameOf(locale).Skip
				require.Equal(t, said.Skip == skip, strings.Contains(html, ">"+said.Skip+"<"),
					"%s in %s: the frame in %s", name, locale, other)
			}
			require.NotEmpty(t, p.Markdown, name)
		}
		b.Key = "locale-" + locale
		golden(t, b, "event.md", drawn["event-"+evinha().Slug].Markdown)
	}
}

func TestNewRefuses(t *testing.T) {
	bad := palco()
	bad.Theme.Color = "red"
	_, err := page.New(bad, templates.Embedded)
	require.ErrorContains(t, err, "palco")

	_, err = page.New(palco(), templates.Set{"html/x.html": "{{", "md/x.md": "x"})
	require.ErrorContains(t, err, "page templates")

	lost := palco()
	lost.Theme.Logo = filepath.Join(t.TempDir(), "logo.svg")
	_, err = page.New(lost, templates.Embedded)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestLogo(t *testing.T) {
	b := palco()
	b.Theme.Logo = filepath.Join(t.TempDir(), "logo.svg")
	require.NoError(t, os.WriteFile(b.Theme.Logo,
		[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), 0o600))
	r := mustNew(t, b)
	logo := r.Assets().Logo
	require.Equal(t, "image/svg+xml", logo.MediaType)
	require.Contains(t, r.Assets().All, logo)
	p, err := r.Home(page.HomeModel{})
	require.NoError(t, err)
	require.Contains(t, string(p.HTML), `<img src="`+logo.Path+`" alt="Palco"`)

	// The dark scheme may have a logo of its own; that scheme shows no other.
	b.Theme.LogoDark = filepath.Join(t.TempDir(), "dark.svg")
	require.NoError(t, os.WriteFile(b.Theme.LogoDark,
		[]byte("<svg xmlns='http://www.w3.org/2000/svg' id='d'/>"), 0o600))
	dark := mustNew(t, b).Assets().LogoDark.Path
	for scheme, want := range map[string]string{
		"both": `<picture><source media="(prefers-color-scheme:dark)" srcset="` + dark +
			`"><img src="` + logo.Path + `" alt="Palco"></picture>`,
		"light": `href="/"><img src="` + logo.Path + `" alt="Palco"></a>`,
		"dark":  `href="/"><img src="` + dark + `" alt="Palco"></a>`,
	} {
		b.Theme.Scheme = scheme
		p, err := mustNew(t, b).Home(page.HomeModel{})
		require.NoError(t, err)
		require.Contains(t, string(p.HTML), want, scheme)
	}
}

func TestWithSections(t *testing.T) {
	r := mustNew(t, palco())
	bare, err := r.WithSections(page.Sections{Home: "BR"}, nil)
	require.NoError(t, err)
	e := mustEvent(t, bare, sparse())
	for _, path := range []string{"/cidades", "/organizadores", "/locais", "/paises", "/temas",
		"/arquivo"} {
		require.NotContains(t, string(e.HTML), `href="`+path+`"`)
		require.Contains(t, string(mustEvent(t, r, sparse()).HTML), `href="`+path+`"`)
	}
	require.NotContains(t, string(mustEvent(t, bare, evinha()).HTML), "/locais/")
	require.Contains(t, string(mustEvent(t, r, evinha()).HTML),
		`href="/locais/theatro-municipal-sao-paulo-sp"`)
}

func TestCityKey(t *testing.T) {
	r := mustNew(t, palco())
	for _, test := range []struct{ city, state, key, label string }{
		{"São Paulo", "SP", "sao-paulo-sp", "São Paulo, SP"}, {"Berlin", "", "berlin", "Berlin"},
		{"  Santa  Bárbara d'Oeste ", "SP", "santa-barbara-d-oeste-sp",
			"  Santa  Bárbara d'Oeste , SP"},
		{"", "SP", "", "SP"}, {"東京", "", "", "東京"}, {"Łódź", "", "lodz", "Łódź"},
	} {
		require.Equal(t, test.key, place.CityKey(test.city, test.state), test.city)
		require.Equal(t, test.label, r.CityLabel(test.city, test.state, "BR"))
	}
	require.Len(t, place.CityKey(strings.Repeat("a", 197), "SP"), 200)
	long := strings.Repeat("ab ", 3500)
	keys := map[string]bool{}
	for _, city := range []string{long, long + "x", "x" + long, strings.Repeat("a", 198),
		strings.Repeat("a", 10_000), strings.Repeat("a", 10_001)} {
		key := place.CityKey(city, "SP")
		require.LessOrEqual(t, len(key), 200)
		require.Regexp(t, "^[a-z0-9]+(-[a-z0-9]+)*$", key)
		keys[key] = true
	}
	require.Len(t, keys, 6, "two cities never share a page because their names are long")
}

// TestProblems draws the page of every code: none may miss its words.
func TestProblems(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		r := mustNew(t, b)
		for _, code := range catalog.Codes() {
			p, err := r.Problem(code, cityFacets())
			require.NoError(t, err)
			problem := catalog.NewProblem(code, b.Locale, b.SiteURL)
			require.Equal(t, problem.Type, b.SiteURL+p.Path)
			for _, form := range [][]byte{p.HTML, p.Markdown} {
				require.Contains(t, string(form), problem.Title)
				require.Contains(t, string(form), fmt.Sprintf("HTTP/1.1 %d ", problem.Status))
			}
			require.Contains(t, string(p.Markdown), `"code": "`+string(code)+`"`)
			checkHeadings(t, parse(t, p.HTML))
		}
	}
}
