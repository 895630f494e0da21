package discovery_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
)

// mustSchema compiles one of testdata/schemas with formats asserted; file may
// have a fragment. Files are found by their $id, so nothing is fetched.
func mustSchema(t testing.TB, file string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	file, fragment, _ := strings.Cut(file, "#")
	files, err := filepath.Glob("testdata/schemas/*.json")
	require.NoError(t, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		require.NoError(t, err)
		address := "https://schemas.invalid/" + filepath.Base(name)
		if id, ok := doc.(map[string]any)["$id"].(string); ok {
			address = id
		}
		require.NoError(t, c.AddResource(address, doc))
		if filepath.Base(name) == file {
			file = address
		}
	}
	s, err := c.Compile(file + "#" + fragment)
	require.NoError(t, err)
	return s
}

func mustJSON(t testing.TB, body []byte) map[string]any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(t, err)
	m, ok := v.(map[string]any)
	require.True(t, ok)
	return m
}

// Each document against its schema, and a damaged copy that must fail: a schema that accepts
// everything would prove nothing.
func TestDocumentsAgainstSchemas(t *testing.T) {
	tests := []struct {
		schema, path string
		damage       func(doc map[string]any)
	}{
		{"openapi-3.1-schema-base-2025-11-23.json", discovery.OpenAPIPath, func(d map[string]any) {
			health := d["paths"].(map[string]any)["/health"].(map[string]any)
			health["get"].(map[string]any)["responses"] = []any{}
		}},
		{"openapi-3.1-schema-base-2025-11-23.json", discovery.OpenAPIPath, func(d map[string]any) {
			schemas := d["components"].(map[string]any)["schemas"].(map[string]any)
			schemas["Event"].(map[string]any)["required"] = "id"
		}},
		{"own-rfc9727-api-catalog.schema.json", discovery.APICatalogPath, func(d map[string]any) {
			context := d["linkset"].([]any)[1].(map[string]any)
			context["status"] = "https://ingressos.example/health"
		}},
		{"own-rfc9728-protected-resource.schema.json", discovery.ProtectedResourcePath,
			func(d map[string]any) {
				d["scopes_supported"] = []any{}
			}},
		{"own-rfc8414-authorization-server.schema.json", discovery.AuthorizationServerPath,
			func(d map[string]any) {
				delete(d, "grant_types_supported")
			}},
		{"own-brand-authorization-server-policy.schema.json", discovery.AuthorizationServerPath,
			func(d map[string]any) {
				d["grant_types_supported"] = []any{"password"}
			}},
		// The roots of the MCP schemas accept anything: the fragment is the schema.
		{"mcp-server-card-v1-8924e08.json#/$defs/ServerCard", discovery.MCPCardPath,
			func(d map[string]any) {
				d["description"] = strings.Repeat("a", 101)
			}},
		{"mcp-server-card-v1-8924e08.json#/$defs/ServerCard", discovery.MCPCardPath,
			func(d map[string]any) {
				d["remotes"].([]any)[0].(map[string]any)["type"] = "http"
			}},
		{"a2a-agent-card-1.0.1-generated.json", discovery.AgentCardPath, func(d map[string]any) {
			d["preferredTransport"] = "JSONRPC" // of version 0.3
		}},
		{"own-a2a-agent-card-1.0-required.schema.json", discovery.AgentCardPath,
			func(d map[string]any) {
				delete(d["supportedInterfaces"].([]any)[0].(map[string]any), "protocolVersion")
			}},
		{"ai-catalog-ard.schema.json", discovery.AICatalogPath, func(d map[string]any) {
			d["entries"].([]any)[0].(map[string]any)["data"] = map[string]any{} // and url
		}},
		{"own-agent-skills-index-0.2.0.schema.json", discovery.SkillsIndexPath,
			func(d map[string]any) {
				skill := d["skills"].([]any)[0].(map[string]any)
				skill["digest"] = strings.TrimPrefix(skill["digest"].(string), "sha256:")
			}},
	}
	for _, tt := range tests {
		schema := mustSchema(t, tt.schema)
		for locale, b := range allBrands() {
			t.Run(tt.schema+" "+locale, func(t *testing.T) {
				doc := mustJSON(t, documents()[locale][tt.path].Body)
				if tt.path == discovery.AgentCardPath { // fields that readers of version 0.3 expect
					agent := strings.TrimSuffix(b.BaseURL, b.BasePath())
					require.Equal(t, []any{agent + "/a2a", "JSONRPC", "0.3.0"},
						[]any{doc["url"], doc["preferredTransport"], doc["protocolVersion"]})
					for _, old := range []string{"url", "preferredTransport", "protocolVersion"} {
						delete(doc, old)
					}
				}
				require.NoError(t, schema.Validate(doc))
				tt.damage(doc)
				require.Error(t, schema.Validate(doc), "the damaged copy passes")
			})
		}
	}
}

func TestSkills(t *testing.T) {
	frontMatter := mustSchema(t, "own-skill-frontmatter.schema.json")
	for locale, docs := range documents() {
		skills := mustJSON(t, docs[discovery.SkillsIndexPath].Body)["skills"].([]any)
		require.Len(t, skills, 4, locale)
		for _, s := range skills {
			skill := s.(map[string]any)
			doc, ok := docs[skill["url"].(string)]
			require.True(t, ok, "%v is not published", skill["url"])
			digest := sha256.Sum256(doc.Body)
			require.Equal(t, "sha256:"+hex.EncodeToString(digest[:]), skill["digest"])

			front, _, ok := strings.Cut(strings.TrimPrefix(string(doc.Body), "---\n"), "\n---\n")
			require.True(t, ok)
			var matter map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(front), &matter))
			require.NoError(t, frontMatter.Validate(matter))
			require.Equal(t, skill["name"], matter["name"])
			require.Equal(t, skill["description"], matter["description"])
			require.Equal(t, "/.well-known/agent-skills/"+matter["name"].(string)+"/SKILL.md",
				skill["url"])

			matter["author"] = "someone"
			require.Error(t, frontMatter.Validate(matter), "an unknown key passes")
		}
	}
}

// The problem examples of the description are problem documents.
func TestProblemExamples(t *testing.T) {
	schema := mustSchema(t, "own-problem-details.schema.json")
	for _, b := range allBrands() {
		seen := map[string]bool{}
		var walk func(status string, v any)
		walk = func(status string, v any) {
			m, ok := v.(map[string]any)
			if !ok {
				return
			}
			if content, ok := m["application/problem+json"].(map[string]any); ok {
				for name, example := range content["examples"].(map[string]any) {
					value := example.(map[string]any)["value"].(map[string]any)
					require.NoError(t, schema.Validate(value))
					require.Equal(t, name, value["code"])
					require.Equal(t, value["code"], value["error"])
					if status != "" {
						require.Equal(t, status, value["status"].(json.Number).String(), name)
					}
					seen[name] = true
				}
			}
			for key, child := range m {
				next := status
				if len(key) == 3 && key >= "100" && key <= "599" {
					next = key
				}
				walk(next, child)
			}
		}
		walk("", mustJSON(t, mustDocuments(t, b, discovery.Input{})[discovery.OpenAPIPath].Body))
		for _, code := range []catalog.Code{
			catalog.SlugMissing, catalog.EventNotFound, catalog.IdentityTypeNotSupported,
			catalog.MalformedBody,
			catalog.PayloadTooLarge, catalog.UnsupportedMediaType, catalog.MethodNotAllowed,
			catalog.RateLimited, catalog.UpstreamUnavailable,
		} {
			require.True(t, seen[string(code)], "no example of %s", code)
		}
		require.Error(t, schema.Validate(map[string]any{"title": "no type"}))
	}
}

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
