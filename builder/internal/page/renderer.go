package page

import (
	"fmt"
	"html/template"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/internal/syndication"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/builder/lang"
	"cartaz/templates"
)

// site is the state that the renderers of a brand's pages share.
type site struct {
	*look
	programs programs // of the look, with the brand's spelling
	brand    *brands.Brand
	frame    frame             // of a page without content
	art      map[string]string // pictures for events without one, by the key of a topic
	places   *place.Labels

	Copies pictures.Set // of the pictures of events
}

// Renderer renders the pages of one brand. It is safe for concurrent use.
type Renderer struct {
	*site
	*syndication.Exporter

	assets *assets.Set
}

// complete completes a renderer whose frame has everything except its shared fragments. home is the
// code of the country that is not named, or "".
func (r *Renderer) complete(home string) error {
	if err := r.programs.renderShared(&r.frame); err != nil {
		return r.Fault(err)
	}
	r.places = place.NewLabels(r.words.Lang, home)
	r.Exporter = syndication.New(syndication.Site{
		Brand: r.brand, Words: r.words, Places: r.places,
		Icon: r.frame.Icon,
	})
	return nil
}

// New parses the page templates in files (html/*.html, md/*.md and site.css) and computes theme and
// style sheet of the brand. It fails if a template does not parse, if the theme is not usable, or
// if the brand's logo cannot be read.
func New(b *brands.Brand, files templates.Set) (*Renderer, error) {
	r := &Renderer{site: &site{brand: b}}
	var err error
	if r.look, err = lookOf(b, files.With(b.Templates)); err != nil {
		return nil, err
	}
	r.programs = r.look.programs
	r.programs.spelling = &b.Spelling
	tokens, err := theme.Compute(b.Theme)
	if err != nil {
		return nil, fmt.Errorf("brand %s: %w", b.Key, err)
	}
	if r.assets, err = assets.New(b, r.words, tokens, files); err != nil {
		return nil, err
	}
	r.frame = newFrame(b, r.words, tokens)
	r.frame.Stylesheet, r.frame.Icon = r.assets.Stylesheet.Path, r.assets.Icon.Path
	r.frame.GridRules = r.assets.Grid.Path
	r.frame.Logo = r.assets.Logo.Path
	switch dark := r.assets.LogoDark.Path; {
	case dark != "" && (tokens.Only == "dark" || r.frame.Logo == ""):
		r.frame.Logo = dark
	case dark != "" && tokens.Only == "":
		r.frame.LogoDark = template.HTML(`<source media="(prefers-color-scheme:dark)" srcset="` +
			dark + `">`)
	}
	r.frame.assets = r.assets
	r.frame.Script, r.art = r.assets.Script, r.assets.Art
	r.frame.Font, r.frame.Hero = r.assets.Font, r.assets.Hero
	return r, r.complete(lang.CountryOfLocale(r.words.Lang))
}

// Sections holds the facts of a catalogue on which all pages depend: its lists of groups, its
// archive, its country.
type Sections struct {
	HasCities, HasOrganisers, HasVenues, HasCountries, HasTopics, HasArtists,
	HasArchive bool
	Many bool // of events on sale: pictures for links are half as large, without photos
	// Home is the code of the country that pages do not name, because most events are there, or "".
	Home string
}

// Has reports whether there is a list of all groups of a kind, by its path.
func (s *Sections) Has(index string) bool {
	return map[string]bool{catalog.CitiesPath: s.HasCities,
		catalog.OrganisersPath: s.HasOrganisers, catalog.VenuesPath: s.HasVenues,
		catalog.CountriesPath: s.HasCountries, catalog.TopicsPath: s.HasTopics,
		catalog.ArtistsPath: s.HasArtists}[index]
}

// WithSections returns a copy of r. Its pages link to the lists of cities, organisers and so on
// only if there are such lists. A renderer of [New] links to all of them, and does not name the
// country of the brand's locale. Events show copies of their pictures if there are some; open
// returns a file of a copy.
func (r *Renderer) WithSections(s Sections, copies pictures.Set,
	open func(path string) ([]byte, error)) (*Renderer, error) {
	shared := *r.site
	c := &Renderer{site: &shared, assets: r.assets}
	c.frame.Sections, c.frame.open, c.Copies = s, open, copies
	return c, c.complete(s.Home)
}

// Words returns the texts of the brand's pages.
func (r *Renderer) Words() *words.Words { return r.words }

// Assets returns the files of the brand that its pages load.
func (r *Renderer) Assets() *assets.Set { return r.assets }

// CityLabel returns the name of a city for people, as pages of the brand show it: "São Paulo, SP",
// "Berlin", "Graz, Austria". country is a code.
func (r *Renderer) CityLabel(city, stateAbbr, country string) string {
	return r.places.City(city, stateAbbr, country)
}

// CountryName returns the name of a country in the language of the brand.
func (r *Renderer) CountryName(code string) string { return r.places.AnyCountry(code) }
