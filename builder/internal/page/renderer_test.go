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
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/samples"
	"cartaz/builder/resultpage"
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
	bare, err := r.WithSections(page.Sections{Home: "BR"}, nil, nil)
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

// requireSameEvent compares an event drawn by compiled templates with one drawn by the engines of
// the standard library.
func requireSameEvent(t *testing.T, r, standard *page.Renderer, rec *catalog.Record,
	text *catalog.Text) {
	t.Helper()
	want, wantErr := standard.Event(rec, text, page.Related{})
	got, err := r.Event(rec, text, page.Related{})
	require.Equal(t, wantErr, err, rec.Slug)
	require.Equal(t, string(want.HTML), string(got.HTML), rec.Slug)
	require.Equal(t, string(want.Markdown), string(got.Markdown), rec.Slug)
	require.Equal(t, string(want.Card), string(got.Card), rec.Slug)
	require.Equal(t, want, got, rec.Slug)
}

func engines(t testing.TB, b *brands.Brand) (r, standard *page.Renderer) {
	t.Helper()
	r = mustNew(t, b)
	require.Empty(t, r.Standard(), "an embedded template is left to the standard engine")
	return r, r.WithStandardEngine()
}

// TestEnginesOnLists: the pages that list events, with hostile names.
func TestEnginesOnLists(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		r, standard := engines(t, b)
		for _, name := range append(attacks, "São Paulo") {
			facets := []page.Facet{{Path: "/cidades/" + name, Label: name, Value: name, State: name,
				Count: 3}, {Path: "/x", Label: "b", Value: "b", Count: 1200}}
			var listed page.Listed
			for _, item := range []string{"<li>" + name + "</li>\n", ""} {
				listed.Add([]byte(item), []byte(item))
			}
			draw := func(r *page.Renderer) map[string]page.Page {
				drawn := map[string]page.Page{}
				add := func(name string, p page.Page, err error) {
					require.NoError(t, err)
					drawn[name] = p
				}
				p, err := r.Home(page.HomeModel{Total: 2, Cities: 1, Sections: []page.HomeSection{
					{ID: "next", Listed: listed}, {ID: "cities", Index: catalog.CitiesPath,
						Groups: facets, Parts: []page.HomePart{{Groups: facets}}}}})
				add("home", p, err)
				p, err = r.Home(page.HomeModel{})
				add("home without events", p, err)
				p, err = r.Group(catalog.CitiesPath, page.GroupModel{Facet: facets[0],
					Listed: listed, More: true, Organisers: facets, Cities: facets})
				add("city", p, err)
				p, err = r.Group(catalog.OrganisersPath, page.GroupModel{Facet: facets[0],
					Listed: listed, Past: []page.PastRow{{Name: name, Path: name},
						{Date: "10 mai 2026", Name: "x", Path: "/y"}}})
				add("organiser", p, err)
				if name == attacks[0] { // they show no name
					for kind, p := range agendaPages(t, r, listed) {
						add(kind, p, nil)
					}
					for _, code := range catalog.Codes() {
						p, err = r.Problem(code, cityFacets())
						add("problem "+string(code), p, err)
					}
				}
				html, markdown, err := r.List(
					page.ListModel{"city": {{Path: "/cidades/x", Label: name, Value: name,
						Count: 3}, {}}, "state": {{Label: name}, {}}})
				require.NoError(t, err)
				add("list", page.Page{HTML: fmt.Append(nil, pieces(html)),
					Markdown: fmt.Append(nil, pieces(markdown))}, nil)
				return drawn
			}
			require.Equal(t, draw(standard), draw(r), name)
		}
		require.Zero(t, r.Abandoned())
	}
}

func pieces(p resultpage.Template) string { return fmt.Sprintf("%+v", p) }

// FuzzEngines draws events with given texts.
func FuzzEngines(f *testing.F) {
	for i, attack := range append(attacks, "\xff\xfe", "a\xc3", "%zz%41", "http://x/\u2028",
		"JAVASCRIPT:x", "mailto:a@b", "+1 & <2>", "\u00a0") {
		for pick := range uint8(2) { // of each brand
			f.Add(attack, "https://e.example/"+attack, attack, uint8(2*i)+pick)
			f.Add(attack, attack, attack, uint8(2*i)+pick)
		}
	}
	type pair struct{ r, standard *page.Renderer }
	var drawers []pair
	for _, b := range []*brands.Brand{palco(), confs()} {
		r, standard := engines(f, b)
		drawers = append(drawers, pair{r, standard})
	}
	f.Fuzz(func(t *testing.T, name, address, about string, pick uint8) {
		d := drawers[int(pick)%2]
		all := append(records(palco()), records(confs())...)
		rec := all[int(pick/2)%len(all)]
		rec.Name, rec.Banner, rec.Thumbnail, rec.Slug = name, address, name, address
		if rec.BuyURL != "" {
			rec.BuyURL = address
		}
		if rec.Location != nil {
			rec.Location.Name, rec.Location.City, rec.Location.Address = about, name, name+about
			rec.Location.StateAbbr, rec.Location.State = name, about
		}
		if rec.Producer != nil {
			rec.Producer.Name, rec.Producer.Slug = name, about
		}
		for i := range rec.Tickets {
			rec.Tickets[i].Name = about
		}
		requireSameEvent(t, d.r, d.standard, rec,
			&catalog.Text{Page: about, Markdown: about, Plain: name})
		require.Zero(t, d.r.Abandoned())
	})
}

// TestOwnTemplates: a template of an operator that the compiler does not know is drawn by the
// standard engine, and reported.
func TestOwnTemplates(t *testing.T) {
	files := templates.Embedded.With(map[string]string{"html/card.html": "" +
		`{{define "extra"}}<i>{{printf "%q" .Name}}</i>{{end}}` +
		`{{define "card"}}<li>{{template "extra" .}}</li>{{end}}{{define ` +
		`"date"}}{{.}}{{end}}{{define "price"}}{{end}}{{define "tags"}}{{end}}`})
	r, err := page.New(palco(), files)
	require.NoError(t, err)
	reasons := r.Standard()
	require.Len(t, reasons, 2)
	require.ErrorContains(t, reasons[0], "template card is not compiled: ")
	require.ErrorContains(t, reasons[0], "function printf")
	require.ErrorContains(t, reasons[1], "template event is not compiled: ")
	e := mustEvent(t, r, evinha())
	require.Equal(t, "<li><i>&#34;Evinha – Cartão Postal 1971&#34;</i></li>", string(e.Card))
	require.Equal(t, string(mustEvent(t, mustNew(t, palco()), evinha()).Markdown),
		string(e.Markdown))
	requireSameEvent(t, r, r.WithStandardEngine(), evinha(), cleaned(evinha()))
}

// BenchmarkEvent draws everything of one event: both pages, both fragments and
// the calendar. It is the cost per changed event of a build. "standard" is the
// same by the engines of the standard library.
func BenchmarkEvent(b *testing.B) {
	r := mustNew(b, palco())
	for _, engine := range []struct {
		name string
		r    *page.Renderer
	}{{"compiled", r}, {"standard", r.WithStandardEngine()}} {
		b.Run(engine.name, func(b *testing.B) {
			rec := evinha()
			text := cleaned(rec)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.r.Event(rec, text, page.Related{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGenerated draws events of the generated catalogue as a build does:
// descriptions cleaned, all parts drawn.
func BenchmarkGenerated(b *testing.B) {
	brand, records := samples.Load(b, samples.Generated, 400)
	r := mustNew(b, brand)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		rec := records[i%len(records)]
		text := markup.Clean(rec.Description, rec.Format)
		if _, err := r.Event(rec, &text, page.Related{}); err != nil {
			b.Fatal(err)
		}
	}
}
