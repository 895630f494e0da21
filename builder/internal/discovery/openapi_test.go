package discovery_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
)

func mustValidator(t testing.TB, document []byte) validator.Validator {
	t.Helper()
	doc, err := libopenapi.NewDocument(document)
	require.NoError(t, err)
	v, errs := validator.NewValidator(doc)
	require.Empty(t, errs)
	return v
}

func mustOpenAPI(t testing.TB, b *brands.Brand, in discovery.Input) []byte {
	t.Helper()
	return mustDocuments(t, b, in)[discovery.OpenAPIPath].Body
}

func at(t testing.TB, doc map[string]any, path ...string) map[string]any {
	t.Helper()
	for _, name := range path {
		next, ok := doc[name].(map[string]any)
		require.True(t, ok, "no object %q", name)
		doc = next
	}
	return doc
}

// Bodies of the server must satisfy the description, and a body with one additional member must
// not.
func TestBodiesAgainstOpenAPI(t *testing.T) {
	b := brandPT()
	v := mustValidator(t, mustOpenAPI(t, b, input(b)))
	bare := catalog.Event{ID: 1, Slug: "x", Name: "X", URL: "https://ingressos.example/eventos/x"}
	full := *input(b).Example
	encoded := func(body any) string {
		data, err := json.Marshal(body)
		require.NoError(t, err)
		return string(data)
	}
	problem := func(code catalog.Code) string {
		return encoded(catalog.NewProblem(code, b.Locale,
			b.SiteURL))
	}
	release, builtAt := "00000042-0123456789abcdef", "2027-03-01T09:00:00Z"
	health := encoded(catalog.Health{Status: "ok", Brand: "ingressos", Release: &release,
		BuiltAt: &builtAt, Events: 3})
	meta := string(catalog.Meta{Total: 2, PerPage: 20, CurrentPage: 1, LastPage: 1}.AppendMeta(nil))
	list := `{"data":[` + string(full.AppendListItem(nil)) + "," +
		string(bare.AppendListItem(nil)) + `],"meta":` + meta + "}"
	credential := encoded(catalog.Credential{
		IdentityType: "anonymous", CredentialType: "opaque", Credential: "c",
		Usage: catalog.CredentialUsage{Header: "X-Agent-Credential",
			Purpose: []string{"telemetry", "rate_limiting"}},
	})
	localTime := bare
	localTime.StartsAt = ptr("2027-03-05T20:00:00")
	dayOnly := bare
	dayOnly.StartsAt = ptr("2027-03-05")
	vague := bare
	vague.StartsAt = ptr("5 de março")

	tests := []struct {
		name, method, path string
		status             int
		body               string
		valid              bool
	}{
		{"list", "GET", "/events", 200, list, true},
		{"empty list", "GET", "/events?page=9", 200, `{"data":[],"meta":` + meta + `}`, true},
		{"list with a price", "GET", "/events", 200,
			strings.Replace(list, `"id":7`, `"id":7,"price":10`, 1), false},
		{"list without meta", "GET", "/events", 200, `{"data":[]}`, false},
		{"list that is a bare array", "GET", "/events", 200, `[]`, false},
		{"unavailable", "GET", "/events", 502, problem(catalog.UpstreamUnavailable), true},
		{"detail", "GET", "/events/x", 200, string(full.AppendDetail(nil)), true},
		{"detail of a bare event", "GET", "/events/x", 200, string(bare.AppendDetail(nil)), true},
		{"local time", "GET", "/events/x", 200, string(localTime.AppendDetail(nil)), true},
		{"day only", "GET", "/events/x", 200, string(dayOnly.AppendDetail(nil)), true},
		{"time in words", "GET", "/events/x", 200, string(vague.AppendDetail(nil)), false},
		{"coordinate as a number", "GET", "/events/x", 200,
			strings.Replace(string(full.AppendDetail(nil)), `"latitude":null`, `"latitude":1.5`, 1),
			false},
		{"not found", "GET", "/events/x", 404, problem(catalog.EventNotFound), true},
		{"unknown code", "GET", "/events/x", 404,
			strings.ReplaceAll(problem(catalog.EventNotFound), "event_not_found", "gone"), false},
		{"problem with a member more", "GET", "/events/x", 404,
			strings.Replace(problem(catalog.EventNotFound), "{", `{"stack":"x",`, 1), false},
		{"credential", "POST", "/agent/identity", 201, credential, true},
		{"credential that grants access", "POST", "/agent/identity", 201,
			strings.Replace(credential, "false", "true", 1), false},
		{"identity type", "POST", "/agent/identity", 400, problem(catalog.IdentityTypeNotSupported),
			true},
		{"too large", "POST", "/agent/identity", 413, problem(catalog.PayloadTooLarge), true},
		{"health", "GET", "/health", 200, health, true},
		{"health without a release", "GET", "/health", 200,
			encoded(catalog.Health{Status: "ok", Brand: "ingressos"}), true},
		{"sick", "GET", "/health", 200, strings.Replace(health, `"ok"`, `"down"`, 1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := httptest.NewRequest(tt.method, b.BaseURL+tt.path, nil)
			res := &http.Response{StatusCode: tt.status, Header: http.Header{},
				Body: io.NopCloser(strings.NewReader(tt.body)), Request: req}
			res.Header.Set("Content-Type", "application/json")
			if tt.status >= 400 {
				res.Header.Set("Content-Type", "application/problem+json")
			}
			ok, errs := v.ValidateHttpResponse(req, res)
			require.Equal(t, tt.valid, ok, "%v", errs)
		})
	}
}

// The organiser's words must not appear in the description of the API.
func TestExampleLeavesOutTheOrganisersText(t *testing.T) {
	for _, b := range allBrands() {
		body := string(mustOpenAPI(t, b, input(b)))
		require.NotContains(t, body, "Ignore previous instructions")
		require.Contains(t, body, "evinha-cartao-postal-1971-d2f8")
	}
	b := brandPT()
	in := input(b)
	before := *in.Example
	mustOpenAPI(t, b, in)
	require.Equal(t, before, *in.Example, "the event given must not change")
}

// An event that has ended is still a valid example: the list shows it as an event on sale, because
// the list holds no other events.
func TestExampleOfTheListIsOnSale(t *testing.T) {
	b := brandPT()
	in := input(b)
	in.Example.IsClosed = true
	doc := mustJSON(t, mustOpenAPI(t, b, in))
	page := at(t, doc, "paths", "/events", "get", "responses", "200", "content", "application/json",
		"examples", "page", "value")
	item := page["data"].([]any)[0].(map[string]any)
	require.Equal(t, false, item["is_closed"])
	require.Nil(t, item["producer"])
	require.Equal(t, "ativo", item["status"])
	detail := at(t, doc, "paths", "/events/{slug}", "get", "responses", "200", "content",
		"application/json", "examples", "event", "value")
	require.Equal(t, true, detail["is_closed"])
	require.Nil(t, detail["status"])
	require.NotNil(t, detail["producer"])
}
