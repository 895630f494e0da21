package page_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/resultpage"
	"cartaz/templates"
)

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
