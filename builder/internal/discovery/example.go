package discovery

import (
	_ "embed" // example.json
	"encoding/json"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// invented is an event in the form of the API.
//
//go:embed example.json
var invented []byte

// exampleEvent returns the event that the OpenAPI document shows: a copy of given, or an invented
// event of the brand. It has no description.
func exampleEvent(b *brands.Brand, given *catalog.Event) (e catalog.Event) {
	if given != nil {
		e = *given
	} else {
		_ = json.Unmarshal(invented, &e) // a file of this program
		e.URL = b.Address(catalog.EventPath(e.Slug))
	}
	e.Description = nil
	return e
}
