package page

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/escape"
	"cartaz/builder/internal/words"
	"cartaz/builder/release/resultpage"
)

// ListModel is the content of the list and search page that is known at build time. Cities are the
// cities with events on sale, at most 60, sorted by name. States are the sorted state
// abbreviations.
type ListModel struct {
	Cities []Facet
	States []string
}

// searchModel is the model of the list and search page. Its texts contain marks in the places that
// the server fills in.
type searchModel struct {
	frame
	Cities    []Facet
	TopCities []chip
	States    []string
	// There is something to choose.
	ManyCities, ManyStates bool

	OneEvent, ManyEvents, Range      string
	NoMatch, PageOf                  string
	NotAsTyped, UnknownWords, SeeAll string
	ReadAs                           string
	Corrected                        string // in quotation marks
}

// topCities is the number of cities that a search without results offers.
const topCities = 12

// List renders the list and search page, in HTML and in Markdown, as templates that the server
// fills in. The server's links stay in the same form: "/eventos?…" in HTML, "/eventos.md?…" in
// Markdown.
func (r *Renderer) List(m ListModel) (html, markdown resultpage.Template, err error) {
	w := r.words
	f := r.frame.page(catalog.EventsPath, w.Events, w.AllEvents+" · "+r.brand.Name)
	s := &searchModel{frame: frameWithoutMarks(f), States: withoutMarksAll(m.States)}
	s.Crumbs = r.frame.crumbs()
	s.InEvents, s.Marked, s.Follow = true, true, catalog.EventsPath
	if err := r.programs.renderShared(&s.frame); err != nil {
		return resultpage.Template{}, resultpage.Template{}, err
	}
	for _, c := range m.Cities {
		c.Label, c.Value = withoutMarks(c.Label), withoutMarks(c.Value)
		s.Cities = append(s.Cities, c)
	}
	s.ManyCities, s.ManyStates = len(s.Cities) > 1, len(s.States) > 1
	top := slices.Clone(s.Cities)
	slices.SortStableFunc(top, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	s.TopCities = chips(w, top[:min(len(top), topCities)])

	brand := withoutMarks(r.brand.Name)
	term := w.Results.Quoted.Text("⟦q⟧")
	heading := w.Results.Title.Text(term, w.Events)
	s.Title = "⟦if q⟧" + words.Title(heading, brand) + "⟦end⟧" +
		"⟦if !q⟧" + words.Title(w.Events, brand) + "⟦end⟧"
	s.Shared = "⟦if q⟧" + heading + "⟦end⟧⟦if !q⟧" + w.Events + "⟦end⟧"
	s.OneEvent, s.ManyEvents = w.Lists.Events.Count(1), w.Lists.Events.Count("⟦total⟧")
	s.Range = w.Results.Range.Text("⟦first⟧", "⟦last⟧")
	s.NoMatch = "⟦if refined⟧" + w.Results.NoMatch.Text("⟦asked⟧") + "⟦end⟧" +
		"⟦if !refined⟧" + w.Lists.NoEventsOnSale + "⟦end⟧"
	s.PageOf = w.Results.PageOf.Text("⟦page⟧", "⟦last_page⟧")
	s.NotAsTyped = w.Results.NoMatch.Text(term)
	s.ReadAs = w.Results.ReadAs.Text(w.Results.Quoted.Text("⟦typed⟧"))
	s.UnknownWords = w.Results.UnknownWords.Text("⟦unknown⟧")
	s.SeeAll = w.Lists.SeeAll.Count("⟦all_count⟧")
	s.Corrected = w.Results.Quoted.Text("⟦corrected⟧")

	s.complete()
	if html, err = compileResultPage(r.programs.appendHTML, s, resultpage.EscapeHTML); err != nil {
		return resultpage.Template{}, resultpage.Template{}, err
	}
	markdown, err = compileResultPage(r.programs.appendMarkdown, s, resultpage.EscapeMarkdown)
	if err != nil {
		return resultpage.Template{}, resultpage.Template{}, err
	}
	return html, markdown, nil
}

// compileResultPage renders the list template and compiles the result at its marks.
func compileResultPage(
	render func([]byte, string, any) ([]byte, error), s *searchModel, escape resultpage.Escape,
) (resultpage.Template, error) {
	drawn, err := render(nil, "list", s)
	if err != nil {
		return resultpage.Template{}, err
	}
	return resultpage.Compile(string(drawn), escape)
}

// withoutMarks removes the marks of search pages from a value, so that a name from a catalogue
// cannot become a slot or a condition.
func withoutMarks(s string) string {
	return brackets.Replace(s)
}

var brackets = strings.NewReplacer("⟦", "[", "⟧", "]")

func withoutMarksAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = withoutMarks(s)
	}
	return out
}

// frameWithoutMarks returns a copy of f without marks in the texts of the brand.
func frameWithoutMarks(f frame) frame {
	b := *f.Brand
	b.Name, b.Notice = withoutMarks(b.Name), withoutMarks(b.Notice)
	b.Contact = withoutMarks(b.Contact)
	f.Brand = &b
	f.Contact = contactLink(b.Contact)
	f.Description, f.ImageAlt = withoutMarks(f.Description), withoutMarks(f.ImageAlt)
	return f
}

// query returns one encoded query parameter, which needs no escape in an attribute.
func query(name, value string) string { return name + "=" + escape.Component(value) }
