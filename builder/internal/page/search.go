package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/compiled"
	"cartaz/builder/internal/words"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/text"
)

// ListModel is the content of the list and search page that is known at build time: by parameter
// its values with events on sale, in the order of their labels.
type ListModel map[string][]Facet

// field is a filter in the form: a select box if it has options, a box to tick, an input, or
// hidden.
type field struct {
	Name, Label, Tool string
	Options           []Facet
	Input             string // type of the element
	Money             bool
	Maybe             bool // shown if some event on sale has it
	Box               template.HTML
}

// fields returns all filters, filters with select boxes first.
func (r *Renderer) fields(m ListModel) (list []field) {
	w := r.words
	for _, filter := range search.Filters {
		f := field{Name: filter.Name, Label: w.Labels[filter.Name], Tool: w.Tools[filter.Name]}
		switch {
		case filter.Type == search.OfName && len(m[f.Name]) > 1:
			f.Options = withoutMarksAll(m[f.Name])
		case filter.Type == search.OfDay:
			f.Input = "date"
		case filter.Type == search.OfPrice:
			f.Input, f.Money, f.Maybe = "number", true, true
		case filter.Type == search.OfAge:
			f.Input, f.Maybe = "number", true
		case filter.Type == search.OfFlag:
			label := template.HTMLEscapeString(f.Label)
			f.Box = template.HTML(fmt.Sprintf(`⟦if any_%[1]s⟧<label><input type="checkbox" `+
				`name="%[1]s" value="1" toolparamdescription="%[2]s"⟦each %[1]s⟧ checked⟦end⟧> `+
				`%[2]s</label>⟦end⟧`, f.Name, label))
		}
		for _, word := range filter.Words {
			if filter.Name == "status" {
				break // for questions: a list says it of each event
			}
			f.Maybe = true
			f.Options = append(f.Options, Facet{Value: word, Label: w.Words[word]})
		}
		list = append(list, f)
	}
	first := strings.Fields("country state city venue tag")
	slices.SortStableFunc(list, func(a, b field) int { // -1 is the greatest of all
		return cmp.Compare(uint(slices.Index(first, a.Name)), uint(slices.Index(first, b.Name)))
	})
	return list
}

// searchModel is the model of the list and search page. Its texts contain marks in the places that
// the server fills in.
type searchModel struct {
	frame
	Fields    []field
	TopCities []chip

	OneEvent, ManyEvents, Range string
	NoMatch, PageOf             string
	NotAsTyped, Partial, SeeAll string
	ReadAs                      string
	Corrected                   string // in quotation marks
}

// topCities is the number of cities that a search without results offers.
const topCities = 12

// List renders the list and search page, in HTML and in Markdown, as templates that the server
// fills in. The server's links stay in the same form: "/eventos?…" in HTML, "/eventos.md?…" in
// Markdown.
func (r *Renderer) List(m ListModel) (html, markdown resultpage.Template, err error) {
	w := r.words
	f := r.frame.page(catalog.EventsPath, w.Events, w.AllEvents+" · "+r.brand.Name)
	s := &searchModel{frame: frameWithoutMarks(f), Fields: r.fields(m)}
	s.Crumbs = r.frame.crumbs()
	s.InEvents, s.Marked, s.Follow = true, true, catalog.EventsPath
	if err := r.programs.renderShared(&s.frame); err != nil {
		return html, markdown, err
	}
	top := withoutMarksAll(m["city"])
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
	s.Partial = w.Results.Partial.Text(w.Results.Quoted.Text("⟦found⟧"),
		w.Results.Quoted.Text("⟦missing⟧"))
	s.SeeAll = w.Lists.SeeAll.Count("⟦all_count⟧")
	s.Corrected = w.Results.Quoted.Text("⟦corrected⟧")

	s.complete()
	p := r.programs
	html, err = p.compileResultPage(p.html, s, resultpage.EscapeHTML)
	if err == nil {
		markdown, err = p.compileResultPage(p.md, s, resultpage.EscapeMarkdown)
	}
	return html, markdown, err
}

// compileResultPage renders the list template and compiles the result at its marks.
func (p programs) compileResultPage(of map[string]*compiled.Program, s *searchModel,
	escape resultpage.Escape) (resultpage.Template, error) {
	drawn, err := p.append(nil, of, "list", s)
	if err != nil {
		return resultpage.Template{}, err
	}
	return resultpage.Compile(string(drawn), escape)
}

// withoutMarks removes the marks of search pages from a value, so that a name from a catalogue
// cannot become a slot or a condition.
var withoutMarks = strings.NewReplacer("⟦", "[", "⟧", "]").Replace

func withoutMarksAll(list []Facet) []Facet {
	list = slices.Clone(list)
	for i := range list {
		list[i].Label, list[i].Value = withoutMarks(list[i].Label), withoutMarks(list[i].Value)
	}
	return list
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
func query(name, value string) string { return name + "=" + text.QueryValue(value) }
