package discovery

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// readExample fills in the event that openapi.yaml shows; nil means an invented one.
func (f *facts) readExample(b *brands.Brand, example *catalog.Event) {
	f.Event = exampleEvent(b, example)
	f.City = "Recife"
	f.State = "PE"
	f.Organiser = "produtora-x"
	if l := f.Event.Location; l != nil {
		f.City = cmp.Or(catalog.OrEmpty(l.City), f.City)
		f.State = cmp.Or(catalog.OrEmpty(l.StateAbbr), f.State)
	}
	if p := f.Event.Producer; p != nil {
		f.Organiser = p.Slug
	}
}

// readVersion fills in the end of version 1 for openapi.yaml.
func (f *facts) readVersion(b *brands.Brand) {
	deprecated, sunset := b.V1.DeprecatedAt, b.V1.SunsetAt
	if b.V1.Link != "" && !(deprecated.IsZero() && sunset.IsZero()) {
		f.VersionLink = "<" + b.V1.Link + `>; rel="deprecation"`
	}
	if deprecated.IsZero() {
		deprecated = time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	if sunset.IsZero() {
		sunset = deprecated.AddDate(1, 0, 0)
	}
	f.Deprecation = "@" + strconv.FormatInt(deprecated.Unix(), 10)
	f.Sunset = sunset.UTC().Format(http.TimeFormat)
}

// Detail returns the example in the form of the detail, with a description of our own: agents take
// the text of this document as ours, so it may not contain an organiser's words.
func (f facts) Detail(description string) string {
	f.Event.Description = &description
	return flowYAML(f.Event.AppendDetail(nil))
}

// Item returns the example as the list answers it. It is on sale, as every event of the list is.
func (f facts) Item(description string) string {
	f.Event.Description, f.Event.IsClosed = &description, false
	return flowYAML(f.Event.AppendListItem(nil))
}

// Problem returns the example of an error: the exact body of the answer with this code.
func (f facts) Problem(code catalog.Code) (string, error) {
	p := catalog.NewProblem(code, f.Locale, f.Site)
	if p.Code != string(code) {
		return "", fmt.Errorf("there is no problem code %q", code)
	}
	text, err := json.Marshal(struct {
		Summary string          `json:"summary"`
		Value   catalog.Problem `json:"value"`
	}{p.Title, p})
	return flowYAML(text), err
}

// flowYAML makes JSON text a flow value of YAML. Characters that YAML forbids, or reads as line
// breaks, only occur inside strings; they are written as escapes.
func flowYAML(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}
