package discovery

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cartaz/builder/catalog"
)

// identityRequest is the body that the identity endpoint takes.
type identityRequest struct {
	Type string `json:"type,omitempty"`
}

// schemaTypes are the types of the API under their names in the document, in the
// order of the document.
var schemaTypes = []struct {
	name string
	typ  reflect.Type
}{
	{"Event", reflect.TypeFor[catalog.Event]()},
	{"EventList", reflect.TypeFor[catalog.EventList]()},
	{"Meta", reflect.TypeFor[catalog.Meta]()},
	{"Images", reflect.TypeFor[catalog.Images]()},
	{"Location", reflect.TypeFor[catalog.Location]()},
	{"Producer", reflect.TypeFor[catalog.Producer]()},
	{"IdentityRequest", reflect.TypeFor[identityRequest]()},
	{"Credential", reflect.TypeFor[catalog.Credential]()},
	{"CredentialUsage", reflect.TypeFor[catalog.CredentialUsage]()},
	{"Health", reflect.TypeFor[catalog.Health]()},
	{"Problem", reflect.TypeFor[catalog.Problem]()},
}

// schemaRequired are the members that must be there. The contract says it for
// Event, EventList, Credential and Problem; of the others, those that are never
// null and that a program counts on.
var schemaRequired = map[string][]string{
	"Event":           {"id", "slug", "name", "url"},
	"EventList":       {"data", "meta"},
	"Meta":            {"total", "per_page", "current_page", "last_page"},
	"Producer":        {"name", "slug"},
	"Credential":      {"identity_type", "credential_type", "credential"},
	"CredentialUsage": {"header", "purpose", "grants_access"},
	"Health":          {"status", "brand", "release", "built_at", "events"},
	"Problem":         {"type", "title", "status", "code"},
}

// timePattern is the three forms of [catalog.Moment.String]: with offset, local,
// and the day alone.
const timePattern = `^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})?)?$`

// schemaRules are the constraints that Go types cannot say, keyed by type and
// member; "[]" is the item of a list.
var schemaRules = map[string]object{
	"Event.slug":                    {{"pattern", text(`^[a-z0-9]+(-[a-z0-9]+)*$`)}, {"maxLength", number(200)}},
	"Event.name":                    {{"minLength", number(1)}},
	"Event.starts_at":               {{"pattern", text(timePattern)}},
	"Event.ends_at":                 {{"pattern", text(timePattern)}},
	"Event.url":                     {{"format", text("uri")}},
	"Images.banner":                 {{"format", text("uri")}},
	"Images.thumbnail":              {{"format", text("uri")}},
	"EventList.data":                {{"maxItems", number(catalog.MaxPerPage)}},
	"Meta.total":                    {{"minimum", number(0)}},
	"Meta.per_page":                 {{"minimum", number(1)}, {"maximum", number(catalog.MaxPerPage)}},
	"Meta.current_page":             {{"minimum", number(1)}},
	"Meta.last_page":                {{"minimum", number(1)}},
	"IdentityRequest.type":          {{"enum", texts("anonymous")}},
	"Credential.identity_type":      {{"enum", texts("anonymous")}},
	"Credential.credential_type":    {{"enum", texts("opaque")}},
	"Credential.credential":         {{"minLength", number(1)}},
	"CredentialUsage.header":        {{"enum", texts(credentialHeader)}},
	"CredentialUsage.purpose[]":     {{"enum", texts("telemetry", "rate_limiting")}},
	"CredentialUsage.grants_access": {{"enum", list{truth(false)}}},
	"Health.status":                 {{"enum", texts("ok")}},
	"Health.built_at":               {{"format", text("date-time")}},
	"Health.events":                 {{"minimum", number(0)}},
	"Problem.type":                  {{"format", text("uri")}},
	"Problem.status":                {{"minimum", number(400)}, {"maximum", number(599)}},
	"Problem.code":                  {{"enum", problemCodes()}},
	"Problem.error":                 {{"enum", problemCodes()}},
}

func problemCodes() list {
	var codes list
	for _, c := range catalog.Codes() {
		codes = append(codes, text(c))
	}
	return codes
}

// Errors of a schema that cannot be derived; each is a mistake in this package's
// tables, found by its tests.
var (
	errNoWords = errors.New("no description")
	errNoType  = errors.New("no schema for the type")
)

// schemas are the schemas of every type of the API, in the brand's language.
func schemas(pt bool) (object, error) {
	var all object
	for _, s := range schemaTypes {
		schema, err := schemaOf(s.name, s.typ, pt)
		if err != nil {
			return nil, err
		}
		all = append(all, member{s.name, schema})
	}
	return all, nil
}

// schemaOf derives the schema of a struct. Objects are closed: a member that the
// type does not have makes a body invalid.
func schemaOf(name string, t reflect.Type, pt bool) (object, error) {
	description, err := describe(name, pt)
	if err != nil {
		return nil, err
	}
	schema := object{{"type", text("object")}, {"description", description}}
	if required := schemaRequired[name]; len(required) > 0 {
		schema = append(schema, member{"required", texts(required...)})
	}
	var properties object
	for i := range t.NumField() {
		f := t.Field(i)
		memberName := memberOf(f)
		key := name + "." + memberName
		property, err := typeSchema(key, f.Type)
		if err != nil {
			return nil, err
		}
		if description, err = describe(key, pt); err != nil {
			return nil, err
		}
		properties = append(properties, member{memberName, append(property, member{"description", description})})
	}
	return append(schema, member{"properties", properties}, member{"additionalProperties", truth(false)}), nil
}

// memberOf is the name of a field in JSON.
func memberOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// typeSchema is the schema of one member. A pointer is a member that may be
// null: by a list of types for plain values, by oneOf for objects, which is what
// generators of client code read best.
func typeSchema(key string, t reflect.Type) (object, error) {
	nullable := t.Kind() == reflect.Pointer
	if nullable {
		t = t.Elem()
	}
	rules := schemaRules[key]
	if t.Kind() == reflect.Struct {
		for _, s := range schemaTypes {
			if s.typ != t {
				continue
			}
			ref := object{{"$ref", text("#/components/schemas/" + s.name)}}
			if nullable {
				return object{{"oneOf", list{ref, object{{"type", text("null")}}}}}, nil
			}
			return ref, nil
		}
		return nil, fmt.Errorf("%s: %w %s", key, errNoType, t)
	}
	if t.Kind() == reflect.Slice {
		items, err := typeSchema(key+"[]", t.Elem())
		if err != nil {
			return nil, err
		}
		return append(object{{"type", text("array")}, {"items", items}}, rules...), nil
	}
	var name string
	var format object
	switch t.Kind() {
	case reflect.String:
		name = "string"
	case reflect.Bool:
		name = "boolean"
	case reflect.Int:
		name = "integer"
	case reflect.Int64:
		name, format = "integer", object{{"format", text("int64")}}
	default:
		return nil, fmt.Errorf("%s: %w %s", key, errNoType, t)
	}
	var types value = text(name)
	if nullable {
		types = texts(name, "null")
	}
	return slices.Concat(object{{"type", types}}, format, rules), nil
}

// describe finds the words for a type or member in the brand's language.
func describe(key string, pt bool) (value, error) {
	w, ok := schemaWords[key]
	if !ok {
		return nil, fmt.Errorf("%s: %w", key, errNoWords)
	}
	if pt {
		return text(w.pt), nil
	}
	return text(w.en), nil
}
