package discovery_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/rowstest"
	"cartaz/templates"
)

// All languages say the same: documents of one structure, in which only words differ. No member
// lacks its words in any; the golden files have the structure.
func TestOpenAPILanguages(t *testing.T) {
	en := brandEN()
	words := map[string]bool{"description": true, "summary": true, "title": true, "detail": true}
	found := 0
	var compare func(path, name string, a, b any)
	compare = func(path, name string, a, b any) {
		path += "/" + name
		switch a := a.(type) {
		case map[string]any:
			b, _ := b.(map[string]any)
			require.Equal(t, slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)), path)
			for key := range a {
				compare(path, key, a[key], b[key])
			}
		case []any:
			b, _ := b.([]any)
			require.Len(t, b, len(a), path)
			for i := range a {
				compare(path, name, a[i], b[i])
			}
		default:
			switch {
			case path == "//components/headers/Content-Language/example":
				require.NotEqual(t, a, b)
			case words[name], path == "//info/license/name":
				require.NotEqual(t, a, b, "%s is the same in two languages", path)
				require.NotEmpty(t, a, path)
				require.NotEmpty(t, b, path)
				found++
			default:
				require.Equal(t, a, b, path)
			}
		}
	}
	want := mustJSON(t, mustOpenAPI(t, en, input(en)))
	for locale, b := range allBrands() {
		if locale == en.Locale {
			continue
		}
		other := *en
		other.Locale = b.Locale
		compare("", "", want, mustJSON(t, mustOpenAPI(t, &other, input(en))))
	}
	require.Greater(t, found, 600)
}

// Values in the template equal the constants of the API.
func TestOpenAPIConstants(t *testing.T) {
	for locale, docs := range documents() {
		doc := mustJSON(t, docs[discovery.OpenAPIPath].Body)
		paths := slices.Sorted(maps.Keys(at(t, doc, "paths")))
		require.Equal(t, []string{catalog.APIIdentity, catalog.APIEvents, catalog.APIEvents +
			"/{slug}", catalog.APIHealth}, paths, locale)

		example := func(path ...string) any { return at(t, doc, path...)["example"] }
		cache := func(path, method, status string) any {
			return example("paths", path, method, "responses", status, "headers", "Cache-Control")
		}
		require.Equal(t, catalog.CacheResults, cache("/events", "get", "200"))
		require.Equal(t, catalog.CacheSealed, cache("/events/{slug}", "get", "200"))
		require.Equal(t, catalog.CacheNone, cache("/events/{slug}", "get", "404"))
		require.Equal(t, catalog.CacheNone, cache("/agent/identity", "post", "201"))
		require.Equal(t, catalog.CacheNone, cache("/health", "get", "200"))
		require.Equal(t, catalog.VaryCoding, example("components", "headers", "Vary"))

		require.Equal(t, catalog.CredentialHeader,
			at(t, doc, "components", "parameters", catalog.CredentialHeader)["name"])
		header := at(t, doc, "components", "schemas", "CredentialUsage", "properties", "header")
		require.Equal(t, []any{catalog.CredentialHeader}, header["enum"])

		most := json.Number(strconv.Itoa(catalog.MaxPerPage))
		size := at(t, doc, "paths", "/events", "get")["parameters"].([]any)[5].(map[string]any)
		require.Equal(t, "per_page", size["name"])
		require.Equal(t, json.Number(strconv.Itoa(catalog.DefaultPerPage)),
			at(t, size, "schema")["default"])
		require.Equal(t, most, at(t, size, "schema")["maximum"])
		require.Equal(t, most, at(t, doc, "components", "schemas", "Meta", "properties",
			"per_page")["maximum"])
		require.Equal(t, most, at(t, doc, "components", "schemas", "EventList", "properties",
			"data")["maxItems"])
	}
}

// The schema of a type that has changed is refused.
func TestSchemaFollowsType(t *testing.T) {
	b := brandEN()
	document := mustOpenAPI(t, b, input(b))
	require.NoError(t, discovery.CheckSchema(document, "Producer",
		reflect.TypeFor[catalog.Producer]()))
	type withMap struct {
		Name map[string]string `json:"name"`
	}
	for want, typ := range map[string]reflect.Type{
		"price is missing": reflect.TypeFor[struct {
			Name  string `json:"name"`
			Price int    `json:"price"`
		}](),
		"slug: the API has no such member": reflect.TypeFor[struct {
			Name string `json:"name"`
		}](),
		"name is string, and in the API string or null": reflect.TypeFor[struct {
			Name *string `json:"name"`
		}](),
		"name is string, and in the API map[string]string, which no schema can say": reflect.
			TypeFor[withMap](),
		"which no schema can say": reflect.TypeFor[struct {
			Name withMap `json:"name"`
		}](),
		"required: the API does not always have slug": reflect.TypeFor[struct {
			Name string `json:"name"`
			Slug string `json:"slug,omitempty"`
		}](),
	} {
		require.ErrorContains(t, discovery.CheckSchema(document, "Producer", typ), want)
	}
}

// TestOpenAPIDescribesTheAPI compares the schemas of each locale with the types of the API.
func TestOpenAPIDescribesTheAPI(t *testing.T) {
	for locale, docs := range documents() {
		require.NoError(t, discovery.CheckSchemas(docs[discovery.OpenAPIPath].Body), locale)
	}
}

// A template that has a fault, or differs from the types of the API, is refused.
func TestOpenAPIRefusesTemplate(t *testing.T) {
	const file = "discovery/openapi.yaml"
	ours := templates.Embedded[file]
	type row struct{ Name, Old, New, Want string }
	tests := append(rowstest.Read[[]row](t, "testdata/openapi-refuses-template.yaml"),
		row{"no mapping", ours, "- a", "it is no mapping"},
		row{"nothing", ours, "", "it is no mapping"})
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			require.Contains(t, ours, tt.Old)
			changed := strings.Replace(ours, tt.Old, tt.New, 1)
			docs, err := discovery.Documents(brandEN(), discovery.Input{},
				templates.Embedded.With(map[string]string{file: changed}))
			if err == nil {
				at := slices.IndexFunc(docs, func(d discovery.Document) bool {
					return d.Path == discovery.OpenAPIPath
				})
				err = discovery.CheckSchemas(docs[at].Body)
			} else {
				require.ErrorContains(t, err, "brand confs")
				require.ErrorContains(t, err, file)
			}
			require.ErrorContains(t, err, tt.Want)
		})
	}
	_, err := discovery.Documents(brandEN(), discovery.Input{}, templates.Set{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Any content of an event passes through the template unchanged.
func TestOpenAPIKeepsStrings(t *testing.T) {
	const odd = "a: b # c\n- \"d\" 'e' {{.Site}} &f *g " +
		"|\u0085\u00a0\u2028\u2029\ufeff\ufffe\U000e0001\U0001f3ad\x00\x7f\t<&>"
	b := brandEN()
	in := input(b)
	in.Example.Name, in.Example.Location.City, in.Example.Location.StateAbbr = odd, ptr(odd), ptr(
		odd)
	in.Example.Producer.Slug, in.Example.Slug = odd, odd
	doc := mustJSON(t, mustOpenAPI(t, b, in))
	get := at(t, doc, "paths", "/events/{slug}", "get")
	require.Equal(t, odd, get["parameters"].([]any)[0].(map[string]any)["example"])
	event := at(t, get, "responses", "200", "content", "application/json", "examples", "event",
		"value")
	require.Equal(t, odd, event["name"])
	for i, name := range []string{"city", "state", "organization"} {
		parameter := at(t, doc, "paths", "/events",
			"get")["parameters"].([]any)[i+1].(map[string]any)
		require.Equal(t, []any{name, odd}, []any{parameter["name"], parameter["example"]})
	}
}
