package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

// problemModel is the page that explains a problem code.
type problemModel struct {
	frame
	Status  string // "Erro 404"
	Code    string
	Story   string
	Advice  []words.Span
	Text    string // Advice in Markdown
	Example string // a response as it comes
}

// Problem draws the page that explains a problem code. It is the page that the
// member type of a problem document leads to, answered with status 200.
func (r *Renderer) Problem(code catalog.Code) (Page, error) {
	w := r.words
	p := catalog.NewProblem(code, r.brand.Locale, r.brand.SiteURL)
	m := problemModel{
		frame:  r.page("/problemas/"+p.Code, p.Title, p.Title+". "+p.Detail),
		Status: w.ErrorStatus(p.Status), Code: p.Code,
		Story: w.ProblemStory(code), Text: w.ProblemAdvice(code),
	}
	m.Advice = words.Spans(m.Text)
	m.Crumbs = r.crumbs()
	var err error
	if m.Example, err = exampleResponse(p); err != nil {
		return Page{}, fmt.Errorf("problem %s: %w", code, err)
	}
	return r.draw("problem", m.Path, &m)
}

// exampleResponse is a problem as the API answers it.
func exampleResponse(p catalog.Problem) (string, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(p); err != nil {
		return "", err
	}
	return fmt.Sprintf("HTTP/1.1 %d %s\nContent-Type: application/problem+json\n\n%s",
		p.Status, http.StatusText(p.Status), strings.TrimSuffix(body.String(), "\n")), nil
}
