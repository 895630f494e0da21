package words

import (
	"cmp"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Problems explains the codes of problems.
type Problems struct {
	// Status is the line above the title of a problem's page, before the code.
	Status i18n.Message `i18n:"problem_page.status,status"`

	AdviceText i18n.Message      `i18n:"problem_page.advice,cause,retry"`
	Stories    map[string]string `i18n:"problem.*.story"` // by code
	Causes     map[string]string `i18n:"problem.*.cause"`
	Retries    map[string]string `i18n:"problem.*.retry"`
}

// Story explains to a person what a problem code means for them, in two or three sentences. A code
// that is not in [catalog.Codes] counts as an internal error, as in [catalog.NewProblem].
func (p *Problems) Story(code catalog.Code) string { return textOf(p.Stories, code) }

// Advice explains to a programmer when the code is answered, what to do, and whether a retry helps.
// Names in code are between backticks, so the text is Markdown as it is; [Spans] cuts it up for
// HTML.
func (p *Problems) Advice(code catalog.Code) string {
	return p.AdviceText.Text(textOf(p.Causes, code), textOf(p.Retries, code))
}

// textOf returns the text of a code in a list by code.
func textOf(texts map[string]string, code catalog.Code) string {
	return cmp.Or(texts[string(code)], texts[string(catalog.InternalError)])
}

// Span is a stretch of text, in code or not.
type Span struct {
	Text string
	Code bool
}

// Spans cuts a text of [Problems.Advice] at its backticks.
func Spans(text string) []Span {
	var spans []Span
	for i, part := range strings.Split(text, "`") {
		if part != "" {
			spans = append(spans, Span{Text: part, Code: i%2 == 1})
		}
	}
	return spans
}
