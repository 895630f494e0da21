package discovery

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// identityRequest is the body that the identity endpoint takes.
type identityRequest struct {
	Type string `json:"type,omitempty"`
}

// schemaTypes are the types of the API under their names in the OpenAPI document.
var schemaTypes = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, v := range []any{catalog.Event{}, catalog.EventList{}, catalog.Meta{}, catalog.Images{},
		catalog.Location{}, catalog.Producer{}, identityRequest{}, catalog.Credential{},
		catalog.CredentialUsage{}, catalog.Health{}, catalog.Problem{}} {
		of := reflect.TypeOf(v)
		types[strings.ToUpper(of.Name()[:1])+of.Name()[1:]] = of
	}
	return types
}()

// schema is the part of a schema that Go types can express. The template alone has limits and
// patterns.
type schema struct {
	Description          string
	Type                 any    // a name, or a list of names
	Format               string // only "int64" has a meaning in Go
	Ref                  string `json:"$ref"`
	OneOf                []schema
	Items                *schema
	Enum                 []any
	Required             []string
	Properties           map[string]schema
	AdditionalProperties any
}

// checkSchemas compares the schemas of an OpenAPI document with the types of the API, so the
// description cannot drift from the API: the same members, of the same types, null for pointers of
// Go, each with words. Objects are closed.
func checkSchemas(document []byte) error {
	var doc struct {
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return err
	}
	schemas := doc.Components.Schemas
	for name := range text.InOrder(schemas) {
		if schemaTypes[name] == nil {
			return fmt.Errorf("schema %s: the API has no such type", name)
		}
	}
	for name, goType := range text.InOrder(schemaTypes) {
		s, ok := schemas[name]
		if !ok {
			return fmt.Errorf("schema %s is missing", name)
		}
		if err := checkSchema(s, goType); err != nil {
			return fmt.Errorf("schema %s: %w", name, err)
		}
	}
	for _, name := range []string{"code", "error"} {
		if codes := catalog.Codes(); fmt.Sprint(
			schemas["Problem"].Properties[name].Enum) != fmt.Sprint(codes) {
			return fmt.Errorf("schema Problem: %s: the enum must be the problem codes %v", name,
				codes)
		}
	}
	return nil
}

// checkSchema compares one schema with its type, a struct.
func checkSchema(s schema, t reflect.Type) error {
	switch {
	case s.Type != "object" || s.AdditionalProperties != false:
		return fmt.Errorf("it must be an object with additionalProperties false")
	case s.Description == "":
		return fmt.Errorf("it has no description")
	}
	unknown, optional := maps.Clone(s.Properties), map[string]bool{}
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		property, ok := s.Properties[name]
		switch want, got := shapeOf(t.Field(i).Type), property.shape(); {
		case !ok:
			return fmt.Errorf("%s is missing", name)
		case got != want:
			return fmt.Errorf("%s is %s, and in the API %s", name, got, want)
		case property.Description == "":
			return fmt.Errorf("%s has no description", name)
		}
		optional[name] = option == "omitempty"
		delete(unknown, name)
	}
	for name := range text.InOrder(unknown) {
		return fmt.Errorf("%s: the API has no such member", name)
	}
	for _, name := range s.Required {
		if left, known := optional[name]; !known || left {
			return fmt.Errorf("required: the API does not always have %s", name)
		}
	}
	return nil
}

// shapeOf returns the type of a member in words: "string or null", "array of Event".
func shapeOf(t reflect.Type) string {
	for name, typ := range schemaTypes {
		if typ == t {
			return name
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem()) + " or null"
	case reflect.Slice:
		return "array of " + shapeOf(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int:
		return "integer"
	case reflect.Int64:
		return "integer of int64"
	}
	return t.String() + ", which no schema can say"
}

// shape returns the type in a schema, in the words of shapeOf. A plain member that may be null has
// a list of types, an object that may be null has oneOf: generators of client code read that best.
func (s schema) shape() string {
	if s.Ref != "" {
		return strings.TrimPrefix(s.Ref, "#/components/schemas/")
	}
	if len(s.OneOf) == 2 && s.OneOf[1].Type == "null" {
		return s.OneOf[0].shape() + " or null"
	}
	if names, ok := s.Type.([]any); ok && len(names) == 2 && names[1] == "null" {
		s.Type = names[0]
		return s.shape() + " or null"
	}
	shape := fmt.Sprint(s.Type)
	if s.Type == "array" && s.Items != nil {
		shape += " of " + s.Items.shape()
	}
	if s.Format == "int64" {
		shape += " of int64"
	}
	return shape
}
