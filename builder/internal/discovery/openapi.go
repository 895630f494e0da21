package discovery

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/templates"
)

// ErrOpenAPI reports a template openapi.yaml that does not describe the API that is served.
var ErrOpenAPI = errors.New("not a description of this API")

// openAPIName is the template of the OpenAPI document.
const openAPIName = "openapi.yaml"

// openAPIFacts are the values for openapi.yaml, of a brand and of its example event.
type openAPIFacts struct {
	brandFacts
	Key         string
	Locale      string
	Mailbox     string        // mail address of the brand, "" when its contact is none
	Event       catalog.Event // the example, without description
	City        string        // of the example, for the filters
	State       string
	Organiser   string
	Deprecation string // example of the header field
	Sunset      string // example of the header field
	VersionLink string // Link field about the end of the version, "" when answers have none
}

// openAPI renders the OpenAPI 3.1 document of a brand: the template gives YAML,
// the YAML becomes JSON with the same order of members, and the schemas are compared with the types
// of the API. An error of the template wraps ErrOpenAPI and names the file.
func openAPI(b *brands.Brand, example *catalog.Event, files templates.Set) ([]byte, error) {
	rendered, err := renderText(b, files, openAPIName, newOpenAPIFacts(b, example))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var body []byte
	if err == nil {
		body, err = yamlToJSON(rendered)
	}
	if err == nil {
		err = checkSchemas(body)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s%s: %w", ErrOpenAPI, templateDir, openAPIName, err)
	}
	return body, nil
}

func newOpenAPIFacts(b *brands.Brand, example *catalog.Event) openAPIFacts {
	f := openAPIFacts{
		brandFacts: facts(b), Key: b.Key, Locale: b.Locale, Event: exampleEvent(b, example),
		City: "Recife", State: "PE", Organiser: "produtora-x",
	}
	if isMailbox(b.Contact) {
		f.Mailbox = b.Contact
	}
	if l := f.Event.Location; l != nil && l.City != nil {
		f.City = *l.City
	}
	if l := f.Event.Location; l != nil && l.StateAbbr != nil {
		f.State = *l.StateAbbr
	}
	if p := f.Event.Producer; p != nil {
		f.Organiser = p.Slug
	}
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
	return f
}

// Detail is the example as the detail answers it, with a description of ours: an organiser's words
// have no place in a text that agents take as ours.
func (f openAPIFacts) Detail(description string) string {
	f.Event.Description = &description
	return flowYAML(f.Event.AppendDetail(nil))
}

// Item is the example as the list answers it. It is on sale, as every event of the list is.
func (f openAPIFacts) Item(description string) string {
	f.Event.Description, f.Event.IsClosed = &description, false
	return flowYAML(f.Event.AppendListItem(nil))
}

// Problem is the example of an error: the very body that the code is answered with.
func (f openAPIFacts) Problem(code catalog.Code) (string, error) {
	p := catalog.NewProblem(code, f.Locale, f.Site)
	if p.Code != string(code) {
		return "", fmt.Errorf("there is no problem code %q", code)
	}
	text, err := json.Marshal(object{{"summary", p.Title}, {"value", object{
		{"type", p.Type}, {"title", p.Title}, {"status", p.Status}, {"code", p.Code},
		{"detail", p.Detail}, {"error", p.Error},
	}}})
	return flowYAML(text), err
}

// flowYAML makes JSON text a flow value of YAML. Characters that YAML does not take as they are,
// or takes as line breaks, only occur inside strings; they are written as escapes.
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
