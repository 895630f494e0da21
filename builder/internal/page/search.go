package page

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/release"
)

// ListModel is what the list and search page knows at build time. Cities are
// those with events on sale, at most 60, by name; States are the states in
// short, in order.
type ListModel struct {
	Cities []Facet
	States []string
}

// searchModel is the list and search page with marks where the server puts
// values.
type searchModel struct {
	frame
	Cities    []Facet
	TopCities []chip
	States    []string

	OneEvent, ManyEvents, Range                  string
	TermChip, CityChip, StateChip, OrganiserChip string
	NoMatch, SearchEverywhere, PageOf            string
	NotAsTyped, UnknownWords, SeeAll             string

	WithoutTerm, WithoutCity, WithoutState, WithoutOrganiser string // other searches than one without results
	NearCity, NearOrganiser                                  string
}

// topCities is how many cities a search without results offers.
const topCities = 12

// List draws the list and search page, in HTML and in Markdown, as pieces that
// the server joins. The addresses that it fills in are those of the form that
// it answers in: "/eventos?…" in HTML, "/eventos.md?…" in Markdown.
func (r *Renderer) List(m ListModel) (html, markdown release.Pieces, err error) {
	w := r.words
	s := &searchModel{frame: unmarkedFrame(r.page("/eventos", w.Events(), w.AllEvents()+" · "+r.brand.Name)), States: unmarkedAll(m.States)}
	s.Crumbs = r.crumbs()
	s.InEvents, s.Marked = true, true
	if err := r.dress(&s.frame); err != nil {
		return release.Pieces{}, release.Pieces{}, err
	}
	for _, c := range m.Cities {
		c.Label, c.Value = unmarked(c.Label), unmarked(c.Value)
		s.Cities = append(s.Cities, c)
	}
	top := slices.Clone(s.Cities)
	slices.SortStableFunc(top, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	s.TopCities = r.chips(top[:min(len(top), topCities)])

	brand := unmarked(r.brand.Name)
	s.Title = "⟦if q⟧" + w.SearchTitle("⟦q⟧", brand) + "⟦end⟧⟦if !q⟧" + w.Title(w.Events(), brand) + "⟦end⟧"
	s.OneEvent, s.ManyEvents = w.EventsCount(1), w.EventsCount("⟦total⟧")
	s.Range = w.ResultRange("⟦first⟧", "⟦last⟧")
	s.TermChip, s.CityChip = w.TermChip("⟦q⟧"), w.CityChip("⟦city⟧")
	s.StateChip, s.OrganiserChip = w.StateChip("⟦state⟧"), w.OrganiserChip("⟦organization⟧")
	s.NoMatch = r.noMatch()
	s.SearchEverywhere = w.SearchEverywhere("⟦q⟧")
	s.PageOf = w.PageOf("⟦page⟧", "⟦last_page⟧")
	s.NotAsTyped = w.NoMatch("⟦q⟧", "")
	s.UnknownWords = w.UnknownWords("⟦unknown⟧")
	s.SeeAll = w.SeeAllCount("⟦all_count⟧")
	s.WithoutTerm, s.WithoutCity = w.Without(s.TermChip), w.Without(s.CityChip)
	s.WithoutState, s.WithoutOrganiser = w.Without(s.StateChip), w.Without(s.OrganiserChip)
	s.NearCity, s.NearOrganiser = w.CityChip("⟦near_city⟧"), w.OrganiserChip("⟦near_organization⟧")

	if html, err = r.pieces(r.appendHTML, s, release.EscapeHTML); err != nil {
		return release.Pieces{}, release.Pieces{}, err
	}
	if markdown, err = r.pieces(r.appendMarkdown, s, release.EscapeMarkdown); err != nil {
		return release.Pieces{}, release.Pieces{}, err
	}
	return html, markdown, nil
}

func (r *Renderer) pieces(draw func([]byte, string, any) ([]byte, error), s *searchModel, escape release.Escape) (release.Pieces, error) {
	drawn, err := draw(nil, "list", s)
	if err != nil {
		return release.Pieces{}, err
	}
	return release.CompilePieces(string(drawn), escape)
}

// noMatch repeats a search without results in words, for every combination of
// term and filters. The nearest place is named: the city before the state.
func (r *Renderer) noMatch() string {
	w := r.words
	return "⟦if q city⟧" + w.NoMatch("⟦q⟧", "⟦city⟧") + "⟦end⟧" +
		"⟦if q state !city⟧" + w.NoMatch("⟦q⟧", "⟦state⟧") + "⟦end⟧" +
		"⟦if q !city !state⟧" + w.NoMatch("⟦q⟧", "") + "⟦end⟧" +
		"⟦if city !q⟧" + w.NoMatch("", "⟦city⟧") + "⟦end⟧" +
		"⟦if state !q !city⟧" + w.NoMatch("", "⟦state⟧") + "⟦end⟧" +
		"⟦if organization !q !city !state⟧" + w.NoMatchFilters() + "⟦end⟧" +
		"⟦if !searching⟧" + w.NoEventsOnSale() + "⟦end⟧"
}

// unmarked takes the marks of search pages out of a value, so that a name from
// a catalogue cannot become a slot or a condition.
func unmarked(s string) string {
	return strings.NewReplacer("⟦", "[", "⟧", "]").Replace(s)
}

func unmarkedAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = unmarked(s)
	}
	return out
}

// unmarkedFrame is f with a brand whose texts hold no marks.
func unmarkedFrame(f frame) frame {
	b := *f.Brand
	b.Name, b.Notice, b.Contact = unmarked(b.Name), unmarked(b.Notice), unmarked(b.Contact)
	f.Brand = &b
	f.Contact = contactLink(b.Contact)
	f.Description = unmarked(f.Description)
	return f
}

// query is one encoded parameter, safe in an attribute as it stands.
func query(name, value string) string { return name + "=" + url.QueryEscape(value) }
