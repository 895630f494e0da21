package page

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// problemModel is the page that explains a problem code.
type problemModel struct {
	frame
	Status  string // "Erro 404"
	Code    string
	Story   string
	Advice  []words.Span
	Text    string  // Advice in Markdown
	Example string  // a whole HTTP response
	Cities  []Facet // with most events on sale
	Place   Facet   // of a removed event: its city
	Near    []Link  // and the next events there
}

// Gone renders the page of events that were removed, with the next events near them. The edge
// answers with it at their addresses, so its canonical address is the address of the list. place is
// the city of the events, or the zero value.
func (r *Renderer) Gone(path string, place Facet, near []Link, cities []Facet) (Page, error) {
	w := r.words
	m := problemModel{frame: r.frame.page(catalog.EventsPath, w.Gone, w.GoneStory),
		Status: w.Problems.Status.Text("410"), Story: w.GoneStory, Near: near,
		Place: place, Cities: cities}
	m.Crumbs = r.frame.crumbs()
	p, err := r.programs.render("problem", m.Path, &m)
	p.Path = path
	return p, err
}

// Problem renders the page that explains a problem code: first the links for people, with the
// cities that have most events on sale, then the details for programmers. The member type of a
// problem document links to this page; the page itself has status 200. It shows no counts, so that
// it changes only when the order of the cities does.
func (r *Renderer) Problem(code catalog.Code, cities []Facet) (Page, error) {
	w := r.words
	p := catalog.NewProblem(code, r.brand.Locale, r.brand.SiteURL)
	m := problemModel{
		frame:  r.frame.page(catalog.ProblemPath(code), p.Title, p.Title+". "+p.Detail),
		Status: w.Problems.Status.Text(strconv.Itoa(p.Status)), Code: p.Code,
		Story: w.Problems.Story(code), Text: w.Problems.Advice(code), Cities: cities,
	}
	m.Advice = words.Spans(m.Text)
	m.Crumbs = r.frame.crumbs()
	var err error
	if m.Example, err = exampleResponse(p); err != nil {
		return Page{}, fmt.Errorf("problem %s: %w", code, err)
	}
	return r.programs.render("problem", m.Path, &m)
}

// exampleResponse returns the API's whole HTTP response for a problem.
func exampleResponse(p catalog.Problem) (string, error) {
	body, err := text.JSON(p, "  ")
	return fmt.Sprintf("HTTP/1.1 %d %s\nContent-Type: application/problem+json\n\n%s",
		p.Status, http.StatusText(p.Status), bytes.TrimSpace(body)), err
}
